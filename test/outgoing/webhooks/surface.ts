import type { DomainEvent } from "@svc/contract/events"
import type { OrgId } from "@svc/contract/kernel/ids"
import { Effect, Layer } from "effect"
import { Outbox } from "#outgoing/outbox/service"
import { Outbound } from "#platform/outbound/outbound"
import * as WebhooksDomain from "#outgoing/webhooks/index"
import type { Subscription } from "#outgoing/webhooks/rules"
import { Webhooks } from "#outgoing/webhooks/service"
import { loopback } from "#test/support/outbound-servers"
import { TestServices } from "#test/support/TestApp"
import { asSystemCaller } from "#test/support/people"
import { asSystem } from "#test/support/tables"
import { ReceiverCertificate } from "./receiver.ts"

/** A client that trusts the receivers of the suite besides the public authorities. */
export const TrustingOutbound = Layer.unwrap(
  Effect.map(ReceiverCertificate, ({ ca }) => Outbound.layerWith({ allow: [loopback], ca }))
)

/** The domain's services, reactions and jobs on a database of their own; loopback receivers may be called. */
export const WebhooksServices = Layer.mergeAll(WebhooksDomain.reactions, WebhooksDomain.loops).pipe(
  // Fresh: those of the whole service call through a client that trusts no certificate of a test.
  Layer.provideMerge(Layer.fresh(WebhooksDomain.services).pipe(Layer.provide(TrustingOutbound))),
  Layer.provideMerge(ReceiverCertificate.layer),
  Layer.provideMerge(TestServices)
)

/** An endpoint at this address; all events unless told. */
export const aWebhook = Effect.fnUntraced(function* (
  orgId: OrgId,
  url: string,
  subscription: Subscription = { _tag: "All" }
) {
  const webhooks = yield* Webhooks
  return yield* webhooks.create({ url, subscription }).pipe(asSystemCaller(orgId))
})

/** Records the events with their organisation's outbox and hands them out. */
export const happen = Effect.fnUntraced(function* (orgId: OrgId, ...events: ReadonlyArray<DomainEvent>) {
  const outbox = yield* Outbox
  yield* asSystem(() => Effect.forEach(events, (event) => outbox.append(orgId, event), { discard: true }))
  yield* Effect.repeat(outbox.dispatch(orgId), { until: (dispatched) => dispatched === 0 })
})

/** A row as it is stored. */
interface StoredDelivery {
  readonly id: string
  readonly endpoint_id: string
  readonly event: string
  readonly status: string
  readonly attempts: number
  readonly last_status_code: number | null
  readonly last_error: string | null
  readonly next_attempt_at: Date | null
  readonly last_attempt_at: Date | null
  readonly delivered_at: Date | null
}

export const stored = (orgId: OrgId) =>
  asSystem(
    (sql) =>
      sql<StoredDelivery>`SELECT id, endpoint_id, event, status, attempts, last_status_code, last_error, next_attempt_at, last_attempt_at, delivered_at
      FROM webhook_deliveries WHERE org_id = ${orgId} ORDER BY created_at, id`
  )
