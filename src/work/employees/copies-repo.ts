import { notAMember, type PersonalCopies } from "#records/personal-copies"

/** The directory record is emptied. Members keep the people whom they manage: their scope depends on it. */
export const employeeCopies: PersonalCopies = {
  keeps: { org_employees: ["full_name", "email", "employee_id", "source_control_username", "phone", "manager_email"] },
  erase: (sql, { addresses, employeeId, meaninglessAddress, now, orgId }) => [
    sql`
      UPDATE org_employees SET full_name = '[erased]', email = ${meaninglessAddress}, status = 'inactive',
        employee_id = NULL, source_control_username = NULL, phone = NULL, contract_end_date = NULL, updated_at = ${now}
      WHERE org_id = ${orgId} AND id = ${employeeId}`,
    sql`
      UPDATE org_employees t SET manager_email = NULL, updated_at = ${now}
      WHERE t.org_id = ${orgId} AND t.lower_manager_email = ANY(${addresses}::text[])
        AND ${notAMember(sql, "t.lower_manager_email")}`
  ]
}
