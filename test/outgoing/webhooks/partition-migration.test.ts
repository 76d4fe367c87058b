import { NodeServices } from "@effect/platform-node"
import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Reactivity } from "effect/reactivity"
import { randomUUID } from "node:crypto"
import { migrate } from "#platform/database/migrations"
import { emptyDatabase } from "#test/support/database"

const orgId = randomUUID()

/** As the release before writes it. */
const queue = (sql: PgClient.PgClient, at: string) => sql`
  INSERT INTO webhook_deliveries (org_id, id, endpoint_id, event, content, next_attempt_at, created_at)
  SELECT org_id, gen_random_uuid(), id, 'offboarding.deleted', '{"type":"x"}', ${at}::timestamptz, ${at}::timestamptz
  FROM webhook_endpoints`

const rows = (sql: PgClient.PgClient) =>
  sql<{ readonly line: string }>`SELECT to_jsonb(d)::text AS line FROM webhook_deliveries d ORDER BY id`

const places = (sql: PgClient.PgClient) =>
  Effect.map(
    sql<{ readonly line: string }>`
      SELECT tableoid::regclass || ' ' || status || ' ' || count(*) AS line FROM webhook_deliveries
      GROUP BY tableoid, status ORDER BY 1`,
    (all) => all.map(({ line }) => line)
  )

const levels = (sql: PgClient.PgClient) =>
  Effect.map(
    sql<{ readonly levels: number }>`
      SELECT max(level) AS levels FROM pg_partition_tree('webhook_deliveries')`,
    ([row]) => row?.levels ?? 0
  )

describe("the migration of deliveries into partitions", () => {
  // deliveries-11: A database in use comes to partitions with every row.
  it.live("keeps every row of a table in use where it is, and what comes in a month goes into partitions", () =>
    Effect.gen(function* () {
      const url = yield* emptyDatabase
      yield* migrate({ url }, { upTo: 113 })
      const sql = yield* PgClient.make({ url, maxConnections: 1 })
      yield* sql`INSERT INTO organisations (id, name, plan, plan_status, created_at) VALUES (${orgId}, 'A', 'enterprise', 'active', now())`
      yield* sql`
        INSERT INTO webhook_endpoints (org_id, id, url, events, sealed_secret, created_at)
        VALUES (${orgId}, ${randomUUID()}, 'https://hooks.test/', '{a}', 'sealed', now())`
      for (const status of ["pending", "failed", "delivered", "dead"]) {
        yield* sql`
          INSERT INTO webhook_deliveries (org_id, id, endpoint_id, event, content, status, next_attempt_at, created_at, last_attempt_at)
          SELECT org_id, gen_random_uuid(), id, 'offboarding.deleted', '{"type":"x"}', ${status}, now(), now() - n * interval '1 day', now()
          FROM webhook_endpoints, generate_series(1, 50) AS n`
      }
      const before = yield* rows(sql)
      yield* migrate({ url })
      assert.lengthOf(before, 200)
      assert.deepStrictEqual(yield* rows(sql), before)
      const floor = sql`SELECT migration_id FROM platform_schema_floor`
      assert.deepStrictEqual(yield* floor, [{ migration_id: 113 }])

      yield* queue(sql, new Date().toISOString())
      yield* sql`UPDATE webhook_deliveries SET status = 'delivered', last_attempt_at = now() WHERE status = 'failed'`
      const former = [
        "webhook_deliveries_former dead 50",
        "webhook_deliveries_former delivered 100",
        "webhook_deliveries_former pending 51"
      ]
      assert.deepStrictEqual(yield* places(sql), former)

      const [later] = yield* sql<{ readonly at: string }>`
        SELECT (max(since) + interval '1 hour')::text AS at FROM platform_partitioned_tables`
      const at = later?.at ?? ""
      yield* sql`SELECT make_partition(name, ${at}::timestamptz) FROM platform_partitioned_tables`
      yield* queue(sql, at)
      assert.deepStrictEqual(yield* places(sql), [...former, "webhook_deliveries_queue pending 1"])
      yield* sql`UPDATE webhook_deliveries SET status = 'delivered', last_attempt_at = ${at}::timestamptz WHERE created_at = ${at}::timestamptz`
      const day = at.slice(0, 10).replaceAll("-", "")
      assert.include(yield* places(sql), `webhook_deliveries_delivered_${day} delivered 1`)

      yield* sql`SELECT mark_partitions(${at}::timestamptz)`
      assert.deepStrictEqual(yield* floor, [{ migration_id: 117 }])
      yield* sql`
        INSERT INTO webhook_deliveries (org_id, id, endpoint_id, event, content, next_attempt_at, created_at)
        SELECT org_id, gen_random_uuid(), id, 'offboarding.deleted', '{"type":"x"}', now(), now()
        FROM webhook_endpoints, generate_series(1, 5000)`
      const emptied = (now: string) =>
        Effect.map(
          sql<{ readonly emptied: boolean }>`SELECT empty_former_deliveries(${now}::timestamptz) AS emptied`,
          ([row]) => row?.emptied
        )
      assert.isFalse(yield* emptied(at))
      // An endpoint goes with its log, wherever it is.
      yield* sql`DELETE FROM webhook_endpoints`
      assert.deepStrictEqual(yield* rows(sql), [])
      // Before its time is over something may come.
      assert.isFalse(yield* emptied(new Date().toISOString()))
      assert.isAbove(yield* levels(sql), 1)
      assert.isTrue(yield* emptied(at))
      assert.strictEqual(yield* levels(sql), 1)
      assert.isFalse(yield* emptied(at))
    }).pipe(Effect.scoped, Effect.provide([NodeServices.layer, Reactivity.layer]))
  )

  // deliveries-11
  it.live("comes to one level with every row, on which the functions and statements of before work", () =>
    Effect.gen(function* () {
      const url = yield* emptyDatabase
      yield* migrate({ url }, { upTo: 186 })
      const sql = yield* PgClient.make({ url, maxConnections: 1 })
      yield* sql`INSERT INTO organisations (id, name, plan, plan_status, created_at) VALUES (${orgId}, 'A', 'enterprise', 'active', now())`
      yield* sql`
        INSERT INTO webhook_endpoints (org_id, id, url, events, sealed_secret, created_at)
        VALUES (${orgId}, ${randomUUID()}, 'https://hooks.test/', '{a}', 'sealed', now())`
      // Of today, of a day without a partition, and given up without an attempt.
      for (const [status, attempt] of [
        ["pending", null],
        ["failed", "0 days"],
        ["delivered", "0 days"],
        ["delivered", "100 days"],
        ["dead", "0 days"],
        ["dead", null]
      ]) {
        yield* sql`
          INSERT INTO webhook_deliveries (org_id, id, endpoint_id, event, content, status, next_attempt_at, created_at, last_attempt_at)
          SELECT org_id, gen_random_uuid(), id, 'offboarding.deleted', '{"type":"x"}', ${status}::text, now(), now(), now() - ${attempt}::interval
          FROM webhook_endpoints, generate_series(1, 20)`
      }
      assert.strictEqual(yield* levels(sql), 3)
      const before = yield* rows(sql)
      yield* migrate({ url })
      assert.strictEqual(yield* levels(sql), 1)
      assert.deepStrictEqual(yield* rows(sql), before)
      const [days] = yield* sql<{ readonly day: string; readonly week: string }>`
        SELECT to_char(now() AT TIME ZONE 'UTC', 'YYYYMMDD') AS day, to_char(date_trunc('week', now() AT TIME ZONE 'UTC'), 'YYYYMMDD') AS week`
      assert.deepStrictEqual(yield* places(sql), [
        `webhook_deliveries_dead_${days?.week} dead 40`,
        `webhook_deliveries_delivered_${days?.day} delivered 20`,
        "webhook_deliveries_other delivered 20",
        "webhook_deliveries_queue failed 20",
        "webhook_deliveries_queue pending 20"
      ])
      const made = sql`SELECT make_partition('webhook_deliveries_delivered', now() - interval '100 days') AS made`
      assert.deepStrictEqual(yield* made, [{ made: true }])
      assert.deepStrictEqual(yield* made, [{ made: false }])
      yield* sql`UPDATE webhook_deliveries SET status = 'delivered', last_attempt_at = now() WHERE status = 'pending'`
      const dropped = sql<{ readonly rows: number }>`
        SELECT drop_partition_before('webhook_deliveries_delivered', now() - interval '30 days')::int AS rows`
      assert.deepStrictEqual(yield* dropped, [{ rows: 20 }])
      assert.deepStrictEqual(yield* places(sql), [
        `webhook_deliveries_dead_${days?.week} dead 40`,
        `webhook_deliveries_delivered_${days?.day} delivered 40`,
        "webhook_deliveries_queue failed 20"
      ])
      yield* sql`DELETE FROM webhook_endpoints`
      assert.deepStrictEqual(yield* rows(sql), [])
    }).pipe(Effect.scoped, Effect.provide([NodeServices.layer, Reactivity.layer]))
  )
})
