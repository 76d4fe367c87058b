import type { GithubIdentity, GithubMember, GithubState, GithubTeam } from "./github-state.ts"
import type { LabAnswer, LabRequest } from "./vendor.ts"

const pageSize = 2

const connection = <A>(all: ReadonlyArray<A>, after: unknown) => {
  const start = typeof after === "string" ? Number(after) : 0
  const end = start + pageSize
  return {
    nodes: all.slice(start, end),
    pageInfo: { hasNextPage: end < all.length, endCursor: end < all.length ? String(end) : null }
  }
}

const shownIdentity = ({ emails, guid, login, nameId }: GithubIdentity, users: ReadonlyArray<GithubMember>) => ({
  guid,
  samlIdentity: { nameId, username: null, emails: emails.map((value) => ({ value })) },
  scimIdentity: { username: nameId, emails: emails.map((value) => ({ value })) },
  user:
    login === null
      ? null
      : { login, databaseId: users.find((user) => user.login.toLowerCase() === login.toLowerCase())?.id ?? null }
})

const shownMember = ({ id, login, publicEmail, verifiedEmails }: GithubMember) => ({
  login,
  databaseId: id,
  email: publicEmail ?? "",
  organizationVerifiedDomainEmails: verifiedEmails
})

const shownTeam = ({ id, members, name, slug }: GithubTeam, query: string) => ({
  databaseId: id,
  slug,
  name,
  members: {
    // A search, by what a username begins with.
    edges: [...members]
      .filter(([login]) => login.toLowerCase().startsWith(query.toLowerCase()))
      .map(([login, role]) => ({ role: role.toUpperCase(), node: { login } }))
  }
})

const isWithin = (all: ReadonlyArray<GithubTeam>, team: GithubTeam, login: string): boolean =>
  [...team.members.keys()].some((one) => one.toLowerCase() === login.toLowerCase()) ||
  all.some((child) => child.parent === team.id && isWithin(all, child, login))

const record = (value: unknown) => new Map(typeof value === "object" && value !== null ? Object.entries(value) : [])

/** The questions that an off-boarding asks of GraphQL, page by page: identities of SAML, members with addresses, teams. */
export const githubGraph = (request: LabRequest, state: GithubState, ignoresFilter: boolean): LabAnswer => {
  const body = record(request.json())
  const query = String(body.get("query") ?? "")
  const variables = record(body.get("variables"))
  const answer = (data: unknown): LabAnswer => ({ status: 200, body: { data } })
  if (String(variables.get("org")).toLowerCase() !== state.org.toLowerCase()) {
    return {
      status: 200,
      body: { data: { organization: null }, errors: [{ type: "NOT_FOUND", message: "Could not resolve" }] }
    }
  }
  if (query.includes("externalIdentities")) {
    const userName = variables.get("userName")
    const asked = state.identities.filter(
      ({ nameId }) => ignoresFilter || typeof userName !== "string" || nameId === userName
    )
    const externalIdentities = connection(
      asked.map((one) => shownIdentity(one, state.users)),
      variables.get("after")
    )
    return answer({ organization: { samlIdentityProvider: state.saml ? { externalIdentities } : null } })
  }
  if (query.includes("membersWithRole")) {
    const members = state.users.filter(({ membership }) => membership === "admin" || membership === "member")
    const membersWithRole = connection(members.map(shownMember), variables.get("after"))
    return answer({ organization: { membersWithRole } })
  }
  if (query.includes("userLogins")) {
    if (state.withheld.has("teams")) {
      return { status: 200, body: { data: { organization: null }, errors: [{ type: "FORBIDDEN" }] } }
    }
    const login = String(variables.get("login"))
    const own = state.teams.filter((team) => isWithin(state.teams, team, login))
    return answer({
      organization: {
        teams: connection(
          own.map((team) => shownTeam(team, login)),
          variables.get("after")
        )
      }
    })
  }
  return { status: 200, body: { errors: [{ message: "Parse error" }] } }
}
