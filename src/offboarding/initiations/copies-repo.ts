import { initiationsOf, type PersonalCopies } from "#records/personal-copies"

/** What still waits is deleted, or it would become an offboarding without a person; what was decided stays, without names. */
export const initiationCopies: PersonalCopies = {
  keeps: {
    offboarding_initiations: ["employee_name", "employee_email", "sealed_notes"],
    initiation_proposals: "row",
    initiation_steps: ["sealed_notes", "sealed_delegation_notes"]
  },
  erase: (sql, person) => {
    const { now, orgId } = person
    const theirs = initiationsOf(sql, person)
    return [
      sql`DELETE FROM offboarding_initiations i WHERE ${theirs} AND i.status = 'pending'`,
      sql`
        DELETE FROM initiation_proposals p USING offboarding_initiations i
        WHERE p.org_id = ${orgId} AND i.org_id = p.org_id AND i.id = p.initiation_id AND ${theirs}`,
      sql`
        UPDATE initiation_steps s SET sealed_notes = NULL, sealed_delegation_notes = NULL
        FROM offboarding_initiations i
        WHERE s.org_id = ${orgId} AND i.org_id = s.org_id AND i.id = s.initiation_id AND ${theirs}`,
      sql`
        UPDATE offboarding_initiations i SET employee_name = '[erased]', employee_email = NULL, sealed_notes = NULL,
          updated_at = ${now}
        WHERE ${theirs}`
    ]
  }
}
