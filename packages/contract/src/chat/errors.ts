import { Schema } from "effect"
import { Refusal, sentence } from "../kernel/refusal.ts"

/** The URL must not be called from here; `error` names the rule. */
export class ChatUrlRefused extends Refusal<ChatUrlRefused>()("ChatUrlRefused", 400, {
  error: sentence("webhook_url: The URL must start with https://")
}) {}

/** No message could be posted when the connection was tried; nothing was saved. */
export class ChatUnproven extends Refusal<ChatUnproven>()("ChatUnproven", 400, {
  error: sentence("Teams answered the first message with 404 Not Found. Copy webhook_url from the workflow again"),
  code: Schema.Literals(["credential_refused", "vendor_unanswering"])
}) {}

export class TeamsNotConnected extends Refusal<TeamsNotConnected>()("TeamsNotConnected", 404, {
  error: Schema.tag("Microsoft Teams is not connected. Connect it first")
}) {}

/** Unknown workspace, wrong signature, too old or no interaction at all: answered alike. */
export class InteractionRefused extends Refusal<InteractionRefused>()("InteractionRefused", 401, {
  error: Schema.tag(
    "The request is not signed by a connected Slack workspace. Check signing_secret, the clock and the request URL"
  )
}) {}
