import { Schema } from "effect"
import { Refusal } from "../kernel/refusal.ts"

/** One answer for an unknown address and a wrong password, on purpose the same. */
export class LoginFailed extends Refusal<LoginFailed>("LoginFailed")(
  { error: Schema.tag("The e-mail address or the password is wrong") },
  { httpApiStatus: 401 }
) {
  readonly _tag = "LoginFailed"
}

/** Hashing takes long on purpose, so only as much of it waits as gets done in about two seconds. */
export class PasswordsBusy extends Refusal<PasswordsBusy>("PasswordsBusy")(
  { error: Schema.tag("Too many passwords are being checked at this moment. Try again in a few seconds") },
  { httpApiStatus: 503 }
) {
  readonly _tag = "PasswordsBusy"
}

export class EmailUnverified extends Refusal<EmailUnverified>("EmailUnverified")(
  { error: Schema.tag("This e-mail address is not confirmed yet. Open the link in the mail we sent you") },
  { httpApiStatus: 403 }
) {
  readonly _tag = "EmailUnverified"
}

/**
 * The organisation enforces single sign-on (sign-in-3): where to go on is told to whoever gives the address of a
 * member.
 */
export class SsoRequired extends Refusal<SsoRequired>("SsoRequired")(
  {
    error: Schema.tag("Your organisation signs in through its identity provider. Go on at redirectUrl"),
    code: Schema.tag("sso_required"),
    redirectUrl: Schema.String
  },
  { httpApiStatus: 403 }
) {
  readonly _tag = "SsoRequired"
}

/** Not 401, at which the dashboard would sign the person out. */
export class StepUpFailed extends Refusal<StepUpFailed>("StepUpFailed")(
  { error: Schema.tag("The password is wrong, or the code of your second factor is missing or wrong") },
  { httpApiStatus: 403 }
) {
  readonly _tag = "StepUpFailed"
}

export class EmailTaken extends Refusal<EmailTaken>("EmailTaken")(
  { error: Schema.tag("There is already an account with this e-mail address") },
  { httpApiStatus: 409 }
) {
  readonly _tag = "EmailTaken"
}

export class AccountNotFound extends Refusal<AccountNotFound>("AccountNotFound")(
  { error: Schema.tag("There is no account with this e-mail address") },
  { httpApiStatus: 404 }
) {
  readonly _tag = "AccountNotFound"
}

/** An instance registers its first organisation by itself; everybody after that is invited. */
export class RegistrationClosed extends Refusal<RegistrationClosed>("RegistrationClosed")(
  { error: Schema.tag("Registration is closed. Ask an administrator of your organisation for an invitation") },
  { httpApiStatus: 403 }
) {
  readonly _tag = "RegistrationClosed"
}

/** One answer for a token that is unknown, used, replaced or too old. */
export class LinkInvalid extends Refusal<LinkInvalid>("LinkInvalid")(
  { error: Schema.tag("This link is not valid any more. It works once and for a limited time: ask for a new one") },
  { httpApiStatus: 400 }
) {
  readonly _tag = "LinkInvalid"
}

/** A new password that is long enough and yet nobody should have. */
export class PasswordRefused extends Refusal<PasswordRefused>("PasswordRefused")(
  { error: Schema.String },
  { httpApiStatus: 400 }
) {
  readonly _tag = "PasswordRefused"
}

/** Not 401, at which the dashboard would sign the person out. */
export class CurrentPasswordWrong extends Refusal<CurrentPasswordWrong>("CurrentPasswordWrong")(
  { error: Schema.tag("The current password is wrong. If you have none yet, ask for a link under forgotten password") },
  { httpApiStatus: 403 }
) {
  readonly _tag = "CurrentPasswordWrong"
}

/** An organisation's identity provider speaks for its own organisation, whoever else the person belongs to. */
export class OtherSignInNeeded extends Refusal<OtherSignInNeeded>("OtherSignInNeeded")(
  {
    error: Schema.tag(
      "You signed in by the identity provider of this organisation, which counts for no other. Sign out, and sign in " +
        "there"
    )
  },
  { httpApiStatus: 403 }
) {
  readonly _tag = "OtherSignInNeeded"
}

/** The name is one for all organisations, and one organisation's identity provider speaks for its own alone. */
export class NameOfOthers extends Refusal<NameOfOthers>("NameOfOthers")(
  {
    error: Schema.tag(
      "You signed in through one organisation's identity provider, and your account belongs to others too. " +
        "Sign in with your password to change your name"
    )
  },
  { httpApiStatus: 403 }
) {
  readonly _tag = "NameOfOthers"
}

export class SessionNotFound extends Refusal<SessionNotFound>("SessionNotFound")(
  { error: Schema.tag("Session not found") },
  { httpApiStatus: 404 }
) {
  readonly _tag = "SessionNotFound"
}
