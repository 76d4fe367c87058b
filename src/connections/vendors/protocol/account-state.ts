import { Effect, Option } from "effect"
import type { Standing } from "./connector.ts"
import { type OneAccount, shown } from "./one-account.ts"
import { type AppResult, revoked } from "./outcome.ts"
import { gone, type ReadBack } from "./read-back.ts"

/** How a vendor shows whether an account can be used. What it does not say is neither off nor on. */
export interface AccountState<User> {
  readonly isOff: (user: User) => boolean
  readonly isOn: (user: User) => boolean
  /** A sentence, without its full stop, for an account that is off. */
  readonly said: (user: User) => string
}

/** One read of an account; `also` must be seen in addition to its being off. */
export const lookAt = <User>(
  state: AccountState<User>,
  one: OneAccount<User>,
  also: (user: User) => boolean = () => true
): ReadBack =>
  Effect.map(shown(one), (now): Option.Option<AppResult> => {
    if (now._tag === "Gone") return Option.some(gone)
    return now._tag === "Here" && state.isOff(now.user) && also(now.user)
      ? Option.some(revoked(state.said(now.user), { verified: true }))
      : Option.none()
  })

/** The account's standing; one that is gone is as good as off. */
export const standingOf = <User>(state: AccountState<User>, one: OneAccount<User>) =>
  Effect.map(shown(one), (now): Standing => {
    if (now._tag === "Gone") return "inactive"
    if (now._tag === "Unknown") return "unknown"
    if (state.isOff(now.user)) return "inactive"
    return state.isOn(now.user) ? "active" : "unknown"
  })
