import type { LeftBehindKind } from "@svc/contract/left-behind/schema"
import { Effect, Option } from "effect"
import type { VendorAddresses } from "#connections/vendors/protocol/addresses"
import type { Inventory, KindSight, Owner } from "#connections/vendors/protocol/inventory"
import { type Source, sightsOf } from "#connections/vendors/protocol/left-behind"
import { manualRequired } from "#connections/vendors/protocol/outcome"
import { memberId, type SlackAccount } from "#connections/vendors/slack/account"
import { channels } from "./channels.ts"
import { integrations } from "./integrations.ts"
import { slackWeb } from "./lists.ts"
import { slackPlan, workflowIn } from "./plan-closing.ts"
import { primaryOwner } from "./primary-owner.ts"
import { giveWorkflow, workflows } from "./workflows.ts"

const kinds: ReadonlyArray<LeftBehindKind> = ["oauth_grant", "api_key", "ownership"]

const noMember =
  "Slack shows no member with this email address, so orphaned items cannot be found. Check Slack's own administration"

const byHand: Partial<Record<LeftBehindKind, string>> = {
  oauth_grant:
    "Other people might use an app that one person installed. Decide in Slack's app administration whether it stays, and confirm it",
  api_key: "Decide in Slack's app administration whether the integration stays, and confirm it",
  ownership: "Transfer it to another person in Slack, and confirm it"
}

const idOf = ({ account }: Owner<SlackAccount>) => Option.flatMap(account, memberId)

/** What of Slack lives on: apps and integrations that the leaver installed, workflows, channels, the workspace itself. */
export const slackInventory = (addresses: VendorAddresses["Service"]): Inventory<SlackAccount> => ({
  kinds,

  plan: slackPlan(addresses),

  look: Effect.fn("SlackInventory.look")(function* (calls, service, owner) {
    const id = idOf(owner)
    if (Option.isNone(id)) return kinds.map((kind): KindSight => ({ _tag: "NotVisible", kind, why: noMember }))
    const of = [calls, slackWeb(addresses, service), id.value] as const
    const sources: ReadonlyArray<Source> = [
      ...(yield* integrations(...of)),
      ...(yield* primaryOwner(...of)),
      ...(yield* workflows(...of)),
      ...(yield* channels(...of))
    ]
    return sightsOf(kinds, sources)
  }),

  revoke: (_calls, _service, _owner, { kind }) =>
    Effect.succeed(manualRequired(byHand[kind] ?? "Slack has no API for it. End it there, and confirm it")),

  transfer: Effect.fn("SlackInventory.transfer")(function* (calls, service, owner, item, successor) {
    const id = idOf(owner)
    const workflow = workflowIn(item)
    if (Option.isNone(workflow)) {
      return manualRequired(
        byHand[item.kind] ?? "Slack cannot transfer items of this kind by API. Transfer it there, and confirm it"
      )
    }
    if (Option.isNone(id)) return manualRequired(noMember)
    return yield* giveWorkflow(calls, slackWeb(addresses, service), id.value, workflow.value, successor)
  })
})
