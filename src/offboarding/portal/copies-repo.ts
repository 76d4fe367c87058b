import type { PersonalCopies } from "#records/personal-copies"

/** The page of the person is closed. */
export const portalCopies: PersonalCopies = {
  keeps: { portal_links: "row" },
  erase: (sql, { offboardingIds, orgId }) => [
    sql`DELETE FROM portal_links WHERE org_id = ${orgId} AND offboarding_id = ANY(${offboardingIds}::uuid[])`
  ]
}
