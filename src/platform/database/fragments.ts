import type { SqlClient, Statement } from "effect/sql"

/**
 * In a statement of the system: rows of one organisation, or of all when none is named. The text is the same either
 * way, so the statement is prepared once.
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
