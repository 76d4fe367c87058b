import type { PersonalCopies } from "#records/personal-copies"

/** That the person left stays counted, and when. */
export const hrisCopies: PersonalCopies = {
  keeps: { hris_leavings: ["sealed_name", "sealed_email"] },
  erase: (sql, { employeeId, orgId, personKeyIds }) => [
    sql`
      UPDATE hris_leavings SET sealed_name = NULL, sealed_email = NULL, employee_id = NULL
      WHERE org_id = ${orgId} AND (employee_id = ${employeeId} OR person_key_id = ANY(${personKeyIds}::uuid[]))`
  ]
}
