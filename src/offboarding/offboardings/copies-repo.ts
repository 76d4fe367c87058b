import { notAMember, notOfHeldCase, type PersonalCopies } from "#records/personal-copies"

/** The cases are emptied. Members keep the cases of whom they manage: their scope depends on it. */
export const offboardingCopies: PersonalCopies = {
  keeps: { offboardings: ["employee_name", "employee_email", "employee_personal_email", "manager_email"] },
  erase: (sql, person) => [
    sql`
      UPDATE offboardings SET employee_name = '[erased]', employee_email = NULL, employee_personal_email = NULL,
        updated_at = ${person.now}
      WHERE org_id = ${person.orgId} AND id = ANY(${person.offboardingIds}::uuid[])`,
    sql`
      UPDATE offboardings t SET manager_email = NULL, updated_at = ${person.now}
      WHERE t.org_id = ${person.orgId} AND t.lower_manager_email = ANY(${person.addresses}::text[])
        AND ${notAMember(sql, "t.lower_manager_email")} AND ${notOfHeldCase(sql, person, "t.id")}`
  ]
}
