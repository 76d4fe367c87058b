import { Schema } from "effect"
import { Text } from "../kernel/text.ts"

const Sid = (max: number) =>
  Text(max).check(Schema.isPattern(/^[A-Za-z0-9_-]{2,}$/, { message: "must be a Twilio id, such as AC0123…" }))

const Sender = Text(20).check(
  Schema.isPattern(/^(?:\+[1-9]\d{4,14}|\d{3,8}|(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11})$/, {
    message: "must be a number such as +15551234567, a short code, or a sender name of up to 11 letters and digits"
  })
)

/** An account of Twilio's, and who its messages come from: a number, or one of its messaging services. */
export const ConnectSms = Schema.Struct({
  account_sid: Sid(64),
  auth_token: Text(256).check(Schema.isPattern(/^[\x21-\x7e]+$/, { message: "must be visible ASCII characters" })),
  from: Schema.optionalKey(Sender),
  /** The same as `from`. */
  from_number: Schema.optionalKey(Sender),
  messaging_service_sid: Schema.optionalKey(Sid(64))
})
export type ConnectSms = typeof ConnectSms.Type

export const SmsStatusReceived = Schema.Struct({ received: Schema.tag(true) })
