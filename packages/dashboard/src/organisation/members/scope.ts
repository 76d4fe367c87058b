import type { MemberRole, ScopeName } from "@svc/contract/kernel/permissions"
import type { OrganisationRole } from "@svc/contract/members/schema"
import { useMay, useUser } from "#access/data.ts"
import { type Words, useWords } from "#languages/words.ts"

interface Scoped {
  readonly scope: ScopeName
  readonly departments: ReadonlyArray<string> | null
}

/** Whose records somebody sees, in words. */
export const scopeSaid = ({ departments, scope }: Scoped, words: Words["members"]): string =>
  scope === "departments" ? (departments ?? []).join(", ") : words.scopes[scope]

/** How a role is called: the built-in ones in the reader's language, the others as they were named. */
export const roleSaid = (
  { role, role_name }: { readonly role: MemberRole; readonly role_name: string },
  { roleNames }: Words["members"]
): string => (role === "custom" ? role_name : roleNames[role])

const isBuiltIn = (name: string, { roleNames }: Words["members"]): name is keyof typeof roleNames =>
  Object.hasOwn(roleNames, name)

/** The same of the list of roles, where a built-in one has no id. */
export const nameOf = ({ built_in, name }: OrganisationRole, words: Words["members"]): string =>
  built_in && isBuiltIn(name, words) ? words.roleNames[name] : name

/** What a choice of a role holds: `built-in hr`, or `own` with an id. */
export const choiceOf = ({ id, name }: Pick<OrganisationRole, "id" | "name">): string =>
  id === null ? `built-in ${name}` : `own ${id}`

/** The role that such a choice means, as the contract takes it. */
export const givenRole = (choice: string) => {
  const [kind, value] = choice.split(" ")
  return kind === "own" ? { role_id: value } : { role: value }
}

/** The roles that this person can give: nobody grants more than they hold. */
export const useGrantable = (roles: ReadonlyArray<OrganisationRole>) => {
  const words = useWords().members
  const { isSuperAdmin, may } = useMay()
  const { scope } = useUser()
  return roles
    .filter((role) => isSuperAdmin || !(role.built_in && role.name === "superadmin"))
    .filter((role) => role.permissions.every(may) && (scope === "all" || role.scope !== "all"))
    .map((role) => [choiceOf(role), nameOf(role, words)] as const)
}

/** Whether this person may change a member or an invitation with this role: not one that holds or sees more. */
export const useMayTouch = () => {
  const { isSuperAdmin, may } = useMay()
  const { scope: own } = useUser()
  return (role: OrganisationRole | undefined, { scope }: Pick<Scoped, "scope">) =>
    role !== undefined &&
    role.permissions.every(may) &&
    // Which departments both see, only the server compares.
    (own === "all" || scope === "direct_reports" || scope === own) &&
    (isSuperAdmin || !(role.built_in && role.name === "superadmin"))
}
