import { DomainEvent } from "@svc/contract/events"
import { OrgId, UserId } from "@svc/contract/kernel/ids"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Transaction } from "#platform/database/db"
import { ofOrganisation } from "#platform/database/fragments"
import { all, Instant, perform } from "#platform/database/statements"

const NewRow = Schema.Struct({
  org_id: OrgId,
  event: Schema.fromJsonString(Schema.toCodecJson(DomainEvent)),
  recorded_at: Instant,
  trace_parent: Schema.NullOr(Schema.String),
  actor_id: Schema.NullOr(UserId)
})

const Row = Schema.Struct({
  org_id: OrgId,
  id: Schema.BigInt,
  event: Schema.toCodecJson(DomainEvent),
  recorded_at: Instant,
  trace_parent: Schema.NullOr(Schema.String),
  actor_id: Schema.NullOr(UserId)
})
export type OutboxRow = typeof Row.Type

export class OutboxRepo extends Context.Service<OutboxRepo>()("svc/outbox/OutboxRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const encode = Schema.encodeEffect(NewRow)
    const take = all({
      Request: Schema.Struct({ limit: Schema.Int, orgId: Schema.UndefinedOr(OrgId), now: Schema.Date }),
      Result: Row,
      execute: ({ limit, now, orgId }) => sql`
        WITH next AS MATERIALIZED (
          SELECT org_id, id FROM outbox_events
          WHERE (not_before IS NULL OR not_before <= ${now}) AND ${ofOrganisation(sql, orgId, "org_id")}
          ORDER BY id LIMIT ${limit} FOR UPDATE SKIP LOCKED
        )
        DELETE FROM outbox_events e USING next WHERE e.org_id = next.org_id AND e.id = next.id
        RETURNING e.org_id, e.id, e.event, e.recorded_at, e.trace_parent, e.actor_id`
    })
    return {
      insert: (row: typeof NewRow.Type) =>
        Transaction.use(({ send }) =>
          Effect.flatMap(Effect.orDie(encode(row)), (encoded) =>
            send(sql`INSERT INTO outbox_events ${sql.insert(encoded)}`)
          )
        ),
      /** Takes the oldest rows that no other node holds; they are gone when the transaction commits. */
      take: (options: { readonly limit: number; readonly orgId: OrgId | undefined; readonly now: Date }) =>
        take(options).pipe(Effect.map((rows) => rows.toSorted((a, b) => (a.id < b.id ? -1 : 1)))),
      /** Postpones a row whose dispatch failed. */
      postpone: (row: OutboxRow, until: Date) =>
        perform(sql`UPDATE outbox_events SET not_before = ${until} WHERE org_id = ${row.org_id} AND id = ${row.id}`)
    }
  })
}) {
  static readonly layer = Layer.effect(OutboxRepo, OutboxRepo.make)
}
