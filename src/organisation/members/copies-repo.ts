import type { PersonalCopies } from "#records/personal-copies"

/** Invitations of the address; a person who is a member is not erased. */
export const memberCopies: PersonalCopies = {
  keeps: { invites: "row" },
  erase: (sql, { addresses, orgId }) => [
    sql`DELETE FROM invites WHERE org_id = ${orgId} AND lower_email = ANY(${addresses}::text[])`
  ]
}
