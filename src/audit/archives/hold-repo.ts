import type { SqlClient, Statement } from "effect/sql"
import { frozen } from "#records/legal-hold"

/** Whether a case of this organisation is under legal hold at this moment, or was released a short time ago. */
export const isHeld = (sql: SqlClient.SqlClient, orgId: Statement.Fragment, now: Date) => sql`
  EXISTS (
    SELECT FROM offboardings held
    WHERE held.org_id = ${orgId} AND (held.legal_hold OR held.legal_hold_released_at IS NOT NULL)
      AND ${frozen(sql, now, "held")}
  )`
