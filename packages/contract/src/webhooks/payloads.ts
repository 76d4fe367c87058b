import { Schema, Struct } from "effect"
import { AssetOverdue, AssetReturned } from "../assets/events.ts"
import { ChecklistCompleted } from "../checklists/events.ts"
import { DocumentSigned } from "../documents/events.ts"
import type { WebhookEventName } from "../events.ts"
import { Timestamp } from "../kernel/dates.ts"
import { described } from "../kernel/described.ts"
import { OffboardingCreated, OffboardingDeleted, OffboardingStageChanged } from "../offboardings/events.ts"
import { RevocationCompleted } from "../revocations/events.ts"

/** The body of a delivery under this name; `data` is the event without its tag (payloads-1). */
const payload = <
  const Name extends WebhookEventName,
  Fields extends { readonly _tag: Schema.Top } & Schema.Struct.Fields
>(
  event: Name,
  happened: Schema.Struct<Fields>
) =>
  Schema.Struct({
    event: described(Schema.Literal(event), "The event's name"),
    timestamp: described(
      Timestamp,
      "When the event was recorded, the same on every attempt; deliveries may arrive out of order"
    ),
    type: described(Schema.String, "The internal name: route on `event`, not on this"),
    title: described(Schema.String, "Short summary"),
    body: described(Schema.String, "The summary as a sentence"),
    data: Schema.Struct(Struct.omit(happened.fields, ["_tag"]))
  })

/** What an endpoint is sent, told apart by `event`. */
export const WebhookPayload = Schema.Union([
  payload("offboarding.created", OffboardingCreated),
  payload("offboarding.stage_changed", OffboardingStageChanged),
  payload("offboarding.completed", OffboardingStageChanged),
  payload("offboarding.deleted", OffboardingDeleted),
  payload("revocation.completed", RevocationCompleted),
  payload("revocation.failed", RevocationCompleted),
  payload("asset.returned", AssetReturned),
  payload("asset.overdue", AssetOverdue),
  payload("checklist.completed", ChecklistCompleted),
  payload("document.signed", DocumentSigned)
])
export type WebhookPayload = typeof WebhookPayload.Type

/** The body of the test that an admin sends to an endpoint. */
export const PingPayload = Schema.Struct({ event: Schema.Literal("ping"), timestamp: Timestamp })
export type PingPayload = typeof PingPayload.Type
