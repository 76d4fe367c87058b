import type { AuditAction } from "@svc/contract/audit/actions"
import { type OrgId, SiemTargetId } from "@svc/contract/kernel/ids"
import type { SiemEventName } from "@svc/contract/siem/events"
import { DateTime, Effect, Layer, Option } from "effect"
import { type SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { SiemEntries } from "#outgoing/siem/entries"
import { SiemForwarding } from "#outgoing/siem/forwarding"
import * as SiemDomain from "#outgoing/siem/index"
import { TestApp, TestServices } from "#test/support/TestApp"
import { ReceiverCertificate } from "#test/outgoing/webhooks/receiver"
import { TrustingOutbound } from "#test/outgoing/webhooks/support"
import { asSystem, systemSql } from "#test/support/tables"

/** The stream on a database of its own, and with the routes by which things happen. */
export const StreamServices = SiemDomain.services.pipe(Layer.provideMerge(TestServices))
export const StreamApp = SiemDomain.services.pipe(Layer.provideMerge(TestApp))

/** These services, with SIEM calls that trust the collectors of the suite. */
export const sendingOn = <A, E, R>(services: Layer.Layer<A, E, R>) =>
  Layer.fresh(SiemDomain.services).pipe(
    Layer.provide(TrustingOutbound),
    Layer.provideMerge(ReceiverCertificate.layer),
    Layer.provideMerge(services)
  )

export const SendingApp = sendingOn(TestApp)

/** Inside a transaction: until another one is seen to wait for a lock. */
export const untilSomebodyWaits = (sql: SqlClient.SqlClient) =>
  Effect.repeat(
    Effect.andThen(
      // Within a transaction PostgreSQL goes on showing the sessions of the first look: one opened later stays unseen.
      sql`SELECT pg_stat_clear_snapshot()`,
      sql<{ readonly waits: boolean }>`
        SELECT EXISTS (
          SELECT FROM pg_locks WHERE NOT granted
            AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())
        ) AS waits`
    ),
    { until: ([row]) => row?.waits === true }
  )

interface TargetOptions {
  /** All unless given. */
  readonly events?: ReadonlyArray<SiemEventName>
  readonly active?: boolean
  readonly chainFields?: boolean
}

/** A target as it is made: everything from now on is its. */
export const aTarget = Effect.fnUntraced(function* (orgId: OrgId, options: TargetOptions = {}) {
  const id = SiemTargetId.make(randomUUID())
  const now = DateTime.toDateUtc(yield* DateTime.now)
  yield* asSystem((sql) =>
    Effect.andThen(
      sql`
        INSERT INTO siem_streams (org_id, forwarded_seq) SELECT org_id, seq FROM audit_heads WHERE org_id = ${orgId}
        ON CONFLICT DO NOTHING`,
      sql`
        INSERT INTO siem_targets (org_id, id, name, type, endpoint_url, events, all_events, chain_fields, active, after_seq, created_at)
        SELECT ${orgId}::uuid, ${id}::uuid, 'Splunk', 'splunk_hec', 'https://hec.acme.test', ${options.events ?? []}::text[],
          ${options.events === undefined}::boolean, ${options.chainFields ?? false}::boolean, ${options.active ?? true}::boolean,
          seq, ${now}::timestamptz
        FROM audit_heads WHERE org_id = ${orgId}`
    )
  )
  return id
})

/** In one transaction; each entry moves the chain's head on, and what it leaves there is cleared by the next one only. */
const atOnce = 500

/** So many entries, a millisecond apart. */
export const write = Effect.fnUntraced(function* (
  orgId: OrgId,
  count: number,
  options: { readonly action?: AuditAction; readonly from?: DateTime.Utc } = {}
) {
  const from = DateTime.toDateUtc(options.from ?? (yield* DateTime.now))
  const chunks = Array.from({ length: Math.ceil(count / atOnce) }, (_, index) => index * atOnce)
  yield* Effect.forEach(
    chunks,
    (first) =>
      systemSql`
      SELECT count(append_audit_entry(${orgId}::uuid, gen_random_uuid(), ${from}::timestamptz + n * interval '1 millisecond',
        NULL, ${options.action ?? "profile_updated"}::text, 'thing', n::text, repeat('0', 64), NULL, NULL, NULL, NULL, false))
      FROM generate_series(${first}::int, ${Math.min(first + atOnce, count) - 1}::int) AS n`,
    { discard: true }
  )
})

/** All that was written, step by step; answers how many deliveries. */
export const forward = Effect.fnUntraced(function* (orgId?: OrgId) {
  const forwarding = yield* SiemForwarding
  let sum = 0
  for (let queued = -1; queued !== 0; sum += queued) queued = yield* forwarding.forward(orgId)
  return sum
})

interface QueuedRow {
  readonly id: string
  readonly target_id: string
  readonly seq: number
  readonly event: string
  readonly replayed: boolean
  readonly created_at: Date
  readonly next_attempt_at: Date
}

/** What waits for the targets of an organisation, or for one, in the order in which it is sent. */
export const queued = (orgId: OrgId, target?: SiemTargetId) =>
  systemSql<QueuedRow>`
      SELECT id, target_id, audit_seq::int AS seq, event, replayed, created_at, next_attempt_at FROM siem_deliveries
      WHERE org_id = ${orgId} AND (${target ?? null}::uuid IS NULL OR target_id = ${target ?? null}::uuid)
      ORDER BY next_attempt_at, id`

/** The events of what waits for a target, as they would be sent now, in the order in which they are. */
export const events = Effect.fnUntraced(function* (orgId: OrgId, target: SiemTargetId) {
  const rows = yield* queued(orgId, target)
  const [own] = yield* systemSql<{
    readonly chain_fields: boolean
  }>`SELECT chain_fields FROM siem_targets WHERE id = ${target}`
  const entries = yield* SiemEntries
  const loaded = yield* entries.load(
    rows.map(({ created_at, event, id, replayed, seq }) => ({
      orgId,
      id,
      auditSeq: BigInt(seq),
      event,
      replayed,
      createdAt: DateTime.fromDateUnsafe(created_at),
      chainFields: own?.chain_fields ?? false
    }))
  )
  return rows.flatMap(({ id }) => Option.toArray(Option.fromNullishOr(loaded.get(id))))
})

/** The number of the organisation's latest entry. */
export const headOf = (orgId: OrgId) =>
  Effect.map(
    systemSql<{ readonly seq: number }>`SELECT seq::int AS seq FROM audit_heads WHERE org_id = ${orgId}`,
    ([head]) => head?.seq ?? 0
  )
