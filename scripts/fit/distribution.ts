import { PgClient } from "@effect/sql-pg"
import { Effect, Schema } from "effect"
import { type DatabaseOptions, loginSettings } from "#platform/database/connections"

/**
 * Which tables Citus could distribute, read from the catalog: by organization, or as a reference table, which every node has a
 * copy of. The rules are those of Citus 13.2.2, which took exactly the tables that this names (docs/operate/capacity.md).
 */
type Kind = "by organization" | "reference"

const ForeignKey = Schema.Struct({
  name: Schema.String,
  /** The table that it refers to. */
  to: Schema.String,
  columns: Schema.Array(Schema.String),
  referenced: Schema.Array(Schema.String),
  /** On delete or update it writes its own columns (`SET NULL`, `SET DEFAULT`, `ON UPDATE CASCADE`). */
  writes: Schema.Boolean
})

const Table = Schema.Struct({
  name: Schema.String,
  /** The column that names the organization: `org_id`, or the key that the others' `org_id` refers to; null without one. */
  key: Schema.NullOr(Schema.String),
  nullable: Schema.Boolean,
  policies: Schema.Array(Schema.String),
  triggers: Schema.Array(Schema.String),
  /** How many levels of partitions there are below it. */
  levels: Schema.Int,
  /** Unique indexes and constraints, with their columns. */
  unique: Schema.Array(Schema.Struct({ name: Schema.String, columns: Schema.Array(Schema.String) })),
  foreignKeys: Schema.Array(ForeignKey)
})
type Table = typeof Table.Type

interface Verdict {
  readonly table: string
  readonly kind: Kind
  /** Why Citus refuses it, whatever becomes of the other tables. */
  readonly reasons: ReadonlyArray<string>
  /** Tables that a foreign key leads to, which Citus refuses, and this one with them. */
  readonly follows: ReadonlyArray<string>
}

const kindOf = ({ key }: Table): Kind => (key === null ? "reference" : "by organization")

const foreignKeyReasons = (table: Table, others: ReadonlyMap<string, Table>) =>
  table.foreignKeys.flatMap(({ columns, name, referenced, to, writes }) => {
    const other = others.get(to)
    if (other === undefined) return []
    if (table.key === null) {
      return other.key === null ? [] : [`foreign key ${name} to ${to}, which is divided by organization`]
    }
    const at = columns.indexOf(table.key)
    if (writes && at >= 0) return [`foreign key ${name} sets columns although it holds ${table.key}`]
    if (other.key === null || (at >= 0 && referenced[at] === other.key)) return []
    return [`foreign key ${name} to ${to} without the organization: the rows may be on different nodes`]
  })

const reasonsOf = (table: Table, others: ReadonlyMap<string, Table>): ReadonlyArray<string> => {
  const { key, levels, nullable, policies, triggers, unique } = table
  return [
    ...policies.map((policy) => `policy ${policy} has a sub-select`),
    ...(triggers.length > 0
      ? [`triggers, unless a superuser sets citus.enable_unsafe_triggers: ${triggers.join(", ")}`]
      : []),
    ...(levels > 1 ? [`${levels} levels of partitions`] : []),
    ...(levels > 0 && key === null ? ["partitions of a table without an organization"] : []),
    ...(nullable ? [`${key} may be null`] : []),
    ...unique
      .filter(({ columns }) => key !== null && !columns.includes(key))
      .map(({ columns, name }) => `${name} is unique by ${columns.join(", ")} without ${key}`),
    ...foreignKeyReasons(table, others)
  ]
}

/** Of each table whether Citus takes it as it is: when neither it nor a table that its foreign keys lead to has a reason. */
const verdictsOf = (tables: ReadonlyArray<Table>): ReadonlyArray<Verdict> => {
  const others = new Map(tables.map((table) => [table.name, table]))
  const reasons = new Map(tables.map((table) => [table.name, reasonsOf(table, others)]))
  const taken = new Set(tables.flatMap(({ name }) => (reasons.get(name)?.length === 0 ? [name] : [])))
  const follows = ({ foreignKeys }: Table) => [...new Set(foreignKeys.flatMap(({ to }) => (taken.has(to) ? [] : [to])))]
  const leadsOut = (table: Table) => taken.has(table.name) && follows(table).length > 0
  for (let out = tables.find(leadsOut); out !== undefined; out = tables.find(leadsOut)) taken.delete(out.name)
  return tables.map((table) => ({
    table: table.name,
    kind: kindOf(table),
    reasons: reasons.get(table.name) ?? [],
    follows: follows(table).filter((name) => name !== table.name)
  }))
}

const facts = `
  WITH tables AS (
    SELECT c.oid, c.relname::text AS name FROM pg_class c
    WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = current_schema()::regnamespace
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
  ),
  keys AS (
    SELECT k.oid, k.conname::text AS name, k.conrelid, k.confrelid, (k.confdeltype IN ('n', 'd') OR k.confupdtype IN ('n', 'd', 'c')) AS writes,
      ARRAY(SELECT a.attname::text FROM unnest(k.conkey) WITH ORDINALITY u (n, at)
        JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = u.n ORDER BY u.at) AS columns,
      ARRAY(SELECT a.attname::text FROM unnest(k.confkey) WITH ORDINALITY u (n, at)
        JOIN pg_attribute a ON a.attrelid = k.confrelid AND a.attnum = u.n ORDER BY u.at) AS referenced
    FROM pg_constraint k WHERE k.contype = 'f' AND k.conparentid = 0
  ),
  keyed AS (
    SELECT t.*, key.attname::text AS key, coalesce(NOT key.attnotnull, false) AS nullable FROM tables t
    LEFT JOIN LATERAL (
      SELECT a.attname, a.attnotnull FROM pg_attribute a
      WHERE a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped AND (a.attname = 'org_id' OR EXISTS (
        SELECT FROM keys WHERE keys.confrelid = t.oid AND keys.columns = '{org_id}' AND keys.referenced = ARRAY[a.attname::text]
      ))
      ORDER BY a.attname = 'org_id' DESC LIMIT 1
    ) key ON true
  )
  SELECT t.name, t.key, t.nullable,
    ARRAY(SELECT p.polname::text FROM pg_policy p
      WHERE p.polrelid = t.oid AND concat(p.polqual, p.polwithcheck) LIKE '%SUBLINK%' ORDER BY 1) AS policies,
    ARRAY(SELECT g.tgname::text FROM pg_trigger g WHERE g.tgrelid = t.oid AND NOT g.tgisinternal ORDER BY 1) AS triggers,
    coalesce((SELECT max(level) FROM pg_partition_tree(t.oid)), 0) AS levels,
    coalesce((
      SELECT jsonb_agg(jsonb_build_object('name', i.indexrelid::regclass::text, 'columns', ARRAY(
        SELECT coalesce(a.attname::text, '(expression)') FROM unnest(i.indkey[0:i.indnkeyatts - 1]) WITH ORDINALITY u (n, at)
        LEFT JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = u.n AND u.n > 0 ORDER BY u.at)) ORDER BY 1)
      FROM pg_index i WHERE i.indrelid = t.oid AND (i.indisunique OR i.indisexclusion)
    ), '[]') AS "unique",
    coalesce((
      SELECT jsonb_agg(jsonb_build_object('name', k.name, 'to', k.confrelid::regclass::text, 'columns', k.columns,
        'referenced', k.referenced, 'writes', k.writes) ORDER BY k.name)
      FROM keys k WHERE k.conrelid = t.oid
    ), '[]') AS "foreignKeys"
  FROM keyed t ORDER BY t.name`

const decode = Schema.decodeUnknownEffect(Schema.Array(Table))

/** What the catalog says of the tables of a migrated database. */
export const tablesOf = Effect.fn("fit.tablesOf")(function* (options: DatabaseOptions) {
  const sql = yield* PgClient.makeClient(loginSettings(options, "fit"))
  return yield* Effect.orDie(decode(yield* sql.unsafe(facts)))
}, Effect.scoped)

const isTaken = ({ follows, reasons }: Verdict) => reasons.length === 0 && follows.length === 0

const countOf = (tables: ReadonlyArray<Table>) => {
  const taken = verdictsOf(tables).filter(isTaken)
  const references = taken.filter(({ kind }) => kind === "reference").length
  return `${taken.length - references} by organization, ${references} as reference tables`
}

/** One line about all tables. */
export const summaryOf = (tables: ReadonlyArray<Table>) =>
  `of ${tables.length} tables Citus takes ${countOf(tables)}; with citus.enable_unsafe_triggers ` +
  `${countOf(tables.map((table) => ({ ...table, triggers: [] })))}`

/** A line for each table. */
export const linesOfTables = (tables: ReadonlyArray<Table>) =>
  verdictsOf(tables).map((verdict) => ({
    table: verdict.table,
    verdict: isTaken(verdict) ? verdict.kind : "no",
    told: [
      ...verdict.reasons,
      ...(verdict.follows.length > 0 ? [`refers to what is not distributed: ${verdict.follows.join(", ")}`] : [])
    ].join("; ")
  }))
