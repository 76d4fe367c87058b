import { Schema } from "effect"
import { UserId } from "../kernel/ids.ts"

/** The identity provider had a member signed out; told to administrators, never to webhooks. */
export const MemberSignedOut = Schema.TaggedStruct("member.signed_out", {
  userId: UserId,
  /** How many were live. */
  sessions: Schema.Int,
  /** Of the keys that the member created, how many ended with them. */
  apiKeys: Schema.Int
})
