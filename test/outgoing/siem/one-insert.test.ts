import { assert, layer } from "#test/support/suite"
import { Effect } from "effect"
import { Audit } from "#audit/record/service"
import { auditText } from "#audit/record/text"
import { Db } from "#platform/database/db"
import { SqlClient } from "effect/sql"
import { asCaller, aSuperAdmin } from "#test/support/people"
import { asOwner } from "#test/support/tables"
import { aTarget, forward, queued, StreamServices } from "./streaming.ts"

/** The rows that a transaction left, by table: every row carries the number of the transaction that wrote it. */
const rowsOf = (transaction: string) =>
  asOwner((sql) =>
    Effect.gen(function* () {
      const tables = yield* sql<{ readonly name: string }>`
        SELECT relname AS name FROM pg_class
        WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY relname`
      assert.isAbove(tables.length, 50)
      const counts = yield* Effect.forEach(tables, ({ name }) =>
        Effect.map(
          sql<{
            readonly rows: number
          }>`SELECT count(*)::int AS rows FROM ${sql(name)} WHERE xmin::text = ${transaction}`,
          ([count]) => [name, count?.rows ?? 0] as const
        )
      )
      return Object.fromEntries(counts.filter(([, rows]) => rows > 0))
    })
  )

layer(StreamServices)("what an audit entry costs its writer", (it) => {
  for (const targets of [0, 1, 50]) {
    it.effect(`one audit entry costs the writer's transaction one insert with ${targets} targets`, function* () {
      const member = yield* aSuperAdmin()
      yield* Effect.forEach(Array.from({ length: targets }), () => aTarget(member.orgId), { discard: true })
      const audit = yield* Audit
      const db = yield* Db
      const sql = yield* SqlClient.SqlClient
      const append = audit.record({ action: "profile_updated", target: auditText`thing`, details: auditText`` })
      // A member's first entry makes their key.
      yield* append.pipe(db.transact, asCaller(member))
      yield* forward(member.orgId)
      const before = (yield* queued(member.orgId)).length
      const transaction = yield* Effect.gen(function* () {
        yield* append
        const [row] = yield* sql<{ readonly id: string }>`SELECT pg_current_xact_id()::xid::text AS id`
        return row?.id ?? ""
      }).pipe(db.transact, asCaller(member))
      // The insert, and the head that every entry moves on.
      assert.deepStrictEqual(yield* rowsOf(transaction), { audit_entries: 1, audit_heads: 1 })
      assert.strictEqual(yield* forward(member.orgId), targets)
      assert.lengthOf(yield* queued(member.orgId), before + targets)
    })
  }
})
