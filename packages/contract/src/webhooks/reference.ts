import type { Schema } from "effect"
import type { WebhookEventName } from "../events.ts"
import { exampleOf } from "../kernel/openapi-examples.ts"
import { isObject } from "../kernel/openapi-schemas.ts"
import { WebhookPayload } from "./payloads.ts"

type JsonObject = Schema.JsonObject

/** When each is fired (events-1 to events-10). */
const firedWhen: Readonly<Record<WebhookEventName, string>> = {
  "offboarding.created": "An offboarding is created, by any route; one event per offboarding",
  "offboarding.stage_changed": "The status of an offboarding changes, from any source",
  "offboarding.completed": "The status of an offboarding moves to completed",
  "offboarding.deleted": "An offboarding is deleted, also by retention",
  "revocation.completed": "An access-revocation run ends; carries each app's result",
  "revocation.failed": "An access-revocation run left an app failed or needing manual removal",
  "asset.returned": "An asset changes to returned; one delivery per asset",
  "asset.overdue": "An asset that was not returned passes its return deadline; once per deadline, the night after it",
  "checklist.completed": "A change closes the last open checklist task on an offboarding",
  "document.signed": "A compliance document changes to signed"
}

/** `type`, `title` and `body` of the examples. */
const summaries: Readonly<Record<WebhookEventName, readonly [type: string, title: string, body: string]>> = {
  "offboarding.created": ["offboarding_created", "Offboarding created", "The offboarding of Ada Lovelace was created"],
  "offboarding.stage_changed": [
    "offboarding_stage_changed",
    "Offboarding stage changed",
    "The offboarding of Ada Lovelace moved from pending to notice period"
  ],
  "offboarding.completed": [
    "offboarding_stage_changed",
    "Offboarding completed",
    "The offboarding of Ada Lovelace is completed"
  ],
  "offboarding.deleted": ["offboarding_deleted", "Offboarding deleted", "An offboarding was deleted"],
  "revocation.completed": [
    "revocation_completed",
    "Access revocation completed",
    "Access of Ada Lovelace: 1 revoked, 0 failed, 0 to remove manually, 0 skipped"
  ],
  "revocation.failed": [
    "revocation_completed",
    "Access revocation needs attention",
    "Access of Ada Lovelace: 0 revoked, 1 failed, 0 to remove manually, 0 skipped"
  ],
  "asset.returned": ["asset_returned", "Asset returned", "MacBook Pro 14 (serial number C02XL0ABJGH5) was returned"],
  "asset.overdue": [
    "asset_overdue",
    "Asset overdue",
    "MacBook Pro 14 (serial number C02XL0ABJGH5) was due on 2026-04-30 and is 1 day overdue"
  ],
  "checklist.completed": [
    "checklist_completed",
    "Checklist completed",
    "The checklist of Ada Lovelace has no open task left"
  ],
  "document.signed": ["document_signed", "Document signed", "Severance agreement was signed"]
}

/** What differs from the fields' own examples, so that each example is true in itself. */
const particulars: Partial<Readonly<Record<WebhookEventName, JsonObject>>> = {
  "offboarding.stage_changed": { status: "notice_period", previousStatus: "pending" },
  "revocation.failed": {
    counts: { revoked: 0, failed: 1, manualRequired: 0, skipped: 0 },
    results: [
      {
        service: "github",
        outcome: "failed",
        message: "The service answered 403 Forbidden",
        vendorStatus: 403,
        verified: false
      }
    ]
  }
}

const exampleBody = (event: WebhookEventName, schema: JsonObject, components: JsonObject): Schema.Json => {
  const example = exampleOf(schema, components)
  const [type, title, body] = summaries[event]
  if (!isObject(example) || !isObject(example["data"])) return example
  return { ...example, type, title, body, data: { ...example["data"], ...particulars[event] } }
}

const delivery =
  "Answer 2xx within 10 seconds. Anything else is retried, up to 7 attempts in all, waiting 1 minute, 5 minutes, " +
  "30 minutes, 2 hours, 8 hours, then 24 hours. Redirects are never followed. Deliveries can arrive out of " +
  "order: order them by `timestamp`, and detect repeats by `X-Svc-Delivery`. One delivery is sent per event and " +
  "endpoint, under the most specific name that the endpoint subscribes to; of endpoints with the same URL only " +
  "one receives it: the one with the more specific name, else the oldest."

const header = (name: string, description: string, example: string): JsonObject => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" },
  example
})

const id = "7b0e9c52-6a54-4f0e-9d0f-6b8f4d6c1a2e"
const organisation = "c1d9b6f0-3a52-4e6d-8f24-0f7c5a9e2b13"

const headersOf = (event: WebhookEventName): ReadonlyArray<JsonObject> => [
  header(
    "X-Svc-Signature",
    "`sha256=` and the hex digest: HMAC-SHA256 of the raw request body keyed with the endpoint's secret, `whsec_` included",
    "sha256=f3a1c1d2b8a24d0e5f6c7b8a9d0e1f2a3b4c5d6e7f8091a2b3c4d5e6f708192a"
  ),
  header("X-Svc-Event", "The event's name", event),
  header("X-Svc-Delivery", "UUID of the delivery; identical on every retry", id),
  header("X-Svc-Organization", "UUID of the organization that sends it, to name in a complaint", organisation),
  header("webhook-id", "The delivery id, as in Standard Webhooks", id),
  header("webhook-timestamp", "When this attempt was made, in seconds since 1970", "1772442000"),
  header(
    "webhook-signature",
    "`v1,` and the base64 signature of Standard Webhooks: HMAC-SHA256 of `webhook-id.webhook-timestamp.body`, " +
      "keyed with the base64-decoded bytes of the secret after `whsec_`",
    "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="
  )
]

const pascal = (event: WebhookEventName) =>
  event.replaceAll(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())

const componentOf = (event: WebhookEventName) => `${pascal(event)}Payload`

/** The bodies of deliveries, to stand among the components of the document. */
export const payloadComponents = WebhookPayload.members.map((payload) =>
  payload.annotate({
    identifier: componentOf(payload.fields.event.literal),
    description: firedWhen[payload.fields.event.literal]
  })
)

/** The `webhooks` section of the OpenAPI document: what an endpoint receives. */
export const webhooksSection = (components: JsonObject): JsonObject => ({
  webhooks: Object.fromEntries(
    WebhookPayload.members.map(({ fields: { event } }) => {
      const name = event.literal
      const schema = { $ref: `#/components/schemas/${componentOf(name)}` }
      return [
        name,
        {
          post: {
            tags: ["Webhooks"],
            // Generators make function names of it, and some drop what has a dot.
            operationId: `on${pascal(name)}`,
            summary: name,
            description: `${firedWhen[name]}.\n\n${delivery}`,
            security: [],
            parameters: headersOf(name),
            requestBody: {
              required: true,
              content: { "application/json": { schema, example: exampleBody(name, schema, components) } }
            },
            responses: {
              "2XX": { description: "The delivery has arrived" },
              "4XX": {
                description: "Retried, like every answer except 2xx; a redirect makes the delivery dead immediately"
              }
            }
          }
        }
      ]
    })
  )
})
