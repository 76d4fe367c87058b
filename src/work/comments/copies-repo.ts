import type { PersonalCopies } from "#records/personal-copies"

/** The texts, also those that were sealed under the key of another person while the case was about them. */
export const commentCopies: PersonalCopies = {
  keeps: { comments: ["sealed_text"] },
  erase: (sql, person) => [
    sql`
      UPDATE comments SET sealed_text = '[erased]'
      WHERE org_id = ${person.orgId} AND offboarding_id = ANY(${person.offboardingIds}::uuid[])`
  ]
}
