import { githubGraph } from "./github-graph.ts"
import {
  copilotSeat,
  copilotSeats,
  membership,
  organisationRoles,
  plantedEntitlements,
  shownMembership,
  teams
} from "./github-entitlements.ts"
import { credentials, deployKeys, fineGrainedTokens, planted, repositories } from "./github-left-behind.ts"
import { done, notFound, paged, same, says } from "./github-answers.ts"
import type { GithubIdentity, GithubMember, GithubState } from "./github-state.ts"
import { authorize, clientOf, knowsClient, oauthSeed, redeem } from "./oauth.ts"
import type { LabAnswer, LabRequest, VendorDefinition } from "./vendor.ts"
import { sameText } from "./people.ts"
import { former, type Recycling } from "./recycling.ts"

/** Of an owner, by an OAuth app. */
export const githubToken = "gho_labGithubOwner4711"
/** Of a GitHub App that is installed in the organization. */
export const githubAppToken = "ghs_labGithubApp4712"

const member = (id: number, login: string, email: string, more: Partial<GithubMember> = {}): GithubMember => ({
  id,
  login,
  publicEmail: null,
  verifiedEmails: [email],
  membership: "member",
  invitedAs: null,
  collaborator: false,
  ...more
})

const identity = (guid: string, email: string, login: string | null): GithubIdentity => ({
  guid,
  nameId: email,
  emails: [email],
  login
})

const seed = (): GithubState => ({
  orgId: 4711,
  org: "acme",
  saml: true,
  tokens: new Set([githubToken, githubAppToken]),
  users: [
    member(583231, "olivia-owner", "owner@acme.test", { membership: "admin" }),
    member(583232, "ann-lee", "ann.lee@acme.test"),
    member(583233, "joann-lee", "joann.lee@acme.test"),
    member(583234, "sean-oneil", "sean.o'neil@acme.test"),
    member(583235, "Mia_acme", "Mia.Berg@Acme.Test"),
    member(583236, "tom-tag", "tom+github@acme.test"),
    member(583237, "cleo-contractor", "cleo@contractor.test", {
      membership: null,
      collaborator: true,
      verifiedEmails: []
    })
  ],
  identities: [
    identity("8a1e0001-0000-4000-8000-000000000001", "ann.lee@acme.test", "ann-lee"),
    identity("8a1e0001-0000-4000-8000-000000000002", "joann.lee@acme.test", "joann-lee"),
    identity("8a1e0001-0000-4000-8000-000000000003", "sean.o'neil@acme.test", "sean-oneil"),
    identity("8a1e0001-0000-4000-8000-000000000004", "Mia.Berg@Acme.Test", "Mia_acme"),
    identity("8a1e0001-0000-4000-8000-000000000005", "new.hire@acme.test", null)
  ],
  ...planted(),
  ...plantedEntitlements(),
  oauth: oauthSeed()
})

const shownUser = ({ id, login, publicEmail }: GithubMember) => ({
  login,
  id,
  type: "User",
  email: publicEmail
})

const collaborator = (state: GithubState, login: string): LabAnswer => {
  const user = state.users.find((one) => same(one.login, login))
  if (user === undefined) return notFound
  if (user.membership !== null) return says(422, "You cannot specify an organization member")
  user.collaborator = false
  return done
}

const shownScim = ({ emails, guid, nameId }: GithubIdentity) => ({
  schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
  id: guid,
  userName: nameId,
  emails: emails.map((value) => ({ value, primary: true })),
  active: true
})

const scim = (request: LabRequest, state: GithubState, id: string | undefined, ignoresFilter: boolean): LabAnswer => {
  if (!state.saml) return notFound
  const index = state.identities.findIndex(({ guid }) => guid === id)
  const found = state.identities[index]
  if (id !== undefined) {
    if (found === undefined) return notFound
    if (request.method === "GET") return { status: 200, body: shownScim(found) }
    if (request.method !== "DELETE") return notFound
    state.identities.splice(index, 1)
    return done
  }
  // GitHub compares with case.
  const wanted = /^userName eq "(.*)"$/.exec(request.query.get("filter") ?? "")?.[1]
  const matching = state.identities.filter(({ nameId }) => ignoresFilter || wanted === undefined || nameId === wanted)
  return {
    status: 200,
    body: {
      schemas: ["urn:ietf:params:scim:api:messages:2.0:ListResponse"],
      totalResults: matching.length,
      itemsPerPage: matching.length,
      startIndex: 1,
      Resources: matching.map(shownScim)
    }
  }
}

const own = (request: LabRequest, state: GithubState, isApp: boolean): LabAnswer => {
  if (isApp) return says(403, "Resource not accessible by integration")
  const owner = state.users.find((user) => user.membership === "admin")
  if (owner === undefined) return notFound
  if (request.path === "/user") return { status: 200, body: shownUser(owner) }
  if (request.path === "/user/memberships/orgs") return { status: 200, body: [shownMembership(state, owner)] }
  return same(request.path, `/user/memberships/orgs/${state.org}`)
    ? { status: 200, body: shownMembership(state, owner) }
    : notFound
}

const members = (request: LabRequest, state: GithubState): LabAnswer => {
  if (state.withheld.has("members")) return says(403, "Resource not accessible by integration")
  const role = request.query.get("role")
  const asked = state.users.filter(
    ({ membership }) => membership === "admin" || (membership === "member" && role !== "admin")
  )
  return paged(request, asked.map(shownUser))
}

const shownOrganisation = ({ org, orgId, repositories }: GithubState) => {
  const hidden = repositories.filter((repository) => repository.private).length
  return { login: org, id: orgId, public_repos: repositories.length - hidden, total_private_repos: hidden }
}

const ofOrganisation = (
  request: LabRequest,
  state: GithubState,
  rest: string,
  { ignoresFilter, isApp }: { readonly ignoresFilter: boolean; readonly isApp: boolean }
): LabAnswer => {
  const [collection, name, ...more] = rest.split("/").filter((part) => part !== "")
  if (collection === "teams") return teams(request, state, name, more)
  if (collection === "members" && more[0] === "copilot") return copilotSeat(state, name ?? "")
  if (collection === "organization-roles") {
    return organisationRoles(
      request,
      state,
      [name, ...more].flatMap((part) => (part === undefined ? [] : [part]))
    )
  }
  if (collection === "copilot") return copilotSeats(request, state, [name ?? "", ...more].join("/"))
  if (more.length > 0) return notFound
  if (collection === undefined) return { status: 200, body: shownOrganisation(state) }
  if (collection === "memberships" && name !== undefined) return membership(request, state, name)
  if (collection === "credential-authorizations") return credentials(request, state, name, ignoresFilter)
  if (collection === "personal-access-tokens") return fineGrainedTokens(request, state, name, { ignoresFilter, isApp })
  if (collection === "repos" && request.method === "GET") return repositories(request, state, isApp)
  if (collection === "members" && request.method === "GET") return members(request, state)
  if (collection !== "outside_collaborators") return notFound
  if (name !== undefined && request.method === "DELETE") return collaborator(state, name)
  return paged(request, state.users.filter((user) => user.collaborator).map(shownUser))
}

const accessToken = (request: LabRequest, state: GithubState): LabAnswer => {
  const json = request.json()
  const form =
    typeof json === "object" && json !== null
      ? new URLSearchParams(Object.fromEntries(Object.entries(json).map(([name, value]) => [name, String(value)])))
      : request.form()
  const issued = redeem(request, form, state.oauth)
  // GitHub answers these refusals with 200.
  if ("refused" in issued) {
    const names = { invalid_client: "incorrect_client_credentials", invalid_grant: "bad_verification_code" }
    return { status: 200, body: { error: new Map(Object.entries(names)).get(issued.refused) ?? issued.refused } }
  }
  const token = `gho_labIssued${state.oauth.issued}`
  state.tokens.add(token)
  return { status: 200, body: { access_token: token, scope: issued.scope, token_type: "bearer" } }
}

const revokeGrant = (request: LabRequest, state: GithubState): LabAnswer => {
  if (!knowsClient(state.oauth, clientOf(request, new URLSearchParams()))) return says(401, "Bad credentials")
  const json = request.json()
  const token = new Map(typeof json === "object" && json !== null ? Object.entries(json) : []).get("access_token")
  return state.tokens.delete(String(token)) ? done : notFound
}

const isGrant = ({ path }: LabRequest) => path.startsWith("/login/oauth/")

/** GitHub's REST and GraphQL for one organization, and its authorization server, at one URL. */
export const github: VendorDefinition<GithubState> = {
  name: "github",
  seed,
  handle: (request, state, { ignoresFilter }) => {
    const { headers, method, path } = request
    if (path === "/login/oauth/authorize") return authorize(request, state.oauth)
    if (path === "/login/oauth/access_token" && method === "POST") return accessToken(request, state)
    if (/^\/applications\/[^/]+\/grant$/.test(path) && method === "DELETE") return revokeGrant(request, state)
    const token = /^(?:Bearer|token) (.+)$/i.exec(headers.authorization ?? "")?.[1] ?? ""
    if (!state.tokens.has(token)) return says(401, "Bad credentials")
    const isApp = token.startsWith("ghs_") || token.startsWith("ghu_")
    if (path === "/graphql" && method === "POST") return githubGraph(request, state, ignoresFilter)
    const byId = /^\/user\/(\d+)$/.exec(path)?.[1]
    if (byId !== undefined) {
      const user = state.users.find(({ id }) => String(id) === byId)
      return user === undefined ? notFound : { status: 200, body: shownUser(user) }
    }
    if (path === `/organizations/${state.orgId}`) return { status: 200, body: shownOrganisation(state) }
    if (path === "/user" || path.startsWith("/user/")) return own(request, state, isApp)
    const profile = /^\/users\/([^/]+)$/.exec(path)?.[1]
    if (profile !== undefined) {
      const user = state.users.find(({ login }) => same(login, profile))
      return user === undefined ? notFound : { status: 200, body: shownUser(user) }
    }
    const identities = /^\/scim\/v2\/organizations\/([^/]+)\/Users(?:\/([^/]+))?$/.exec(path)
    if (identities !== null) {
      return same(identities[1] ?? "", state.org) ? scim(request, state, identities[2], ignoresFilter) : notFound
    }
    const keysOf = /^\/repos\/([^/]+)\/([^/]+)\/keys$/.exec(path)
    if (keysOf !== null && method === "GET") {
      return same(keysOf[1] ?? "", state.org) ? deployKeys(request, state, keysOf[2] ?? "", isApp) : notFound
    }
    const inOrganisation = /^\/orgs\/([^/]+)(\/.*)?$/.exec(path)
    if (inOrganisation === null || !same(inOrganisation[1] ?? "", state.org)) return notFound
    return ofOrganisation(request, state, inOrganisation[2] ?? "", { ignoresFilter, isApp })
  },
  writes: (request) => request.method !== "GET" && request.path !== "/graphql" && !isGrant(request),
  grants: isGrant,
  // The primary limit's end is a moment, not a time to wait; without one it is the secondary limit.
  throttled: (seconds) => ({
    ...says(403, "You have exceeded a rate limit"),
    headers:
      seconds === undefined
        ? {}
        : { "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(Math.ceil(Date.now() / 1000) + seconds) }
  }),
  unauthorized: () => says(401, "Bad credentials"),
  forbidden: () => says(403, "Resource not accessible by integration")
}

/** Usernames change hands with the addresses: what lasts is the number. */
export const recycledGithub: Recycling<GithubState> = {
  recycle: ({ identities, users }, email) => {
    const user = users.find(({ verifiedEmails }) => verifiedEmails.some((one) => sameText(one, email)))
    if (user === undefined) throw new Error(`no account has ${email}`)
    const { login } = user
    const renamed = `${login}-former`
    const newcomer = { ...user, id: 590_001, membership: "member" as const }
    users.splice(users.indexOf(user), 1, { ...user, login: renamed, verifiedEmails: [former(email)] })
    users.push(newcomer)
    const index = identities.findIndex((one) => one.login === login)
    const identity = identities[index]
    if (identity !== undefined) {
      identities.splice(index, 1, {
        ...identity,
        login: renamed,
        nameId: former(email),
        emails: [former(email)]
      })
      identities.push({ ...identity, guid: "8a1e0001-0000-4000-8000-000000000901" })
    }
    return String(newcomer.id)
  },
  remove: ({ identities, users }, id) => {
    const gone = users.find((user) => String(user.id) === id)
    users.splice(0, users.length, ...users.filter((user) => user !== gone))
    identities.splice(0, identities.length, ...identities.filter(({ login }) => login !== gone?.login))
  },
  idOf: ({ users }, email) => {
    const user = users.find(({ verifiedEmails }) => verifiedEmails.some((one) => sameText(one, email)))
    return user === undefined ? undefined : String(user.id)
  },
  isActive: ({ users }, id) => users.some((user) => String(user.id) === id && user.membership !== null)
}
