import type { LeavingCase } from "#records/case-facts"
import type { Caller } from "@svc/contract/kernel/access"
import { Context, DateTime, Effect, Option } from "effect"
import { Audit } from "#audit/record/service"
import { aboutCase, auditText, personal } from "#audit/record/text"
import type { Leaver } from "#connections/vendors/protocol/connector"
import { cleaned, failed, internalFailure, type SeenResult } from "#connections/vendors/protocol/outcome"
import { Db } from "#platform/database/db"
import { leaseHolds, leaseMoment, underLease } from "#platform/jobs/lease-guard"
import { survive } from "#platform/jobs/survive"
import { leaverOf } from "#connections/vendors/protocol/leaver"
import { layerOf } from "#platform/services/layer-of"
import { makeAsking } from "./asking.ts"
import { type AppRow, type ItemRow, ItemsRepo } from "./items-repo.ts"
import { LeftBehindLimits } from "./limits.ts"
import { makeNoting } from "./noting.ts"
import { endedBy, heldBack, isDue, nextTry, stopping } from "./rules.ts"
import { makeWhose } from "./whose.ts"

/** Whose calls they are (a run, or a worker's look), and when no more of them begin; one that has begun may end later. */
interface ClosingBy {
  readonly holder: string
  readonly stopAt: DateTime.Utc
  readonly isRun?: boolean
}

/** Ends orphaned items at an app, and transfers accepted ones: at most one call per item at a time, and verified. */
export class LeftBehindClosing extends Context.Service<
  LeftBehindClosing,
  {
    /**
     * To be called before the app's own cut, for some of it ends only while the account lives. Answers why the app is
     * held back, if it is: then nothing of it was ended.
     */
    beforeCut(
      offboarding: LeavingCase,
      service: string,
      by: ClosingBy
    ): Effect.Effect<Option.Option<string>, never, Caller>
    /** Of an app whose access is gone. */
    afterCut(offboarding: LeavingCase, app: AppRow, by: ClosingBy): Effect.Effect<void, never, Caller>
  }
>()("svc/left-behind/LeftBehindClosing") {
  static readonly layerNoDeps = layerOf(LeftBehindClosing, function* () {
    const db = yield* Db
    const items = yield* ItemsRepo
    const audit = yield* Audit
    const asking = yield* makeAsking
    const { assign, keyOf } = yield* makeNoting
    const whose = yield* makeWhose

    /** Those of the present identity. */
    const itemsAt = Effect.fnUntraced(function* (offboarding: LeavingCase, service: string) {
      const key = yield* keyOf(offboarding)
      return (yield* items.ofCase(key)).filter(({ is_former, service_name }) => service_name === service && !is_former)
    }, db.transact)

    /** The mark before the call; false when another one has it by now. */
    const begin = Effect.fnUntraced(function* (offboarding: LeavingCase, item: ItemRow, { holder }: ClosingBy) {
      const limits = yield* LeftBehindLimits
      const key = yield* keyOf(offboarding)
      const locked = yield* items.lockCase(key, { _tag: "All" })
      if (Option.isNone(locked) || locked.value.status === "cancelled") return false
      // Of whom the case is about by now it ends nothing.
      if (locked.value.identity !== item.identity) return false
      const until = DateTime.addDuration(yield* DateTime.now, limits.item)
      return yield* items.markTrying(key.orgId, item.id, { by: holder, until })
    }, db.transact)

    const save = Effect.fnUntraced(function* (
      offboarding: LeavingCase,
      item: ItemRow,
      closing: "revoke" | "transfer",
      result: SeenResult,
      { holder }: ClosingBy
    ) {
      const key = yield* keyOf(offboarding)
      const locked = yield* items.lockCase(key, { _tag: "All" })
      if (Option.isNone(locked) || !(yield* items.isTrying(key.orgId, item.id, holder))) return
      const now = yield* DateTime.now
      const message = cleaned(result.message)
      const ended = endedBy(closing, result)
      if (ended === undefined) {
        const nextAttemptAt = nextTry(item.attempts + 1, now)
        yield* items.tried(key.orgId, item.id, { by: holder, message, nextAttemptAt })
        return
      }
      yield* items.settle(key.orgId, [item.id], { ...ended, at: now, message })
      yield* audit.record({
        ...aboutCase(locked.value),
        action: "left_behind_ended",
        details: auditText`${item.service_name}, ${item.kind} ${personal(locked.value.person_key_id, item.label)}: ${ended.disposition}, ${ended.evidence === "read_back" ? "verified" : "reported by the app"}`
      })
    }, db.transact)

    const call = Effect.fnUntraced(function* (
      app: AppRow,
      leaver: Leaver,
      item: ItemRow,
      closing: "revoke" | "transfer"
    ) {
      const limits = yield* LeftBehindLimits
      const connected = yield* asking.connected(app)
      if (Option.isNone(connected)) return failed("The app is no longer connected. Connect it again, or do it manually")
      const { calls, inventory, service } = connected.value
      const name = { kind: item.kind, externalId: item.external_id }
      const sent =
        closing === "revoke"
          ? inventory.revoke(calls, service, leaver, name)
          : inventory.transfer(calls, service, leaver, name, {
              email: item.new_owner_email ?? "",
              name: item.new_owner_name ?? item.new_owner_email ?? ""
            })
      return yield* sent.pipe(
        Effect.catchTag("VendorUnanswered", ({ message }) => Effect.succeed(failed(message))),
        Effect.timeoutOrElse({
          duration: limits.item,
          orElse: () => Effect.succeed(failed("Stopped: the app did not answer in time"))
        })
      )
    })

    /** Sequential: a call interrupted with its process leaves its mark, and a scan precedes the next one. */
    const close = Effect.fnUntraced(function* (
      offboarding: LeavingCase,
      app: AppRow,
      closing: "revoke" | "transfer",
      by: ClosingBy
    ) {
      const limits = yield* LeftBehindLimits
      const leaver = leaverOf(offboarding)
      if (Option.isNone(leaver) || Option.isNone(asking.inventoryAt(app))) return
      const now = yield* DateTime.now
      const theirs = yield* db.transact(whose.closable(yield* keyOf(offboarding), app))
      for (const { accountId, item } of theirs.filter(
        ({ item }) => item.closing === closing && isDue(by.isRun ? { ...item, next_attempt_at: null } : item, now)
      )) {
        if (DateTime.isGreaterThanOrEqualTo(yield* DateTime.now, by.stopAt)) return
        const marked = { since: yield* leaseMoment, lasts: limits.item }
        if (!(yield* begin(offboarding, item, by))) continue
        const result = yield* call(app, { ...leaver.value, accountId }, item, closing).pipe(
          survive("orphaned item not ended", internalFailure, { service: app.service_name }),
          (sent) => underLease(marked, sent),
          Effect.option
        )
        yield* leaseHolds
        // Without a result the mark stays, like that of an interrupted call: a scan precedes the next one.
        if (Option.isSome(result)) yield* save(offboarding, item, closing, result.value, by)
      }
    })

    const settle = Effect.fnUntraced(function* (offboarding: LeavingCase) {
      const key = yield* keyOf(offboarding)
      const locked = yield* items.lockCase(key, { _tag: "All" })
      if (Option.isSome(locked)) yield* assign(key, locked.value)
    }, db.transact)

    const beforeCut = Effect.fn("LeftBehindClosing.beforeCut")(function* (
      offboarding: LeavingCase,
      service: string,
      { holder, stopAt }: ClosingBy
    ) {
      if ((yield* itemsAt(offboarding, service)).length === 0) return Option.none()
      const limits = yield* LeftBehindLimits
      const until = DateTime.min(DateTime.addDuration(yield* DateTime.now, limits.closing), stopAt)
      // A run ends what its preview announced, whatever wait an earlier try left.
      const by = { holder, stopAt: until, isRun: true }
      const key = yield* keyOf(offboarding)
      const app = (yield* db.transact(items.apps(key))).find(({ service_name }) => service_name === service)
      if (app === undefined) return Option.none()
      yield* close(offboarding, app, "transfer", by)
      const blockers = stopping(yield* itemsAt(offboarding, service), true)
      if (blockers.length === 0) yield* close(offboarding, app, "revoke", by)
      yield* settle(offboarding)
      return blockers.length === 0 ? Option.none() : Option.some(heldBack(blockers))
    })

    const afterCut = Effect.fn("LeftBehindClosing.afterCut")(function* (
      offboarding: LeavingCase,
      app: AppRow,
      by: ClosingBy
    ) {
      if (!(yield* itemsAt(offboarding, app.service_name)).some(({ disposition }) => disposition === "pending")) return
      yield* close(offboarding, app, "transfer", by)
      yield* close(offboarding, app, "revoke", by)
      yield* settle(offboarding)
    })

    return LeftBehindClosing.of({ beforeCut, afterCut })
  })
}
