import { done, notFound, paged, same, says } from "./github-answers.ts"
import { fieldsOf, listOf, textOf } from "./fields.ts"
import type { GithubMember, GithubState, GithubTeam } from "./github-state.ts"
import type { LabAnswer, LabRequest } from "./vendor.ts"

const team = (id: number, slug: string, name: string, more: Partial<GithubTeam> = {}): GithubTeam => ({
  id,
  slug,
  name,
  parent: null,
  members: new Map(),
  invited: new Map(),
  isSynchronised: false,
  ...more
})

/** What two people by the same family name are in. */
export const plantedEntitlements = (): Pick<GithubState, "teams" | "organisationRoles" | "copilot" | "habits"> => ({
  teams: [
    team(9101, "engineering", "Engineering"),
    team(9102, "web", "Web", {
      parent: 9101,
      members: new Map([
        ["ann-lee", "maintainer"],
        ["joann-lee", "member"]
      ])
    }),
    team(9103, "release", "Release crew", {
      members: new Map([
        ["ann-lee", "member"],
        ["sean-oneil", "maintainer"]
      ])
    }),
    team(9104, "payroll", "Payroll", { members: new Map([["joann-lee", "member"]]) }),
    team(9105, "everybody", "Everybody", {
      isSynchronised: true,
      members: new Map([
        ["ann-lee", "member"],
        ["joann-lee", "member"]
      ])
    })
  ],
  organisationRoles: [
    {
      id: 8132,
      name: "security_manager",
      holders: new Map<string, "direct" | "indirect">([
        ["joann-lee", "direct"],
        ["ann-lee", "direct"]
      ])
    },
    { id: 8133, name: "all_repo_read", holders: new Map([["joann-lee", "direct"]]) }
  ],
  copilot: new Map([
    ["ann-lee", null],
    ["joann-lee", null]
  ]),
  habits: { acceptsInvitations: true, copilotForAll: false }
})

const noPermission = says(403, "Resource not accessible by integration")

export const shownMembership = (state: GithubState, user: GithubMember) => ({
  url: `https://api.github.com/orgs/${state.org}/memberships/${user.login}`,
  state: user.membership === "pending" ? "pending" : "active",
  role: user.membership === "admin" || user.invitedAs === "admin" ? "admin" : "member",
  organization: { login: state.org, id: state.orgId },
  user: { login: user.login, id: user.id, type: "User" }
})

/** Out of the organization, and so out of its teams and seats. */
export const leaveOrganisation = (state: GithubState, user: GithubMember) => {
  user.membership = null
  user.invitedAs = null
  for (const { invited, members } of state.teams) {
    members.delete(user.login)
    invited.delete(user.login)
  }
  for (const { holders } of state.organisationRoles) holders.delete(user.login)
  state.copilot.delete(user.login)
}

/** The person accepts the invitation, with the teams that it is for. */
export const acceptInvitation = (state: GithubState, user: GithubMember) => {
  if (user.membership !== "pending") return
  user.membership = user.invitedAs ?? "member"
  user.invitedAs = null
  for (const { invited, members } of state.teams) {
    const role = invited.get(user.login)
    invited.delete(user.login)
    if (role !== undefined) members.set(user.login, role)
  }
}

const invite = (state: GithubState, user: GithubMember, role: "admin" | "member") => {
  if (user.membership === "admin" || user.membership === "member") {
    user.membership = role
    return
  }
  user.membership = "pending"
  user.invitedAs = role
  if (state.habits.acceptsInvitations) acceptInvitation(state, user)
}

export const membership = (request: LabRequest, state: GithubState, login: string): LabAnswer => {
  if (state.withheld.has("memberships")) return noPermission
  const user = state.users.find((one) => same(one.login, login))
  if (user === undefined) return notFound
  if (request.method === "PUT") {
    if (state.withheld.has("memberships_write")) return noPermission
    invite(state, user, fieldsOf(request.json())["role"] === "admin" ? "admin" : "member")
    return { status: 200, body: shownMembership(state, user) }
  }
  if (user.membership === null) return notFound
  if (request.method === "GET") return { status: 200, body: shownMembership(state, user) }
  if (request.method !== "DELETE") return notFound
  const owners = state.users.filter((one) => one.membership === "admin")
  if (user.membership === "admin" && owners.length === 1) return says(403, "You cannot remove the last owner")
  leaveOrganisation(state, user)
  return done
}

const shownTeam = ({ id, name, slug }: GithubTeam) => ({ id, slug, name, privacy: "closed", permission: "pull" })

/** GitHub lists a member of a child team in the parent team too. */
const roleIn = (state: GithubState, { id, members }: GithubTeam, login: string): "maintainer" | "member" | undefined =>
  members.get(login) ??
  (state.teams.some((child) => child.parent === id && roleIn(state, child, login) !== undefined) ? "member" : undefined)

const teamMembership = (request: LabRequest, state: GithubState, of: GithubTeam, login: string): LabAnswer => {
  const user = state.users.find((one) => same(one.login, login))
  if (user === undefined) return notFound
  if (request.method === "PUT") {
    if (state.withheld.has("memberships_write")) return noPermission
    if (of.isSynchronised) return says(403, "This team is synchronized with an identity provider")
    const role = fieldsOf(request.json())["role"] === "maintainer" ? "maintainer" : "member"
    // A person outside the organization is invited.
    if (user.membership === null) invite(state, user, "member")
    ;(user.membership === "pending" ? of.invited : of.members).set(user.login, role)
  }
  const role = roleIn(state, of, user.login)
  const invitedAs = of.invited.get(user.login)
  if (role !== undefined) return { status: 200, body: { state: "active", role, url: "" } }
  return invitedAs === undefined ? notFound : { status: 200, body: { state: "pending", role: invitedAs, url: "" } }
}

export const teams = (
  request: LabRequest,
  state: GithubState,
  slug: string | undefined,
  [what, login]: ReadonlyArray<string>
): LabAnswer => {
  if (state.withheld.has("teams")) return noPermission
  if (slug === undefined) return paged(request, state.teams.map(shownTeam))
  const of = state.teams.find((one) => one.slug === slug)
  if (of === undefined) return notFound
  if (what === undefined) return { status: 200, body: shownTeam(of) }
  if (what === "memberships" && login !== undefined) return teamMembership(request, state, of, login)
  if (what === "team-sync" && state.saml) {
    return { status: 200, body: { groups: of.isSynchronised ? [{ group_id: "1", group_name: of.name }] : [] } }
  }
  return notFound
}

/** `organization-roles`, `organization-roles/{id}/users`, `organization-roles/users/{username}/{id}` */
export const organisationRoles = (
  request: LabRequest,
  state: GithubState,
  [first, second, third]: ReadonlyArray<string>
): LabAnswer => {
  if (state.withheld.has("roles")) return noPermission
  if (first === undefined) {
    return {
      status: 200,
      body: {
        total_count: state.organisationRoles.length,
        roles: state.organisationRoles.map(({ id, name }) => ({ id, name, source: "Predefined" }))
      }
    }
  }
  const role = state.organisationRoles.find(({ id }) => String(id) === (first === "users" ? third : first))
  if (role === undefined) return notFound
  if (first !== "users") {
    const holders = [...role.holders].map(([login, assignment]) => ({ login, assignment, type: "User" }))
    return request.method === "GET" && second === "users" ? paged(request, holders) : notFound
  }
  if (request.method !== "PUT") return notFound
  if (state.withheld.has("roles_write")) return noPermission
  const user = state.users.find((one) => same(one.login, second ?? ""))
  if (user?.membership !== "member" && user?.membership !== "admin") return says(422, "Validation Failed")
  role.holders.set(user.login, "direct")
  return done
}

export const copilotSeat = (state: GithubState, login: string): LabAnswer => {
  if (state.withheld.has("copilot")) return noPermission
  const seat = [...state.copilot].find(([one]) => same(one, login))
  if (seat === undefined) return notFound
  const [name, by] = seat
  return {
    status: 200,
    body: {
      created_at: "2026-01-05T09:00:00Z",
      pending_cancellation_date: null,
      plan_type: "business",
      assignee: { login: name },
      assigning_team: by === null ? null : { slug: by }
    }
  }
}

export const copilotSeats = (request: LabRequest, state: GithubState, path: string): LabAnswer => {
  if (path !== "billing/selected_users" || request.method !== "POST") return notFound
  if (state.withheld.has("copilot_write")) return noPermission
  if (state.habits.copilotForAll) return says(422, "Your organization has enabled Copilot access for all members")
  const asked = listOf(fieldsOf(request.json())["selected_usernames"]).map(textOf)
  const isMember = (login: string) =>
    state.users.some((one) => same(one.login, login) && (one.membership === "admin" || one.membership === "member"))
  if (!asked.every(isMember)) return says(422, "Validation Failed")
  const fresh = asked.filter((login) => !state.copilot.has(login))
  for (const login of fresh) state.copilot.set(login, null)
  return { status: 201, body: { seats_created: fresh.length } }
}
