import type { DomainEvent } from "@svc/contract/events"
import { Caller } from "@svc/contract/kernel/access"
import type { OrgId } from "@svc/contract/kernel/ids"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Outbox } from "#outgoing/outbox/service"
import { Db } from "#platform/database/db"
import { Outbound } from "#platform/outbound/outbound"
import { systemCaller } from "#access/system-caller"
import * as WebhooksDomain from "#outgoing/webhooks/index"
import type { Subscription } from "#outgoing/webhooks/rules"
import { Webhooks } from "#outgoing/webhooks/service"
import { loopback } from "#test/support/outbound-servers"
import { TestServices } from "#test/support/TestApp"
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

export const asSystem = (orgId: OrgId) => Effect.provideService(Caller, systemCaller(orgId))

/** An endpoint at this address; all events unless told. */
export const aWebhook = Effect.fnUntraced(function* (
  orgId: OrgId,
  url: string,
  subscription: Subscription = { _tag: "All" }
) {
  const webhooks = yield* Webhooks
  return yield* webhooks.create({ url, subscription }).pipe(asSystem(orgId))
})

/** Records the events with their organisation's outbox and hands them out. */
export const happen = Effect.fnUntraced(function* (orgId: OrgId, ...events: ReadonlyArray<DomainEvent>) {
  const outbox = yield* Outbox
  const db = yield* Db
  yield* db.transactSystem(Effect.forEach(events, (event) => outbox.append(orgId, event), { discard: true }))
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

export const stored = Effect.fnUntraced(function* (orgId: OrgId) {
  const sql = yield* SqlClient.SqlClient
  const db = yield* Db
  return yield* db.transactSystem(
    sql<StoredDelivery>`SELECT id, endpoint_id, event, status, attempts, last_status_code, last_error, next_attempt_at, last_attempt_at, delivered_at
      FROM webhook_deliveries WHERE org_id = ${orgId} ORDER BY created_at, id`
  )
})

export const auditEntries = Effect.fnUntraced(function* (orgId: OrgId, action: string) {
  const sql = yield* SqlClient.SqlClient
  const db = yield* Db
  return yield* db.transactSystem(
    sql<{ actor_id: string | null; target: string; details: string }>`
      SELECT actor_id, target, regexp_replace(details, '( [|] |^)by ([[][[]aps|API key|SCIM|nobody|the |Deleted).*$', '') AS details FROM audit_entries WHERE org_id = ${orgId} AND action = ${action} ORDER BY seq`
  )
})
