import { assert, layer } from "#test/support/suite"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { Db, ReadSql, SystemSql } from "#platform/database/db"
import { TestServices } from "#test/support/TestApp"
import { aKey, anOrganisation, asSystemCaller, aSuperAdmin } from "#test/support/people"

const tenantTables = Effect.gen(function* () {
  const system = yield* SystemSql
  const rows = yield* system<{
    readonly name: string
    readonly enabled: boolean
    readonly forced: boolean
    readonly first: string
  }>`
    SELECT c.relname AS name, c.relrowsecurity AS enabled, c.relforcerowsecurity AS forced,
      COALESCE((
        SELECT a.attname FROM pg_index i JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = i.indkey[0]
        WHERE i.indrelid = c.oid AND i.indisprimary
      ), '') AS first
    FROM pg_class c JOIN pg_attribute o ON o.attrelid = c.oid AND o.attname = 'org_id'
    WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
    ORDER BY c.relname`
  return rows
})

/** Tables whose rows may belong to no organisation, so that their key cannot begin with one. */
const alsoOfNone = new Map([
  ["mail_outbox", "id"],
  ["second_factor_challenges", "id"],
  ["sessions", "id"]
])

layer(TestServices)("row-level security, the second wall", (it) => {
  it.effect("every tenant table has it on and forced, and org_id first in its key", function* () {
    const tables = yield* tenantTables
    assert.isAbove(tables.length, 15)
    for (const table of tables) {
      assert.deepStrictEqual(table, {
        name: table.name,
        enabled: true,
        forced: true,
        first: alsoOfNone.get(table.name) ?? "org_id"
      })
    }
  })

  // tenancy-4: A session of an organization reads no password hash.
  it.effect(
    "an organisation's queries read no password hash, nor any table of secrets that is not theirs",
    function* () {
      const system = yield* SystemSql
      const columns = yield* system<{ readonly name: string }>`
        SELECT a.attname AS name FROM pg_attribute a
        WHERE a.attrelid = 'users'::regclass AND a.attnum > 0 AND NOT a.attisdropped
          AND has_column_privilege('svc_app', a.attrelid, a.attnum, 'SELECT')
        ORDER BY 1`
      assert.deepStrictEqual(
        columns.map(({ name }) => name),
        [
          "created_at",
          "email",
          "email_verified_at",
          "full_name",
          "id",
          "is_platform_admin",
          "language",
          "theme",
          "totp_enabled"
        ]
      )
      const readable = yield* system<{ readonly name: string }>`
        SELECT c.relname AS name FROM pg_class c
        WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND NOT c.relrowsecurity
          AND has_any_column_privilege('svc_app', c.oid, 'SELECT')`
      assert.deepStrictEqual(
        readable.map(({ name }) => name),
        ["users"]
      )
    }
  )

  it.effect("the roles that queries run as are neither superusers nor exempt, nor owners of a table", function* () {
    const sql = yield* SqlClient.SqlClient
    const system = yield* SystemSql
    const roles =
      yield* system`SELECT rolname, rolsuper, rolbypassrls FROM pg_roles WHERE rolname LIKE 'svc\\_%' ORDER BY rolname`
    assert.deepStrictEqual(roles, [
      { rolname: "svc_app", rolsuper: false, rolbypassrls: false },
      { rolname: "svc_system", rolsuper: false, rolbypassrls: false }
    ])
    assert.deepStrictEqual(yield* sql`SELECT current_user::text AS role`, [{ role: "svc_app" }])
    assert.deepStrictEqual(yield* system`SELECT current_user::text AS role`, [{ role: "svc_system" }])
    const owned = yield* system`SELECT 1 FROM pg_tables WHERE tableowner IN ('svc_app', 'svc_system')`
    assert.lengthOf(owned, 0)
  })

  // tenancy-3: The database holds the same wall: without an organisation named, no tenant's row is seen.
  it.effect("without an organisation named, no tenant table shows a row", function* () {
    yield* aKey(yield* aSuperAdmin())
    const sql = yield* SqlClient.SqlClient
    const read = yield* ReadSql
    for (const { name } of [...(yield* tenantTables), { name: "organisations" }]) {
      assert.deepStrictEqual(yield* sql`SELECT count(*)::int AS rows FROM ${sql(name)}`, [{ rows: 0 }], name)
      assert.deepStrictEqual(yield* read`SELECT count(*)::int AS rows FROM ${read(name)}`, [{ rows: 0 }], name)
    }
  })

  it.effect("an organisation named in a transaction is forgotten with it, also after a failure", function* () {
    const orgId = yield* anOrganisation()
    const sql = yield* SqlClient.SqlClient
    const db = yield* Db
    const seen = sql<{ readonly id: string }>`SELECT id FROM organisations`
    const asTenant = asSystemCaller(orgId)
    assert.deepStrictEqual(yield* db.transact(seen).pipe(asTenant), [{ id: orgId }])
    yield* Effect.exit(db.transact(sql`SELECT 1 / 0`).pipe(asTenant))
    const afterwards = yield* Effect.forEach(Array.from({ length: 20 }), () => seen, { concurrency: 20 })
    assert.deepStrictEqual(afterwards.flat(), [])
  })

  it.effect("two organisations interleaved on the same connections see their own rows only", function* () {
    const db = yield* Db
    const sql = yield* SqlClient.SqlClient
    const orgs = [yield* anOrganisation(), yield* anOrganisation()]
    const results = yield* Effect.forEach(
      Array.from({ length: 400 }, (_, index) => orgs[index % 2] ?? orgs[0]),
      (orgId) =>
        orgId === undefined
          ? Effect.succeed(false)
          : db.transact(sql<{ readonly id: string }>`SELECT id FROM organisations`).pipe(
              asSystemCaller(orgId),
              Effect.map((rows) => rows.length === 1 && rows[0]?.id === orgId)
            ),
      { concurrency: 16 }
    )
    assert.isTrue(results.every(Boolean))
  })

  // tenancy-3
  it.effect("a row of another organisation can be neither written nor moved there", function* () {
    const [mine, theirs] = [yield* anOrganisation(), yield* anOrganisation()]
    const db = yield* Db
    const sql = yield* SqlClient.SqlClient
    const asMine = asSystemCaller(mine)
    const row = {
      id: randomUUID(),
      url: "https://x.test",
      events: ["a"],
      sealed_secret: "s",
      created_at: new Date(0)
    }
    const foreign = yield* Effect.exit(
      db.transact(sql`INSERT INTO webhook_endpoints ${sql.insert({ org_id: theirs, ...row })}`).pipe(asMine)
    )
    assert.strictEqual(foreign._tag, "Failure")
    yield* db.transact(sql`INSERT INTO webhook_endpoints ${sql.insert({ org_id: mine, ...row })}`).pipe(asMine)
    const moved = yield* Effect.exit(
      db.transact(sql`UPDATE webhook_endpoints SET org_id = ${theirs} WHERE id = ${row.id}`).pipe(asMine)
    )
    assert.strictEqual(moved._tag, "Failure")
  })

  it.effect("a transaction of one organisation refuses to serve a caller of another", function* () {
    const [mine, theirs] = [yield* anOrganisation(), yield* anOrganisation()]
    const db = yield* Db
    const inner = db.transact(Effect.void).pipe(asSystemCaller(theirs))
    const outer = yield* Effect.exit(db.transact(inner).pipe(asSystemCaller(mine)))
    assert.strictEqual(outer._tag, "Failure")
  })
})
