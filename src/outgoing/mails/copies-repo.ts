import { notAMember, type PersonalCopies } from "#records/personal-copies"

/** Mails to the person, unless they are a member. */
export const mailCopies: PersonalCopies = {
  keeps: { mail_outbox: "row" },
  erase: (sql, { addresses, orgId }) => [
    sql`
      DELETE FROM mail_outbox t
      WHERE t.org_id = ${orgId} AND lower(t.recipient) = ANY(${addresses}::text[])
        AND ${notAMember(sql, "lower(t.recipient)")}`
  ]
}
