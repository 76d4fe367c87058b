import { Schema } from "effect"
import { described } from "../kernel/described.ts"
import { RequiredText } from "../kernel/text.ts"

export const ConnectTeams = Schema.Struct({
  webhook_url: described(RequiredText(2048), "The URL that the channel's workflow gave; it is a secret")
})
export type ConnectTeams = typeof ConnectTeams.Type

/** The result of the test message. */
export const ChatTest = Schema.Struct({
  success: Schema.Boolean,
  /** Of the response; omitted if there was none. */
  status: Schema.optionalKey(Schema.Int),
  error: Schema.optionalKey(Schema.String)
})
export type ChatTest = typeof ChatTest.Type
