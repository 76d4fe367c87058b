import { NodeServices } from "@effect/platform-node"
import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Schema } from "effect"
import { Reactivity } from "effect/reactivity"
import { randomUUID } from "node:crypto"
import { migrate } from "#platform/database/migrations"
import { emptyDatabase, freshDatabase } from "#test/support/database"
import { untilItWaits } from "#test/support/tables"

const anOrganisation = (sql: PgClient.PgClient) => sql`
  INSERT INTO organisations (id, name, plan, plan_status, created_at)
  VALUES (${randomUUID()}, 'A', 'enterprise', 'active', now())`

const policies = (sql: PgClient.PgClient) => sql<{
  readonly on: string
  readonly name: string
  readonly rule: string
}>`
  SELECT tablename AS on, policyname AS name, concat_ws(' / ', roles::text, qual, with_check) AS rule FROM pg_policies
  WHERE tablename !~ '_\\d{8}$' ORDER BY 1, 2`

const Plan = Schema.Tuple([Schema.Struct({ Plan: Schema.Struct({ "Plan Rows": Schema.Int }) })])

describe("policies of tenant tables", () => {
  it.live("are the same in a new database and in one in use, whose tables are locked one after the other", () =>
    Effect.gen(function* () {
      const fresh = yield* freshDatabase
      const url = yield* emptyDatabase
      yield* migrate({ url }, { upTo: 183 })
      const sql = yield* PgClient.make({ url, maxConnections: 2 })
      yield* anOrganisation(sql)
      const restated = sql<{ readonly count: number }>`
        SELECT count(*)::int AS count FROM pg_policies WHERE tablename = 'assets' AND qual = '(org_id = current_org())'`
      const migrating = yield* Effect.scoped(
        Effect.gen(function* () {
          const held = yield* sql.reserve
          yield* held.executeRaw("BEGIN", [])
          yield* held.executeRaw("SELECT 1 FROM users", [])
          yield* held.executeRaw("SELECT 1 FROM webhook_endpoints", [])
          const fiber = yield* Effect.forkDetach(migrate({ url }, { lockTimeout: "100ms" }))
          yield* untilItWaits(sql, fiber)
          // Those before the one that is held have theirs, and nobody waits for them.
          assert.deepStrictEqual(yield* restated, [{ count: 1 }])
          yield* held.executeRaw("COMMIT", [])
          return fiber
        })
      )
      yield* Fiber.join(migrating)
      assert.deepStrictEqual(yield* policies(sql), yield* policies(yield* PgClient.make({ url: fresh })))
    }).pipe(Effect.scoped, Effect.provide([NodeServices.layer, Reactivity.layer]))
  )

  it.live("are planned for as many rows as an organization has, though none is named yet", () =>
    Effect.gen(function* () {
      const sql = yield* PgClient.make({ url: yield* freshDatabase, maxConnections: 1 })
      yield* anOrganisation(sql)
      yield* sql`
        INSERT INTO webhook_endpoints (org_id, id, url, events, sealed_secret, created_at)
        SELECT id, gen_random_uuid(), 'https://hooks.test/', '{}', '', now() FROM organisations, generate_series(1, 500)`
      yield* sql`ANALYZE webhook_endpoints`
      const [row] = yield* sql<{ readonly "QUERY PLAN": unknown }>`
        EXPLAIN (FORMAT JSON) SELECT FROM webhook_endpoints WHERE org_id = current_org()`
      const [{ Plan: plan }] = yield* Schema.decodeUnknownEffect(Plan)(row?.["QUERY PLAN"])
      assert.strictEqual(plan["Plan Rows"], 500)
    }).pipe(Effect.scoped, Effect.provide([NodeServices.layer, Reactivity.layer]))
  )
})
