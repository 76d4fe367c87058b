import { Schema } from "effect"
import { described } from "../kernel/described.ts"
import { Refusal } from "../kernel/refusal.ts"

/** The address may not be called from here; `error` says which rule it breaks. */
export class ChatUrlRefused extends Refusal<ChatUrlRefused>("ChatUrlRefused")(
  {
    error: described(Schema.String, "What was wrong and what to do", {
      example: "webhook_url: The address must start with https://"
    })
  },
  { httpApiStatus: 400 }
) {
  readonly _tag = "ChatUrlRefused"
}

/** No message could be posted when the connection was tried; nothing was saved. */
export class ChatUnproven extends Refusal<ChatUnproven>("ChatUnproven")(
  {
    error: described(Schema.String, "What was wrong and what to do", {
      example: "Teams answered 404 Not Found to a first message. Copy webhook_url from the workflow once more"
    }),
    code: Schema.Literals(["credential_refused", "vendor_unanswering"])
  },
  { httpApiStatus: 400 }
) {
  readonly _tag = "ChatUnproven"
}

export class TeamsNotConnected extends Refusal<TeamsNotConnected>("TeamsNotConnected")(
  { error: Schema.tag("Microsoft Teams is not connected. Connect it first") },
  { httpApiStatus: 404 }
) {
  readonly _tag = "TeamsNotConnected"
}

/** Unknown workspace, wrong signature, too old or no interaction at all: answered alike. */
export class InteractionRefused extends Refusal<InteractionRefused>("InteractionRefused")(
  {
    error: Schema.tag(
      "The request is not signed by a connected Slack workspace. Check signing_secret, the clock and the request address"
    )
  },
  { httpApiStatus: 401 }
) {
  readonly _tag = "InteractionRefused"
}
