import type { PersonalCopies } from "#records/personal-copies"

/** The names of accounts and groups may be theirs; how many went, and what was given back, stays. */
export const entitlementCopies: PersonalCopies = {
  keeps: { entitlements: ["label", "external_id", "terms", "by_hand"] },
  erase: (sql, { offboardingIds, orgId }) => [
    sql`
      UPDATE entitlements SET label = '[erased]', external_id = id::text, terms = '{}',
        by_hand = CASE WHEN by_hand IS NOT NULL THEN '[erased]' END
      WHERE org_id = ${orgId} AND offboarding_id = ANY(${offboardingIds}::uuid[]) AND kind <> 'licence'`,
    sql`
      UPDATE entitlements SET terms = '{}'
      WHERE org_id = ${orgId} AND offboarding_id = ANY(${offboardingIds}::uuid[]) AND kind = 'licence'`
  ]
}
