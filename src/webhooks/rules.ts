import type { DomainEvent, WebhookEventName } from "@svc/contract/events"
import type { ApiScope } from "@svc/contract/kernel/permissions"
import { DeliveryArrived, DeliveryPending, WebhookPaused } from "@svc/contract/webhooks/errors"
import type { DeliveryStatus } from "@svc/contract/webhooks/schema"
import { Result } from "effect"

/** What an endpoint receives: every event, those added later included, or the named ones. */
export type Subscription =
  | { readonly _tag: "All" }
  | { readonly _tag: "Events"; readonly events: ReadonlyArray<WebhookEventName> }

/**
 * The names under which an event may be sent, the most specific first; none for what is not offered to webhooks. An
 * endpoint receives the first that it subscribes to, one set to all events the first (D1, Events, 1 to 3).
 */
export const namesOf = (event: DomainEvent): ReadonlyArray<WebhookEventName> => {
  switch (event._tag) {
    case "offboarding.stage_changed":
      return event.status === "completed" ? ["offboarding.completed", event._tag] : [event._tag]
    case "revocation.completed":
      return event.counts.failed > 0 || event.counts.manualRequired > 0
        ? ["revocation.failed", event._tag]
        : [event._tag]
    case "webhook.auto_disabled":
      return []
    default:
      return [event._tag]
  }
}

/** The scope that reads an event's data: who may not read it may not have it sent either (D1, Public webhooks). */
export const scopeOf = (name: WebhookEventName): ApiScope =>
  name.startsWith("asset.") ? "employees:read" : "offboardings:read"

/** The first scope that the subscription needs and the key lacks, with the event that needs it. */
export const missingScope = (
  events: ReadonlyArray<WebhookEventName>,
  held: ReadonlyArray<ApiScope>
): { readonly scope: ApiScope; readonly event: WebhookEventName } | undefined => {
  const event = events.find((name) => !held.includes(scopeOf(name)))
  return event === undefined ? undefined : { scope: scopeOf(event), event }
}

/** A delivery goes out again when it failed or was given up and its endpoint is active (D1, Webhook delivery status). */
export const decideRedelivery = (
  status: DeliveryStatus,
  endpoint: { readonly active: boolean }
): Result.Result<void, DeliveryPending | DeliveryArrived | WebhookPaused> => {
  if (status === "pending") return Result.fail(new DeliveryPending())
  if (status === "delivered") return Result.fail(new DeliveryArrived())
  return endpoint.active ? Result.void : Result.fail(new WebhookPaused())
}
