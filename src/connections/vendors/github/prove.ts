import { Effect, Option, Schema } from "effect"
import type { VendorAddresses } from "#connections/vendors/protocol/addresses"
import type { Candidate } from "#connections/vendors/protocol/connection"
import { CredentialUnproven, type VendorReads } from "#connections/vendors/protocol/connector"
import { githubHeaders, githubOrg, namesOrg, orgIdSetting } from "./api.ts"

const refusedCredential = (message: string) => new CredentialUnproven({ reason: "refused", message })

const tokenRefused = refusedCredential(
  "GitHub did not accept the token. Check that it is valid and can administer the organization (admin:org)"
)

const Organisation = Schema.Struct({ login: Schema.String, id: Schema.optionalKey(Schema.Int) })
const OwnMembership = Schema.Struct({
  state: Schema.optionalKey(Schema.String),
  role: Schema.optionalKey(Schema.String),
  organization: Schema.optionalKey(Organisation)
})
const readOwn = Schema.decodeUnknownOption(Schema.fromJsonString(OwnMembership))
const readAllOwn = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Array(OwnMembership)))
const readOrg = Schema.decodeUnknownOption(Schema.fromJsonString(Organisation))

/** The organization's canonical name and number at GitHub. */
const settingsOf = (
  { [orgIdSetting]: _before, ...settings }: Candidate["settings"],
  org: string,
  shown: typeof Organisation.Type | undefined
): Candidate["settings"] => ({
  ...settings,
  org: shown?.login ?? org,
  ...(shown?.id === undefined ? {} : { [orgIdSetting]: String(shown.id) })
})

/** An owner's token, for the named organization or, without a name, for the only one that they own. */
export const proveGithub = (addresses: VendorAddresses["Service"]) =>
  Effect.fn("Github.prove")(function* (calls: VendorReads, candidate: Candidate) {
    const api = addresses.of("github")
    const { settings } = candidate
    const read = (path: string) =>
      Effect.flatMap(calls.read({ url: `${api}${path}`, headers: githubHeaders(candidate) }), (answer) => {
        if (answer.status === 401) return Effect.fail(tokenRefused)
        return answer.status >= 500 || (answer.status >= 300 && answer.status < 400)
          ? Effect.fail(
              new CredentialUnproven({
                reason: "unanswering",
                message: `GitHub gave no usable answer (${answer.status}). Try again`
              })
            )
          : Effect.succeed(answer)
      })

    const github = githubOrg(addresses, candidate)
    if (Option.isNone(github)) {
      if (namesOrg(settings)) return yield* refusedCredential("org is not the name of a GitHub organization")
      const answer = yield* read("/user/memberships/orgs?state=active&per_page=100")
      const owned = Option.getOrElse(readAllOwn(answer.body), () => []).flatMap(({ organization, role }) =>
        role === "admin" && organization !== undefined ? [organization] : []
      )
      const [org] = owned
      if (org === undefined) return yield* refusedCredential("The token's owner owns no GitHub organization")
      if (owned.length > 1) {
        return yield* refusedCredential(
          "The token's owner owns several GitHub organizations. Send the right one as org"
        )
      }
      return settingsOf(settings, org.login, org)
    }

    const { org } = github.value
    const own = yield* read(`/user/memberships/orgs/${org}`)
    const membership = own.status < 300 ? readOwn(own.body) : Option.none()
    if (Option.isSome(membership) && membership.value.role !== undefined) {
      return membership.value.role === "admin"
        ? settingsOf(settings, org, membership.value.organization)
        : yield* refusedCredential("The token's owner is not an owner of the GitHub organization")
    }
    // The token of an app has no person whose membership could be asked for.
    const shown = yield* read(`/orgs/${org}`)
    if (shown.status >= 300) return yield* tokenRefused
    return settingsOf(settings, org, Option.getOrUndefined(readOrg(shown.body)))
  })
