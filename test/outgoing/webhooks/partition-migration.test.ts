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

describe("the migration of deliveries into partitions", () => {
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
      const emptied = Effect.fnUntraced(function* (now: string) {
        const [row] = yield* sql<{ readonly emptied: boolean }>`
          SELECT empty_former_deliveries(${now}::timestamptz) AS emptied`
        const [size] = yield* sql<{ readonly small: boolean }>`
          SELECT pg_total_relation_size('webhook_deliveries_former') < 1000000 AS small`
        return { emptied: row?.emptied, small: size?.small }
      })
      assert.deepStrictEqual(yield* emptied(at), { emptied: false, small: false })
      // An endpoint goes with its log, wherever it stands.
      yield* sql`DELETE FROM webhook_endpoints`
      assert.deepStrictEqual(yield* rows(sql), [])
      // Before its time is over something may come.
      assert.deepStrictEqual(yield* emptied(new Date().toISOString()), { emptied: false, small: false })
      assert.deepStrictEqual(yield* emptied(at), { emptied: true, small: true })
    }).pipe(Effect.scoped, Effect.provide([NodeServices.layer, Reactivity.layer]))
  )
})
