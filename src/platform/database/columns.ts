import { type Schema, Struct } from "effect"
import { Statement } from "effect/sql"

/** A row as its schema has it. */
interface Row<Fields extends Schema.Struct.Fields> {
  readonly fields: Fields
}

/** The expression of a field that is not a column of that name: `{ resolved_by: sql`u.full_name` }`. */
export type Instead<Fields extends Schema.Struct.Fields> = {
  readonly [Name in keyof Fields & string]?: Statement.Fragment
}

const separated = (parts: ReadonlyArray<ReadonlyArray<Statement.Segment>>): ReadonlyArray<Statement.Segment> =>
  parts.flatMap((part, index) => (index === 0 ? part : [Statement.literal(", "), ...part]))

/**
 * The select list of a row: each field of its schema is the column of its name in `table`, so that a new field is read
 * wherever the schema stands.
 */
export const columnsOf = <Fields extends Schema.Struct.Fields>(
  row: Row<Fields>,
  table: string,
  instead: Instead<Fields> = {}
): Statement.Fragment =>
  Statement.fragment(
    separated(
      Struct.keys(row.fields).map((name) => {
        const given = instead[name]
        return given === undefined
          ? [Statement.literal(table === "" ? name : `${table}.${name}`)]
          : [...given.segments, Statement.literal(` AS ${name}`)]
      })
    )
  )

/** The same as one JSON object: `json_build_object('id', o.id, …)`. */
export const jsonOf = <Fields extends Schema.Struct.Fields>(
  row: Row<Fields>,
  table: string,
  instead: Instead<Fields> = {}
): Statement.Fragment =>
  Statement.fragment([
    Statement.literal("json_build_object("),
    ...separated(
      Struct.keys(row.fields).map((name) => [
        Statement.literal(`'${name}', `),
        ...(instead[name]?.segments ?? [Statement.literal(`${table}.${name}`)])
      ])
    ),
    Statement.literal(")")
  ])
