import { Schema } from "effect"
import { described } from "../kernel/described.ts"
import { Refusal } from "../kernel/refusal.ts"

/** The account could not be connected; `error` says what is missing or what Twilio answered. */
export class SmsConnectRefused extends Refusal<SmsConnectRefused>("SmsConnectRefused")(
  {
    error: described(Schema.String, "What was wrong and what to do", {
      example: "Twilio did not accept the credential. Check account_sid and auth_token"
    })
  },
  { httpApiStatus: 400 }
) {
  readonly _tag = "SmsConnectRefused"
}

/** One answer for an unknown connection, a missing and a wrong signature: on purpose the same for all. */
export class SmsStatusRefused extends Refusal<SmsStatusRefused>("SmsStatusRefused")(
  { error: Schema.tag("The status is not signed with the token of a connected account") },
  { httpApiStatus: 401 }
) {
  readonly _tag = "SmsStatusRefused"
}
