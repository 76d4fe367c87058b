import type { PersonalCopies } from "#records/personal-copies"

/** The title names no person, so it replaces the sentence that does. */
export const webhookCopies: PersonalCopies = {
  keeps: { webhook_deliveries: ["content"] },
  erase: (sql, { offboardingIds, orgId }) =>
    ["employeeName", "documentName"].map(
      (field) => sql`
        UPDATE webhook_deliveries SET content = json_build_object(
          'type', content -> 'type', 'title', content -> 'title', 'body', content -> 'title',
          'data', jsonb_set((content -> 'data')::jsonb, ARRAY[${field}::text], '"[erased]"'))
        WHERE org_id = ${orgId} AND content -> 'data' ->> 'offboardingId' = ANY(${offboardingIds}::text[])
          AND content -> 'data' ->> ${field}::text IS NOT NULL`
    )
}
