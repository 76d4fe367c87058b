import { Effect, Option } from "effect"
import type { Entitlements } from "#connections/vendors/protocol/entitlements"
import { noAccount, nothingHeld, sightOf } from "#connections/vendors/protocol/giving-back"
import { giveAccount, lookAtAccount } from "./account-use.ts"
import { giveGroup, lookAtGroups } from "./groups.ts"
import { giveRole, lookAtHeldRoles } from "./held-roles.ts"
import { giveLicence, lookAtLicences } from "./licences.ts"
import type { EntraAccount, Places } from "./look-up.ts"

const kinds = ["account", "group", "role", "licence"] as const

/** What a person holds in Entra ID. */
export const entraEntitlements = (places: Places): Entitlements<EntraAccount> => ({
  kinds,
  look: Effect.fn("EntraEntitlements.look")(function* (calls, _service, { account }) {
    if (Option.isNone(account)) return nothingHeld(kinds)
    const reach = { places, account: account.value }
    return [
      sightOf("account", yield* lookAtAccount(calls, reach)),
      sightOf("group", yield* lookAtGroups(calls, reach)),
      sightOf("role", yield* lookAtHeldRoles(calls, reach)),
      sightOf("licence", yield* lookAtLicences(calls, reach))
    ]
  }),
  giveBack: Effect.fn("EntraEntitlements.giveBack")(function* (calls, _service, { account }, entitlement) {
    if (Option.isNone(account)) return noAccount("Entra ID")
    const reach = { places, account: account.value }
    if (entitlement.kind === "account") return yield* giveAccount(calls, reach, entitlement.externalId)
    if (entitlement.kind === "group") return yield* giveGroup(calls, reach, entitlement.externalId)
    if (entitlement.kind === "role") return yield* giveRole(calls, reach, entitlement)
    return yield* giveLicence(calls, reach, entitlement)
  })
})
