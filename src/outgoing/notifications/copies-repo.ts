import { initiationsOf, type PersonalCopies } from "#records/personal-copies"

/** Titles and bodies name the person. Emptied before the initiations, by which some are found. */
export const notificationCopies: PersonalCopies = {
  keeps: { notifications: ["title", "body"] },
  erase: (sql, person) => {
    const { addresses, offboardingIds, orgId } = person
    const unnamed = sql`title = 'About an erased person', body = 'The person of this notification was erased.'`
    return [
      sql`
        UPDATE notifications n SET ${unnamed} FROM offboarding_initiations i
        WHERE n.org_id = ${orgId} AND n.data ->> 'initiationId' = i.id::text AND ${initiationsOf(sql, person)}`,
      sql`
        UPDATE notifications SET ${unnamed}
        WHERE org_id = ${orgId} AND data ->> 'offboardingId' = ANY(${offboardingIds}::text[])`,
      // Notifications that name several persons.
      sql`
        UPDATE notifications SET ${unnamed}
        WHERE org_id = ${orgId} AND type = 'offboarding.stage_changed'
          AND string_to_array(data ->> 'offboardingIds', ',') && ${offboardingIds}::text[]`,
      sql`
        UPDATE notifications SET body = 'A person named here was erased.'
        WHERE org_id = ${orgId} AND type = 'member.became_superadmin'
          AND EXISTS (SELECT FROM unnest(${addresses}::text[]) AS a WHERE strpos(lower(body), a) > 0)`
    ]
  }
}
