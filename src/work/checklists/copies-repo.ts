import type { PersonalCopies } from "#records/personal-copies"

/** What members wrote about a task of the person. */
export const checklistCopies: PersonalCopies = {
  keeps: { checklist_items: ["description", "links"] },
  erase: (sql, { offboardingIds, orgId }) => [
    sql`
      UPDATE checklist_items SET description = NULL, links = '[]'
      WHERE org_id = ${orgId} AND offboarding_id = ANY(${offboardingIds}::uuid[])
        AND (description IS NOT NULL OR links <> '[]')`
  ]
}
