import type { LeavingCase } from "#access/case-facts"
import { Caller } from "@svc/contract/kernel/access"
import { EntitlementId, type EntitlementState } from "@svc/contract/entitlements/schema"
import { DateTime, Effect, Option } from "effect"
import { Audit } from "#audit/record/service"
import { aboutCase, auditText } from "#audit/record/text"
import { Randomness } from "#platform/crypto/random"
import { Db } from "#platform/database/db"
import { makeAsking } from "./asking.ts"
import { leaverOf } from "#connections/vendors/leaver"
import { EntitlementLimits } from "./limits.ts"
import { type AppRow, EntitlementsRepo } from "./repo.ts"
import { afterLook, countedByKind } from "./rules.ts"
import type { Sight } from "./sight.ts"

interface Phase {
  readonly phase: "before_cut" | "after"
  /** The run that looks before its own cut. */
  readonly runId: string | null
}

/** The verbs `Entitlements.beforeCut` and `afterCut`. */
export const makeLooks = Effect.gen(function* () {
  const db = yield* Db
  const repo = yield* EntitlementsRepo
  const audit = yield* Audit
  const randomness = yield* Randomness
  const asking = yield* makeAsking

  const keyOf = (offboarding: LeavingCase) =>
    Effect.map(Caller, ({ orgId }) => ({ orgId, offboardingId: offboarding.id }))

  /** What one look at one app showed, in one transaction with all that follows from it. */
  const note = Effect.fn("Entitlements.note")(function* (
    offboarding: LeavingCase,
    app: AppRow,
    { phase, runId }: Phase,
    sights: ReadonlyArray<Sight>
  ) {
    const key = yield* keyOf(offboarding)
    const locked = yield* repo.lockCase(key, { _tag: "All" })
    // The person was erased, or the case deleted, while the app was asked.
    if (Option.isNone(locked) || locked.value.employee_email === null) return
    const known = (yield* repo.ofCase(key)).filter(({ service_name }) => service_name === app.service_name)
    const outcome = afterLook(known, sights, phase)
    const at = yield* DateTime.now
    yield* repo.saveSights(key, { service: app.service_name, phase, runId, at, sights })
    yield* repo.seen(key, outcome.seen, at)
    const found = yield* Effect.forEach(outcome.found, (item) =>
      Effect.map(randomness.uuid, (id) => ({ id: EntitlementId.make(id), item }))
    )
    yield* repo.insert(key, app.service_name, found, at)
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
        details: auditText`${app.service_name}, held before the cut: ${countedByKind(kept)}`
      })
    }
    if (takenKinds.length > 0) {
      yield* audit.record({
        ...aboutCase(locked.value),
        action: "entitlements_taken",
        details: auditText`${app.service_name}, held no more after the cut: ${countedByKind(takenKinds)}`
      })
    }
  }, db.transact)

  const lookAt = Effect.fnUntraced(function* (offboarding: LeavingCase, app: AppRow, phase: Phase) {
    const limits = yield* EntitlementLimits
    const leaver = leaverOf(offboarding)
    if (Option.isNone(leaver) || Option.isNone(asking.entitlementsAt(app))) return
    yield* note(offboarding, app, phase, yield* asking.look(app, leaver.value, limits.app))
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
            why: "The look before the cut did not end in its time"
          }))
          yield* repo.saveSights(key, { service: app.service_name, phase: "before_cut", runId, at, sights })
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
