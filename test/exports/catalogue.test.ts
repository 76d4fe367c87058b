import { assert, layer } from "#test/support/suite"
import { Effect } from "effect"
import { SystemSql } from "#platform/database/db"
import { catalogue, columnsShown, looksSecret } from "#exports/catalogue"
import { TestServices } from "#test/support/TestApp"

const columnsByTable = Effect.gen(function* () {
  const system = yield* SystemSql
  const rows = yield* system<{ readonly table_name: string; readonly name: string }>`
    SELECT c.relname AS table_name, a.attname AS name
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace AND a.attgenerated = ''
    ORDER BY c.relname, a.attnum`
  return Map.groupBy(rows, ({ table_name }) => table_name)
})

const namesOf = (columns: ReadonlyArray<{ readonly name: string }> | undefined) =>
  (columns ?? []).map(({ name }) => name)

const exported = catalogue.records.map(({ table }) => table)

layer(TestServices)("an organisation's export is complete", (it) => {
  // organisation-exports-10: It is complete: every table of tenants is in it, or it is said why not.
  it.effect("every tenant table is a record type, or the catalogue says why it is not", function* () {
    const tables = [...(yield* columnsByTable)]
      .filter(([, columns]) => namesOf(columns).includes("org_id"))
      .map(([table]) => table)
    assert.isAbove(tables.length, 15)
    const known = new Set([...exported, ...Object.keys(catalogue.leftOut)])
    assert.deepStrictEqual(
      tables.filter((table) => !known.has(table)),
      [],
      "add them to src/exports/catalogue.ts: to `records`, or to `leftOut` with the reason"
    )
  })

  it.effect("no table is both exported and left out, and no two record types share a name", () =>
    Effect.sync(() => {
      assert.deepStrictEqual(
        exported.filter((table) => catalogue.leftOut[table] !== undefined),
        []
      )
      assert.lengthOf(new Set(catalogue.records.map(({ type }) => type)), catalogue.records.length)
      assert.notInclude(
        catalogue.records.map(({ type }) => type),
        "manifest"
      )
    })
  )

  it.effect("everything that the catalogue names exists", function* () {
    const columns = yield* columnsByTable
    for (const source of catalogue.records) {
      const names = namesOf(columns.get(source.table))
      assert.isNotEmpty(names, source.table)
      const named = [
        ...Object.keys(source.withheld ?? {}),
        ...(source.harmless ?? []),
        ...Object.keys(source.revealed ?? {})
      ]
      assert.deepStrictEqual(
        named.filter((name) => !names.includes(name)),
        [],
        source.table
      )
    }
    for (const table of Object.keys(catalogue.leftOut)) assert.isTrue(columns.has(table), table)
    for (const { id, isStored = id, key, name, offboardingId, table } of catalogue.files) {
      assert.includeMembers(namesOf(columns.get(table)), [id, isStored, key, name, offboardingId], table)
    }
  })

  it.effect("a column that looks like a secret is withheld, or the catalogue says that it is none", function* () {
    const columns = yield* columnsByTable
    const undecided = catalogue.records.flatMap((source) =>
      namesOf(columns.get(source.table))
        .filter(looksSecret)
        .filter(
          (column) =>
            source.withheld?.[column] === undefined &&
            source.revealed?.[column] === undefined &&
            source.harmless?.includes(column) !== true
        )
        .map((column) => `${source.table}.${column}`)
    )
    assert.deepStrictEqual(undecided, [])
  })

  // organisation-exports-22: A new column whose name looks like a secret is not exported.
  it.effect("a column of a secret's name that nobody has decided on stays here", () =>
    Effect.sync(() => {
      assert.deepStrictEqual(
        columnsShown({ type: "x", table: "x" }, ["org_id", "id", "api_token", "password_hash", "name", "leased_by"]),
        ["id", "name"]
      )
    })
  )
})
