import type { SqlClient, Statement } from "effect/sql"

interface Sought {
  readonly orgId: string
  readonly personKeyId: string
  /** The person's former email. */
  readonly email: string | null
  /** The record and the case to ignore; another case linked to that record also counts as the same person's. */
  readonly employeeId: string | null
  readonly offboardingId: string | null
}

/** The condition that a person's key serves something besides: another record or case, what waits, or a member's past. */
export const servesOthers = (
  sql: SqlClient.SqlClient,
  { email, employeeId, offboardingId, orgId, personKeyId }: Sought
): Statement.Fragment => sql`(
  EXISTS (
    SELECT FROM org_employees p
    WHERE p.org_id = ${orgId} AND p.person_key_id = ${personKeyId} AND p.id IS DISTINCT FROM ${employeeId}::uuid
  ) OR EXISTS (
    SELECT FROM offboardings c
    WHERE c.org_id = ${orgId} AND c.person_key_id = ${personKeyId} AND c.id IS DISTINCT FROM ${offboardingId}::uuid
      AND (${employeeId}::uuid IS NULL OR c.org_employee_id IS DISTINCT FROM ${employeeId}::uuid)
  ) OR EXISTS (
    SELECT FROM offboarding_initiations i
    WHERE i.org_id = ${orgId} AND i.person_key_id = ${personKeyId} AND i.status = 'pending'
  ) OR EXISTS (
    SELECT FROM memberships m JOIN users u ON u.id = m.user_id
    WHERE m.org_id = ${orgId} AND lower(u.email) = lower(${email}::text)
  ))`
