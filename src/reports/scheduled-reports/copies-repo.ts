import { notAMember, type PersonalCopies } from "#records/personal-copies"

/** What waits to be sent may name the person, and is made again. Only members still receive reports. */
export const scheduledReportCopies: PersonalCopies = {
  keeps: { scheduled_report_copies: "row", scheduled_reports: ["recipients"], distribution_lists: ["recipients"] },
  erase: (sql, { addresses, orgId }) => [
    sql`DELETE FROM scheduled_report_copies WHERE org_id = ${orgId} AND status <> 'sent' AND for_user`,
    sql`
      DELETE FROM scheduled_report_copies t
      WHERE t.org_id = ${orgId} AND t.lower_recipient = ANY(${addresses}::text[])
        AND ${notAMember(sql, "t.lower_recipient")}`,
    ...["scheduled_reports", "distribution_lists"].map(
      (table) => sql`
        UPDATE ${sql(table)} t SET recipients = ARRAY(
          SELECT a FROM unnest(t.recipients) WITH ORDINALITY AS r (a, place)
          WHERE lower(a) <> ALL(${addresses}::text[]) OR NOT ${notAMember(sql, "lower(a)")} ORDER BY place)
        WHERE t.org_id = ${orgId}
          AND EXISTS (SELECT FROM unnest(t.recipients) AS a WHERE lower(a) = ANY(${addresses}::text[]))`
    )
  ]
}
