import { Effect, Option, Result } from "effect"
import type { VendorCalls, VendorReads, VendorUnanswered } from "#connections/vendors/protocol/calls"
import type { Entitlement } from "#connections/vendors/protocol/entitlements"
import { givenBack, notGiven, unlooked } from "#connections/vendors/protocol/giving-back"
import { type Hidden, hidden, hiddenBy } from "#connections/vendors/protocol/left-behind"
import { headersOf, type OktaReach, refusal, showing, urlOf, userPath } from "./api.ts"
import { isImported, isOff, isOn, type OktaUser, statusOf, userIn } from "./user.ts"

const permission = "an administrator's API token that can manage users"

const imported = "It comes from another directory, which turns it on and off"

/** The current account: lookups lag behind. What Okta does not report is neither on nor off. */
const accountNow = (
  calls: VendorReads,
  reach: OktaReach
): Effect.Effect<Result.Result<OktaUser, Hidden>, VendorUnanswered> =>
  Effect.map(calls.read({ url: urlOf(reach, userPath(reach)), headers: headersOf(reach.service) }), (answer) => {
    if (answer.status >= 300) return Result.fail(hiddenBy(showing(permission), answer))
    const user = userIn(answer.body)
    if (Option.isNone(user)) return hidden("Okta's answer could not be read", answer.status)
    return isOn(user.value) || isOff(user.value)
      ? Result.succeed(user.value)
      : hidden(`Okta shows the account ${statusOf(user.value)}`, answer.status)
  })

const itemOf = (user: OktaUser): Entitlement => ({
  kind: "account",
  externalId: user.id,
  label: "Account",
  terms: {},
  byHand: isImported(user) ? imported : null
})

/** The use of the account. */
export const lookAtAccount = (calls: VendorReads, reach: OktaReach) =>
  Effect.map(
    accountNow(calls, reach),
    Result.map((user): ReadonlyArray<Entitlement> => (isOn(user) ? [itemOf(user)] : []))
  )

const ways = new Map([
  ["SUSPENDED", { path: "unsuspend", then: "The account is on. Verified in Okta" }],
  [
    "DEPROVISIONED",
    {
      path: "activate?sendEmail=false",
      then: "The account is on. Verified in Okta. It has no password: send the person an activation link from Okta"
    }
  ]
])

/** Switches the account on again, by the way out of the state that it is in. */
export const giveAccount = Effect.fnUntraced(function* (calls: VendorCalls, reach: OktaReach, id: string) {
  if (id !== reach.user.id)
    return notGiven("The original account no longer exists; another account has the email address now")
  const now = yield* accountNow(calls, reach)
  if (Result.isFailure(now)) return unlooked(now.failure)
  const way = ways.get(now.success.status ?? "")
  const stuck = way === undefined && isOff(now.success) ? `Okta shows the account as ${statusOf(now.success)}` : null
  return yield* givenBack({
    isHeld: Effect.map(accountNow(calls, reach), Result.map(isOn)),
    byHand: isImported(now.success) ? imported : stuck,
    write: calls.write({
      method: "POST",
      url: urlOf(reach, userPath(reach, `/lifecycle/${way?.path ?? ""}`)),
      headers: headersOf(reach.service),
      body: ""
    }),
    then: way?.then ?? "The account is on. Verified in Okta",
    refusal: refusal(permission)
  })
})
