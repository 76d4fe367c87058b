import { Schema } from "effect"
import { Refusal } from "../kernel/refusal.ts"

export class TwoFactorOn extends Refusal<TwoFactorOn>()("TwoFactorOn", 409, {
  error: Schema.tag("Two-factor authentication is already on. Turn it off before you set it up again")
}) {}

export class TwoFactorNotSetUp extends Refusal<TwoFactorNotSetUp>()("TwoFactorNotSetUp", 409, {
  error: Schema.tag("Two-factor authentication is not set up, so it cannot be turned on. Set it up first")
}) {}

export class TwoFactorOff extends Refusal<TwoFactorOff>()("TwoFactorOff", 409, {
  error: Schema.tag("Two-factor authentication is off. Set it up first")
}) {}

export class TwoFactorCodeWrong extends Refusal<TwoFactorCodeWrong>()("TwoFactorCodeWrong", 403, {
  error: Schema.tag("The code is wrong or expired. Enter the code that your authenticator app shows now")
}) {}

/** One answer for a wrong code and for a challenge that is wrong, expired or used up, on purpose the same. */
export class TwoFactorFailed extends Refusal<TwoFactorFailed>()("TwoFactorFailed", 401, {
  error: Schema.tag("The code is wrong, or this sign-in has expired. Try another code, or sign in again")
}) {}

/** Nothing but a password proves who is there, and this account has none (it signs in through a provider). */
export class PasswordNotSet extends Refusal<PasswordNotSet>()("PasswordNotSet", 403, {
  error: Schema.tag('Your account has no password yet. Set one under "Forgot password", then try again')
}) {}

/** One organization's identity provider is trusted for its own members, not for their other organizations. */
export class TwoFactorOfOthers extends Refusal<TwoFactorOfOthers>()("TwoFactorOfOthers", 403, {
  error: Schema.tag(
    "You signed in through one organization's identity provider, but your account also belongs to other " +
      "organizations. Sign in with your password to set up two-factor authentication"
  )
}) {}
