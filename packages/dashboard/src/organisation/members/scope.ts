import type { MemberRole, ScopeName } from "@svc/contract/kernel/permissions"
import type { OrganisationRole } from "@svc/contract/members/schema"
import { useMay, useUser } from "#access/data.ts"
import { type Words, useWords } from "#languages/words.ts"

interface Scoped {
  readonly scope: ScopeName
  readonly departments: ReadonlyArray<string> | null
}

/** Record access as shown: departments, or the name of the scope. */
export const scopeSaid = ({ departments, scope }: Scoped, words: Words["members"]): string =>
  scope === "departments" ? (departments ?? []).join(", ") : words.scopes[scope]

/** Role name: built-in roles translated, custom ones as named. */
export const roleSaid = (
  { role, role_name }: { readonly role: MemberRole; readonly role_name: string },
  { roleNames }: Words["members"]
): string => (role === "custom" ? role_name : roleNames[role])

const isBuiltIn = (name: string, { roleNames }: Words["members"]): name is keyof typeof roleNames =>
  Object.hasOwn(roleNames, name)

/** The same for the role list, where built-in roles have no id. */
export const nameOf = ({ built_in, name }: OrganisationRole, words: Words["members"]): string =>
  built_in && isBuiltIn(name, words) ? words.roleNames[name] : name

/** Form value of a role: `built-in hr`, or `own` with an id. */
export const choiceOf = ({ id, name }: Pick<OrganisationRole, "id" | "name">): string =>
  id === null ? `built-in ${name}` : `own ${id}`

/** The role of a form value, as the contract takes it. */
export const givenRole = (choice: string) => {
  const [kind, value] = choice.split(" ")
  return kind === "own" ? { role_id: value } : { role: value }
}

/** Roles the user can grant: no more permissions or record access than their own. */
export const useGrantable = (roles: ReadonlyArray<OrganisationRole>) => {
  const words = useWords().members
  const { isSuperAdmin, may } = useMay()
  const { scope } = useUser()
  return roles
    .filter((role) => isSuperAdmin || !(role.built_in && role.name === "superadmin"))
    .filter((role) => role.permissions.every(may) && (scope === "all" || role.scope !== "all"))
    .map((role) => [choiceOf(role), nameOf(role, words)] as const)
}

/** Whether the user can change a member or invitation: not one with more permissions or record access. */
export const useMayTouch = () => {
  const { isSuperAdmin, may } = useMay()
  const { scope: own } = useUser()
  return (role: OrganisationRole | undefined, { scope }: Pick<Scoped, "scope">) =>
    role !== undefined &&
    role.permissions.every(may) &&
    // Only the server compares departments.
    (own === "all" || scope === "direct_reports" || scope === own) &&
    (isSuperAdmin || !(role.built_in && role.name === "superadmin"))
}
