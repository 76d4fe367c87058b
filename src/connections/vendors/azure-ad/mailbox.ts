import { Effect, Option, Result, Schema } from "effect"
import type { VendorCalls, VendorReads } from "#connections/vendors/protocol/calls"
import type { LeftBehind } from "#connections/vendors/protocol/inventory"
import { closed, hidden, isOffList, type Source, untried } from "#connections/vendors/protocol/left-behind"
import { cleaned, manualRequired } from "#connections/vendors/protocol/outcome"
import { maybeFlag, maybeText } from "#connections/vendors/protocol/vendor-json"
import { type EntraReach, graphList, graphWrite, refusal } from "./graph-lists.ts"

const ruleId = "rule:"

export const ruleIn = (externalId: string) =>
  externalId.startsWith(ruleId) ? Option.some(externalId.slice(ruleId.length)) : Option.none()

const maybeRecipients = Schema.optionalKey(
  Schema.NullOr(
    Schema.Array(
      Schema.Struct({ emailAddress: Schema.optionalKey(Schema.NullOr(Schema.Struct({ address: maybeText }))) })
    )
  )
)

const Rule = Schema.Struct({
  id: Schema.String,
  displayName: maybeText,
  isEnabled: maybeFlag,
  isReadOnly: maybeFlag,
  actions: Schema.optionalKey(
    Schema.NullOr(
      Schema.Struct({
        forwardTo: maybeRecipients,
        forwardAsAttachmentTo: maybeRecipients,
        redirectTo: maybeRecipients
      })
    )
  )
})
type Rule = typeof Rule.Type

const rulesAt = graphList(Rule)

const path = ({ account: { user } }: EntraReach) =>
  `/users/${encodeURIComponent(user.id)}/mailFolders/inbox/messageRules`

const rules = (calls: VendorReads, reach: EntraReach) =>
  Effect.map(
    rulesAt(calls, reach, path(reach), "MailboxSettings.Read"),
    Result.map((all) => all.filter((rule) => rule.isEnabled !== false && targetsOf(rule).length > 0))
  )

const targetsOf = ({ actions }: Rule) =>
  [actions?.forwardTo, actions?.forwardAsAttachmentTo, actions?.redirectTo].flatMap((recipients) =>
    (recipients ?? []).map(({ emailAddress }) => emailAddress?.address || "somebody")
  )

const domainOf = (address: string) => address.slice(address.lastIndexOf("@") + 1).toLowerCase()

const itemOf =
  ({ account: { user } }: EntraReach) =>
  (rule: Rule): LeftBehind => {
    const targets = targetsOf(rule)
    const own = [user.mail, user.userPrincipalName].flatMap((address) => (address ? [domainOf(address)] : []))
    return {
      kind: "forwarding",
      externalId: `${ruleId}${rule.id}`,
      label: cleaned(`Inbox rule "${rule.displayName || "without a name"}" forwards mail to ${targets.join(", ")}`),
      risk: targets.every((address) => own.includes(domainOf(address))) ? "medium" : "high",
      privileges: [],
      lastUsedAt: null,
      closing: rule.isReadOnly === true ? "by_hand" : "revoke",
      stopsTheCut: null
    }
  }

const ofMailbox = hidden(
  "Microsoft Graph shows only inbox rules, not forwarding set on the mailbox itself. Check the Exchange admin center"
)

/** Inbox rules that send mail on. */
export const lookAtMailbox = Effect.fnUntraced(function* (calls: VendorReads, reach: EntraReach) {
  const shown = yield* rules(calls, reach)
  const sources: ReadonlyArray<Source> = [
    { kind: "forwarding", shown: Result.map(shown, (all) => all.map(itemOf(reach))) },
    { kind: "forwarding", shown: ofMailbox }
  ]
  return sources
})

/** Switches one rule off; it can be switched on again. */
export const endRule = Effect.fnUntraced(function* (calls: VendorCalls, reach: EntraReach, id: string) {
  const shown = yield* rules(calls, reach)
  if (Result.isFailure(shown)) return untried(shown.failure)
  if (shown.success.some((rule) => rule.id === id && rule.isReadOnly === true)) {
    return manualRequired(
      "Microsoft Graph cannot change this rule. Turn it off in Outlook or the Exchange admin center"
    )
  }
  return yield* closed({
    write: graphWrite(calls, reach, "PATCH", `${path(reach)}/${encodeURIComponent(id)}`, { isEnabled: false }),
    isClosed: isOffList(rules(calls, reach), (rule) => rule.id === id),
    then: "The inbox rule is off. Verified in Microsoft Graph",
    refusal: refusal("MailboxSettings.ReadWrite")
  })
})
