import type { SqlClient, Statement } from "effect/sql"

/** The address of whoever signed, in lower case: all of it, or what a provider put behind the name (`Ann Lee <ann@…>`). */
export const signedBy = (sql: SqlClient.SqlClient, column: string): Statement.Fragment =>
  sql`lower(coalesce(substring(${sql.literal(column)} from '<([^<>]+)>$'), ${sql.literal(column)}))`
