import { Effect, Option, Ref, Result } from "effect"
import type { VendorAnswer, VendorCalls } from "#connections/vendors/protocol/calls"
import type { Entitlement } from "#connections/vendors/protocol/entitlements"
import { byHand, forAPerson, givenBack, type HeldLook } from "#connections/vendors/protocol/giving-back"
import {
  type GoogleUser,
  headersOf,
  idOf,
  isThrottled,
  lacksScope,
  userIn
} from "#connections/vendors/google-workspace/api"
import { type GoogleReach, refusal, showing } from "#connections/vendors/google-workspace/reach"
import { suspend, userUrl } from "#connections/vendors/google-workspace/steps"
import { type Hidden, hidden, hiddenBy } from "#connections/vendors/protocol/left-behind"
import type { AppResult } from "#connections/vendors/protocol/outcome"

const scopes = ["admin.directory.user"]

const isOn = ({ archived, suspended }: GoogleUser) => suspended !== true && archived !== true

/** The use of the account, which a suspension takes. */
export const heldAccount = (user: GoogleUser): ReadonlyArray<Entitlement> =>
  isOn(user) ? [{ kind: "account", externalId: idOf(user), label: "account", terms: {}, byHand: null }] : []

/** Why an administrator's own click is needed, if one is. */
const offBy = ({ archived, suspended, suspensionReason }: GoogleUser): Option.Option<string> => {
  if (archived === true) return Option.some("Google shows the account as archived, and unarchiving it needs a license")
  const isGoogles = suspended === true && typeof suspensionReason === "string" && suspensionReason !== "ADMIN"
  return isGoogles ? Option.some("Google itself suspended the account, not an administrator") : Option.none()
}

const refused =
  ({ isAdmin, isDelegatedAdmin }: GoogleUser) =>
  (answer: VendorAnswer): AppResult => {
    const isOfTarget = answer.status === 403 && (isAdmin === true || isDelegatedAdmin === true)
    return isOfTarget && !isThrottled(answer) && !lacksScope(answer)
      ? forAPerson("The account belongs to an administrator, and only a super admin can restore it", answer)
      : refusal(scopes)(answer)
  }

/** Ends the suspension. What the leaver's mailbox answers, and whom it is shared with, is not changed. */
export const giveAccount = Effect.fnUntraced(function* (calls: VendorCalls, reach: GoogleReach) {
  const { token, user } = reach.account
  const last = yield* Ref.make(user)
  const isHeld: HeldLook = Effect.flatMap(
    calls.read({ url: userUrl(reach.addresses, idOf(user)), headers: headersOf(token) }),
    (answer): Effect.Effect<Result.Result<boolean, Hidden>> => {
      if (answer.status >= 300) return Effect.succeed(Result.fail(hiddenBy(showing(scopes), answer)))
      const shown = userIn(answer.body)
      return Option.isNone(shown)
        ? Effect.succeed(hidden("Google's answer could not be read. Scan again later", answer.status))
        : Effect.as(Ref.set(last, shown.value), Result.succeed(isOn(shown.value)))
    }
  )
  const before = yield* isHeld
  const why = offBy(yield* Ref.get(last))
  if (Result.isSuccess(before) && Option.isSome(why)) return byHand(why.value)
  return yield* givenBack({
    isHeld,
    write: suspend(calls, { addresses: reach.addresses, token }, user, { suspended: false }),
    then: "The account is no longer suspended. Verified in Google",
    gone: "The account no longer exists in Google, so it cannot be restored",
    refusal: refused(user)
  })
})
