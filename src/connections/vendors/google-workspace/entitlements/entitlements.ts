import type { EntitlementKind } from "@svc/contract/entitlements/schema"
import { Effect, Option, Result } from "effect"
import type { VendorAddresses } from "#connections/vendors/protocol/addresses"
import type { Entitlements } from "#connections/vendors/protocol/entitlements"
import { byHand, noAccount, nothingHeld, sightOf } from "#connections/vendors/protocol/giving-back"
import { type GoogleAccount, idOf } from "#connections/vendors/google-workspace/api"
import { googleReach } from "#connections/vendors/google-workspace/reach"
import type { OAuthClient } from "#connections/vendors/protocol/oauth"
import { giveAccount, heldAccount } from "./account.ts"
import { giveGroup, heldGroups } from "./groups.ts"
import { giveLicence, heldLicences } from "./licences.ts"
import { giveRole, heldRoles } from "./roles.ts"

const kinds: ReadonlyArray<EntitlementKind> = ["account", "group", "role", "licence"]

const anotherAccount = "Another Google account has this email address now"

/**
 * A person's access in Google Workspace. A suspension ends the account; groups, roles, and licenses stay until they are
 * removed.
 */
export const googleEntitlements = (
  addresses: VendorAddresses["Service"],
  client: Option.Option<OAuthClient>
): Entitlements<GoogleAccount> => {
  const reachOf = googleReach(addresses, client)
  return {
    kinds,

    look: Effect.fn("GoogleEntitlements.look")(function* (calls, service, { account }) {
      if (Option.isNone(account)) return nothingHeld(kinds)
      const reach = reachOf(calls, service, account.value)
      return [
        sightOf("account", Result.succeed(heldAccount(account.value.user))),
        sightOf("group", yield* heldGroups(calls, reach)),
        sightOf("role", yield* heldRoles(calls, reach)),
        sightOf("licence", yield* heldLicences(calls, reach))
      ]
    }),

    giveBack: Effect.fn("GoogleEntitlements.giveBack")(function* (calls, service, { account }, entitlement) {
      if (Option.isNone(account)) return noAccount("Google")
      const reach = reachOf(calls, service, account.value)
      switch (entitlement.kind) {
        case "account":
          return entitlement.externalId === idOf(account.value.user)
            ? yield* giveAccount(calls, reach)
            : byHand(anotherAccount)
        case "group":
          return yield* giveGroup(calls, reach, entitlement)
        case "role":
          return yield* giveRole(calls, reach, entitlement)
        case "licence":
          return yield* giveLicence(calls, reach, entitlement)
      }
    })
  }
}
