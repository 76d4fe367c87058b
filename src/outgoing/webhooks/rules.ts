import { type DomainEvent, isOffered, type WebhookEventName } from "@svc/contract/events"
import type { ApiScope } from "@svc/contract/kernel/permissions"
import { DeliveryArrived, DeliveryPending, WebhookPaused, WebhookUrlRefused } from "@svc/contract/webhooks/errors"
import type { DeliveryStatus } from "@svc/contract/webhooks/schema"
import { Result } from "effect"

/** What an endpoint receives: every event, those added later included, or the named ones. */
export type Subscription =
  | { readonly _tag: "All" }
  | { readonly _tag: "Events"; readonly events: ReadonlyArray<WebhookEventName> }

/** The names as they are kept and listed: each once, none for an endpoint set to all events. */
export const namesIn = (subscription: Subscription): ReadonlyArray<WebhookEventName> =>
  subscription._tag === "All" ? [] : [...new Set(subscription.events)]

/** As it is stored. */
export const columnsOf = (subscription: Subscription) => ({
  events: namesIn(subscription),
  all_events: subscription._tag === "All"
})

/** For the audit log. */
export const describeSubscription = (subscription: Subscription): string =>
  subscription._tag === "All" ? "all events" : `events: ${namesIn(subscription).join(", ")}`

const sameSubscription = (one: Subscription, other: Subscription) => {
  const [names, others] = [namesIn(one), namesIn(other)]
  return one._tag === other._tag && names.length === others.length && names.every((name) => others.includes(name))
}

/** An address in the audit log is its host alone: path and query may hold a credential (webhooks-8). */
export const hostOf = (url: string) => new URL(url).host

/**
 * The names under which an event may be sent, the most specific first; none for what is not offered to webhooks. An
 * endpoint receives the first that it subscribes to, one set to all events the first (events-11 to events-13).
 */
export const namesOf = (event: DomainEvent): ReadonlyArray<WebhookEventName> => {
  if (!isOffered(event)) return []
  switch (event._tag) {
    case "offboarding.stage_changed":
      return event.status === "completed" ? ["offboarding.completed", event._tag] : [event._tag]
    case "revocation.completed":
      return event.counts.failed > 0 || event.counts.manualRequired > 0
        ? ["revocation.failed", event._tag]
        : [event._tag]
    default:
      return [event._tag]
  }
}

/** The scope that reads an event's data: a key without it cannot subscribe to it either (subscriptions-6). */
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

/** Maximum number of endpoints of an organization with one URL: each event is sent to every one of them. */
const maxSharingUrl = 5

/** What is called, however the URL is spelled. */
const calledAt = (url: string) => (URL.canParse(url) ? new URL(url).href : url)

/** A URL of a new or changed endpoint, given those of the others of its organization (outgoing-19). */
export const admitUrl = (
  url: string,
  others: ReadonlyArray<{ readonly url: string }>
): Result.Result<void, WebhookUrlRefused> =>
  others.filter((other) => calledAt(other.url) === calledAt(url)).length < maxSharingUrl
    ? Result.void
    : Result.fail(
        new WebhookUrlRefused({
          error: `url: ${maxSharingUrl} webhooks of your organization already use this URL. Delete one of them, or enter another URL`
        })
      )

/**
 * A delivery goes out again when it failed or was given up and its endpoint is active (subscriptions-10,
 * subscriptions-11).
 */
export const decideRedelivery = (
  status: DeliveryStatus,
  endpoint: { readonly active: boolean }
): Result.Result<void, DeliveryPending | DeliveryArrived | WebhookPaused> => {
  if (status === "pending") return Result.fail(new DeliveryPending())
  if (status === "delivered") return Result.fail(new DeliveryArrived())
  return endpoint.active ? Result.void : Result.fail(new WebhookPaused())
}

/** What of an endpoint its owner decides. */
export interface EndpointSettings {
  readonly url: string
  readonly subscription: Subscription
  readonly active: boolean
}

export type EndpointChanges = { readonly [Setting in keyof EndpointSettings]?: EndpointSettings[Setting] }

/** What of the wanted differs from what is; events in another order do not. */
export const changesOf = (is: EndpointSettings, wanted: EndpointChanges): EndpointChanges => ({
  ...(wanted.url === undefined || wanted.url === is.url ? {} : { url: wanted.url }),
  ...(wanted.subscription === undefined || sameSubscription(wanted.subscription, is.subscription)
    ? {}
    : { subscription: wanted.subscription }),
  ...(wanted.active === undefined || wanted.active === is.active ? {} : { active: wanted.active })
})

/** For the audit log: of an address the hosts alone. */
export const describeChanges = (is: EndpointSettings, { active, subscription, url }: EndpointChanges): string =>
  [
    ...(url === undefined
      ? []
      : [
          hostOf(url) === hostOf(is.url)
            ? "another address on the same host"
            : `moved from ${hostOf(is.url)} to ${hostOf(url)}`
        ]),
    ...(subscription === undefined ? [] : [describeSubscription(subscription)]),
    ...(active === undefined ? [] : [active ? "activated" : "paused"])
  ].join("; ")
