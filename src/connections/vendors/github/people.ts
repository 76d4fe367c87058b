import { Effect, Option, Schema } from "effect"
import type { VendorAnswer, VendorReads } from "#connections/vendors/protocol/connector"
import { type GithubOrg, isClosed, isMissing, refusal, same } from "./api.ts"
import { type AppResult, manualRequired, refused } from "#connections/vendors/protocol/outcome"
import { belongsTo, byUserName, idOf, readUsers } from "#connections/vendors/scim/user"

const maxPages = 100

/** A person of the organization's identity provider; `login` once they have linked their GitHub account. */
interface SamlIdentity {
  readonly id: string | null
  readonly login: string | null
  /** The account's number, once there is one. */
  readonly account: string | null
  readonly addresses: ReadonlyArray<string>
}

interface OrgMember {
  readonly login: string
  readonly account: string | null
  readonly addresses: ReadonlyArray<string>
}

interface OrgTeam {
  readonly id: number | null
  readonly slug: string
  readonly name: string | null
  /** In GitHub's small letters: `maintainer`, `member`; none for who is in it by a child team only. */
  readonly role: Option.Option<string>
}

/** The result of a search; `Closed`: the organization has nothing to search, by this status. */
type Searched<A> =
  | { readonly _tag: "Found"; readonly all: ReadonlyArray<A> }
  | { readonly _tag: "Closed"; readonly status: number }
  | { readonly _tag: "Failed"; readonly result: AppResult }

const closed = ({ status }: VendorAnswer) => ({ _tag: "Closed" as const, status })
const failing = (result: AppResult) => ({ _tag: "Failed" as const, result })
const found = <A>(all: ReadonlyArray<A>) => ({ _tag: "Found" as const, all })

const maybe = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))
const Named = Schema.Struct({ value: maybe(Schema.String) })
const PageInfo = Schema.Struct({ hasNextPage: maybe(Schema.Boolean), endCursor: maybe(Schema.String) })

const Identity = Schema.Struct({
  guid: maybe(Schema.String),
  samlIdentity: maybe(
    Schema.Struct({ nameId: maybe(Schema.String), username: maybe(Schema.String), emails: maybe(Schema.Array(Named)) })
  ),
  scimIdentity: maybe(Schema.Struct({ username: maybe(Schema.String), emails: maybe(Schema.Array(Named)) })),
  user: maybe(Schema.Struct({ login: Schema.String, databaseId: maybe(Schema.Int) }))
})

const Member = Schema.Struct({
  login: Schema.String,
  databaseId: maybe(Schema.Int),
  email: maybe(Schema.String),
  organizationVerifiedDomainEmails: maybe(Schema.Array(Schema.String))
})

const Team = Schema.Struct({
  databaseId: maybe(Schema.Int),
  slug: Schema.String,
  name: maybe(Schema.String),
  members: maybe(
    Schema.Struct({
      edges: maybe(
        Schema.Array(
          Schema.NullOr(Schema.Struct({ role: Schema.String, node: maybe(Schema.Struct({ login: Schema.String })) }))
        )
      )
    })
  )
})

const pageOf = <S extends Schema.Top>(node: S) =>
  Schema.Struct({ nodes: maybe(Schema.Array(Schema.NullOr(node))), pageInfo: maybe(PageInfo) })

const Graph = Schema.fromJsonString(
  Schema.Struct({
    data: maybe(
      Schema.Struct({
        organization: maybe(
          Schema.Struct({
            samlIdentityProvider: maybe(Schema.Struct({ externalIdentities: maybe(pageOf(Identity)) })),
            membersWithRole: maybe(pageOf(Member)),
            teams: maybe(pageOf(Team))
          })
        )
      })
    ),
    errors: maybe(Schema.Array(Schema.Struct({ type: maybe(Schema.String) })))
  })
)
const readGraph = Schema.decodeUnknownOption(Graph)

const identitiesQuery = `query ($org: String!, $after: String, $login: String) {
  organization(login: $org) {
    samlIdentityProvider {
      externalIdentities(first: 100, after: $after, login: $login) {
        pageInfo { hasNextPage endCursor }
        nodes {
          guid
          samlIdentity { nameId username emails { value } }
          scimIdentity { username emails { value } }
          user { login databaseId }
        }
      }
    }
  }
}`

const membersQuery = `query ($org: String!, $after: String) {
  organization(login: $org) {
    membersWithRole(first: 100, after: $after) {
      pageInfo { hasNextPage endCursor }
      nodes { login databaseId email organizationVerifiedDomainEmails(login: $org) }
    }
  }
}`

// Of each team only who is in it directly: members of its child teams show as members too.
const teamsQuery = `query ($org: String!, $after: String, $login: String!) {
  organization(login: $org) {
    teams(first: 50, after: $after, userLogins: [$login]) {
      pageInfo { hasNextPage endCursor }
      nodes {
        databaseId
        slug
        name
        members(first: 20, membership: IMMEDIATE, query: $login) { edges { role node { login } } }
      }
    }
  }
}`

const errorStatuses: Readonly<Record<string, number>> = {
  RATE_LIMITED: 429,
  FORBIDDEN: 403,
  INSUFFICIENT_SCOPES: 403,
  NOT_FOUND: 404
}

type Organisation = NonNullable<NonNullable<(typeof Graph.Type)["data"]>["organization"]>

/** All pages of one connection of the organization; `Closed` if it has none, or there is no GraphQL. */
const pages = Effect.fnUntraced(function* <A>(
  calls: VendorReads,
  { api, headers, org }: GithubOrg,
  question: {
    readonly query: string
    readonly variables?: Readonly<Record<string, string>>
    readonly of: (organisation: Organisation) =>
      | {
          readonly nodes?: ReadonlyArray<A | null> | null
          readonly pageInfo?: typeof PageInfo.Type | null
        }
      | null
      | undefined
  }
): Effect.fn.Return<Searched<A>, Effect.Error<ReturnType<VendorReads["ask"]>>> {
  const all: Array<A> = []
  let after: string | null = null
  for (let page = 0; page < maxPages; page++) {
    const variables: Readonly<Record<string, string | null>> = { org, after, ...question.variables }
    const answer = yield* calls.ask({
      url: `${api}/graphql`,
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify({ query: question.query, variables })
    })
    if (isMissing(answer)) return closed(answer)
    if (answer.status >= 300) return failing(refusal(answer))
    const graph = readGraph(answer.body)
    if (Option.isNone(graph)) return closed(answer)
    const organisation = graph.value.data?.organization
    if (organisation === undefined || organisation === null) {
      const type = graph.value.errors?.[0]?.type ?? undefined
      return type === undefined ? closed(answer) : failing(refused(errorStatuses[type] ?? 502, type))
    }
    const connection = question.of(organisation)
    if (connection === undefined || connection === null) return closed(answer)
    all.push(...(connection.nodes ?? []).flatMap((node) => (node === null ? [] : [node])))
    const next: string | null = connection.pageInfo?.endCursor ?? null
    if (connection.pageInfo?.hasNextPage !== true || next === null || next === after) return found(all)
    after = next
  }
  return failing(manualRequired("The organization is too large to search. Enter the GitHub username in the directory"))
})

const accountOf = (databaseId: number | null | undefined) => (databaseId == null ? null : String(databaseId))

const texts = (...values: ReadonlyArray<string | null | undefined>) =>
  values.filter((value) => typeof value === "string").filter((value) => value.trim() !== "")

/** The people of the identity provider that signs members in; `Closed` without single sign-on. */
export const samlIdentities = (
  calls: VendorReads,
  org: GithubOrg,
  login?: string
): Effect.Effect<Searched<SamlIdentity>, Effect.Error<ReturnType<VendorReads["ask"]>>> =>
  Effect.map(
    pages(calls, org, {
      query: identitiesQuery,
      ...(login === undefined ? {} : { variables: { login } }),
      of: ({ samlIdentityProvider }) => samlIdentityProvider?.externalIdentities
    }),
    (searched) =>
      searched._tag === "Found"
        ? found(
            searched.all.map(({ guid, samlIdentity, scimIdentity, user }) => ({
              id: guid ?? null,
              login: user?.login ?? null,
              account: accountOf(user?.databaseId),
              addresses: texts(
                samlIdentity?.nameId,
                samlIdentity?.username,
                scimIdentity?.username,
                ...(samlIdentity?.emails ?? []).map(({ value }) => value),
                ...(scimIdentity?.emails ?? []).map(({ value }) => value)
              )
            }))
          )
        : searched
  )

/** Members with emails that GitHub has verified and shows: public ones, and those in the organization's domains. */
export const orgMembers = (
  calls: VendorReads,
  org: GithubOrg
): Effect.Effect<Searched<OrgMember>, Effect.Error<ReturnType<VendorReads["ask"]>>> =>
  Effect.map(pages(calls, org, { query: membersQuery, of: ({ membersWithRole }) => membersWithRole }), (searched) =>
    searched._tag === "Found"
      ? found(
          searched.all.map(({ databaseId, email, login, organizationVerifiedDomainEmails }) => ({
            login,
            account: accountOf(databaseId),
            addresses: texts(email, ...(organizationVerifiedDomainEmails ?? []))
          }))
        )
      : searched
  )

/** A person's teams, with their role. */
export const teamsOf = (
  calls: VendorReads,
  org: GithubOrg,
  login: string
): Effect.Effect<Searched<OrgTeam>, Effect.Error<ReturnType<VendorReads["ask"]>>> =>
  Effect.map(pages(calls, org, { query: teamsQuery, variables: { login }, of: ({ teams }) => teams }), (searched) =>
    searched._tag === "Found"
      ? found(
          searched.all.map(({ databaseId, members, name, slug }) => {
            const own = (members?.edges ?? []).find((edge) => edge?.node != null && same(edge.node.login, login))
            return {
              id: databaseId ?? null,
              slug,
              name: name ?? null,
              role: Option.map(Option.fromNullishOr(own), ({ role }) => role.toLowerCase())
            }
          })
        )
      : searched
  )

/** SCIM ids of the email, compared here; `Closed` if the organization has no SCIM. */
export const scimIds = Effect.fnUntraced(function* (
  calls: VendorReads,
  { api, headers, org }: GithubOrg,
  email: string
): Effect.fn.Return<Searched<string>, Effect.Error<ReturnType<VendorReads["read"]>>> {
  const answer = yield* calls.read({
    url: `${api}/scim/v2/organizations/${org}/Users?filter=${encodeURIComponent(byUserName(email))}`,
    headers: { ...headers, accept: "application/scim+json, application/json" }
  })
  if (isClosed(answer)) return closed(answer)
  if (answer.status >= 300) return failing(refusal(answer))
  const list = readUsers(answer.body)
  if (Option.isNone(list)) return closed(answer)
  const own = (list.value.Resources ?? []).filter((user) => belongsTo(user, email))
  return found([...new Set(own.flatMap((user) => Option.toArray(idOf(user))))])
})

export const holds = (addresses: ReadonlyArray<string>, email: string) =>
  addresses.some((address) => same(address, email))
