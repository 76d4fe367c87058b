import { Schema } from "effect"

/** One answer for an unknown address and a wrong password, on purpose the same. */
export class LoginFailed extends Schema.Error<LoginFailed>("LoginFailed")(
  { error: Schema.tag("The e-mail address or the password is wrong") },
  { httpApiStatus: 401 }
) {
  readonly _tag = "LoginFailed"
}

export class EmailUnverified extends Schema.Error<EmailUnverified>("EmailUnverified")(
  { error: Schema.tag("This e-mail address is not confirmed yet. Open the link in the mail we sent you") },
  { httpApiStatus: 403 }
) {
  readonly _tag = "EmailUnverified"
}

export class MembershipMissing extends Schema.Error<MembershipMissing>("MembershipMissing")(
  { error: Schema.tag("You are not a member of any organisation. Ask an administrator for an invitation") },
  { httpApiStatus: 403 }
) {
  readonly _tag = "MembershipMissing"
}

/** Not 401, at which the dashboard would sign the person out. */
export class StepUpFailed extends Schema.Error<StepUpFailed>("StepUpFailed")(
  { error: Schema.tag("The password is wrong, or the code of your second factor is missing or wrong") },
  { httpApiStatus: 403 }
) {
  readonly _tag = "StepUpFailed"
}

export class EmailTaken extends Schema.Error<EmailTaken>("EmailTaken")(
  { error: Schema.tag("There is already an account with this e-mail address") },
  { httpApiStatus: 409 }
) {
  readonly _tag = "EmailTaken"
}
