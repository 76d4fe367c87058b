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

/** An event of one organisation, as a reaction receives it. */
export interface Envelope {
  readonly orgId: OrgId
  readonly event: DomainEvent
  readonly recordedAt: DateTime.Utc
  /** The member who caused it; null for the system and for keys. */
  readonly actorId: UserId | null
}

/** What a domain does when another's event is handed out: in the hand-out's own transaction, so all or nothing. */
type Reaction = (envelope: Envelope) => Effect.Effect<void, never, Transaction>

/** Which of these organisations it does anything for; asked once for a batch, after its events were taken. */
type Concern = (orgIds: ReadonlyArray<OrgId>) => Effect.Effect<ReadonlySet<OrgId>, never, Transaction>

const batchSize = 100
const retryAfter = "1 minute"

/** Events recorded with the change they describe, handed out to webhooks, notifications and mail afterwards. */
export class Outbox extends Context.Service<
  Outbox,
  {
    /** With the member who calls, where there is a caller. */
    append(orgId: OrgId, event: DomainEvent): Effect.Effect<void, never, Transaction>
    /** Makes a reaction known: it sees every event, or those of the organisations that it is concerned with. */
    react(reaction: Reaction, concern?: Concern): Effect.Effect<void>
    /** Hands out one batch, each event exactly once over all nodes; answers how many. */
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

    /** The reactions to the events of each of these organisations. */
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
        // Side by side, so that their statements travel together on the transaction's connection.
        Effect.tap((rows) => handOut(rows, { concurrency: "unbounded" })),
        Effect.map((rows) => rows.length),
        db.transactSystem
      )

    /** One event that cannot be handed out must not hold up the others: it is put behind and logged (outgoing-2). */
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
      yield* Effect.logError(`event ${row.event._tag} could not be handed out, it is tried again`, result.cause)
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
