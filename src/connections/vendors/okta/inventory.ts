import { Effect, Option } from "effect"
import type { Candidate } from "#connections/vendors/protocol/connection"
import type { Inventory } from "#connections/vendors/protocol/inventory"
import { hidden, sightsOf, type Source } from "#connections/vendors/protocol/left-behind"
import { manualRequired, revoked } from "#connections/vendors/protocol/outcome"
import { endGrants, lookAtGrants } from "./grants.ts"
import { oktaPlan } from "./plan-closing.ts"
import { endRole, lookAtRoles, roleIn } from "./roles.ts"
import { endToken, lookAtTokens } from "./tokens.ts"
import type { OktaUser } from "./user.ts"

const kinds = ["api_key", "oauth_grant", "ownership", "service_principal"] as const

const byHand = manualRequired("This service cannot close it in Okta. Close it manually")

const noAccount = revoked("The account no longer exists in Okta, so nothing of it is left", { verified: true })

const serviceApps: Source = {
  kind: "service_principal",
  shown: hidden("Okta does not show who created OAuth service apps. Check the service apps and their secrets in Okta")
}

/** What a leaver leaves behind in Okta; `base` is where the tenant's Okta is. */
export const oktaInventory = (base: (service: Candidate) => string): Inventory<OktaUser> => ({
  kinds,
  plan: oktaPlan(base),
  look: Effect.fn("OktaInventory.look")(function* (calls, service, { account }) {
    if (Option.isNone(account)) return sightsOf(kinds, [serviceApps])
    const reach = { base: base(service), service, user: account.value }
    return sightsOf(kinds, [
      yield* lookAtTokens(calls, reach),
      yield* lookAtGrants(calls, reach),
      yield* lookAtRoles(calls, reach),
      serviceApps
    ])
  }),
  revoke: Effect.fn("OktaInventory.revoke")(function* (calls, service, { account }, { externalId, kind }) {
    if (Option.isNone(account)) return noAccount
    const reach = { base: base(service), service, user: account.value }
    if (kind === "api_key") return yield* endToken(calls, reach, externalId)
    if (kind === "oauth_grant") return yield* endGrants(calls, reach, externalId)
    const role = kind === "ownership" ? roleIn(externalId) : Option.none()
    return Option.isSome(role) ? yield* endRole(calls, reach, role.value) : byHand
  }),
  transfer: () => Effect.succeed(byHand)
})
