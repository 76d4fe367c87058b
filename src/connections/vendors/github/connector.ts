import { Effect, Option, Schema } from "effect"
import type { VendorAddresses } from "#connections/vendors/protocol/addresses"
import type { Connector, Leaver, VendorAnswer, VendorCalls, VendorReads } from "#connections/vendors/protocol/connector"
import type { MakeVendor } from "#connections/vendors/protocol/revoker"
import { type GithubOrg, githubOrg, isThrottled, organisationMissing, refusal, same, throttle, wordsIn } from "./api.ts"
import { githubEntitlements } from "./entitlements/entitlements.ts"
import { proveGithub } from "./prove.ts"
import { githubInventory } from "./inventory/inventory.ts"
import { type GithubAccount, identityUrl, inOrganisation, lookUp, membershipUrl } from "./look-up.ts"
import { lookUpById, nameOf } from "./look-up-by-id.ts"
import { type AppResult, failed, manualRequired, revoked } from "#connections/vendors/protocol/outcome"
import { aside, carriedOut, type ReadBack, shownInTime } from "#connections/vendors/protocol/read-back"

const noOrganisation = failed("The connection has no GitHub organization. Connect GitHub again and send org")

const stays = "The personal GitHub account itself stays with the person"

const removed = (credentials: number) =>
  revoked(
    `The person was removed from the organization. Verified in GitHub.${credentials === 0 ? "" : ` GitHub accepted the revocation of single sign-on credentials: ${credentials}.`} ${stays}`,
    { verified: true }
  )

const lastOwner: AppResult = {
  ...manualRequired(
    "GitHub does not allow an organization to lose its last owner. Add another owner, then remove the access manually"
  ),
  vendorStatus: 403
}

const managed: AppResult = {
  ...manualRequired(
    "The account is managed by the enterprise's identity provider. Deactivate it there, then confirm it here"
  ),
  vendorStatus: 403
}

const Credentials = Schema.fromJsonString(
  Schema.Array(Schema.Struct({ login: Schema.String, credential_id: Schema.Union([Schema.Int, Schema.String]) }))
)

const remove = (calls: VendorCalls, { headers }: GithubOrg, url: string) =>
  calls.write({ method: "DELETE", url, headers, body: "" })

/** How many of the person's tokens and keys are no longer authorized; organizations without SAML have none. */
const endCredentials = Effect.fnUntraced(function* (calls: VendorCalls, github: GithubOrg, login: string) {
  const url = `${github.api}/orgs/${github.org}/credential-authorizations`
  const answer = yield* Effect.option(
    calls.read({ url: `${url}?login=${encodeURIComponent(login)}&per_page=100`, headers: github.headers })
  )
  if (Option.isNone(answer) || answer.value.status >= 300) return 0
  const listed = Option.getOrElse(Schema.decodeUnknownOption(Credentials)(answer.value.body), () => [])
  const ended = yield* Effect.forEach(
    listed.filter((one) => same(one.login, login)),
    ({ credential_id }) => aside(remove(calls, github, `${url}/${encodeURIComponent(String(credential_id))}`))
  )
  return ended.filter(({ done }) => done).length
})

/** A 404 alone proves nothing: the organization has to respond under its name. */
const gone = (url: string, github: GithubOrg, calls: VendorReads, result: AppResult): ReadBack =>
  Effect.flatMap(calls.read({ url, headers: github.headers }), ({ status }) =>
    status === 404
      ? Effect.map(organisationMissing(calls, github), (missing) =>
          Option.isNone(missing) ? Option.some(result) : Option.none<AppResult>()
        )
      : Effect.succeed(Option.none())
  )

const noLongerIn = revoked(`The person is not in the organization. Verified in GitHub. ${stays}`, {
  verified: true
})

const refusedRemoval = (account: GithubAccount, readBack: ReadBack) => (answer: VendorAnswer) => {
  const otherwise = refusal(answer)
  if (answer.status === 404) {
    return Effect.map(
      shownInTime(readBack),
      Option.getOrElse(() => otherwise)
    )
  }
  if (answer.status !== 403 || isThrottled(answer)) return Effect.succeed(otherwise)
  const words = wordsIn(answer)
  if (/enterprise.managed|managed by|identity provider/i.test(words)) return Effect.succeed(managed)
  return Effect.succeed(account.isOwner || /last owner/i.test(words) ? lastOwner : otherwise)
}

/** The username on record; null where the account is found otherwise. */
const recordedLogin = ({ accountId, sourceControlUsername }: Leaver) =>
  accountId === null ? sourceControlUsername?.trim() || null : null

const connector = (addresses: VendorAddresses["Service"]): Connector<GithubAccount> => {
  /** A person who never signed in: only the identity provider's record of them can be removed. */
  const removeIdentity = (calls: VendorCalls, github: GithubOrg, account: GithubAccount, id: string) => {
    const url = identityUrl(github, id)
    const readBack = gone(
      url,
      github,
      calls,
      revoked("The person's single sign-on identity was removed from the organization. Verified in GitHub", {
        verified: true
      })
    )
    return carriedOut({ write: remove(calls, github, url), readBack, refusal: refusedRemoval(account, readBack) })
  }

  const removeAccount = Effect.fnUntraced(function* (
    calls: VendorCalls,
    github: GithubOrg,
    account: GithubAccount,
    login: string
  ) {
    const credentials = yield* endCredentials(calls, github, login)
    if (account.scimId !== null) yield* aside(remove(calls, github, identityUrl(github, account.scimId)))
    const result = removed(credentials)
    if (account.kind === "member") {
      const url = membershipUrl(github, login)
      const readBack = gone(url, github, calls, result)
      return yield* carriedOut({
        write: remove(calls, github, url),
        readBack,
        refusal: refusedRemoval(account, readBack)
      })
    }
    const readBack = Effect.map(inOrganisation(calls, github, login), ({ _tag }) =>
      _tag === "Nobody" ? Option.some(result) : Option.none()
    )
    return yield* carriedOut({
      write: remove(
        calls,
        github,
        `${github.api}/orgs/${github.org}/outside_collaborators/${encodeURIComponent(login)}`
      ),
      readBack,
      refusal: refusedRemoval(account, readBack)
    })
  })

  return {
    plan: (connection, leaver) =>
      Option.match(githubOrg(addresses, connection), {
        onNone: () => [],
        onSome: ({ api, org }) => {
          const { accountId, email } = leaver
          const recorded = recordedLogin(leaver)
          const login = recorded === null ? "{username}" : encodeURIComponent(recorded)
          const membership = `${api}/orgs/${org}/memberships/${login}`
          const credentials = `${api}/orgs/${org}/credential-authorizations`
          const filter = encodeURIComponent(`userName eq ${JSON.stringify(email)}`)
          return [
            ...(accountId !== null
              ? [
                  { method: "GET", url: `${api}/user/{id}` },
                  { method: "GET", url: membership }
                ]
              : recorded === null
                ? [
                    { method: "GET", url: `${api}/scim/v2/organizations/${org}/Users?filter=${filter}` },
                    { method: "POST", url: `${api}/graphql` }
                  ]
                : [{ method: "GET", url: membership }]),
            { method: "GET", url: `${credentials}?login=${login}` },
            { method: "DELETE", url: `${credentials}/{credential_id}` },
            { method: "DELETE", url: `${api}/scim/v2/organizations/${org}/Users/{scim_user_id}` },
            { method: "DELETE", url: membership },
            { method: "GET", url: membership }
          ]
        }
      }),

    effects: () => ["revokes_sso_credentials", "removes_sso_identity", "removes_membership", "verifies_result"],

    survives: () => ["personal_account"],

    undo: () => "new_invitation",

    usernameOf: recordedLogin,

    find: (calls, connection, leaver) =>
      Option.match(githubOrg(addresses, connection), {
        onNone: () => Effect.succeed({ _tag: "Result", result: noOrganisation }),
        onSome: (github) => lookUp(calls, github, leaver)
      }),

    findById: (calls, connection, accountId, leaver) =>
      Option.match(githubOrg(addresses, connection), {
        onNone: () => Effect.succeed({ _tag: "Result", result: noOrganisation }),
        onSome: (github) => lookUpById(calls, github, accountId, leaver)
      }),

    nameOf,

    act: Effect.fn("Github.act")(function* (calls, connection, account) {
      const github = githubOrg(addresses, connection)
      if (Option.isNone(github)) return noOrganisation
      const { kind, login, scimId } = account
      if (kind === "none") return noLongerIn
      if (login !== null) return yield* removeAccount(calls, github.value, account, login)
      return scimId === null ? noOrganisation : yield* removeIdentity(calls, github.value, account, scimId)
    }),

    standing: Effect.fn("Github.standing")(function* (calls, connection, account) {
      const github = githubOrg(addresses, connection)
      if (Option.isNone(github)) return "unknown"
      const { login, scimId } = account
      if (login !== null) {
        const { _tag } = yield* inOrganisation(calls, github.value, login)
        if (_tag === "Untold") return "unknown"
        return _tag === "Nobody" ? "inactive" : "active"
      }
      if (scimId === null) return "unknown"
      const answer = yield* calls.read({ url: identityUrl(github.value, scimId), headers: github.value.headers })
      if (answer.status < 300) return "active"
      const isGone = answer.status === 404 && Option.isNone(yield* organisationMissing(calls, github.value))
      return isGone ? "inactive" : "unknown"
    })
  }
}

/** A GitHub organization: ends single sign-on credentials and the membership. The person keeps their own account. */
export const github: MakeVendor<GithubAccount> = (addresses) => ({
  throttle,
  connector: connector(addresses),
  inventory: githubInventory(addresses),
  entitlements: githubEntitlements(addresses),
  prove: proveGithub(addresses)
})
