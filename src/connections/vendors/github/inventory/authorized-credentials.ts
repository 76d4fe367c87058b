import type { LeftBehindKind } from "@svc/contract/left-behind/schema"
import { Effect, Option, Result, Schema } from "effect"
import { type GithubOrg, same } from "#connections/vendors/github/api"
import type { VendorCalls, VendorReads } from "#connections/vendors/protocol/calls"
import type { LeftBehind } from "#connections/vendors/protocol/inventory"
import { hidden, type Source } from "#connections/vendors/protocol/left-behind"
import { cleaned } from "#connections/vendors/protocol/outcome"
import { elementsIn, endListed, listAt, showing, writeAt } from "./lists.ts"
import { momentIn } from "./moments.ts"

// Without single sign-on GitHub shows an organization neither classic tokens nor SSH keys of its members.
const needed = showing("single sign-on by SAML and the scope admin:org to show classic tokens and SSH keys")

const maybe = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

const Credential = Schema.Struct({
  login: Schema.String,
  credential_id: Schema.Union([Schema.Int, Schema.String]),
  credential_type: maybe(Schema.String),
  credential_accessed_at: maybe(Schema.String),
  authorized_credential_title: maybe(Schema.String),
  authorized_credential_note: maybe(Schema.String),
  scopes: maybe(Schema.Array(Schema.String))
})
type Credential = typeof Credential.Type

const readCredentials = elementsIn(Credential)

const kindOf = ({ credential_type }: Credential): LeftBehindKind => {
  const type = credential_type ?? ""
  if (/ssh/i.test(type)) return "ssh_key"
  return /oauth|app/i.test(type) ? "oauth_grant" : "personal_token"
}

const names = { ssh_key: "SSH key", oauth_grant: "Authorized app", personal_token: "Classic token" } as const

const shown = (credential: Credential): LeftBehind => {
  const kind = kindOf(credential)
  const name = kind === "ssh_key" || kind === "oauth_grant" ? names[kind] : names.personal_token
  const given = credential.authorized_credential_title ?? credential.authorized_credential_note
  return {
    kind,
    externalId: `authorized:${credential.credential_id}`,
    label: cleaned(`${name} "${given ?? credential.credential_id}"`),
    risk: "high",
    privileges: (credential.scopes ?? []).map(cleaned),
    lastUsedAt: momentIn(credential.credential_accessed_at),
    closing: "revoke",
    stopsTheCut: null
  }
}

const credentialsOf = (calls: VendorReads, github: GithubOrg, login: string) =>
  Effect.map(
    listAt(
      calls,
      github,
      `/orgs/${github.org}/credential-authorizations?login=${encodeURIComponent(login)}&per_page=100`,
      readCredentials,
      needed
    ),
    Result.map((all) => all.filter((one) => same(one.login, login)))
  )

const grantsUnseen =
  "GitHub does not show which OAuth and GitHub apps a person authorized. The apps' access to the organization ends with the membership"

/**
 * Tokens and keys that the leaver authorized for the organization's single sign-on: classic tokens are visible nowhere
 * else.
 */
export const authorizedCredentials = (calls: VendorReads, github: GithubOrg, login: string) =>
  Effect.map(credentialsOf(calls, github, login), (all): ReadonlyArray<Source> => {
    const items = Result.map(all, (credentials) => credentials.map(shown))
    const of = (kind: LeftBehindKind) => Result.map(items, (every) => every.filter((one) => one.kind === kind))
    const grants = Option.filter(Result.getSuccess(of("oauth_grant")), (some) => some.length > 0)
    return [
      { kind: "personal_token", shown: of("personal_token") },
      { kind: "ssh_key", shown: of("ssh_key") },
      ...(Option.isSome(grants) ? [{ kind: "oauth_grant" as const, shown: Result.succeed(grants.value) }] : []),
      { kind: "oauth_grant", shown: hidden(grantsUnseen) }
    ]
  })

/** Takes the authorization; the token or key itself is the person's. */
export const endAuthorizedCredential = (calls: VendorCalls, github: GithubOrg, login: string, id: string) =>
  endListed({
    list: credentialsOf(calls, github, login),
    is: ({ credential_id }) => String(credential_id) === id,
    write: calls.write(
      writeAt(github, `/orgs/${github.org}/credential-authorizations/${encodeURIComponent(id)}`, { method: "DELETE" })
    ),
    what: "The credential's authorization for the organization",
    showing: needed
  })
