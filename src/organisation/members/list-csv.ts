import type { OrganisationMember } from "@svc/contract/members/schema"
import { joined, type ListFile } from "#platform/files/list-file"

/** The list as CSV. */
export const membersFile: ListFile<OrganisationMember> = {
  name: "members",
  keyOf: ({ user_id }) => user_id,
  columns: [
    ["Member ID", "Mitglieds-ID", ({ user_id }) => user_id],
    ["Name", "Name", ({ full_name }) => full_name],
    ["Email", "E-Mail", ({ email }) => email],
    ["Role", "Rolle", ({ role_name }) => role_name],
    ["Record access", "Datensichtbarkeit", ({ scope }) => scope],
    ["Departments", "Abteilungen", ({ departments }) => joined(departments ?? [])],
    ["Two-factor authentication", "Zwei-Faktor-Authentifizierung", ({ two_factor_enabled }) => two_factor_enabled],
    ["Last sign-in", "Letzte Anmeldung", ({ last_sign_in_at }) => last_sign_in_at],
    ["Member since", "Mitglied seit", ({ created_at }) => created_at]
  ]
}
