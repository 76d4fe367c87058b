import type { SqlClient, Statement } from "effect/sql"
import { isAboutMember } from "./own-records.ts"

/**
 * For a statement over `memberships m`, its `users u`, a left join of its `roles r`, and a left join of one offboarding
 * `o`: whether the member can open offboardings, and sees this one if there is one. No member sees their own (access-42).
 */
export const readsCase = (sql: SqlClient.SqlClient): Statement.Fragment => sql`(
  (m.role_id IS NULL OR 'offboardings_view' = ANY(r.permissions))
  AND (o.id IS NULL OR (
    CASE COALESCE(m.scope, r.scope, CASE m.role WHEN 'manager' THEN 'direct_reports' ELSE 'all' END)
      WHEN 'departments' THEN o.employee_department = ANY(CASE WHEN m.scope IS NULL THEN r.departments ELSE m.departments END)
      WHEN 'direct_reports' THEN lower(o.manager_email) = lower(u.email)
      ELSE true
    END AND NOT ${isAboutMember(sql, { org: "m.org_id", address: "u.email" }, "o")})))`
