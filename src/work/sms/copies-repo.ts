import type { PersonalCopies } from "#records/personal-copies"

/** Text messages to the person. */
export const smsCopies: PersonalCopies = {
  keeps: { sms_messages: "row" },
  erase: (sql, { employeeId, offboardingIds, orgId }) => [
    sql`
      DELETE FROM sms_messages
      WHERE org_id = ${orgId} AND (org_employee_id = ${employeeId} OR offboarding_id = ANY(${offboardingIds}::uuid[]))`
  ]
}
