import { Effect, Option } from "effect"
import type { VendorAddresses } from "#connections/vendors/protocol/addresses"
import type { Inventory } from "#connections/vendors/protocol/inventory"
import { sightsOf } from "#connections/vendors/protocol/left-behind"
import type { OAuthClient } from "#connections/vendors/protocol/oauth"
import { manualRequired, revoked } from "#connections/vendors/protocol/outcome"
import type { GoogleAccount } from "./api.ts"
import { calendarIn, giveCalendar, lookAtCalendars } from "./calendars.ts"
import { driveOf, giveDrive, isDrive, lookAtDrive } from "./drive.ts"
import { endGrant, endPassword, lookAtGrants } from "./grants.ts"
import { giveGroup, groupIn, lookAtGroups } from "./groups.ts"
import { endDelegate, endForwarding, lookAtMailbox } from "./mailbox.ts"
import { googlePlan } from "./plan-closing.ts"
import { googleReach } from "./reach.ts"
import { lookAtRoles } from "./roles.ts"

const kinds = ["oauth_grant", "app_password", "forwarding", "delegate", "ownership"] as const

const byHand = manualRequired("This service cannot close it in Google. Close it manually")

const notTheirs = revoked("It does not belong to the leaver", { verified: true })

const noAccount = revoked("The account no longer exists in Google, so nothing of it is left", { verified: true })

/** What a leaver leaves behind in Google Workspace. */
export const googleInventory = (
  addresses: VendorAddresses["Service"],
  client: Option.Option<OAuthClient>
): Inventory<GoogleAccount> => {
  const reachOf = googleReach(addresses, client)
  return {
    kinds,
    plan: googlePlan(addresses),
    look: Effect.fn("GoogleInventory.look")(function* (calls, service, { account }) {
      if (Option.isNone(account)) return sightsOf(kinds, [])
      const reach = reachOf(calls, service, account.value)
      return sightsOf(kinds, [
        ...(yield* lookAtGrants(calls, reach)),
        ...(yield* lookAtMailbox(calls, reach)),
        yield* lookAtDrive(calls, reach),
        yield* lookAtCalendars(calls, reach),
        yield* lookAtGroups(calls, reach),
        yield* lookAtRoles(calls, reach)
      ])
    }),
    revoke: Effect.fn("GoogleInventory.revoke")(function* (calls, service, { account }, { externalId, kind }) {
      if (Option.isNone(account)) return noAccount
      const reach = reachOf(calls, service, account.value)
      switch (kind) {
        case "oauth_grant":
          return yield* endGrant(calls, reach, externalId)
        case "app_password":
          return yield* endPassword(calls, reach, externalId)
        case "forwarding":
          return yield* endForwarding(calls, reach, externalId)
        case "delegate":
          return yield* endDelegate(calls, reach, externalId)
        default:
          return byHand
      }
    }),
    transfer: Effect.fn("GoogleInventory.transfer")(function* (
      calls,
      service,
      { account, leaver },
      { externalId, kind },
      successor
    ) {
      if (Option.isNone(account)) return noAccount
      if (kind !== "ownership") return byHand
      const reach = reachOf(calls, service, account.value)
      if (externalId === driveOf(account.value.user)) return yield* giveDrive(calls, reach, leaver, successor)
      if (isDrive(externalId)) return notTheirs
      const calendar = calendarIn(externalId)
      if (Option.isSome(calendar)) return yield* giveCalendar(calls, reach, calendar.value, successor)
      const group = groupIn(externalId)
      return Option.isSome(group) ? yield* giveGroup(calls, reach, group.value, successor) : byHand
    })
  }
}
