import type { PersonalCopies } from "#records/personal-copies"

/** Pending and dispatched events. */
export const outboxCopies: PersonalCopies = {
  keeps: { outbox_events: ["event"] },
  erase: (sql, { offboardingIds, orgId }) =>
    ["employeeName", "documentName"].map(
      (field) => sql`
        UPDATE outbox_events SET event = jsonb_set(event, ARRAY[${field}::text], '"[erased]"')
        WHERE org_id = ${orgId} AND event ->> 'offboardingId' = ANY(${offboardingIds}::text[]) AND event ? ${field}::text`
    )
}
