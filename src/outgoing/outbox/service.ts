import type { DomainEvent } from "@svc/contract/events"
import { Caller } from "@svc/contract/kernel/access"
import type { OrgId, UserId } from "@svc/contract/kernel/ids"
import { Cause, Context, DateTime, Effect, Option } from "effect"
import { Db, type Transaction } from "#platform/database/db"
import { CausedBy, traceParent } from "#platform/observability/trace-links"
import { Wakeups } from "#platform/jobs/wakeups"
import { layerOf } from "#platform/services/layer-of"
import { OutboxRepo, type OutboxRow } from "./repo.ts"
import { outboxRows } from "./topic.ts"

/*
 * Transactional outbox: events are recorded in the transaction of the change they describe, and dispatched to webhooks,
 * notifications, and mails afterwards. Exactly once per reaction: a batch is claimed, handed to all reactions, and removed in
 * one transaction, so a crash before its commit leaves the events for the next dispatch. Nodes share the queue by
 * `SKIP LOCKED`. Bounded by `batchSize`; an event whose dispatch fails is postponed alone (`retryAfter`).
 */

/** An event of an organization, as a reaction receives it. */
export interface Envelope {
  readonly orgId: OrgId
  readonly event: DomainEvent
  readonly recordedAt: DateTime.Utc
  /** The member who caused it; null for the system and for keys. */
  readonly actorId: UserId | null
}

/** What a domain does with another domain's event, in the dispatch's transaction: all or nothing. */
type Reaction = (envelope: Envelope) => Effect.Effect<void, never, Transaction>

/** The organizations that a reaction acts for. Asked once per batch, after its events were claimed. */
type Concern = (orgIds: ReadonlyArray<OrgId>) => Effect.Effect<ReadonlySet<OrgId>, never, Transaction>

const batchSize = 100
const retryAfter = "1 minute"

/** The transactional outbox. */
export class Outbox extends Context.Service<
  Outbox,
  {
    /** Records the event with the calling member, if there is one. */
    append(orgId: OrgId, event: DomainEvent): Effect.Effect<void, never, Transaction>
    /** Registers a reaction to every event, or to those of the organizations that `concern` returns. */
    react(reaction: Reaction, concern?: Concern): Effect.Effect<void>
    /** Dispatches one batch, each event exactly once over all nodes. Returns the number of events. */
    dispatch(orgId: OrgId | undefined): Effect.Effect<number>
  }
>()("svc/outbox/Outbox") {
  static readonly layerNoDeps = layerOf(Outbox, function* () {
    const db = yield* Db
    const repo = yield* OutboxRepo
    const wakeups = yield* Wakeups
    const reactions: Array<{ readonly reaction: Reaction; readonly concern: Concern | undefined }> = []

    const append = Effect.fnUntraced(function* (orgId: OrgId, event: DomainEvent) {
      const caller = yield* Effect.serviceOption(Caller)
      yield* repo.insert({
        org_id: orgId,
        event,
        recorded_at: yield* DateTime.now,
        trace_parent: yield* traceParent,
        actor_id: Option.match(caller, { onNone: () => null, onSome: ({ userId }) => userId })
      })
      yield* wakeups.signal(outboxRows)
    })

    /** The reactions to the events of each of these organizations. */
    const concerned = Effect.fnUntraced(function* (rows: ReadonlyArray<OutboxRow>) {
      const orgIds = [...new Set(rows.map((row) => row.org_id))]
      const found = yield* Effect.forEach(
        reactions,
        ({ concern }) => (concern === undefined ? Effect.undefined : concern(orgIds)),
        { concurrency: "unbounded" }
      )
      return (orgId: OrgId) =>
        reactions.flatMap(({ reaction }, index) => (found[index]?.has(orgId) === false ? [] : [reaction]))
    })

    const handOut = Effect.fnUntraced(function* (
      rows: ReadonlyArray<OutboxRow>,
      options: { readonly concurrency?: "unbounded" }
    ) {
      if (rows.length === 0) return
      const reactionsTo = yield* concerned(rows)
      yield* Effect.forEach(
        rows,
        (row) =>
          Effect.forEach(
            reactionsTo(row.org_id),
            (reaction) =>
              reaction({
                orgId: row.org_id,
                event: row.event,
                recordedAt: row.recorded_at,
                actorId: row.actor_id
              }),
            { discard: true }
          ).pipe(Effect.provideService(CausedBy, row.trace_parent)),
        { ...options, discard: true }
      )
    })

    const take = Effect.fnUntraced(function* (limit: number, orgId: OrgId | undefined) {
      return yield* repo.take({ limit, orgId, now: DateTime.toDateUtc(yield* DateTime.now) })
    })

    const batch = (orgId: OrgId | undefined) =>
      take(batchSize, orgId).pipe(
        // Concurrently, so that their statements are pipelined on the transaction's connection.
        Effect.tap((rows) => handOut(rows, { concurrency: "unbounded" })),
        Effect.map((rows) => rows.length),
        db.transactSystem
      )

    /** An event whose dispatch fails must not hold up the others: it is postponed and logged (outgoing-2). */
    const oneByOne = Effect.fnUntraced(function* (orgId: OrgId | undefined) {
      const attempted: Array<OutboxRow> = []
      const result = yield* Effect.exit(
        take(1, orgId).pipe(
          Effect.tap((rows) => Effect.sync(() => void attempted.push(...rows))),
          Effect.tap((rows) => handOut(rows, {})),
          db.transactSystem
        )
      )
      const row = attempted[0]
      if (row === undefined) return 0
      if (result._tag === "Success") return 1
      yield* Effect.logError("outbox event not dispatched, will be retried", { event: row.event._tag }, result.cause)
      const until = DateTime.toDateUtc(DateTime.addDuration(yield* DateTime.now, retryAfter))
      yield* db.transactSystem(repo.postpone(row, until))
      return 1
    })

    const dispatch = Effect.fn("Outbox.dispatch")((orgId: OrgId | undefined) =>
      batch(orgId).pipe(
        Effect.catchCause((cause) => (Cause.hasInterruptsOnly(cause) ? Effect.failCause(cause) : oneByOne(orgId)))
      )
    )

    return Outbox.of({
      append,
      react: (reaction, concern) => Effect.sync(() => void reactions.push({ reaction, concern })),
      dispatch
    })
  })
}
