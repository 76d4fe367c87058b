import { Effect, Option } from "effect"
import type { Standing, VendorAnswer, VendorUnanswered } from "./connector.ts"
import { type AppResult, revoked } from "./outcome.ts"
import { gone, type ReadBack } from "./read-back.ts"

/** How a vendor shows whether an account can be used. What it does not say is neither off nor on. */
export interface AccountState<User> {
  readonly userIn: (body: string) => Option.Option<User>
  readonly isOff: (user: User) => boolean
  readonly isOn: (user: User) => boolean
  /** A sentence, without its full stop, for an account that is off. */
  readonly said: (user: User) => string
}

const userOf = <User>({ userIn }: AccountState<User>, { body, status }: VendorAnswer) =>
  status < 300 ? userIn(body) : Option.none()

/** What an account shows, whichever request it takes. */
type AccountRead = Effect.Effect<VendorAnswer, VendorUnanswered>

/** One look at an account; `also` is what must be seen besides its being off. */
export const lookAt = <User>(
  state: AccountState<User>,
  read: AccountRead,
  also: (user: User) => boolean = () => true
): ReadBack =>
  Effect.map(read, (answer): Option.Option<AppResult> => {
    if (answer.status === 404) return Option.some(gone)
    const off = Option.filter(userOf(state, answer), (user) => state.isOff(user) && also(user))
    return Option.map(off, (user) => revoked(state.said(user), { verified: true }))
  })

/** The account's standing; one that is gone is as good as off. */
export const standingOf = <User>(state: AccountState<User>, read: AccountRead) =>
  Effect.map(read, (answer): Standing => {
    if (answer.status === 404) return "inactive"
    const user = userOf(state, answer)
    if (Option.exists(user, state.isOff)) return "inactive"
    return Option.exists(user, state.isOn) ? "active" : "unknown"
  })
