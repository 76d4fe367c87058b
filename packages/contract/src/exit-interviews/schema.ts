import { Schema } from "effect"
import { RequiredText, Text } from "../kernel/text.ts"

const Token = Text(4096).check(Schema.isPattern(/^[\x21-\x7e]+$/, { message: "must be visible ASCII characters" }))

/** A personal access token of Calendly's, under one of its names, and the kind of event that interviews are. */
export const ConnectCalendly = Schema.Struct({
  token: Schema.optionalKey(Token),
  api_key: Schema.optionalKey(Token),
  access_token: Schema.optionalKey(Token),
  /** The event type's address, `https://api.calendly.com/event_types/…`. */
  event_type: Schema.optionalKey(RequiredText(2048)),
  /** What callbacks are signed with. */
  webhook_signing_key: Schema.optionalKey(Token)
})
export type ConnectCalendly = typeof ConnectCalendly.Type
