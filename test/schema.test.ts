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
         -- The organisation stands in every key to another table; it refers to that of the organisations.
         WHERE f.conrelid = c.oid AND f.contype = 'f' AND a.attnum = ANY(f.conkey)
           AND (a.attname <> 'org_id' OR f.confrelid = 'organisations'::regclass)) AS refers_to
    FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
    LEFT JOIN pg_constraint k ON k.conrelid = c.oid AND k.contype = 'p'
    WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace
    ORDER BY c.relname, a.attnum`
)

const about = ({ generated, in_key, nullable, refers_to, value }: Column) =>
  [
    in_key ? "key" : "",
    refers_to === null ? "" : `of ${refers_to}`,
    generated ? "generated" : value === null ? "" : `default ${value}`,
    nullable ? "may be null" : ""
  ]
    .filter((word) => word !== "")
    .join("; ")

const tableOf = (name: string, all: ReadonlyArray<Column>) =>
  [
    `### ${name}`,
    "",
    ...(all.some((column) => column.protected) ? [] : ["Not under row-level security: it is of no organisation.", ""]),
    ...all.map((column) => {
      const more = about(column)
      return `- \`${column.name}\` ${column.type}${more === "" ? "" : `; ${more}`}`
    })
  ].join("\n")

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

Every table of the database with its columns, under the folder of \`src\` whose migrations make it and whose \`repo.ts\`
writes it. Printed from the catalogue by \`npm run schema\`, and compared by \`test/schema.test.ts\`.

${sections.join("\n\n")}
`
}

layer(TestDatabase)("docs/schema.md", (it) => {
  it.effect("is what the catalogue of a new database says: run `npm run schema` and read the diff", function* () {
    const all = yield* columns
    const page = pageOf(all)
    for (const { table_name } of all) assert.include(page, `### ${table_name}\n`)
    yield* Effect.promise(() => expect(page).toMatchFileSnapshot("../docs/schema.md"))
  })
})
