import type { PersonalCopies } from "#records/personal-copies"

/** The link books in the name of the person. */
export const exitInterviewCopies: PersonalCopies = {
  keeps: { exit_interviews: "row" },
  erase: (sql, { offboardingIds, orgId }) => [
    sql`DELETE FROM exit_interviews WHERE org_id = ${orgId} AND offboarding_id = ANY(${offboardingIds}::uuid[])`
  ]
}
