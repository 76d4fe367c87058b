import type { DeliveryId, WebhookId } from "@svc/contract/kernel/ids"
import { WebhookEndpointsApi } from "@svc/contract/webhooks/api"
import type { DeliveryStatus } from "@svc/contract/webhooks/schema"
import { clientOf } from "../platform/api.ts"
import { action, query, queryOne } from "../platform/atoms.ts"

const webhooks = clientOf(WebhookEndpointsApi)

export const endpoints = queryOne(() => webhooks.list({}), ["webhooks"])

interface DeliveryFilters {
  readonly id: WebhookId
  readonly page?: number
  readonly status?: DeliveryStatus
}

export const deliveryPage = query(
  ({ id, page = 1, ...status }: DeliveryFilters) =>
    webhooks.listDeliveries({ params: { id }, query: { page, limit: 25, ...status } }),
  { keys: ({ id }) => [`webhook ${id}`], every: "10 seconds" }
)

export const redeliver = action(
  (params: { readonly id: WebhookId; readonly deliveryId: DeliveryId }) => webhooks.redeliver({ params }),
  ({ id }) => [`webhook ${id}`, "webhooks"]
)

export const ping = action(
  (id: WebhookId) => webhooks.ping({ params: { id } }),
  () => []
)
