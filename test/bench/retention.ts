import type { PgClient } from "@effect/sql-pg"
import { Duration, Effect } from "effect"
import { migrate } from "#platform/database/migrations"
import { preparedDatabase } from "./database.ts"
import { content } from "./delivery-field.ts"
import { information, ratio, whole } from "./report.ts"
import { orgIdAt } from "./seed.ts"

const customers = 100
/** Deliveries of one day, of which one in fifty is given up; `RETENTION_A_DAY` for another number. */
const perDay = Number(process.env["RETENTION_A_DAY"] ?? 100_000)
/** So long are delivered ones kept here; the days of the service are 30. */
const keptDays = 5
const days = Number(process.env["RETENTION_DAYS"] ?? 15)
const batch = 5_000

interface Shape {
  readonly name: string
  /** The last migration that makes it. */
  readonly upTo: number | undefined
  /** Before the rows of a day come. */
  readonly begin: (owner: PgClient.PgClient, day: Date) => Effect.Effect<void, unknown>
  /** Removes what was delivered before this moment; answers how many rows. */
  readonly retain: (owner: PgClient.PgClient, before: Date) => Effect.Effect<number, unknown>
}

/** As the release before removed them. */
const deleteRows = Effect.fnUntraced(function* (owner: PgClient.PgClient, before: Date) {
  let removed = 0
  while (true) {
    const rows = yield* owner`
      WITH expired AS MATERIALIZED (
        SELECT org_id, id FROM webhook_deliveries
        WHERE status = 'delivered' AND created_at < ${before} AND COALESCE(delivered_at, last_attempt_at, created_at) < ${before}
        LIMIT ${batch} FOR UPDATE SKIP LOCKED
      )
      DELETE FROM webhook_deliveries d USING expired WHERE d.org_id = expired.org_id AND d.id = expired.id RETURNING 1`
    removed += rows.length
    if (rows.length < batch) return removed
  }
})

const dropPartitions = Effect.fnUntraced(function* (owner: PgClient.PgClient, before: Date) {
  let removed = 0
  while (true) {
    const [row] = yield* owner<{ readonly rows: number | null }>`
      SELECT drop_partition_before('webhook_deliveries_delivered', ${before}::timestamptz)::float8 AS rows`
    if (row === undefined || row.rows === null) return removed
    removed += row.rows
  }
})

const shapes: ReadonlyArray<Shape> = [
  { name: "one table", upTo: 113, begin: () => Effect.void, retain: deleteRows },
  {
    name: "partitions",
    upTo: undefined,
    begin: (owner, day) =>
      Effect.asVoid(owner`
        SELECT make_partition('webhook_deliveries_delivered', ${day}::timestamptz),
          make_partition('webhook_deliveries_dead', ${day}::timestamptz)`),
    retain: dropPartitions
  }
]

interface Cycle {
  readonly settle: number
  readonly retain: number
  readonly removed: number
  readonly vacuum: number
  readonly megabytes: number
  readonly dead: number
  readonly walMegabytes: number
}

const milliseconds = <A, E, R>(self: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.timed(self), ([duration, result]) => ({ time: Duration.toMillis(duration), result }))

interface Size {
  readonly megabytes: number
  readonly dead: number
}

/** Of the table with all its partitions and indexes. */
const sizeOf = (owner: PgClient.PgClient) =>
  Effect.map(
    Effect.andThen(
      owner`SELECT pg_stat_force_next_flush(), pg_stat_clear_snapshot()`,
      owner<Size>`
        SELECT (sum(pg_total_relation_size(c.oid)) / 1048576)::float8 AS megabytes,
          sum(pg_stat_get_dead_tuples(c.oid))::float8 AS dead
        FROM pg_class c WHERE c.relname LIKE 'webhook\\_deliveries%' AND c.relkind = 'r'`
    ),
    ([size = { megabytes: 0, dead: 0 }]) => size
  )

const walOf = (owner: PgClient.PgClient) =>
  Effect.map(
    owner<{ readonly bytes: number }>`SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 AS bytes`,
    ([row]) => row?.bytes ?? 0
  )

/** One day: its deliveries are queued and sent, what is old goes, and the table is vacuumed as it then needs. */
const cycle = Effect.fnUntraced(function* (owner: PgClient.PgClient, shape: Shape, day: number) {
  const at = new Date(Date.UTC(2026, 0, 1 + day, 12))
  yield* shape.begin(owner, at)
  yield* owner`
    INSERT INTO webhook_deliveries (org_id, id, endpoint_id, event, content, next_attempt_at, created_at)
    SELECT e.org_id, gen_random_uuid(), e.id, 'offboarding.created', ${content}::text::json, ${at}::timestamptz, ${at}::timestamptz
    FROM generate_series(1, ${perDay / customers}::int), webhook_endpoints e`
  const settle = yield* milliseconds(
    Effect.forEach(
      Array.from({ length: customers }, (_, index) => orgIdAt(index)),
      (org) => owner`
        UPDATE webhook_deliveries SET attempts = 1, last_attempt_at = ${at}::timestamptz, next_attempt_at = NULL,
          status = CASE WHEN get_byte(uuid_send(id), 0) < 5 THEN 'dead' ELSE 'delivered' END,
          delivered_at = CASE WHEN get_byte(uuid_send(id), 0) < 5 THEN NULL ELSE ${at}::timestamptz END
        WHERE org_id = ${org}::uuid AND endpoint_id = ${org}::uuid AND status IN ('pending', 'failed')`,
      { discard: true }
    )
  )
  const walBefore = yield* walOf(owner)
  const retain = yield* milliseconds(shape.retain(owner, new Date(Date.UTC(2026, 0, 1 + day - keptDays))))
  const { dead } = yield* sizeOf(owner)
  const vacuum = yield* milliseconds(owner.unsafe("VACUUM webhook_deliveries"))
  const walMegabytes = ((yield* walOf(owner)) - walBefore) / 1_048_576
  const { megabytes } = yield* sizeOf(owner)
  const figures: Cycle = {
    settle: settle.time,
    retain: retain.time,
    removed: retain.result,
    vacuum: vacuum.time,
    megabytes,
    dead,
    walMegabytes
  }
  return figures
})

const mean = (values: ReadonlyArray<number>) => values.reduce((sum, value) => sum + value, 0) / values.length

const run = Effect.fn("Bench.retention")(function* (shape: Shape) {
  const { owner } = yield* preparedDatabase("retention", (url) =>
    Effect.asVoid(Effect.orDie(migrate({ url }, shape.upTo === undefined ? {} : { upTo: shape.upTo })))
  )
  const ids = Array.from({ length: customers }, (_, index) => orgIdAt(index))
  yield* owner`
    INSERT INTO organisations (id, name, plan, plan_status, created_at)
    SELECT id, 'Organisation ' || id, 'enterprise', 'active', '2026-01-01' FROM unnest(${ids}::uuid[]) AS id`
  yield* owner`
    INSERT INTO webhook_endpoints (org_id, id, url, events, sealed_secret, created_at)
    SELECT id, id, 'https://hooks.example.com/', '{offboarding.created}', 'sealed', now() FROM unnest(${ids}::uuid[]) AS id`
  const all = yield* Effect.forEach(
    Array.from({ length: days }, (_, day) => day),
    (day) => cycle(owner, shape, day)
  )
  // From the first day on from which as much goes as comes.
  const steady = all.slice(keptDays + 1)
  const first = steady[0]
  const last = steady.at(-1)
  const of = (figure: keyof Cycle) => mean(steady.map((one) => one[figure]))
  return information(
    "",
    `${shape.name}: ${whole(perDay)} deliveries a day, ${keptDays} days kept, day ${keptDays + 2} to ${days}`,
    [
      `settled in ${whole(of("settle"))} ms`,
      `${whole(of("removed"))} rows removed in ${whole(of("retain"))} ms`,
      `${whole(of("dead"))} dead rows before the vacuum`,
      `vacuum ${whole(of("vacuum"))} ms`,
      `${ratio(of("walMegabytes"))} MB of WAL by both`,
      `${whole(first?.megabytes ?? 0)} MB on the first, ${whole(last?.megabytes ?? 0)} MB on the last day`
    ].join("; ")
  )
}, Effect.orDie)

/** The log of deliveries by days that come and go: as one table, as the release before had it, and in partitions. */
export const retention = () => Effect.forEach(shapes, (shape) => Effect.scoped(run(shape)))
