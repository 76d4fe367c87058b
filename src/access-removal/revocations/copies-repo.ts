import type { PersonalCopies } from "#records/personal-copies"

/** What a vendor answered may repeat the address that it was asked about. */
export const revocationCopies: PersonalCopies = {
  keeps: { revocation_results: ["message"] },
  erase: (sql, { addresses, offboardingIds, orgId }) => [
    sql`
      UPDATE revocation_results r SET message = NULL
      FROM revocation_runs u
      WHERE r.org_id = ${orgId} AND u.org_id = r.org_id AND u.id = r.run_id
        AND u.offboarding_id = ANY(${offboardingIds}::uuid[])
        AND EXISTS (SELECT FROM unnest(${addresses}::text[]) AS a (address) WHERE strpos(lower(r.message), a.address) > 0)`
  ]
}
