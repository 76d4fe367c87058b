import { assert, expect, layer } from "#test/support/suite"
import { Effect } from "effect"
import { SystemSql } from "#platform/database/db"
import { districts, domainOf, folders, tableOwners } from "./support/house.ts"
import { TestDatabase } from "./support/database.ts"

interface Column {
  readonly table_name: string
  readonly name: string
  readonly type: string
  readonly nullable: boolean
  readonly value: string | null
  readonly generated: boolean
  readonly in_key: boolean
  readonly refers_to: string | null
  readonly protected: boolean
}

const columns = Effect.flatMap(
  SystemSql,
  (system) => system<Column>`
    SELECT c.relname AS table_name, a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type,
      NOT a.attnotnull AS nullable, pg_get_expr(d.adbin, d.adrelid) AS value, a.attgenerated <> '' AS generated,
      coalesce(a.attnum = ANY(k.conkey), false) AS in_key, c.relrowsecurity AS protected,
      (SELECT string_agg(DISTINCT f.confrelid::regclass::text, ', ' ORDER BY f.confrelid::regclass::text)
         FROM pg_constraint f
         -- org_id is part of every foreign key; its own reference is to the table of organizations.
         WHERE f.conrelid = c.oid AND f.contype = 'f' AND a.attnum = ANY(f.conkey)
           AND (a.attname <> 'org_id' OR f.confrelid = 'organisations'::regclass)) AS refers_to
    FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
    LEFT JOIN pg_constraint k ON k.conrelid = c.oid AND k.contype = 'p'
    WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace
    ORDER BY c.relname, a.attnum`
)

const written = ({ generated, name, refers_to, type, value }: Column) =>
  [
    `\`${name}\` ${type}`,
    refers_to === null ? "" : `→ ${refers_to}`,
    generated ? "(generated)" : value === null ? "" : `(default \`${value}\`)`
  ]
    .filter((word) => word !== "")
    .join(" ")

const tableOf = (name: string, all: ReadonlyArray<Column>) => {
  const line = (title: string, columns: ReadonlyArray<Column>) =>
    columns.length === 0 ? [] : [`- ${title}: ${columns.map(written).join(", ")}`]
  return [
    `### ${name}`,
    "",
    ...(all.some((column) => column.protected) ? [] : ["- No organization, so no row-level security"]),
    ...line(
      "Key",
      all.filter(({ in_key }) => in_key)
    ),
    ...line(
      "Required",
      all.filter(({ in_key, nullable }) => !in_key && !nullable)
    ),
    ...line(
      "Optional",
      all.filter(({ in_key, nullable }) => !in_key && nullable)
    )
  ].join("\n")
}

/** The page as a whole: the tables by the folder that owns them, in the order of the districts. */
const pageOf = (all: ReadonlyArray<Column>) => {
  const tables = Map.groupBy(all, ({ table_name }) => table_name)
  const ownerOf = (table: string) => tableOwners.get(table) ?? "platform"
  const rank = (folder: string) => districts.indexOf(folder.split("/")[1] ?? "")
  const sections = folders
    .toSorted((one, other) => rank(one) - rank(other))
    .flatMap((folder) => {
      const own = [...tables].filter(([table]) => ownerOf(table) === domainOf(folder))
      return own.length === 0
        ? []
        : [`## ${folder.replace("src/", "")}\n\n${own.map(([name, of]) => tableOf(name, of)).join("\n\n")}`]
    })
  return `# The schema

Every table of the database, under the folder of \`src\` whose migrations create it and whose \`repo.ts\` writes it. An
arrow names the table that a column refers to. Row-level security by organization covers \`organisations\` and every table with
\`org_id\`. \`npm run schema\` prints this page from the catalog of a new database; \`test/schema.test.ts\` compares it.

${sections.join("\n\n")}
`
}

layer(TestDatabase)("docs/schema.md", (it) => {
  it.effect("matches the catalog of a new database: run `npm run schema` and read the diff", function* () {
    const all = yield* columns
    const page = pageOf(all)
    for (const { table_name } of all) assert.include(page, `### ${table_name}\n`)
    yield* Effect.promise(() => expect(page).toMatchFileSnapshot("../docs/schema.md"))
  })
})
