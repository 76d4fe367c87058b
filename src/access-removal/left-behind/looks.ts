import type { LeavingCase } from "#records/case-facts"
import type { Caller } from "@svc/contract/kernel/access"
import type { OrgId } from "@svc/contract/kernel/ids"
import type { LookPhase } from "@svc/contract/left-behind/schema"
import { Cause, Context, DateTime, Duration, Effect, Option } from "effect"
import { Db } from "#platform/database/db"
import { makeEachClaimed, whileLeased } from "#platform/jobs/each-claimed"
import type { LeaseMoment } from "#platform/jobs/lease-guard"
import { survive } from "#platform/jobs/survive"
import { leaverOf } from "#connections/vendors/protocol/leaver"
import { Entitlements } from "#access-removal/entitlements/service"
import { layerOf } from "#platform/services/layer-of"
import { makeAsking } from "./asking.ts"
import { LeftBehindClosing } from "./closing.ts"
import { type AppRow, ItemsRepo } from "./items-repo.ts"
import { LeftBehindLimits } from "./limits.ts"
import { type ClaimedLook, LooksRepo } from "./looks-repo.ts"
import { makeNoting } from "./noting.ts"
import { dueAt, isDue, nextTry, phaseOf } from "./rules.ts"
import { makeWhose } from "./whose.ts"

/** Looks at what leavers leave behind, which only reads; and ends what is left of it once the access is gone. */
export class LeftBehindLooks extends Context.Service<
  LeftBehindLooks,
  {
    /** Does the looks that are due, each case by one worker. */
    lookDue(orgId: OrgId | undefined): Effect.Effect<{ readonly looked: number; readonly failed: number }>
    /** Makes looks due at cases whose access was cut; answers how many. */
    queueNightly(orgId: OrgId | undefined): Effect.Effect<number>
    /**
     * Just before a run cuts these apps, for some of it is shown only while the account lives. It ends in its time whatever
     * the apps answer; what was not seen by then is noted as that. `runId` tells what this run had begun itself.
     */
    beforeCut(
      offboarding: LeavingCase,
      services: ReadonlyArray<string>,
      runId: string
    ): Effect.Effect<void, never, Caller>
  }
>()("svc/left-behind/LeftBehindLooks") {
  static readonly layerNoDeps = layerOf(LeftBehindLooks, function* () {
    const db = yield* Db
    const items = yield* ItemsRepo
    const looks = yield* LooksRepo
    const closing = yield* LeftBehindClosing
    const entitlements = yield* Entitlements
    const eachClaimed = yield* makeEachClaimed
    const asking = yield* makeAsking
    const { keyOf, note } = yield* makeNoting
    const whose = yield* makeWhose

    const lookAt = Effect.fnUntraced(function* (
      offboarding: LeavingCase,
      app: AppRow,
      look: { readonly phase: LookPhase; readonly holder: string | null; readonly atMost: Duration.Input }
    ) {
      const leaver = leaverOf(offboarding)
      if (Option.isNone(leaver) || Option.isNone(asking.inventoryAt(app))) return false
      const about = yield* db.transact(whose.askedAt(yield* keyOf(offboarding), app, look.phase === "before_cut"))
      const began = yield* DateTime.now
      const told = yield* asking.look(app, leaver.value, about, look.atMost)
      const accountId = Option.match(about, { onNone: () => null, onSome: (asked) => asked.accountId })
      yield* note(offboarding, app, { ...look, ...told, accountId, began })
      return true
    })

    const heldAfter = (offboarding: LeavingCase, app: AppRow) =>
      entitlements
        .afterCut(offboarding, app)
        .pipe(survive("access snapshot scan after revocation failed", undefined, { service: app.service_name }))

    /** When the case is scanned again automatically: after an interruption, or for a retry. */
    const nextLook = Effect.fnUntraced(function* (offboarding: LeavingCase, cut: ReadonlyArray<AppRow>) {
      const now = yield* DateTime.now
      const key = yield* keyOf(offboarding)
      const theirs = yield* Effect.forEach(cut, (app) => whose.closable(key, app))
      const moments = theirs.flat().flatMap(({ item }) => {
        if (item.disposition !== "pending") return []
        if (item.trying_until !== null) return [item.trying_until]
        if (isDue(item, now)) return [DateTime.add(now, { minutes: 1 })]
        const waits = item.next_attempt_at !== null && isDue(item, item.next_attempt_at)
        return waits && item.next_attempt_at !== null ? [item.next_attempt_at] : []
      })
      return moments.reduce<DateTime.Utc | null>(
        (first, moment) => (first === null || DateTime.isLessThan(moment, first) ? moment : first),
        null
      )
    })

    const lookAtCase = Effect.fn("LeftBehindLooks.lookAtCase")(function* (claimed: ClaimedLook, worker: string) {
      const limits = yield* LeftBehindLimits
      const key = { orgId: claimed.org_id, offboardingId: claimed.offboarding_id }
      const found = yield* db.transact(items.findCase(key, { _tag: "All" }))
      if (Option.isNone(found)) return
      const offboarding = found.value
      const isOver = offboarding.status === "cancelled" || (yield* db.transact(looks.isInUse(key)))
      const apps = isOver ? [] : yield* db.transact(items.apps(key))
      yield* Effect.forEach(
        apps,
        (app) =>
          Effect.all(
            [
              app.cut ? heldAfter(offboarding, app) : Effect.void,
              lookAt(offboarding, app, { phase: phaseOf(app.cut), holder: null, atMost: limits.app })
            ],
            { concurrency: 2, discard: true }
          ),
        { concurrency: limits.appsAtOnce, discard: true }
      )
      const half = Duration.millis(Duration.toMillis(Duration.fromInputUnsafe(limits.lease)) / 2)
      const by = { holder: worker, stopAt: DateTime.addDuration(yield* DateTime.now, half) }
      for (const app of apps.filter(({ cut }) => cut)) yield* closing.afterCut(offboarding, app, by)
      // Nothing happens automatically for an account that can no longer be scanned.
      const asked = Option.isNone(leaverOf(offboarding))
        ? []
        : apps.filter((app) => Option.isSome(asking.inventoryAt(app)))
      const cut = asked.filter((app) => app.cut)
      yield* db.transact(
        Effect.gen(function* () {
          const holder = { orgId: claimed.org_id, id: claimed.offboarding_id, worker }
          yield* looks.done(holder, yield* nextLook(offboarding, cut))
        })
      )
    })

    const one = Effect.fnUntraced(function* (claimed: ClaimedLook, worker: string, since: LeaseMoment) {
      const { lease } = yield* LeftBehindLimits
      const holder = { orgId: claimed.org_id, id: claimed.offboarding_id, worker }
      const giveBack = (error: string, next: (now: DateTime.Utc) => DateTime.Utc) =>
        Effect.flatMap(DateTime.now, (now) => db.transact(looks.failed(holder, error, next(now))))
      return yield* lookAtCase(claimed, worker).pipe(
        Effect.as(true),
        whileLeased({
          since,
          lasts: lease,
          giveBack: giveBack("The process ended", (now) => now),
          lost: Effect.logWarning("orphaned items scan lease lost to another worker", holder)
        }),
        Effect.tapCause((cause) =>
          Cause.hasInterruptsOnly(cause)
            ? Effect.void
            : giveBack("Scanning failed because of an internal error. See the service's log", (now) =>
                nextTry(claimed.attempts, now)
              )
        )
      )
    })

    const lookDue = Effect.fn("LeftBehindLooks.lookDue")(function* (orgId: OrgId | undefined) {
      const { casesAtOnce, lease } = yield* LeftBehindLimits
      const { done, failed } = yield* eachClaimed({
        orgId,
        claim: looks.claim,
        lease,
        limit: casesAtOnce,
        atOnce: casesAtOnce,
        work: (look, { since, worker }) => one(look, worker, since),
        says: "orphaned items scan of an offboarding failed",
        about: ({ offboarding_id }) => ({ offboardingId: offboarding_id })
      })
      return { looked: done, failed }
    })

    const queueNightly = Effect.fn("LeftBehindLooks.queueNightly")(function* (orgId: OrgId | undefined) {
      const { perRound } = yield* LeftBehindLimits
      const now = yield* DateTime.now
      return yield* looks.queueNightly({ orgId, window: dueAt(now), now, limit: perRound })
    })

    const beforeCut = Effect.fn("LeftBehindLooks.beforeCut")(function* (
      offboarding: LeavingCase,
      services: ReadonlyArray<string>,
      runId: string
    ) {
      const limits = yield* LeftBehindLimits
      // However many do not answer, together they hold up the first cut no longer than this.
      const until = DateTime.addDuration(yield* DateTime.now, limits.beforeCut)
      const left = Effect.map(DateTime.now, (now) =>
        Duration.millis(Math.max(0, until.epochMilliseconds - now.epochMilliseconds))
      )
      const apps = (yield* db.transact(items.apps(yield* keyOf(offboarding)))).filter(({ service_name }) =>
        services.includes(service_name)
      )
      yield* Effect.forEach(
        apps,
        (app) =>
          Effect.flatMap(left, (atMost) =>
            lookAt(offboarding, app, { phase: "before_cut", holder: runId, atMost })
          ).pipe(survive("orphaned items scan before revocation failed", false, { service: app.service_name })),
        { concurrency: limits.appsAtOnce, discard: true }
      )
    })

    return LeftBehindLooks.of({ lookDue, queueNightly, beforeCut })
  })
}
