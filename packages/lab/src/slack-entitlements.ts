import { fault, type Method, ok, type SlackState, type SlackUser } from "./slack-state.ts"

/** What two people by the same family name are in. */
export const plantedGroups = (): SlackState["userGroups"] => [
  { id: "S0PRESS", name: "Press", users: ["U0ANN", "U0JOANN"], isIdp: false },
  { id: "S0ONCALL", name: "On call", users: ["U0SEAN", "U0ANN"], isIdp: false },
  { id: "S0PAYROLL", name: "Payroll", users: ["U0JOANN"], isIdp: false },
  { id: "S0STAFF", name: "Staff", users: ["U0ANN", "U0JOANN", "U0SEAN"], isIdp: true }
]

/** Off, and so out of groups and roles. */
export const deactivate = (state: SlackState, user: SlackUser) => {
  user.deleted = true
  user.sessions = 0
  if (user.role !== "guest") user.role = "member"
  for (const { users } of state.userGroups) {
    const at = users.indexOf(user.id)
    if (at >= 0) users.splice(at, 1)
  }
}

const list: Method = (_, { userGroups }) =>
  ok({
    usergroups: userGroups.map(({ id, isIdp, name, users }) => ({
      id,
      team_id: "T0ACME",
      is_usergroup: true,
      name,
      handle: name.toLowerCase().replaceAll(" ", "-"),
      date_delete: 0,
      auto_type: null,
      is_idp_group: isIdp,
      users,
      user_count: users.length
    }))
  })

/** The list that is given takes the place of the one that there is. */
const update: Method = (given, { userGroups, users }) => {
  const group = userGroups.find(({ id }) => id === given("usergroup"))
  if (group === undefined) return fault("no_such_subteam")
  if (group.isIdp) return fault("permission_denied")
  const ids = given("users")
    .split(",")
    .filter((id) => id !== "")
  const isKnown = (id: string) => users.some((user) => user.id === id && !user.deleted)
  if (ids.length === 0 || !ids.every(isKnown)) return fault("invalid_users")
  group.users.splice(0, group.users.length, ...ids)
  return ok({ usergroup: { id: group.id, name: group.name, users: group.users } })
}

const setRole =
  (role: "owner" | "admin"): Method =>
  (given, { team, users }) => {
    const user = users.find(({ id }) => id === given("user_id"))
    if (given("team_id") !== team.id) return fault("team_not_found")
    if (user === undefined || user.deleted) return fault("user_not_found")
    user.role = role
    return ok()
  }

/** Slack's methods for a member's groups and roles, and the scope of each. */
export const entitlementMethods: Readonly<Record<string, { readonly scope: string; readonly method: Method }>> = {
  "usergroups.list": { scope: "usergroups:read", method: list },
  "usergroups.users.update": { scope: "usergroups:write", method: update },
  "admin.users.setAdmin": { scope: "admin.users:write", method: setRole("admin") },
  "admin.users.setOwner": { scope: "admin.users:write", method: setRole("owner") }
}
