import { Effect, Option } from "effect"
import type { Inventory, KindSight } from "#connections/vendors/protocol/inventory"
import { hidden, sightsOf, type Source } from "#connections/vendors/protocol/left-behind"
import { manualRequired, revoked } from "#connections/vendors/protocol/outcome"
import type { EntraAccount, Places } from "./look-up.ts"
import { endRule, lookAtMailbox, ruleIn } from "./mailbox.ts"
import { lookAtOwned } from "./owned.ts"
import { entraPlan } from "./plan-closing.ts"
import { giveRelation, relationIn } from "./relations.ts"
import { lookAtRoles } from "./roles.ts"
import { lookAtAgents, lookAtGuests } from "./sponsored.ts"

const kinds = ["service_principal", "api_key", "agent", "forwarding", "ownership"] as const

const byHand = manualRequired("This service cannot close it in Entra ID. Close it manually")

const noAccount = revoked("The account no longer exists in Entra ID, so nothing depends on it", { verified: true })

/** Applications and agents run on when the account is deleted, and show no more whose they were. */
const outliving = (["service_principal", "api_key", "agent"] as const).map((kind): Source => ({
  kind,
  shown: hidden("Entra ID has no account for this person, and does not show its former applications and agents")
}))

/** What a leaver leaves behind in Entra ID. */
export const entraInventory = (places: Places): Inventory<EntraAccount> => ({
  kinds,
  plan: entraPlan(places),
  look: Effect.fn("EntraInventory.look")(function* (calls, _service, { account }) {
    if (Option.isNone(account)) return sightsOf(kinds, outliving)
    const reach = { places, account: account.value }
    const sights: ReadonlyArray<KindSight> = sightsOf(kinds, [
      ...(yield* lookAtOwned(calls, reach)),
      yield* lookAtAgents(calls, reach),
      yield* lookAtGuests(calls, reach),
      ...(yield* lookAtMailbox(calls, reach)),
      yield* lookAtRoles(calls, reach)
    ])
    return sights
  }),
  revoke: Effect.fn("EntraInventory.revoke")(function* (calls, _service, { account }, { externalId, kind }) {
    if (Option.isNone(account)) return noAccount
    const rule = kind === "forwarding" ? ruleIn(externalId) : Option.none()
    return Option.isSome(rule) ? yield* endRule(calls, { places, account: account.value }, rule.value) : byHand
  }),
  transfer: Effect.fn("EntraInventory.transfer")(function* (
    calls,
    _service,
    { account, leaver },
    { externalId, kind },
    successor
  ) {
    if (Option.isNone(account)) return noAccount
    const relation = kind === "api_key" ? Option.none() : relationIn(externalId)
    if (Option.isNone(relation)) return byHand
    return yield* giveRelation(calls, { places, account: account.value }, relation.value, leaver, successor)
  })
})
