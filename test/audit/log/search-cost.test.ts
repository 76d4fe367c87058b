import { assert, layer } from "#test/support/suite"
import { Effect } from "effect"
import { entriesNaming } from "#audit/log/texts-repo"
import { AuditSurface } from "#test/support/audit-surface"
import { aSuperAdmin } from "#test/support/people"
import { asOwner } from "#test/support/tables"

layer(AuditSurface)("what a search of the audit log costs", (it) => {
  it.effect("no look at users who did nothing in it, nor by the alphabet at people without the term", function* () {
    const { orgId } = yield* aSuperAdmin()
    const plan = yield* asOwner((sql) =>
      Effect.gen(function* () {
        yield* sql`
            INSERT INTO users (id, email, full_name, created_at)
            SELECT gen_random_uuid(), 'stranger' || n || '@acme.test', 'Stranger ' || n, now()
            FROM generate_series(1, 4000) AS n`
        yield* sql`ANALYZE users`
        return yield* sql<{ readonly "QUERY PLAN": string }>`EXPLAIN ${entriesNaming(sql)(orgId, "nobody")}`
      })
    )
    const steps = plan.map((row) => row["QUERY PLAN"]).join("\n")
    assert.include(steps, "audit_entries_actor")
    assert.notInclude(steps, "Seq Scan on users")
    // Offboardings and the directory.
    assert.lengthOf(steps.match(/search_text\)?(?:::text)? ~~ /g) ?? [], 2)
  })
})
