import { Effect, Option } from "effect"
import type { Candidate } from "#connections/vendors/protocol/connection"
import type { Entitlements } from "#connections/vendors/protocol/entitlements"
import { byHand, noAccount, nothingHeld, sightOf } from "#connections/vendors/protocol/giving-back"
import { giveAccount, lookAtAccount } from "./account-use.ts"
import { giveGroup, lookAtGroups } from "./groups.ts"
import { giveRole, lookAtHeldRoles } from "./held-roles.ts"
import type { OktaUser } from "./user.ts"

const kinds = ["account", "group", "role"] as const

/** What a person holds in Okta; `base` is where the tenant's Okta is. */
export const oktaEntitlements = (base: (service: Candidate) => string): Entitlements<OktaUser> => ({
  kinds,
  look: Effect.fn("OktaEntitlements.look")(function* (calls, service, { account }) {
    if (Option.isNone(account)) return nothingHeld(kinds)
    const reach = { base: base(service), service, user: account.value }
    return [
      sightOf("account", yield* lookAtAccount(calls, reach)),
      sightOf("group", yield* lookAtGroups(calls, reach)),
      sightOf("role", yield* lookAtHeldRoles(calls, reach))
    ]
  }),
  giveBack: Effect.fn("OktaEntitlements.giveBack")(function* (calls, service, { account }, entitlement) {
    if (Option.isNone(account)) return noAccount("Okta")
    const reach = { base: base(service), service, user: account.value }
    if (entitlement.kind === "account") return yield* giveAccount(calls, reach, entitlement.externalId)
    if (entitlement.kind === "group") return yield* giveGroup(calls, reach, entitlement.externalId)
    if (entitlement.kind === "role") return yield* giveRole(calls, reach, entitlement)
    return byHand("Okta has no licenses")
  })
})
