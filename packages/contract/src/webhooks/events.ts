import { Schema } from "effect"
import { WebhookId } from "../kernel/ids.ts"

/** The service paused an endpoint; told to admins in the app and by mail, never to webhooks. */
export const WebhookAutoDisabled = Schema.TaggedStruct("webhook.auto_disabled", {
  webhookId: WebhookId,
  host: Schema.String
})
