import { assert, layer } from "#test/support/suite"
import { Cause, Effect, Exit, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { Db, SystemSql } from "#platform/database/db"
import { unlessTaken } from "#platform/database/statements"
import { anOrganisation, asSystemCaller } from "#test/support/people"
import { TestServices } from "#test/support/TestApp"

layer(TestServices)("a statement that another row can refuse", (it) => {
  it.effect("taken is an answer, and the transaction goes on; what another index refuses is a defect", function* () {
    const orgId = yield* anOrganisation()
    const db = yield* Db
    const sql = yield* SqlClient.SqlClient
    const insert = unlessTaken(sql, "audit_person_keys_email", {
      Request: Schema.Struct({ id: Schema.String, email_digest: Schema.String }),
      execute: (row) => sql`
          INSERT INTO audit_person_keys ${sql.insert({ ...row, org_id: orgId, wrapped_key: "wrapped", created_at: new Date(0) })}`
    })
    const [ada, grace] = [randomUUID(), randomUUID()]

    const answers = yield* Effect.all([
      insert({ id: ada, email_digest: "ada" }),
      insert({ id: randomUUID(), email_digest: "ada" }),
      insert({ id: grace, email_digest: "grace" })
    ]).pipe(db.transact, asSystemCaller(orgId))
    assert.deepStrictEqual(answers, [true, false, true])

    const refused = yield* insert({ id: ada, email_digest: "mary" }).pipe(
      db.transact,
      asSystemCaller(orgId),
      Effect.exit
    )
    assert.isTrue(Exit.isFailure(refused) && Cause.hasDies(refused.cause))

    const system = yield* SystemSql
    const stored = yield* system<{ id: string }>`SELECT id FROM audit_person_keys WHERE org_id = ${orgId}`
    assert.sameMembers(
      stored.map(({ id }) => id),
      [ada, grace]
    )
  })
})
