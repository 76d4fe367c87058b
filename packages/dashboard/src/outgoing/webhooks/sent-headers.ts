import type { DeliveryDetail } from "@svc/contract/webhooks/schema"

/** Headers of the latest attempt, one per line, without the signatures, which need the secret. */
export const sentHeaders = ({ delivery_id, event, payload }: DeliveryDetail): string =>
  [
    ["content-type", "application/json"],
    ["x-svc-event", event],
    ["x-svc-delivery", delivery_id],
    ["webhook-id", delivery_id],
    ["webhook-timestamp", String(Math.floor(Date.parse(String(payload["timestamp"])) / 1000))]
  ]
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n")
