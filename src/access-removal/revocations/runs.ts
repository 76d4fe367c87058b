import { RevocationEnded } from "@svc/contract/revocations/events"
import type { RevocationResult } from "@svc/contract/revocations/schema"
import { Caller } from "@svc/contract/kernel/access"
import type { OrgId } from "@svc/contract/kernel/ids"
import { Context, DateTime, Duration, Effect, Fiber, FiberMap, Option } from "effect"
import { inLinkedTrace } from "#platform/observability/trace-links"
import { makeTakeUp, whileLeased } from "#platform/jobs/each-claimed"
import { heartbeat, LeaseLost, type LeaseMoment, renewsLease } from "#platform/jobs/lease-guard"
import { survive } from "#platform/jobs/survive"
import { makeSealedAccounts } from "#audit/record/sealed-account"
import { Audit } from "#audit/record/service"
import { aboutCase, auditText } from "#audit/record/text"
import { manualRequired } from "#connections/vendors/protocol/outcome"
import { Checklists } from "#work/checklists/service"
import { LeftBehinds } from "#access-removal/left-behind/service"
import { ResidualAccesses } from "#access-removal/residual-access/service"
import { Live } from "#outgoing/live/service"
import { Outbox } from "#outgoing/outbox/service"
import { Db } from "#platform/database/db"
import { systemCaller } from "#platform/jobs/system-caller"
import { layerOf } from "#platform/services/layer-of"
import { askedFor } from "./asked-for.ts"
import { AppRevocation, type AppRevocationResult } from "./app-revocation.ts"
import { makeIdentifiers } from "./identifiers.ts"
import { makeSubject } from "./subject.ts"
import { RevocationLimits } from "./limits.ts"
import { type RevocationCase, RevocationsRepo } from "./repo.ts"
import { makeResuming } from "./resuming.ts"
import { makePlanRetries } from "./retries.ts"
import { retryOccasion } from "./retries-rules.ts"
import { countsOf, occasionOf, summaryOf, unfinished } from "./rules.ts"
import { type ClaimedRun, type ResultRow, type RunHolder, RevocationRunsRepo } from "./runs-repo.ts"

const unreadableAccount =
  "The account found by the previous run can no longer be read. Remove the access manually and confirm it"

const resultIn = (row: ResultRow): Option.Option<RevocationResult & { readonly sealedAccount: string | null }> =>
  row.outcome === null
    ? Option.none()
    : Option.some({
        service: row.service_name,
        outcome: row.outcome,
        message: row.message ?? "",
        vendorStatus: row.vendor_status,
        verified: row.verified,
        sealedAccount: row.sealed_account
      })

/** Works on queued runs: app after app, under a lease, so that a run outlives the process that began it. */
export class RevocationRuns extends Context.Service<
  RevocationRuns,
  {
    /** Takes up waiting runs as far as this process has room; answers how many, without waiting for them. */
    takeUp(orgId: OrgId | undefined): Effect.Effect<number>
    /** Takes up waiting runs and waits until none of the schedule is unfinished; answers how many were taken up. */
    settleScheduled(orgId: OrgId | undefined): Effect.Effect<number>
  }
>()("svc/revocations/RevocationRuns") {
  static readonly layerNoDeps = layerOf(RevocationRuns, function* () {
    const db = yield* Db
    const repo = yield* RevocationsRepo
    const runs = yield* RevocationRunsRepo
    const app = yield* AppRevocation
    const audit = yield* Audit
    const outbox = yield* Outbox
    const checklists = yield* Checklists
    const residual = yield* ResidualAccesses
    const leftBehind = yield* LeftBehinds
    const takeUp = yield* makeTakeUp
    const live = yield* Live
    const resume = yield* makeResuming
    const identifiers = yield* makeIdentifiers
    const subjectOf = yield* makeSubject
    const { accountIds, revealAccounts, sealAccount } = yield* makeSealedAccounts
    const planRetries = yield* makePlanRetries
    const working = yield* FiberMap.make<string>()

    const caseOf = (run: ClaimedRun) => ({ orgId: run.org_id, offboardingId: run.offboarding_id })

    /** Holds the run to the end of the transaction, which renews the lease: the heartbeat does not wait for it. */
    const mustHold = Effect.fnUntraced(function* (holder: RunHolder) {
      const { lease } = yield* RevocationLimits
      const until = DateTime.addDuration(yield* DateTime.now, lease)
      if (!(yield* runs.lock(holder, until))) return yield* new LeaseLost()
    })

    /** The mark before the call; none if the case was canceled. */
    const begin = Effect.fnUntraced(
      function* (run: ClaimedRun, holder: RunHolder, service: string) {
        yield* mustHold(holder)
        const offboarding = yield* subjectOf(run)
        if (Option.isNone(offboarding)) return yield* new LeaseLost()
        if (offboarding.value.status === "cancelled") return Option.none()
        yield* runs.markStarted(holder, service, yield* DateTime.now)
        yield* live.runMoved(run.org_id, run.offboarding_id)
        return offboarding
      },
      db.transact,
      renewsLease
    )

    const save = Effect.fnUntraced(
      function* (
        run: ClaimedRun,
        holder: RunHolder,
        { person_key_id: personKeyId }: RevocationCase,
        result: AppRevocationResult
      ) {
        yield* mustHold(holder)
        const { account } = result
        const sealedAccount = account === undefined ? null : yield* sealAccount(run.org_id, personKeyId, account)
        yield* runs.saveResult(holder, { ...result, sealedAccount }, yield* DateTime.now)
        yield* live.runMoved(run.org_id, run.offboarding_id)
      },
      db.transact,
      renewsLease
    )

    /** Everything that the run leaves, in one transaction: without it the run did not end. */
    const finish = Effect.fn("RevocationRuns.finish")(function* (run: ClaimedRun, holder: RunHolder) {
      const found = yield* repo.lockCase(caseOf(run), { _tag: "All" })
      yield* mustHold(holder)
      if (Option.isNone(found)) return yield* new LeaseLost()
      const offboarding = found.value
      const now = yield* DateTime.now
      const why = offboarding.status === "cancelled" ? "cancelled" : "time limit"
      const reached = yield* runs.results(holder)
      yield* Effect.forEach(
        reached.filter(({ outcome }) => outcome === null),
        ({ service_name, started_at }) =>
          runs.saveResult(holder, { ...unfinished(service_name, started_at !== null, why), sealedAccount: null }, now),
        { discard: true }
      )
      const rows = yield* runs.results(holder)
      const results = rows.flatMap((row) => Option.toArray(resultIn(row)))
      yield* Effect.forEach(results, (result) => repo.saveOutcome(caseOf(run), result, now), { discard: true })
      const asked = yield* identifiers.open(run.org_id, [run.sealed_identifiers])
      const accounts = yield* revealAccounts(
        run.org_id,
        results.map(({ sealedAccount }) => sealedAccount)
      )
      yield* runs.finish(holder, now)
      const retries = yield* planRetries(run, rows, { isCancelled: why === "cancelled", now })
      const counts = countsOf(results)
      yield* audit.record({
        action: "access_revoked",
        ...aboutCase(offboarding),
        details: [
          ...auditText`${run.retry === null ? occasionOf(run.trigger, offboarding) : retryOccasion(run.retry)}: ${summaryOf(results)}`,
          ...askedFor(offboarding.person_key_id, asked[0] ?? Option.none(), results, accounts)
        ],
        facts: { run_id: run.id, trigger: run.trigger, incomplete: counts.failed + counts.manualRequired > 0 }
      })
      yield* Effect.forEach(
        rows.filter(({ still_active }) => still_active),
        ({ service_name: service }) => residual.seenActive({ offboarding, service, at: now, atOnce: true }),
        { discard: true }
      )
      yield* outbox.append(
        run.org_id,
        RevocationEnded.make({
          offboardingId: offboarding.id,
          employeeName: offboarding.employee_name,
          source: run.trigger,
          counts,
          results: results.map(({ sealedAccount: _sealed, ...result }) => result),
          ...(Option.isSome(retries) ? { retries: retries.value } : {})
        })
      )
      yield* checklists.sync(offboarding.id)
      // During other apps' revocation, a block may have been resolved.
      yield* resume(offboarding.id)
    }, db.transact)

    /** Scans for orphaned items while the account exists, also when a worker takes the run over. */
    const lookBefore = Effect.fnUntraced(
      function* (run: ClaimedRun, services: ReadonlyArray<string>) {
        const offboarding = yield* db.transact(subjectOf(run))
        if (Option.isNone(offboarding) || offboarding.value.status === "cancelled") return
        yield* leftBehind.lookBeforeCut(offboarding.value, services, run.id)
      },
      survive("orphaned items scan before revocation failed", undefined)
    )

    /**
     * Revokes one app, after ending what must end before; an app whose revocation would orphan something is held back.
     */
    const cut = Effect.fnUntraced(function* (
      run: ClaimedRun,
      offboarding: RevocationCase,
      { sealed_account, service_name: service }: ResultRow,
      stopAt: DateTime.Utc
    ) {
      const limits = yield* RevocationLimits
      // The other half of the time is for the cuts: what is left is ended after the run.
      const half = Duration.millis(Duration.toMillis(Duration.fromInputUnsafe(limits.newApps)) / 2)
      const held = yield* leftBehind
        .closeBeforeCut(offboarding, service, {
          holder: run.id,
          stopAt: DateTime.addDuration(run.started_at, half)
        })
        .pipe(survive("orphaned items not ended before revocation", Option.none<string>(), { service, runId: run.id }))
      if (Option.isSome(held)) return { ...manualRequired(held.value), service }
      // A retry acts on the account that the run before found.
      const [accountId] = yield* db.transact(accountIds(run.org_id, [sealed_account]))
      if (accountId === undefined || Option.isNone(accountId)) return { ...manualRequired(unreadableAccount), service }
      return yield* app.revoke(service, offboarding, accountId.value, {
        runId: run.id,
        runCreatedAt: DateTime.formatIso(run.created_at),
        stopAt
      })
    })

    const work = Effect.fnUntraced(function* (run: ClaimedRun, holder: RunHolder) {
      const limits = yield* RevocationLimits
      const lastBegin = DateTime.addDuration(run.started_at, limits.newApps)
      const stopAt = DateTime.addDuration(run.started_at, limits.stop)
      const rows = yield* db.transact(runs.results(holder))
      const open = rows.filter(({ outcome }) => outcome === null)
      yield* lookBefore(
        run,
        open.map(({ service_name }) => service_name)
      )
      for (const row of open) {
        const now = yield* DateTime.now
        // A call that was cut off with its process is still going; one never made would be new.
        if (DateTime.isGreaterThanOrEqualTo(now, row.started_at === null ? lastBegin : stopAt)) continue
        const offboarding = yield* begin(run, holder, row.service_name)
        if (Option.isNone(offboarding)) break
        const result = yield* cut(run, offboarding.value, row, stopAt)
        yield* save(run, holder, offboarding.value, result)
      }
      yield* finish(run, holder)
    })

    const carryOut = Effect.fnUntraced(
      function* (run: ClaimedRun, holder: RunHolder, since: LeaseMoment) {
        const limits = yield* RevocationLimits
        const beating = heartbeat({
          every: limits.heartbeat,
          lasts: limits.lease,
          renew: (until) => runs.renew(holder, until),
          says: "revocation run lease not renewed",
          about: { orgId: run.org_id, runId: run.id }
        })
        yield* Effect.raceFirst(work(run, holder), beating).pipe(
          whileLeased({
            since,
            lasts: limits.lease,
            giveBack: runs.release(holder),
            lost: Effect.logWarning("revocation run lease lost to another worker", { orgId: run.org_id, runId: run.id })
          })
        )
      },
      (effect, run) =>
        effect.pipe(
          survive("revocation run interrupted, will be retried", undefined, { orgId: run.org_id, runId: run.id }),
          inLinkedTrace("revocation run", {
            causedBy: run.trace_parent,
            attributes: { "svc.revocation_run.id": run.id, "svc.org.id": run.org_id }
          }),
          Effect.provideService(Caller, { ...systemCaller(run.org_id), userId: run.actor_id })
        )
    )

    const claim = Effect.fnUntraced(function* (orgId: OrgId | undefined) {
      const limits = yield* RevocationLimits
      const room = limits.runsAtOnce - (yield* FiberMap.size(working))
      if (room <= 0) return []
      const { rows, since, worker } = yield* takeUp({ orgId, claim: runs.claim, lease: limits.lease, limit: room })
      return yield* Effect.forEach(rows, (run) =>
        FiberMap.run(working, worker + run.id, carryOut(run, { orgId: run.org_id, id: run.id, worker }, since))
      )
    })

    const settleScheduled = Effect.fn("RevocationRuns.settleScheduled")(function* (orgId: OrgId | undefined) {
      const limits = yield* RevocationLimits
      // One whole run in other hands, and the time until a dead worker's comes free.
      const patience = DateTime.addDuration(DateTime.addDuration(yield* DateTime.now, limits.stop), limits.lease)
      let taken = 0
      while (true) {
        const fibers = yield* claim(orgId)
        taken += fibers.length
        yield* Effect.forEach(fibers, Fiber.await, { discard: true })
        if ((yield* runs.unfinishedScheduled(orgId)) === 0) return taken
        if (DateTime.isGreaterThan(yield* DateTime.now, patience)) return taken
        if (fibers.length === 0) yield* Effect.sleep("250 millis")
      }
    })

    return RevocationRuns.of({
      takeUp: (orgId) => Effect.map(claim(orgId), (fibers) => fibers.length),
      settleScheduled
    })
  })
}
