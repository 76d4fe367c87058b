import { WebhookUrlRefused } from "@svc/contract/webhooks/errors"
import { Effect } from "effect"
import { Outbound } from "#platform/outbound/outbound"

/** Judges an address before it is kept: HTTPS, of a public host (subscriptions-4). */
export const urlCheck = Effect.map(
  Outbound,
  (outbound) => (url: string) =>
    Effect.mapError(outbound.check(url), ({ reason }) => new WebhookUrlRefused({ error: `url: ${reason}` }))
)
