import { Caller } from "@svc/contract/kernel/access"
import type { OrgId } from "@svc/contract/kernel/ids"
import { Context, DateTime, Effect, Option } from "effect"
import { systemCaller } from "#platform/jobs/system-caller"
import { makeSealedAccounts } from "#audit/record/sealed-account"
import { Audit } from "#audit/record/service"
import { aboutCase, auditText } from "#audit/record/text"
import type { GivenBack } from "#connections/vendors/protocol/entitlements"
import { cleaned } from "#connections/vendors/protocol/outcome"
import { Db } from "#platform/database/db"
import { makeEachClaimed, whileLeased } from "#platform/jobs/each-claimed"
import { LeaseLost, renewsLease } from "#platform/jobs/lease-guard"
import { Checklists } from "#work/checklists/service"
import { leaverOf } from "#connections/vendors/protocol/leaver"
import { Entitlements } from "#access-removal/entitlements/service"
import { Revocations } from "#access-removal/revocations/service"
import { layerOf } from "#platform/services/layer-of"
import { AccessReturnLimits } from "./limits.ts"
import { AccessReturnsRepo, type ClaimedReturn, type LineRow } from "./repo.ts"
import { bringsAccount, lacksAccount, summaryOf } from "./rules.ts"

const onlyByHand = (message: string): GivenBack => ({ outcome: "by_hand", message, verified: false })

const anotherPerson =
  "The offboarding was given another email address after this was approved, so nothing is restored. Restore the access manually"
const unknownAccount = "The account that held it is not known, so it is not restored. Restore it manually"

const untried = (message: string): GivenBack => ({ outcome: "failed", message, verified: false })

/** Carries out approved returns: line by line, each read before it is written. */
export class AccessReturnWork extends Context.Service<
  AccessReturnWork,
  {
    /** Does those that are approved, each by one worker. */
    giveBackDue(orgId: OrgId | undefined): Effect.Effect<{ readonly done: number; readonly failed: number }>
  }
>()("svc/access-returns/AccessReturnWork") {
  static readonly layerNoDeps = layerOf(AccessReturnWork, function* () {
    const db = yield* Db
    const repo = yield* AccessReturnsRepo
    const entitlements = yield* Entitlements
    const revocations = yield* Revocations
    const checklists = yield* Checklists
    const audit = yield* Audit
    const eachClaimed = yield* makeEachClaimed
    const { accountIds } = yield* makeSealedAccounts

    const keyOf = (claimed: ClaimedReturn) => ({ orgId: claimed.org_id, offboardingId: claimed.offboarding_id })

    /** The case, held, while the return is the worker's. */
    const holding = Effect.fnUntraced(function* (claimed: ClaimedReturn, worker: string) {
      const limits = yield* AccessReturnLimits
      const locked = yield* repo.lockCase(keyOf(claimed), { _tag: "All" })
      const until = DateTime.addDuration(yield* DateTime.now, limits.lease)
      const holder = { orgId: claimed.org_id, id: claimed.id, worker }
      if (Option.isNone(locked) || !(yield* repo.lock(holder, until))) return yield* new LeaseLost()
      return locked.value
    })

    /** The current case, with the outcomes of its lines so far. */
    const begin = Effect.fnUntraced(
      function* (claimed: ClaimedReturn, worker: string) {
        const offboarding = yield* holding(claimed, worker)
        return {
          offboarding,
          cutting: yield* revocations.isRunning(claimed.offboarding_id),
          lines: yield* repo.lines(claimed.org_id, [claimed.id])
        }
      },
      db.transact,
      renewsLease
    )

    /** The account to restore, as approved; none if it is unknown, or can no longer be read. */
    const accountOf = (orgId: OrgId, { sealed_account }: LineRow) =>
      db.transact(
        Effect.map(accountIds(orgId, [sealed_account]), ([id]) =>
          Option.filter(id ?? Option.none(), (known) => known !== null)
        )
      )

    const give = Effect.fnUntraced(function* (claimed: ClaimedReturn, worker: string, line: LineRow) {
      const limits = yield* AccessReturnLimits
      const { cutting, lines, offboarding } = yield* begin(claimed, worker)
      if (offboarding.identity !== claimed.identity) return onlyByHand(anotherPerson)
      if (cutting)
        return untried("Access is being revoked again. Propose the rest again when the revocation has finished")
      const leaver = leaverOf(offboarding)
      if (Option.isNone(leaver)) return untried("The offboarding no longer has an email address")
      if (line.by_hand !== null) return onlyByHand(line.by_hand)
      if (lacksAccount(line, lines)) return untried("Not attempted: the account was not restored")
      const accountId = yield* accountOf(claimed.org_id, line)
      if (Option.isNone(accountId)) return onlyByHand(unknownAccount)
      const theirs = { ...leaver.value, accountId: accountId.value }
      if (!bringsAccount(line, lines)) {
        const usable = yield* entitlements.isUsable(line.service, theirs, limits.line)
        if (Option.isNone(usable)) return untried("Not attempted: the account could not be read")
        if (!usable.value) return untried("Not attempted: the account is off or deleted. Restore the account first")
      }
      const name = { kind: line.kind, externalId: line.external_id, label: line.label, terms: line.terms }
      return yield* entitlements.giveBack(line.service, theirs, name, limits.line)
    })

    const save = Effect.fnUntraced(
      function* (claimed: ClaimedReturn, worker: string, line: LineRow, { message, outcome, verified }: GivenBack) {
        const key = keyOf(claimed)
        yield* holding(claimed, worker)
        yield* repo.saveLine(claimed.org_id, {
          returnId: claimed.id,
          entitlementId: line.entitlement_id,
          outcome,
          message: cleaned(message),
          verified
        })
        if (outcome !== "returned" && outcome !== "held_already") return
        yield* entitlements.gaveBack(key, line.entitlement_id)
        if (line.kind === "account") yield* revocations.accessStands(claimed.offboarding_id, line.service)
      },
      db.transact,
      renewsLease
    )

    const finish = Effect.fnUntraced(function* (claimed: ClaimedReturn, worker: string) {
      const offboarding = yield* holding(claimed, worker)
      const lines = yield* repo.lines(claimed.org_id, [claimed.id])
      yield* repo.finish({ orgId: claimed.org_id, id: claimed.id, worker }, yield* DateTime.now)
      yield* audit.record({
        ...aboutCase(offboarding),
        action: "access_return_ended",
        details: auditText`${summaryOf(lines.flatMap(({ outcome }) => (outcome === null ? [] : [outcome])))}`
      })
      yield* checklists.sync(claimed.offboarding_id)
    }, db.transact)

    const carryOut = Effect.fn("AccessReturnWork.carryOut")(function* (claimed: ClaimedReturn, worker: string) {
      const lines = yield* db.transact(repo.lines(claimed.org_id, [claimed.id]))
      for (const line of lines.filter(({ outcome }) => outcome === null)) {
        yield* save(claimed, worker, line, yield* give(claimed, worker, line))
      }
      yield* finish(claimed, worker)
      return true
    })

    const giveBackDue = Effect.fn("AccessReturnWork.giveBackDue")(function* (orgId: OrgId | undefined) {
      const { lease, returnsAtOnce } = yield* AccessReturnLimits
      return yield* eachClaimed({
        orgId,
        claim: repo.claim,
        lease,
        limit: returnsAtOnce,
        atOnce: returnsAtOnce,
        work: (claimed, { since, worker }) =>
          carryOut(claimed, worker).pipe(
            whileLeased({
              since,
              lasts: lease,
              giveBack: repo.release({ orgId: claimed.org_id, id: claimed.id, worker }),
              lost: Effect.logWarning("access restore lease lost to another worker", {
                orgId: claimed.org_id,
                accessReturnId: claimed.id
              })
            }),
            Effect.provideService(Caller, { ...systemCaller(claimed.org_id), userId: claimed.decided_by })
          ),
        says: "access restore interrupted, will be retried",
        about: ({ id }) => ({ accessReturnId: id })
      })
    })

    return AccessReturnWork.of({ giveBackDue })
  })
}
