import { OrgId, SiemTargetId } from "@svc/contract/kernel/ids"
import { SiemEventName } from "@svc/contract/siem/events"
import { LastDeliveryStatus, PayloadFormat, SiemTargetType } from "@svc/contract/siem/schema"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema, type Statement } from "effect/sql"
import { columnsOf } from "#platform/database/columns"
import { Transaction } from "#platform/database/db"
import { all, Instant, maybe, one, perform, run } from "#platform/database/statements"

const settings = {
  name: Schema.String,
  type: SiemTargetType,
  endpoint_url: Schema.String,
  token_scheme: Schema.String,
  payload_format: PayloadFormat,
  events: Schema.Array(SiemEventName),
  all_events: Schema.Boolean,
  chain_fields: Schema.Boolean,
  active: Schema.Boolean
}

const sealed = { sealed_url: Schema.NullOr(Schema.String), sealed_token: Schema.NullOr(Schema.String) }

const Stored = Schema.Struct({ id: SiemTargetId, ...settings, ...sealed })
export type StoredRow = typeof Stored.Type

const Shown = Schema.Struct({
  id: SiemTargetId,
  ...settings,
  has_token: Schema.Boolean,
  created_at: Instant,
  last_delivery_at: Schema.NullOr(Instant),
  last_delivery_status: Schema.NullOr(LastDeliveryStatus),
  last_status_code: Schema.NullOr(Schema.Int),
  last_error: Schema.NullOr(Schema.String),
  delivery_count: Schema.Int,
  given_up_count: Schema.Int,
  queued_count: Schema.Int
})
export type ShownRow = typeof Shown.Type

const NewRow = Schema.Struct({ orgId: OrgId, id: SiemTargetId, ...settings, ...sealed, created_at: Instant })

const Change = Schema.Struct({
  orgId: OrgId,
  id: SiemTargetId,
  ...settings,
  ...sealed,
  /** What was written until now is not sent to it. */
  anew: Schema.Boolean
})

const Key = Schema.Struct({ orgId: OrgId, id: SiemTargetId })
type Key = typeof Key.Type

const Count = Schema.Struct({ count: Schema.Int })

/** Targets as people manage them. */
export class TargetsRepo extends Context.Service<TargetsRepo>()("svc/siem/TargetsRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const storedColumns = columnsOf(Stored, "")
    const headSeq = (orgId: string) => sql`COALESCE((SELECT seq FROM audit_heads WHERE org_id = ${orgId}::uuid), 0)`

    const count = SqlSchema.findOne({
      Request: OrgId,
      Result: Count,
      execute: (orgId) => sql`SELECT count(*)::int AS count FROM siem_targets WHERE org_id = ${orgId}`
    })
    const insert = run({
      Request: NewRow,
      execute: (row) => sql`
        INSERT INTO siem_targets (org_id, id, name, type, endpoint_url, sealed_url, sealed_token, token_scheme,
          payload_format, events, all_events, chain_fields, active, after_seq, created_at)
        VALUES (${row.orgId}::uuid, ${row.id}::uuid, ${row.name}, ${row.type}, ${row.endpoint_url}, ${row.sealed_url},
          ${row.sealed_token}, ${row.token_scheme}, ${row.payload_format}, ${row.events}::text[], ${row.all_events},
          ${row.chain_fields}, ${row.active}, ${headSeq(row.orgId)}, ${row.created_at}::timestamptz)`
    })
    const beginStream = run({
      Request: OrgId,
      execute: (orgId) => sql`
        INSERT INTO siem_streams AS stream (org_id, forwarded_seq) VALUES (${orgId}::uuid, ${headSeq(orgId)})
        ON CONFLICT (org_id) DO UPDATE SET forwarded_seq = EXCLUDED.forwarded_seq
        WHERE stream.forwarded_seq < EXCLUDED.forwarded_seq
          AND NOT EXISTS (SELECT FROM siem_targets t WHERE t.org_id = ${orgId}::uuid)`
    })

    const shown = (orgId: string, rest: Statement.Fragment) => sql`
      SELECT t.id, t.name, t.type, t.endpoint_url, t.token_scheme, t.payload_format, t.events, t.all_events,
        t.chain_fields, t.active, t.sealed_token IS NOT NULL AS has_token, t.created_at, t.last_delivery_at,
        t.last_delivery_status, t.last_status_code, t.last_error, t.delivery_count::float8 AS delivery_count,
        t.given_up_count::float8 AS given_up_count, queued.count AS queued_count
      FROM siem_targets t
      CROSS JOIN LATERAL (
        SELECT count(*)::int AS count FROM (
          SELECT FROM siem_deliveries d
          WHERE d.org_id = t.org_id AND d.target_id = t.id AND d.status IN ('pending', 'failed') LIMIT 100000
        ) counted
      ) queued
      WHERE t.org_id = ${orgId} ${rest}`
    const list = all({
      Request: OrgId,
      Result: Shown,
      execute: (orgId) => shown(orgId, sql`ORDER BY t.created_at DESC, t.id DESC`)
    })
    const get = one({
      Request: Key,
      Result: Shown,
      execute: ({ id, orgId }) => shown(orgId, sql`AND t.id = ${id}`)
    })

    const targetBy = (lock: Statement.Fragment) =>
      maybe({
        Request: Key,
        Result: Stored,
        execute: ({ id, orgId }) =>
          sql`SELECT ${storedColumns} FROM siem_targets WHERE org_id = ${orgId} AND id = ${id} ${lock}`
      })
    const find = targetBy(sql``)
    const lock = targetBy(sql`FOR NO KEY UPDATE`)

    const save = run({
      Request: Change,
      execute: (row) => sql`
        UPDATE siem_targets SET name = ${row.name}, type = ${row.type}, endpoint_url = ${row.endpoint_url},
          sealed_url = ${row.sealed_url}, sealed_token = ${row.sealed_token}, token_scheme = ${row.token_scheme},
          payload_format = ${row.payload_format}, events = ${row.events}::text[], all_events = ${row.all_events},
          chain_fields = ${row.chain_fields}, active = ${row.active},
          after_seq = CASE WHEN ${row.anew}::boolean THEN GREATEST(after_seq, ${headSeq(row.orgId)}) ELSE after_seq END
        WHERE org_id = ${row.orgId} AND id = ${row.id}`
    })
    const remove = maybe({
      Request: Key,
      Result: Stored,
      execute: ({ id, orgId }) => sql`
        DELETE FROM siem_targets WHERE org_id = ${orgId} AND id = ${id} RETURNING ${storedColumns}`
    })

    return {
      /** Serializes within an organization until the transaction ends, so that they can be counted. */
      lockNumber: (orgId: OrgId) =>
        perform(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`siem-targets:${orgId}`}, 0))`),
      count: (orgId: OrgId) => Transaction.use(() => Effect.map(Effect.orDie(count(orgId)), ({ count }) => count)),
      /** Everything that is written to the log after this statement is the target's. */
      insert,
      /** Starts the organization's stream at the current end of its log, unless another destination already has one. */
      beginStream,
      /** Newest first. */
      list,
      get,
      find: (key: Key) => Transaction.use(() => Effect.orDie(find(key))),
      /** Locks the target until the transaction ends. */
      lock: (key: Key) => Transaction.use(() => Effect.orDie(lock(key))),
      save,
      /** Removes the target and what is queued for it; answers what it was. */
      delete: remove
    }
  })
}) {
  static readonly layer = Layer.effect(TargetsRepo, TargetsRepo.make)
}
