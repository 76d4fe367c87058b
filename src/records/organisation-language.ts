import { Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"

/** Languages that emails, messages and default tasks are written in. */
export const WrittenLanguage = Schema.Literals(["en", "de"])
export type WrittenLanguage = typeof WrittenLanguage.Type

/**
 * The language of an organization (outgoing-95): it has no setting of its own, so it is that of its longest-standing Super
 * Admin. For readers without an account, and for what all its members read.
 */
export const organisationLanguage = (sql: SqlClient.SqlClient, orgId: string): Statement.Fragment =>
  sql.literal(`(SELECT CASE u.language WHEN 'de' THEN 'de' ELSE 'en' END FROM memberships m JOIN users u ON u.id = m.user_id
    WHERE m.org_id = ${orgId} AND m.role = 'superadmin' ORDER BY m.created_at, m.user_id LIMIT 1)`)
