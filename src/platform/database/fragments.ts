import type { SqlClient, Statement } from "effect/sql"

/**
 * In a system statement: rows of one organization, or of all if none is given. The text is the same either way, so the
 * statement is prepared once.
 */
export const ofOrganisation = (
  sql: SqlClient.SqlClient,
  orgId: string | undefined,
  column: string
): Statement.Fragment => sql`(${orgId ?? null}::uuid IS NULL OR ${sql.literal(column)} = ${orgId ?? null}::uuid)`

/**
 * The next page of rows in the order of these columns, all uuids: those behind what the last row had in them, or all
 * when there was none. `behind(sql, { "o.org_id": after?.org_id, "o.id": after?.id })`
 */
export const behind = (
  sql: SqlClient.SqlClient,
  last: { readonly [column: string]: string | null | undefined }
): Statement.Fragment => {
  const values = Object.values(last).map((value) => sql`${value ?? null}::uuid`)
  return sql`(${values[0]} IS NULL OR (${sql.literal(Object.keys(last).join(", "))}) > (${sql.csv(values)}))`
}

/** The LIKE pattern for texts that contain this one, with special characters escaped. */
export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

/**
 * The same in lower case, for columns that are kept so: `search_text COLLATE "C" LIKE ${containingLowered(sql, q)}` compares
 * byte by byte, and the sub-select lowers the pattern once, not once a row.
 */
export const containingLowered = (sql: SqlClient.SqlClient, text: string): Statement.Fragment =>
  sql`(SELECT lower(${containing(text)}::text COLLATE "und-x-icu"))`
