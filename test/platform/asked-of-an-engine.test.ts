import { assert, layer } from "#test/support/suite"
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { SystemSql } from "#platform/database/db"
import { TestDatabase } from "#test/support/database"

/** The two lists under "Which engines", as one line. */
const documented = (
  /The service needs these features,.*?it polls\./su.exec(readFileSync("docs/operate/capacity.md", "utf8"))?.[0] ?? ""
).replace(/\s+/g, " ")

/** By the words of the page: the matching objects of the catalog. Extensions of the server itself are not asked for. */
const asked = {
  "that is forced on the owner": "SELECT FROM pg_class WHERE relforcerowsecurity",
  "policies that call a function": "SELECT FROM pg_policies WHERE qual LIKE '%current_org()%'",
  "row triggers": "SELECT FROM pg_trigger WHERE NOT tgisinternal AND tgtype & 1 = 1",
  "statement triggers with transition tables":
    "SELECT FROM pg_trigger WHERE NOT tgisinternal AND tgtype & 1 = 0 AND coalesce(tgoldtable, tgnewtable) IS NOT NULL",
  "PL/pgSQL functions": "SELECT FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang WHERE l.lanname = 'plpgsql'",
  "`SECURITY DEFINER`": "SELECT FROM pg_proc WHERE prosecdef AND pronamespace = 'public'::regnamespace",
  "generated stored columns": "SELECT FROM pg_attribute WHERE attgenerated = 's'",
  "identity columns": "SELECT FROM pg_attribute WHERE attidentity <> ''",
  "partial and covering unique indexes": "SELECT FROM pg_index WHERE indisunique AND indpred IS NOT NULL",
  "foreign keys": "SELECT FROM pg_constraint WHERE contype = 'f'",
  "range partitions": "SELECT FROM pg_partitioned_table WHERE partstrat = 'r'"
}

const notAsked = {
  "nested partitions": "SELECT FROM pg_class WHERE relkind = 'p' AND relispartition",
  "sub-select in a policy": "SELECT FROM pg_policy WHERE concat(polqual, polwithcheck) LIKE '%SUBLINK%'",
  extension: "SELECT FROM pg_extension WHERE extname <> 'plpgsql'",
  "deferrable constraint": "SELECT FROM pg_constraint WHERE condeferrable",
  "exclusion constraint": "SELECT FROM pg_constraint WHERE contype = 'x'",
  "GIN or GiST index": `SELECT FROM pg_class c JOIN pg_am a ON a.oid = c.relam
    WHERE c.relkind IN ('i', 'I') AND c.relnamespace = 'public'::regnamespace AND a.amname <> 'btree'`
}

const count = (text: string) =>
  Effect.map(
    SystemSql.use((sql) => sql.unsafe(text)),
    ({ length }) => length
  )

layer(TestDatabase)("docs/operate/capacity.md lists what the service needs of an engine", (it) => {
  it.effect.each(Object.entries(asked))("it needs: %s", function* ([words, text]) {
    assert.include(documented, words)
    assert.isAbove(yield* count(text), 0)
  })

  it.effect.each(Object.entries(notAsked))("it needs no %s", function* ([words, text]) {
    assert.match(documented, new RegExp(`It needs no .*${words}`))
    assert.strictEqual(yield* count(text), 0)
  })
})
