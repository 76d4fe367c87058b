import type { EntitlementKind } from "@svc/contract/entitlements/schema"
import { Effect, Option, Result } from "effect"
import type { VendorAddresses } from "#connections/vendors/protocol/addresses"
import type { Entitlements } from "#connections/vendors/protocol/entitlements"
import { byHand, noAccount, nothingHeld, sightOf } from "#connections/vendors/protocol/giving-back"
import { memberId, type SlackAccount } from "#connections/vendors/slack/account"
import { slackWeb } from "#connections/vendors/slack/inventory/lists"
import { giveAccount, heldAccount, isActive } from "./account.ts"
import { giveRole, giveSeat, heldBy, heldRole, heldSeat, memberAt } from "./member.ts"
import { giveGroup, heldGroups } from "./user-groups.ts"

const kinds: ReadonlyArray<EntitlementKind> = ["account", "group", "licence", "role"]

const anotherAccount = "Slack has another account for this person now"

/** What a person holds in a Slack workspace. */
export const slackEntitlements = (addresses: VendorAddresses["Service"]): Entitlements<SlackAccount> => ({
  kinds,

  look: Effect.fn("SlackEntitlements.look")(function* (calls, service, { account }) {
    const id = Option.flatMap(account, memberId)
    if (Option.isNone(account) || Option.isNone(id)) return nothingHeld(kinds)
    const web = slackWeb(addresses, service)
    const own = sightOf("account", Result.succeed(heldAccount(account.value, id.value)))
    const groups = sightOf("group", yield* heldGroups(calls, web, id.value))
    // Of an account that is off neither applies.
    if (!isActive(account.value)) return [own, groups, ...nothingHeld(["licence", "role"])]
    const member = yield* memberAt(calls, web, id.value)
    return [own, groups, sightOf("licence", heldBy(member, heldSeat)), sightOf("role", heldBy(member, heldRole))]
  }),

  giveBack: Effect.fn("SlackEntitlements.giveBack")(function* (calls, service, { account }, { externalId, kind }) {
    const id = Option.flatMap(account, memberId)
    if (Option.isNone(account) || Option.isNone(id)) return noAccount("Slack")
    const web = slackWeb(addresses, service)
    switch (kind) {
      case "account":
        return externalId === id.value
          ? yield* giveAccount(calls, addresses, service, id.value)
          : byHand(anotherAccount)
      case "group":
        return yield* giveGroup(calls, web, id.value, externalId)
      case "licence":
        return yield* giveSeat(calls, web, id.value)
      case "role":
        return yield* giveRole(calls, web, id.value, externalId)
    }
  })
})
