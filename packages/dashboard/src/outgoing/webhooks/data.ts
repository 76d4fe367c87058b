import type { DeliveryId, WebhookId } from "@svc/contract/kernel/ids"
import { WebhookEndpointsApi } from "@svc/contract/webhooks/api"
import type { CreateWebhookEndpoint, DeliveryStatus, UpdateWebhookEndpoint } from "@svc/contract/webhooks/schema"
import { clientOf } from "#platform/api.ts"
import { action, query } from "#platform/atoms.ts"

const webhooks = clientOf(WebhookEndpointsApi)

/** Webhooks with their health, polled because each delivery changes it. */
export const endpoints = query((_all: "all") => webhooks.list({}), {
  keys: () => ["webhooks"],
  every: "10 seconds"
})("all")

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

interface OneDelivery {
  readonly id: WebhookId
  readonly deliveryId: DeliveryId
}

const getDelivery = (params: OneDelivery) => webhooks.getDelivery({ params })

/** A delivery with its payload. */
export const delivery = query(getDelivery, { keys: ({ id }) => [`webhook ${id}`] })

/** The same, as an action. */
export const findDelivery = action(getDelivery, () => [])

const touched = ({ id }: { readonly id: WebhookId }) => [`webhook ${id}`, "webhooks"]

export const redeliver = action((params: OneDelivery) => webhooks.redeliver({ params }), touched)

export const ping = action(
  (id: WebhookId) => webhooks.ping({ params: { id } }),
  () => []
)

export const createWebhook = action(
  (payload: CreateWebhookEndpoint) => webhooks.create({ payload }),
  () => ["webhooks"]
)

export const changeWebhook = action(
  ({ id, ...payload }: UpdateWebhookEndpoint & { readonly id: WebhookId }) =>
    webhooks.update({ params: { id }, payload }),
  touched
)

export const rotateSecret = action(
  (id: WebhookId) => webhooks.rotateSecret({ params: { id } }),
  (id) => touched({ id })
)

export const removeWebhook = action(
  (id: WebhookId) => webhooks.delete({ params: { id } }),
  () => ["webhooks"]
)
