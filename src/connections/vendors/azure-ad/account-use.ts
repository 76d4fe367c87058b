import { Effect, Result, Schema } from "effect"
import type { VendorCalls, VendorReads } from "#connections/vendors/protocol/calls"
import type { Entitlement } from "#connections/vendors/protocol/entitlements"
import { forAPerson, givenBack, notGiven, unlooked } from "#connections/vendors/protocol/giving-back"
import { type Hidden, hidden } from "#connections/vendors/protocol/left-behind"
import { type EntraReach, graphList, graphObject, graphWrite, refusal } from "./graph-lists.ts"
import { EntraUser, selected } from "./user.ts"

const shows = "User.Read.All"
const changes = "User.ReadWrite.All"

const synced = "The account is synchronized from a local Active Directory, which turns it on and off"

const userAt = graphObject(EntraUser)
const rolesAt = graphList(Schema.Struct({ id: Schema.String }))

export const userPath = ({ account }: EntraReach, rest = "") => `/users/${encodeURIComponent(account.user.id)}${rest}`

/** The current account: lookups lag behind. */
const accountNow = (calls: VendorReads, reach: EntraReach) =>
  Effect.map(
    userAt(calls, reach, userPath(reach, `?${selected}`), shows),
    Result.flatMap((user): Result.Result<EntraUser, Hidden> =>
      typeof user.accountEnabled === "boolean"
        ? Result.succeed(user)
        : hidden("Entra ID does not show whether the account is on")
    )
  )

const isOn = ({ accountEnabled }: EntraUser) => accountEnabled === true

const byHandOf = ({ onPremisesSyncEnabled }: EntraUser) => (onPremisesSyncEnabled === true ? synced : null)

/** The use of the account. */
export const lookAtAccount = (calls: VendorReads, reach: EntraReach) =>
  Effect.map(
    accountNow(calls, reach),
    Result.map((user): ReadonlyArray<Entitlement> =>
      isOn(user) ? [{ kind: "account", externalId: user.id, label: "Account", terms: {}, byHand: byHandOf(user) }] : []
    )
  )

/** Switches the account on again. */
export const giveAccount = Effect.fnUntraced(function* (calls: VendorCalls, reach: EntraReach, id: string) {
  if (id !== reach.account.user.id)
    return notGiven("The original account no longer exists; another account has the email address now")
  const now = yield* accountNow(calls, reach)
  if (Result.isFailure(now)) return unlooked(now.failure)
  const given = yield* givenBack({
    isHeld: Effect.map(accountNow(calls, reach), Result.map(isOn)),
    byHand: byHandOf(now.success),
    write: graphWrite(calls, reach, "PATCH", userPath(reach), { accountEnabled: true }),
    then: "The account is on. Verified in Entra ID",
    refusal: (answer) => {
      const plain = refusal(changes)(answer)
      if (answer.status !== 403) return plain
      // Graph says the same of a right that is lacking and of a target that is privileged.
      return Effect.map(
        rolesAt(calls, reach, userPath(reach, "/memberOf/microsoft.graph.directoryRole?$select=id"), shows),
        (roles) =>
          Result.isSuccess(roles) && roles.success.length > 0
            ? forAPerson("The account has administrator roles, so the application cannot enable it", answer)
            : plain
      )
    }
  })
  return given.outcome === "returned"
    ? {
        ...given,
        message: `${given.message}. Its mailbox might still send the out-of-office reply set by the revocation`
      }
    : given
})
