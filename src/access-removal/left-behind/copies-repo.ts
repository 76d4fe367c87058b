import { notAMember, notOfHeldCase, type PersonalCopies } from "#records/personal-copies"

/** Items may contain the person's name or email; their outcomes stay. */
export const leftBehindCopies: PersonalCopies = {
  keeps: {
    left_behind_items: ["label", "external_id", "privileges", "message", "new_owner_email", "new_owner_name"],
    left_behind_successors: "row"
  },
  erase: (sql, person) => [
    sql`
      UPDATE left_behind_items SET label = '[erased]', external_id = id::text, privileges = '{}', message = NULL,
        stops_the_cut = CASE WHEN stops_the_cut IS NOT NULL THEN '[erased]' END, sealed_reason = NULL,
        sealed_go_reason = CASE WHEN go_at IS NOT NULL THEN '[erased]' END, trying_by = NULL, trying_until = NULL
      WHERE org_id = ${person.orgId} AND offboarding_id = ANY(${person.offboardingIds}::uuid[])`,
    sql`
      UPDATE left_behind_items t SET new_owner_email = NULL, new_owner_name = NULL
      WHERE t.org_id = ${person.orgId} AND lower(t.new_owner_email) = ANY(${person.addresses}::text[])
        AND ${notOfHeldCase(sql, person, "t.offboarding_id")}`,
    sql`
      DELETE FROM left_behind_successors t
      WHERE t.org_id = ${person.orgId} AND lower(t.email) = ANY(${person.addresses}::text[])
        AND ${notAMember(sql, "lower(t.email)")}`
  ]
}
