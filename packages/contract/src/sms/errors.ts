import { Schema } from "effect"
import { Refusal, sentence } from "../kernel/refusal.ts"

/** The account could not be connected; `error` says what is missing or what Twilio answered. */
export class SmsConnectRefused extends Refusal<SmsConnectRefused>()("SmsConnectRefused", 400, {
  error: sentence("Twilio did not accept the credential. Check account_sid and auth_token")
}) {}

/** One answer for an unknown connection, a missing and a wrong signature: on purpose the same for all. */
export class SmsStatusRefused extends Refusal<SmsStatusRefused>()("SmsStatusRefused", 401, {
  error: Schema.tag("The callback is not signed with the token of a connected account")
}) {}
