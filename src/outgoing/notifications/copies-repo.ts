import { initiationsOf, type PersonalCopies } from "#records/personal-copies"

/** Titles and bodies name the person. Emptied before the requests, by which some are found. */
export const notificationCopies: PersonalCopies = {
  keeps: { notifications: ["title", "body"] },
  erase: (sql, person) => {
    const { addresses, offboardingIds, orgId } = person
    const inGerman = sql`(SELECT u.language = 'de' FROM users u WHERE u.id = n.user_id)`
    const unnamed = sql`
      title = CASE WHEN ${inGerman} THEN 'Über eine gelöschte Person' ELSE 'About an erased person' END,
      body = CASE WHEN ${inGerman} THEN 'Die Person dieser Mitteilung wurde gelöscht.'
        ELSE 'The person of this notification was erased.' END`
    return [
      sql`
        UPDATE notifications n SET ${unnamed} FROM offboarding_initiations i
        WHERE n.org_id = ${orgId} AND n.data ->> 'initiationId' = i.id::text AND ${initiationsOf(sql, person)}`,
      sql`
        UPDATE notifications n SET ${unnamed}
        WHERE org_id = ${orgId} AND data ->> 'offboardingId' = ANY(${offboardingIds}::text[])`,
      // Notifications that name several persons.
      sql`
        UPDATE notifications n SET ${unnamed}
        WHERE org_id = ${orgId} AND type = 'offboarding.stage_changed'
          AND string_to_array(data ->> 'offboardingIds', ',') && ${offboardingIds}::text[]`,
      sql`
        UPDATE notifications n
        SET body = CASE WHEN ${inGerman} THEN 'Eine hier genannte Person wurde gelöscht.' ELSE 'A person named here was erased.' END
        WHERE org_id = ${orgId} AND type = 'member.became_superadmin'
          AND EXISTS (SELECT FROM unnest(${addresses}::text[]) AS a WHERE strpos(lower(body), a) > 0)`
    ]
  }
}
