import { Effect, Result, Schema } from "effect"
import { type GithubOrg, same } from "#connections/vendors/github/api"
import type { VendorCalls, VendorReads } from "#connections/vendors/protocol/calls"
import type { LeftBehind } from "#connections/vendors/protocol/inventory"
import { cleaned } from "#connections/vendors/protocol/outcome"
import { elementsIn, endListed, listAt, showing, writeAt } from "./lists.ts"
import { momentIn } from "./moments.ts"

// Docs: "Only GitHub Apps can use this endpoint", by an installation's token or a user's by the app.
const needed = showing('a GitHub App with the permission "Personal access tokens" to show fine-grained tokens')

const maybe = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))
const Rights = maybe(Schema.Record(Schema.String, Schema.String))

const Token = Schema.Struct({
  id: Schema.Int,
  owner: Schema.Struct({ login: Schema.String }),
  token_name: maybe(Schema.String),
  repository_selection: maybe(Schema.String),
  permissions: maybe(Schema.Struct({ organization: Rights, repository: Rights, other: Rights })),
  token_expired: maybe(Schema.Boolean),
  token_last_used_at: maybe(Schema.String)
})
type Token = typeof Token.Type

const readTokens = elementsIn(Token)

const selections: Readonly<Record<string, string>> = {
  all: "all repositories",
  subset: "some repositories",
  none: "no repository"
}

const privileges = ({ permissions, repository_selection }: Token) => [
  ...(selections[repository_selection ?? ""] === undefined ? [] : [selections[repository_selection ?? ""] ?? ""]),
  ...Object.values(permissions ?? {}).flatMap((rights) =>
    Object.entries(rights ?? {}).map(([name, right]) => cleaned(`${name}: ${right}`))
  )
]

const idOf = ({ id }: Token) => `fine-grained:${id}`

const shown = (token: Token): LeftBehind => ({
  kind: "personal_token",
  externalId: idOf(token),
  label: cleaned(`Fine-grained token "${token.token_name ?? token.id}"`),
  risk: token.token_expired === true ? "low" : "high",
  privileges: privileges(token),
  lastUsedAt: momentIn(token.token_last_used_at),
  closing: "revoke",
  stopsTheCut: null
})

const tokensOf = (calls: VendorReads, github: GithubOrg, login: string) =>
  Effect.map(
    listAt(
      calls,
      github,
      `/orgs/${github.org}/personal-access-tokens?owner[]=${encodeURIComponent(login)}&per_page=100`,
      readTokens,
      needed
    ),
    Result.map((tokens) => tokens.filter(({ owner }) => same(owner.login, login)))
  )

/** The leaver's tokens with access to the organization. */
export const fineGrainedTokens = (calls: VendorReads, github: GithubOrg, login: string) =>
  Effect.map(tokensOf(calls, github, login), (tokens) => [
    { kind: "personal_token" as const, shown: Result.map(tokens, (all) => all.map(shown)) }
  ])

/** Removes the token's access to the organization; the token itself is the person's. */
export const endFineGrainedToken = (calls: VendorCalls, github: GithubOrg, login: string, id: string) =>
  endListed({
    list: tokensOf(calls, github, login),
    is: (token) => String(token.id) === id,
    write: calls.write(
      writeAt(github, `/orgs/${github.org}/personal-access-tokens/${encodeURIComponent(id)}`, {
        method: "POST",
        body: { action: "revoke" }
      })
    ),
    what: "The fine-grained token's access to the organization",
    showing: needed
  })
