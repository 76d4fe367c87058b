import {
  type AppsNotSelected,
  type NoAppsSelected,
  type NothingLeftToRevoke,
  RevocationCaseCancelled,
  RevocationCaseNotFound,
  SelectedAppNotFound
} from "@svc/contract/revocations/errors"
import {
  type PreviewedApp,
  type RevocationPreview,
  type RevocationRunPage,
  type RevokeAccess,
  type StartedRun
} from "@svc/contract/revocations/schema"
import { Caller } from "@svc/contract/kernel/access"
import type { OffboardingId, OrgId } from "@svc/contract/kernel/ids"
import type { OffsetParams } from "@svc/contract/kernel/paging"
import { Context, DateTime, Effect, Option, Result } from "effect"
import { eachDue } from "#platform/jobs/each-due"
import { Audit } from "#audit/record/service"
import { aboutCase, auditText, personal } from "#audit/record/text"
import type { TakeoverNeeded } from "@svc/contract/left-behind/errors"
import { Checklists } from "#work/checklists/service"
import { LeftBehinds } from "#access-removal/left-behind/service"
import { ResidualAccesses } from "#access-removal/residual-access/service"
import { Db, type Transaction } from "#platform/database/db"
import type { Leaver } from "#connections/vendors/protocol/connector"
import { makeHistory } from "./history.ts"
import { leaverOf } from "#connections/vendors/protocol/leaver"
import { layerOf } from "#platform/services/layer-of"
import { makeOpenRuns } from "./opened-runs.ts"
import { inOrder } from "./order.ts"
import { makePlanning } from "./planning.ts"
import { makePreviewed } from "./previewing.ts"
import { makeQueueing } from "./queueing.ts"
import { type RevocationCase, RevocationsRepo } from "./repo.ts"
import { revokeAt } from "./revoke-at.ts"
import { makeReschedule } from "./rescheduling.ts"
import { makeResuming } from "./resuming.ts"
import { ReschedulingRepo } from "./rescheduling-repo.ts"
import { holdsMailbox, unsignedIn } from "./mailbox.ts"
import { appsToRun, isSettled, occasionOf, type RevocationSettings } from "./rules.ts"
import { makeRetrying } from "./retries.ts"
import { RetriesRepo } from "./retries-repo.ts"
import { RevocationRunsRepo } from "./runs-repo.ts"

type StartRefusal =
  | RevocationCaseNotFound
  | RevocationCaseCancelled
  | NoAppsSelected
  | AppsNotSelected
  | NothingLeftToRevoke

const dueAtOnce = 200

/** Which apps a case has, when they are revoked, and the start of runs; `RevocationRuns` carries them out. */
export class Revocations extends Context.Service<
  Revocations,
  {
    /** Queues a run, or answers the one that is open already: two starts join (work-2). */
    start(request: RevokeAccess): Effect.Effect<StartedRun, StartRefusal | TakeoverNeeded, Caller>
    /** What a run would call, for accounts and for what they leave behind. Sends nothing. */
    preview(request: RevokeAccess): Effect.Effect<RevocationPreview, StartRefusal, Caller>
    /** What a run would call for a person without a case yet; without an email no one can be looked up. */
    planned(
      leaver: Option.Option<Leaver>,
      apps: ReadonlyArray<string>
    ): Effect.Effect<ReadonlyArray<PreviewedApp>, never, Caller>
    /** The runs of a case, newest first, with each app's outcome. */
    history(
      offboardingId: OffboardingId,
      page: OffsetParams
    ): Effect.Effect<RevocationRunPage, RevocationCaseNotFound, Caller>
    /** Stored runs as a person reads them: whom each was authorized for, and the account of each result. */
    readonly openRuns: Effect.Success<typeof makeOpenRuns>
    /** A member removed the access manually; that ends an open finding. Idempotent. */
    confirmRemoved(confirmation: {
      readonly offboardingId: OffboardingId
      readonly service: string
      readonly reason: string | undefined
    }): Effect.Effect<void, RevocationCaseNotFound | SelectedAppNotFound | RevocationCaseCancelled, Caller>
    /** Sets the case's apps and the time of their automatic revocation; null for none. */
    plan(plan: {
      readonly offboardingId: OffboardingId
      readonly apps: ReadonlyArray<string>
      readonly revokeAt: DateTime.Utc | null
    }): Effect.Effect<void, never, Caller | Transaction>
    /** The apps of a case, in their order, and whether the access to each is gone. */
    selection(
      offboardingId: OffboardingId
    ): Effect.Effect<ReadonlyArray<{ readonly name: string; readonly settled: boolean }>, never, Caller | Transaction>
    /**
     * `plan` for an existing case, which is locked: cancels a run of the old schedule that has not started. Returns
     * removed apps that a run is working on; if there are any, the transaction must not be committed.
     */
    replan(plan: {
      readonly offboardingId: OffboardingId
      readonly apps: ReadonlyArray<string>
      readonly revokeAt: DateTime.Utc | null
    }): Effect.Effect<ReadonlyArray<string>, never, Caller | Transaction>
    /** Cancels automatic revocation that has not run; returns whether there was one. */
    cancelScheduled(offboardingId: OffboardingId): Effect.Effect<boolean, never, Caller | Transaction>
    /** Access to an app was restored: it no longer counts as revoked. */
    accessStands(offboardingId: OffboardingId, service: string): Effect.Effect<void, never, Caller | Transaction>
    /**
     * The case, which is locked, is about another person from now on: what was done for the former one counts no longer.
     * Answers the apps where access was revoked or confirmed removed.
     */
    becameAnother(offboardingId: OffboardingId): Effect.Effect<ReadonlyArray<string>, never, Caller | Transaction>
    /** Whether a run of the case is queued or in progress. */
    isRunning(offboardingId: OffboardingId): Effect.Effect<boolean, never, Caller | Transaction>
    /** The number of selected apps, and those that are neither revoked nor marked as removed, or are still active. */
    gate(offboardingId: OffboardingId): Effect.Effect<
      {
        readonly selected: number
        readonly missing: ReadonlyArray<string>
        /** Those of them that count as removed, and were last read as active. */
        readonly stillActive: ReadonlyArray<string>
      },
      never,
      Caller | Transaction
    >
    /**
     * The moment that the case names, else the end of the exit date in the zone (an IANA name); null without apps or with
     * automatic revocation off.
     */
    revokeAtFor(offboarding: {
      readonly exitDate: string
      readonly accessEndsAt: DateTime.Utc | null
      readonly timezone: string
      readonly autoRevoke: boolean
      readonly apps: ReadonlyArray<string>
    }): DateTime.Utc | null
    /**
     * For a caller that computed a time from settings read before the transaction: they stay unchanged until it ends,
     * or the constraint `organisations_revocation_settings` refuses it.
     */
    requireSettings(settings: RevocationSettings): Effect.Effect<void, never, Caller | Transaction>
    /** Makes every schedule what it would be had the settings always been so; answers how many changed. */
    reschedule(
      before: RevocationSettings,
      after: RevocationSettings
    ): Effect.Effect<number, never, Caller | Transaction>
    /** The case is another person's: nothing that failed for the former is retried. */
    endRetries(offboardingId: OffboardingId): Effect.Effect<void, never, Caller | Transaction>
    /** Turns schedules and retries that are due into runs, each exactly once over all nodes; answers how many runs. */
    queueDue(orgId: OrgId | undefined): Effect.Effect<number>
  }
>()("svc/revocations/Revocations") {
  static readonly layerNoDeps = layerOf(Revocations, function* () {
    const db = yield* Db
    const repo = yield* RevocationsRepo
    const runs = yield* RevocationRunsRepo
    const checklists = yield* Checklists
    const leftBehind = yield* LeftBehinds
    const residual = yield* ResidualAccesses
    const audit = yield* Audit

    const rescheduling = yield* ReschedulingRepo
    const reschedule = yield* makeReschedule
    const planning = yield* makePlanning
    const history = yield* makeHistory
    const openRuns = yield* makeOpenRuns
    const retries = yield* RetriesRepo
    const { dueRetries, queueRetry } = yield* makeRetrying
    const queue = yield* makeQueueing
    const previewed = yield* makePreviewed
    yield* leftBehind.whenFreed(yield* makeResuming)

    const keyOf = (offboardingId: OffboardingId) => Effect.map(Caller, ({ orgId }) => ({ orgId, offboardingId }))

    const living = Effect.fnUntraced(function* (found: Option.Option<RevocationCase>) {
      if (Option.isNone(found)) return yield* new RevocationCaseNotFound()
      if (found.value.status === "cancelled") return yield* new RevocationCaseCancelled()
      return found.value
    })

    const start = Effect.fn("Revocations.start")(function* (request: RevokeAccess) {
      const { orgId, records } = yield* Caller
      const key = { orgId, offboardingId: request.offboardingId }
      const offboarding = yield* living(yield* repo.lockCase(key, records))
      const open = yield* runs.findOpen(orgId, offboarding.id)
      const selected = yield* repo.apps(key)
      if (Option.isSome(open)) {
        if (request.apps !== undefined) yield* Effect.fromResult(appsToRun(inOrder(selected), request.apps))
        const { id, status } = open.value
        return { run_id: id, status, apps: yield* runs.openApps(orgId, offboarding.id) }
      }
      const apps = yield* Effect.fromResult(appsToRun(inOrder(selected), request.apps))
      yield* leftBehind.requireTakeover(offboarding.id, apps)
      const id = yield* queue(offboarding, apps, {
        trigger: "app",
        dueAt: null,
        occasion: occasionOf("app", offboarding)
      })
      return { run_id: id, status: "queued" as const, apps }
    }, db.transact)

    const preview = Effect.fn("Revocations.preview")(function* (request: RevokeAccess) {
      const { orgId, records } = yield* Caller
      const key = { orgId, offboardingId: request.offboardingId }
      const offboarding = yield* living(yield* repo.findCase(key, records))
      const apps = yield* Effect.fromResult(appsToRun(inOrder(yield* repo.apps(key)), request.apps))
      const items = yield* leftBehind.closable(offboarding.id, apps)
      return {
        apps: yield* Effect.forEach(apps, (service) => previewed(leaverOf(offboarding), service, items)),
        unsigned: unsignedIn(yield* repo.unsigned(key), apps.some(holdsMailbox)),
        blockers: yield* leftBehind.blockers(offboarding.id, apps)
      }
    }, db.transact)

    const planned = Effect.fn("Revocations.planned")(function* (
      leaver: Option.Option<Leaver>,
      apps: ReadonlyArray<string>
    ) {
      return yield* Effect.forEach(apps, (service) => previewed(leaver, service, []))
    })

    const confirmRemoved = Effect.fn("Revocations.confirmRemoved")(function* (confirmation: {
      readonly offboardingId: OffboardingId
      readonly service: string
      readonly reason: string | undefined
    }) {
      const { orgId, records, userId } = yield* Caller
      const key = { orgId, offboardingId: confirmation.offboardingId }
      const found = yield* repo.lockCase(key, records)
      if (Option.isNone(found)) return yield* new RevocationCaseNotFound()
      const wanted = confirmation.service.trim().toLowerCase()
      const app = (yield* repo.apps(key)).find(({ service_name }) => service_name.toLowerCase() === wanted)
      if (app === undefined) return yield* new SelectedAppNotFound()
      const offboarding = yield* living(found)
      if (app.removal_confirmed_at !== null && !app.still_active) return
      const at = yield* DateTime.now
      yield* repo.confirmRemoved(key, { serviceName: app.service_name, at, by: userId })
      yield* residual.confirmedRemoved({ offboardingId: offboarding.id, service: app.service_name, at })
      yield* audit.record({
        action: "access_removal_confirmed",
        ...aboutCase(offboarding),
        details:
          confirmation.reason === undefined
            ? auditText`${app.service_name}: access confirmed manually as removed`
            : auditText`${app.service_name}: access confirmed manually as removed. Reason: ${personal(offboarding.person_key_id, confirmation.reason)}`
      })
      yield* retries.end(key, [app.service_name])
      yield* checklists.sync(offboarding.id)
      yield* leftBehind.cutBy(key)
    }, db.transact)

    const cancelScheduled = Effect.fn("Revocations.cancelScheduled")(function* (offboardingId: OffboardingId) {
      const key = yield* keyOf(offboardingId)
      yield* retries.endAll(key)
      const unscheduled = yield* repo.unschedule(key)
      const dequeued = yield* runs.removeQueuedSchedule(key.orgId, offboardingId)
      return unscheduled || dequeued
    })

    const isRunning = Effect.fn("Revocations.isRunning")(function* (offboardingId: OffboardingId) {
      const { orgId } = yield* Caller
      return Option.isSome(yield* runs.findOpen(orgId, offboardingId))
    })

    const gate = Effect.fn("Revocations.gate")(function* (offboardingId: OffboardingId) {
      const apps = yield* repo.apps(yield* keyOf(offboardingId))
      return {
        selected: apps.length,
        missing: apps.filter((app) => !isSettled(app)).map(({ service_name }) => service_name),
        stillActive: apps.filter((app) => app.still_active).map(({ service_name }) => service_name)
      }
    })

    const queueOne = Effect.fn("Revocations.queueOne")(function* (offboardingId: OffboardingId) {
      const { orgId } = yield* Caller
      const key = { orgId, offboardingId }
      const offboarding = yield* repo.lockCase(key, { _tag: "All" })
      // An open run keeps the schedule waiting: it might not cover every app.
      if (Option.isNone(offboarding) || Option.isSome(yield* runs.findOpen(orgId, offboardingId))) return 0
      const dueAt = yield* repo.takeDue(key, yield* DateTime.now)
      if (Option.isNone(dueAt) || offboarding.value.status === "cancelled") return 0
      const had = yield* runs.appsOfSchedule(orgId, offboardingId, dueAt.value)
      const apps = appsToRun(
        inOrder(yield* repo.apps(key)).filter(({ service_name }) => !had.includes(service_name)),
        undefined
      )
      if (Result.isFailure(apps)) return 0
      yield* queue(offboarding.value, apps.success, {
        trigger: "schedule",
        dueAt: dueAt.value,
        occasion: occasionOf("schedule", offboarding.value)
      })
      return 1
    }, db.transact)

    const queueDue = Effect.fn("Revocations.queueDue")(function* (orgId: OrgId | undefined) {
      const now = yield* DateTime.now
      const { queued } = yield* eachDue({
        due: () => repo.due({ orgId, now, limit: dueAtOnce }),
        work: ({ offboarding_id }) => Effect.map(queueOne(offboarding_id), (queued) => ({ queued })),
        says: "due revocation not queued",
        about: ({ offboarding_id }) => ({ offboardingId: offboarding_id }),
        none: { queued: 0 }
      })
      const retried = yield* eachDue({
        due: () => dueRetries(orgId),
        work: ({ offboarding_id }) => Effect.map(queueRetry(offboarding_id), (queued) => ({ queued })),
        says: "due revocation retry not queued",
        about: ({ offboarding_id }) => ({ offboardingId: offboarding_id }),
        none: { queued: 0 }
      })
      return queued + retried.queued
    })

    return Revocations.of({
      start,
      preview,
      planned,
      history,
      openRuns,
      confirmRemoved,
      ...planning,
      cancelScheduled,
      accessStands: (offboardingId, service) =>
        Effect.flatMap(keyOf(offboardingId), (key) =>
          Effect.andThen(repo.accessStands(key, service), retries.end(key, [service]))
        ),
      becameAnother: (offboardingId) =>
        Effect.flatMap(keyOf(offboardingId), (key) => Effect.andThen(retries.endAll(key), repo.becameAnother(key))),
      endRetries: (offboardingId) => Effect.flatMap(keyOf(offboardingId), retries.endAll),
      isRunning,
      gate,
      revokeAtFor: revokeAt,
      requireSettings: (settings) =>
        Effect.flatMap(Caller, ({ orgId }) => rescheduling.requireSettings({ orgId, ...settings })),
      reschedule,
      queueDue
    })
  })
}
