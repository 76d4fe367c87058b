import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Integration } from "../integrations/schema.ts"
import { Decoding, OpenAccess, Requires } from "../kernel/access.ts"
import { behindSession } from "../kernel/behind.ts"
import { described } from "../kernel/described.ts"
import { group, route } from "../kernel/route.ts"
import { Text } from "../kernel/text.ts"
import { CredentialRefused, VendorUnanswering } from "../integrations/errors.ts"
import { SmsConnectRefused, SmsStatusRefused } from "./errors.ts"
import { ConnectSms, SmsStatusReceived } from "./schema.ts"

/** Text messages (texts-1). */
export class SmsConnectApi extends HttpApiGroup.make("sms-connect")
  .add(
    HttpApiEndpoint.post("connect", "/connect", {
      payload: ConnectSms,
      success: Integration.pipe(HttpApiSchema.status(201)),
      error: [SmsConnectRefused, CredentialRefused, VendorUnanswering]
    }).annotateMerge(
      route(
        { permission: "integrations_manage", feature: "smsNotifications", stepUp: "first" },
        "Connect text messages",
        "A Twilio account, tested first, and the number or messaging service that sends the messages. Departing " +
          "people with a phone number in the directory then get text messages with the portal link and their " +
          "overdue tasks."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/integrations/sms")
  .annotateMerge(group("Text messages", "Connect text messages")) {}

const form = {
  required: true,
  content: {
    "application/x-www-form-urlencoded": {
      schema: {
        type: "object",
        properties: {
          MessageSid: { type: "string", description: "The message" },
          MessageStatus: { type: "string", description: "Its delivery status" },
          ErrorCode: { type: "string", description: "Why it was not delivered" }
        }
      },
      example: { MessageSid: "SM0123456789abcdef0123456789abcdef", MessageStatus: "delivered" }
    }
  }
}

/** What Twilio calls; it has no session, so every call is verified by its signature. */
export class SmsStatusApi extends HttpApiGroup.make("sms-status")
  .add(
    HttpApiEndpoint.post("receive", "/status", {
      query: {
        integration: Schema.optionalKey(described(Text(100), "The connection")),
        message: Schema.optionalKey(described(Text(100), "The message"))
      },
      success: SmsStatusReceived,
      error: SmsStatusRefused
    })
      .annotateMerge(
        OpenApi.annotations({
          summary: "Receive the status of a text message",
          description:
            "Verified by `X-Twilio-Signature` over this service's public URL of the call and the form fields. " +
            "People who opted out are never texted again.",
          // The signature covers the form as it is, so it is not decoded as other bodies are.
          transform: (operation) => ({ ...operation, requestBody: form })
        })
      )
      .annotate(Requires, { open: true, callback: true })
  )
  .middleware(OpenAccess)
  .middleware(Decoding)
  .prefix("/api/integrations/sms")
  .annotateMerge(group("Text message status", "Callbacks from Twilio")) {}
