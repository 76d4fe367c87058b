import { OffboardingId, OrgId, UserId } from "@svc/contract/kernel/ids"
import { Assignee } from "@svc/contract/offboardings/owner-schema"
import { Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { columnsOf } from "#platform/database/columns"
import { exists, maybe } from "#platform/database/statements"
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

/** `memberships m` with what `readsCase` asks of the member. */
export const membersOf = (sql: SqlClient.SqlClient): Statement.Fragment => sql`
  memberships m JOIN users u ON u.id = m.user_id LEFT JOIN roles r ON r.org_id = m.org_id AND r.id = m.role_id`

/** Members who become responsible for a case or for one of its tasks. */
export const ownerReads = (sql: SqlClient.SqlClient) => {
  const Member = { orgId: OrgId, userId: UserId }
  return {
    /** The member; their membership does not end before the transaction does. Asked for before any case is locked. */
    holdMember: maybe({
      Request: Schema.Struct(Member),
      Result: Assignee,
      execute: ({ orgId, userId }) => sql`
        SELECT ${columnsOf(Assignee, "u", { user_id: sql`m.user_id` })} FROM ${membersOf(sql)}
        WHERE m.org_id = ${orgId} AND m.user_id = ${userId} FOR KEY SHARE OF m`
    }),
    /** Whether the member can open this case. */
    canOwn: exists({
      Request: Schema.Struct({ ...Member, offboardingId: OffboardingId }),
      execute: ({ offboardingId, orgId, userId }) => sql`
        SELECT 1 FROM ${membersOf(sql)} JOIN offboardings o ON o.org_id = m.org_id AND o.id = ${offboardingId}
        WHERE m.org_id = ${orgId} AND m.user_id = ${userId} AND ${readsCase(sql)}`
    })
  }
}
