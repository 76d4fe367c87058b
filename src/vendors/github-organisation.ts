import { Data, Effect, Option, Redacted, Schema } from "effect"
import type { VendorAddresses } from "./addresses.ts"
import type { VendorReads } from "./calls.ts"
import { CredentialUnproven } from "./connector.ts"

/** The account administers none, or several; one has to be named. */
export class OrganisationUnclear extends Data.TaggedError("OrganisationUnclear")<{}> {}

const readMemberships = Schema.decodeUnknownOption(
  Schema.fromJsonString(
    Schema.Array(
      Schema.Struct({
        role: Schema.optionalKey(Schema.String),
        organization: Schema.Struct({ login: Schema.String })
      })
    )
  )
)

const cannotBeRead = (status: number) => status === 404 || status === 405 || status === 501

/**
 * The one organisation that the token's owner administers. None where the server does not tell, as some do not: then
 * it is the tenant's to name.
 */
export const administeredOrganisation = Effect.fn("administeredOrganisation")(function* (
  addresses: VendorAddresses["Service"],
  calls: VendorReads,
  token: Redacted.Redacted
) {
  const read = (path: string) =>
    calls.read({
      url: `${addresses.of("github")}${path}`,
      headers: { authorization: `Bearer ${Redacted.value(token)}`, accept: "application/vnd.github+json" }
    })
  const user = yield* read("/user")
  if (user.status === 401 || user.status === 403) {
    return yield* new CredentialUnproven({ reason: "refused", message: "GitHub did not accept the token that it gave" })
  }
  const answer = yield* read("/user/memberships/orgs?state=active&per_page=100")
  if (cannotBeRead(answer.status)) return Option.none<string>()
  const memberships = answer.status < 300 ? readMemberships(answer.body) : Option.none()
  if (Option.isNone(memberships)) {
    return yield* new CredentialUnproven({
      reason: answer.status === 401 || answer.status === 403 ? "refused" : "unanswering",
      message: "GitHub did not tell which organisations the account belongs to"
    })
  }
  const administered = memberships.value.filter(({ role }) => role === undefined || role === "admin")
  const [only, ...more] = administered
  if (only === undefined || more.length > 0) return yield* new OrganisationUnclear()
  return Option.some(only.organization.login)
})
