import type { SqlClient, Statement } from "effect/sql"
import { frozen } from "#records/legal-hold"

/** Whether a case of this organization is under legal hold now, or was released recently. */
export const isHeld = (sql: SqlClient.SqlClient, orgId: Statement.Fragment, now: Date) => sql`
  EXISTS (
    SELECT FROM offboardings held
    WHERE held.org_id = ${orgId} AND (held.legal_hold OR held.legal_hold_released_at IS NOT NULL)
      AND ${frozen(sql, now, "held")}
  )`
