import { Schema } from "effect"
import { Refusal } from "../kernel/refusal.ts"

/** One answer for an unknown address and a wrong password, on purpose the same. */
export class LoginFailed extends Refusal<LoginFailed>()("LoginFailed", 401, {
  error: Schema.tag("The email address or the password is wrong")
}) {}

/** Hashing takes long on purpose, so only as much of it waits as gets done in about two seconds. */
export class PasswordsBusy extends Refusal<PasswordsBusy>()("PasswordsBusy", 503, {
  error: Schema.tag("Too many passwords are being checked right now. Try again in a few seconds")
}) {}

export class EmailUnverified extends Refusal<EmailUnverified>()("EmailUnverified", 403, {
  error: Schema.tag("This email address is not confirmed yet. Open the link in the email we sent you")
}) {}

/**
 * The organization enforces single sign-on (sign-in-3): where to continue is revealed to any caller with a member's
 * email.
 */
export class SsoRequired extends Refusal<SsoRequired>()("SsoRequired", 403, {
  error: Schema.tag("Your organization signs in through its identity provider. Continue at redirectUrl"),
  code: Schema.tag("sso_required"),
  redirectUrl: Schema.String
}) {}

/** Not 401, at which the dashboard would sign the person out. */
export class StepUpFailed extends Refusal<StepUpFailed>()("StepUpFailed", 403, {
  error: Schema.tag("The password is wrong, or the two-factor code is missing or wrong")
}) {}

export class EmailTaken extends Refusal<EmailTaken>()("EmailTaken", 409, {
  error: Schema.tag("An account with this email address already exists")
}) {}

export class AccountNotFound extends Refusal<AccountNotFound>()("AccountNotFound", 404, {
  error: Schema.tag("No account has this email address")
}) {}

/** An instance lets its first organization register; later people are invited. */
export class RegistrationClosed extends Refusal<RegistrationClosed>()("RegistrationClosed", 403, {
  error: Schema.tag("Registration is closed. Ask an administrator of your organization for an invitation")
}) {}

/** One answer for a token that is unknown, used, replaced or too old. */
export class LinkInvalid extends Refusal<LinkInvalid>()("LinkInvalid", 400, {
  error: Schema.tag("This link is no longer valid. It works once and for a limited time. Request a new one")
}) {}

/** A new password that is long enough but unacceptable. */
export class PasswordRefused extends Refusal<PasswordRefused>()("PasswordRefused", 400, { error: Schema.String }) {}

/** Not 401, at which the dashboard would sign the person out. */
export class CurrentPasswordWrong extends Refusal<CurrentPasswordWrong>()("CurrentPasswordWrong", 403, {
  error: Schema.tag(
    'The current password is wrong. If you have no password yet, request a link under "Forgot password"'
  )
}) {}

/**
 * An organization's identity provider is trusted only for its own organization, whatever others the person belongs to.
 */
export class OtherSignInNeeded extends Refusal<OtherSignInNeeded>()("OtherSignInNeeded", 403, {
  error: Schema.tag(
    "You signed in through this organization's identity provider, which is not accepted by other organizations. " +
      "Sign out, then sign in to the other organization"
  )
}) {}

/** The name is shared by all organizations, and one organization's identity provider is trusted only for its own. */
export class NameOfOthers extends Refusal<NameOfOthers>()("NameOfOthers", 403, {
  error: Schema.tag(
    "You signed in through one organization's identity provider, but your account also belongs to other " +
      "organizations. Sign in with your password to change your name"
  )
}) {}

export class SessionNotFound extends Refusal<SessionNotFound>()("SessionNotFound", 404, {
  error: Schema.tag("Session not found")
}) {}
