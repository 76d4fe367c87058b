import { assert, layer } from "#test/support/suite"
import { Cause, Effect, Exit } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { Audit } from "#audit/record/service"
import { auditText } from "#audit/record/text"
import { Db } from "#platform/database/db"
import { verify } from "#test/audit/verification/tampering"
import { TestServices } from "#test/support/TestApp"
import { labelled } from "#test/support/labelled"
import { anOrganisation, asSystemCaller } from "#test/support/people"
import { asOwner, asSystem } from "#test/support/tables"

const forged = (sql: SqlClient.SqlClient, orgId: string) => sql`
  INSERT INTO audit_entries (org_id, seq, id, created_at, action, target, details, content_hash, prev_hash, entry_hash)
  VALUES (${orgId}, 99, gen_random_uuid(), now(), 'forged', '', '', 'a', 'b', 'c')`

/** What nobody may do to a chain, whichever of the service's roles they have come by. */
const attacks: ReadonlyArray<
  readonly [string, (sql: SqlClient.SqlClient, orgId: string) => Statement.Statement<object>]
> = [
  ["change an entry", (sql, orgId) => sql`UPDATE audit_entries SET details = 'x' WHERE org_id = ${orgId}`],
  ["remove an entry", (sql, orgId) => sql`DELETE FROM audit_entries WHERE org_id = ${orgId}`],
  ["remove all entries", (sql) => sql`TRUNCATE audit_entries`],
  ["insert an entry of one's own making", forged],
  ["move the head", (sql, orgId) => sql`UPDATE audit_heads SET seq = seq - 1 WHERE org_id = ${orgId}`],
  ["remove the head", (sql, orgId) => sql`DELETE FROM audit_heads WHERE org_id = ${orgId}`],
  ["remove all heads", (sql) => sql`TRUNCATE audit_heads`],
  [
    "begin another chain",
    (sql, orgId) => sql`INSERT INTO audit_heads (org_id, seq, prev_hash, entry_hash) VALUES (${orgId}, 0, '', '')
      ON CONFLICT (org_id) DO UPDATE SET seq = 0`
  ],
  ["switch the guards off", (sql) => sql`ALTER TABLE audit_entries DISABLE TRIGGER ALL`],
  ["replace the guards", (sql) => sql`DROP TRIGGER audit_entries_append_only ON audit_entries`]
]

const append = (sql: SqlClient.SqlClient, orgId: string) => sql`
  SELECT append_audit_entry(${orgId}::uuid, gen_random_uuid(), now(), NULL, 'noted', '', '', ${"0".repeat(64)},
    NULL, NULL, NULL, NULL, false)`

// chain-7: No role of the service changes or removes an entry; retention alone takes the oldest, and says so in the
//   log.
layer(TestServices)("entries are append-only", (it) => {
  for (const role of ["svc_app", "svc_system"] as const) {
    it.effect(`${role} can neither change nor remove nor insert what stands in a chain, nor its head`, function* () {
      const orgId = yield* anOrganisation()
      const db = yield* Db
      const sql = yield* SqlClient.SqlClient
      for (const [what, attack] of attacks) {
        const statement = attack(sql, orgId)
        const tried =
          role === "svc_app" ? db.transact(statement).pipe(asSystemCaller(orgId)) : asSystem(() => statement)
        assert.isTrue(Exit.isFailure(yield* Effect.exit(tried)), what)
      }
      assert.deepInclude(yield* verify(orgId), { ok: true, checked: 1 })
    })
  }

  it.effect(
    "an organisation's transaction appends to no other chain, nor does one without an organisation",
    function* () {
      const [own, other] = [yield* anOrganisation(), yield* anOrganisation()]
      const db = yield* Db
      const sql = yield* SqlClient.SqlClient
      const foreign = db.transact(append(sql, other)).pipe(asSystemCaller(own))
      assert.isTrue(Exit.isFailure(yield* Effect.exit(foreign)))
      assert.isTrue(Exit.isFailure(yield* Effect.exit(append(sql, own))))
      yield* db.transact(append(sql, own)).pipe(asSystemCaller(own))
    }
  )

  it.effect("a temporary table of the same name takes nothing in the chain's place", function* () {
    const orgId = yield* anOrganisation()
    const db = yield* Db
    const sql = yield* SqlClient.SqlClient
    const audit = yield* Audit
    const shadowed = Effect.gen(function* () {
      yield* sql`CREATE TEMPORARY TABLE audit_entries (LIKE public.audit_entries) ON COMMIT DROP`
      yield* audit.record({ action: labelled("noted"), target: auditText`x`, details: auditText`` })
    })
    yield* db.transact(shadowed).pipe(asSystemCaller(orgId))
    assert.deepInclude(yield* verify(orgId), { checked: 2 })
  })

  it.effect("not even the owner of the database changes or removes an entry while the triggers are on", function* () {
    const orgId = yield* anOrganisation()
    const guarded = (statement: (sql: SqlClient.SqlClient) => Statement.Statement<object>) =>
      asOwner((sql) =>
        Effect.andThen(
          sql`SET LOCAL session_replication_role = origin`,
          Effect.suspend(() => statement(sql))
        )
      ).pipe(Effect.exit)
    const attempts: ReadonlyArray<Parameters<typeof guarded>[0]> = [
      (sql) => sql`UPDATE audit_entries SET details = 'x' WHERE org_id = ${orgId}`,
      (sql) => sql`DELETE FROM audit_entries WHERE org_id = ${orgId}`,
      (sql) => sql`TRUNCATE audit_entries`,
      (sql) => sql`DELETE FROM audit_heads WHERE org_id = ${orgId}`,
      (sql) => sql`TRUNCATE audit_heads`,
      // It would take its log along: its deletion has not begun.
      (sql) => sql`DELETE FROM organisations WHERE id = ${orgId}`
    ]
    for (const attempt of attempts) {
      const ended = yield* guarded(attempt)
      assert.isTrue(Exit.isFailure(ended))
      assert.match(Exit.isFailure(ended) ? Cause.pretty(ended.cause) : "", /audit|deletion of the organisation/i)
    }
    assert.deepInclude(yield* verify(orgId), { ok: true, checked: 1 })
  })

  it.effect(
    "no two entries of an organisation have one number, one id or one predecessor, whoever writes them",
    function* () {
      const orgId = yield* anOrganisation()
      const columns = ["seq", "id", "prev_hash"] as const
      for (const same of columns) {
        const ended = yield* asOwner(
          (sql) => sql`
            INSERT INTO audit_entries (org_id, seq, id, created_at, action, target, details, content_hash, prev_hash, entry_hash)
            SELECT org_id, ${same === "seq" ? sql`seq` : sql`seq + 1`}, ${same === "id" ? sql`id` : sql`gen_random_uuid()`},
              created_at, 'forked', '', '', content_hash, ${same === "prev_hash" ? sql`prev_hash` : sql`entry_hash`}, entry_hash
            FROM audit_entries WHERE org_id = ${orgId}`
        ).pipe(Effect.exit)
        assert.match(Exit.isFailure(ended) ? Cause.pretty(ended.cause) : "", /unique|duplicate/i, same)
      }
    }
  )
})
