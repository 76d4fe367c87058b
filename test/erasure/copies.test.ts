import { assert, layer } from "#test/support/suite"
import { Effect } from "effect"
import { globSync } from "node:fs"
import { copies } from "#erasure/copies-repo"
import { SystemSql } from "#platform/database/db"
import { TestServices } from "#test/support/TestApp"

const declared = copies.flatMap(({ keeps }) => Object.entries(keeps))

/** A column of such a name holds what a person is called or reached by. */
const looksPersonal = (column: string) =>
  /email|phone|recipient|signed_by|username|label|(?:full|employee|owner|signer)_name|sealed_(?:name|notes)/.test(
    column
  )

/** Columns of such a name that erasure leaves, and why. */
const left: Readonly<Record<string, string>> = {
  "audit_person_keys.email_digest": "destroyed with the key",
  "freed_seats.label": "what the vendor calls a licence",
  "leaver_test_links.label": "what the link of an auditor is called",
  "sms_opt_outs.phone_digest": "a keyed hash, so that a number that wants no messages is sent none"
}

const columns = Effect.flatMap(
  SystemSql,
  (system) => system<{ readonly table_name: string; readonly name: string }>`
    SELECT c.relname AS table_name, a.attname AS name
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace
      AND a.attgenerated = '' AND a.atttypid IN ('text'::regtype, 'text[]'::regtype, 'bytea'::regtype)
      AND EXISTS (SELECT FROM pg_attribute o WHERE o.attrelid = c.oid AND o.attname = 'org_id')
    ORDER BY c.relname, a.attnum`
)

layer(TestServices)("the copies of a person", (it) => {
  it.effect("each column that looks personal is declared by its domain, or left for a reason", function* () {
    const keeps = new Map(declared)
    const undeclared = (yield* columns)
      .filter(({ name }) => looksPersonal(name))
      .filter(({ name, table_name }) => {
        const kept = keeps.get(table_name)
        return !(kept === "row" || kept?.includes(name) === true || `${table_name}.${name}` in left)
      })
      .map(({ name, table_name }) => `${table_name}.${name}`)
    assert.deepStrictEqual(undeclared, [], "add them to `keeps` of the domain's copies-repo.ts")
  })

  it.effect("erasure collects what each domain declares, and no table is declared twice", () =>
    Effect.sync(() => {
      // All but the one that collects.
      assert.lengthOf(globSync("src/**/copies-repo.ts"), copies.length + 1)
      assert.lengthOf(declared, new Set(declared.map(([table]) => table)).size)
    })
  )
})
