import { Effect, Option, Result } from "effect"
import type { VendorAddresses } from "#connections/vendors/protocol/addresses"
import type { VendorCalls } from "#connections/vendors/protocol/calls"
import type { Connection } from "#connections/vendors/protocol/connection"
import type { Entitlement } from "#connections/vendors/protocol/entitlements"
import { givenBack, type HeldLook } from "#connections/vendors/protocol/giving-back"
import { hidden, hiddenBy, refusedFor } from "#connections/vendors/protocol/left-behind"
import { isInactive, readUser } from "#connections/vendors/scim/user"
import type { SlackAccount } from "#connections/vendors/slack/account"
import { showing } from "#connections/vendors/slack/inventory/lists"
import { actingToken, bearer } from "#connections/vendors/slack/web"

const byScim = showing("SCIM (Business+ or Enterprise) with an administrator's admin_token and its scope admin")

const byScimAlone =
  "Slack restores an account by SCIM only, which this connection cannot use: it needs Business+ or Enterprise, and an administrator's admin_token"

export const isActive = (account: SlackAccount) =>
  account.via === "scim" ? !isInactive(account.user) : !account.deleted

/** The use of the account, which a deactivation takes. */
export const heldAccount = (account: SlackAccount, id: string): ReadonlyArray<Entitlement> =>
  isActive(account)
    ? [
        {
          kind: "account",
          externalId: id,
          label: "account",
          terms: {},
          byHand: account.via === "scim" ? null : byScimAlone
        }
      ]
    : []

const activation = JSON.stringify({
  schemas: ["urn:ietf:params:scim:api:messages:2.0:PatchOp"],
  Operations: [{ op: "replace", path: "active", value: true }]
})

export const giveAccount = (
  calls: VendorCalls,
  addresses: VendorAddresses["Service"],
  connection: Connection,
  id: string
) => {
  const url = `${addresses.of("slackScim")}/scim/v2/Users/${encodeURIComponent(id)}`
  const headers = {
    ...bearer(actingToken(connection)),
    accept: "application/scim+json, application/json",
    "content-type": "application/scim+json"
  }
  const isHeld: HeldLook = Effect.map(calls.read({ url, headers }), (answer) => {
    if (answer.status >= 300) return Result.fail(hiddenBy(byScim, answer))
    return Option.match(readUser(answer.body), {
      onNone: () => hidden("Slack's answer was not SCIM. Scan again later", answer.status),
      onSome: (user) => Result.succeed(user["active"] === true)
    })
  })
  return givenBack({
    isHeld,
    write: calls.write({ method: "PATCH", url, headers, body: activation }),
    then: "The account is active. Verified in Slack",
    gone: "The account no longer exists in Slack, so it cannot be restored",
    refusal: (answer) => refusedFor(byScim, answer)
  })
}
