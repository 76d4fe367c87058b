import type { PersonalCopies } from "#records/personal-copies"

/** What a vendor answered may name the account; what was given back stays. */
export const accessReturnCopies: PersonalCopies = {
  keeps: { access_return_lines: ["message"] },
  erase: (sql, { offboardingIds, orgId }) => [
    sql`
      UPDATE access_return_lines l SET message = NULL FROM access_returns r
      WHERE r.org_id = ${orgId} AND r.offboarding_id = ANY(${offboardingIds}::uuid[])
        AND l.org_id = r.org_id AND l.return_id = r.id`
  ]
}
