import type { LeavingCase } from "#records/case-facts"
import { Caller } from "@svc/contract/kernel/access"
import { EntitlementId, type EntitlementState } from "@svc/contract/entitlements/schema"
import { DateTime, Effect, Option } from "effect"
import { makeSealedAccounts } from "#audit/record/sealed-account"
import { Audit } from "#audit/record/service"
import { aboutCase, auditText } from "#audit/record/text"
import { Randomness } from "#platform/crypto/random"
import { Db } from "#platform/database/db"
import { makeAsking } from "./asking.ts"
import type { AccountName } from "#connections/vendors/protocol/connector"
import { leaverOf } from "#connections/vendors/protocol/leaver"
import { askedAbout, isOf } from "#connections/vendors/protocol/whose-account"
import { EntitlementLimits } from "./limits.ts"
import { type AppRow, type CaseKey, EntitlementsRepo } from "./repo.ts"
import { afterLook, countedByKind } from "./rules.ts"
import type { Sight } from "./sight.ts"

interface Phase {
  readonly phase: "before_cut" | "after"
  /** The run that looks before its own cut. */
  readonly runId: string | null
}

/** The result of a scan, its account, and the id it asked by; null: by the email. */
interface Told {
  readonly account: AccountName | null
  readonly accountId: string | null
  readonly sights: ReadonlyArray<Sight>
}

/** The verbs `Entitlements.beforeCut` and `afterCut`. */
export const makeLooks = Effect.gen(function* () {
  const db = yield* Db
  const repo = yield* EntitlementsRepo
  const audit = yield* Audit
  const randomness = yield* Randomness
  const asking = yield* makeAsking
  const { accountIds, sealAccount } = yield* makeSealedAccounts

  /** What the present identity of the case held at the app, each with its account. */
  const theirsAt = Effect.fnUntraced(function* (key: CaseKey, service: string) {
    const here = (yield* repo.ofCase(key)).filter(
      ({ former_identity, service_name }) => service_name === service && !former_identity
    )
    const accounts = yield* accountIds(
      key.orgId,
      here.map(({ sealed_account }) => sealed_account)
    )
    return here.map((row, index) => ({ row, account: accounts[index] ?? Option.none() }))
  })

  /** `askedAbout` */
  const askedAt = Effect.fnUntraced(function* (key: CaseKey, app: AppRow, isBeforeCut: boolean) {
    const [cut] = yield* accountIds(key.orgId, [app.sealed_account])
    // What another account held before an earlier cut is no reason not to see what is held now.
    const earlier = isBeforeCut ? [] : (yield* theirsAt(key, app.service_name)).map(({ account }) => account)
    return askedAbout(cut ?? Option.none(), earlier, isBeforeCut)
  })

  const keyOf = (offboarding: LeavingCase) =>
    Effect.map(Caller, ({ orgId }) => ({ orgId, offboardingId: offboarding.id }))

  /** Records one scan of one app, in one transaction with everything that follows from it. */
  const note = Effect.fn("Entitlements.note")(function* (
    offboarding: LeavingCase,
    app: AppRow,
    { phase, runId }: Phase,
    { account, accountId, sights }: Told
  ) {
    const key = yield* keyOf(offboarding)
    const locked = yield* repo.lockCase(key, { _tag: "All" })
    // The person was erased, or the case deleted, while the app was asked.
    if (Option.isNone(locked) || locked.value.employee_email === null) return
    const { identity, person_key_id: personKey } = locked.value
    // The case is about another person by now.
    if (identity !== offboarding.identity) return
    const seenAs = account?.id ?? accountId
    const known = (yield* theirsAt(key, app.service_name)).flatMap((one) =>
      isOf(one.account, seenAs) ? [one.row] : []
    )
    const outcome = afterLook(known, sights, phase)
    const at = yield* DateTime.now
    const sealedAccount = account === null ? null : yield* sealAccount(key.orgId, personKey, account)
    const whose = { identity, sealedAccount }
    yield* repo.saveSights(key, { service: app.service_name, phase, runId, at, sights, ...whose })
    yield* repo.seen(key, outcome.seen, { at, sealedAccount })
    const found = yield* Effect.forEach(outcome.found, (item) =>
      Effect.map(randomness.uuid, (id) => ({ id: EntitlementId.make(id), item }))
    )
    yield* repo.insert(key, app.service_name, found, { at, ...whose })
    const movedTo = (state: EntitlementState) => outcome.moved.flatMap(({ id, to }) => (to === state ? [id] : []))
    for (const state of ["kept", "taken", "gone", "returned"] as const) {
      yield* repo.move(key, movedTo(state), state, at)
    }
    const kept = [...outcome.seen.map(({ item }) => item.kind), ...outcome.found.map(({ kind }) => kind)]
    const taken = new Set(movedTo("taken"))
    const takenKinds = known.filter(({ id }) => taken.has(id)).map(({ kind }) => kind)
    if (kept.length > 0) {
      yield* audit.record({
        ...aboutCase(locked.value),
        action: "entitlements_kept",
        details: auditText`${app.service_name}, held before revocation: ${countedByKind(kept)}`
      })
    }
    if (takenKinds.length > 0) {
      yield* audit.record({
        ...aboutCase(locked.value),
        action: "entitlements_taken",
        details: auditText`${app.service_name}, no longer held after revocation: ${countedByKind(takenKinds)}`
      })
    }
  }, db.transact)

  const lookAt = Effect.fnUntraced(function* (offboarding: LeavingCase, app: AppRow, phase: Phase) {
    const limits = yield* EntitlementLimits
    const leaver = leaverOf(offboarding)
    if (Option.isNone(leaver) || Option.isNone(asking.entitlementsAt(app))) return
    const key = yield* keyOf(offboarding)
    const about = yield* db.transact(askedAt(key, app, phase.phase === "before_cut"))
    const told = yield* asking.look(app, leaver.value, about, limits.app)
    const accountId = Option.match(about, { onNone: () => null, onSome: (asked) => asked.accountId })
    yield* note(offboarding, app, phase, { ...told, accountId })
  })

  const beforeCut = Effect.fn("Entitlements.beforeCut")(function* (
    offboarding: LeavingCase,
    services: ReadonlyArray<string>,
    runId: string
  ) {
    const limits = yield* EntitlementLimits
    const key = yield* keyOf(offboarding)
    // A worker that takes the run over may find its cut made: what it would see is no longer what was held before.
    const apps = yield* db.transact(
      Effect.gen(function* () {
        const looked = new Set(yield* repo.lookedBy(key, runId))
        const due = (yield* repo.apps(key)).filter(
          (app) => services.includes(app.service_name) && !looked.has(app.service_name)
        )
        const at = yield* DateTime.now
        for (const app of due) {
          const found = asking.entitlementsAt(app)
          if (Option.isNone(found)) continue
          const sights = found.value.entitlements.kinds.map((kind): Sight => ({
            _tag: "NotVisible",
            kind,
            why: "The scan before revocation did not finish in time"
          }))
          const whose = { identity: offboarding.identity, sealedAccount: null }
          yield* repo.saveSights(key, { service: app.service_name, phase: "before_cut", runId, at, sights, ...whose })
        }
        return due
      })
    )
    yield* Effect.forEach(apps, (app) => lookAt(offboarding, app, { phase: "before_cut", runId }), {
      concurrency: limits.appsAtOnce,
      discard: true
    }).pipe(Effect.timeoutOrElse({ duration: limits.beforeCut, orElse: () => Effect.void }))
  })

  const afterCut = Effect.fn("Entitlements.afterCut")(function* (offboarding: LeavingCase, app: AppRow) {
    const key = yield* keyOf(offboarding)
    if (!(yield* db.transact(repo.isOpen(key, app.service_name)))) return
    yield* lookAt(offboarding, app, { phase: "after", runId: null })
  })

  return { beforeCut, afterCut }
})
