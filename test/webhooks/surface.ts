import { NodeHttpServer } from "@effect/platform-node"
import type { DomainEvent } from "@svc/contract/events"
import { ApiAccess, ApiKeyAuth, Caller, Decoding } from "@svc/contract/kernel/access"
import { ApiKeyInvalid, InvalidRequest } from "@svc/contract/kernel/errors"
import { ApiKeyId, type OrgId } from "@svc/contract/kernel/ids"
import { ApiScope } from "@svc/contract/kernel/permissions"
import { publicSurface } from "@svc/contract/kernel/surfaces"
import { PublicWebhooksApi } from "@svc/contract/webhooks/api"
import { Effect, Layer, Redacted } from "effect"
import { HttpClient, HttpClientRequest, HttpRouter } from "effect/http"
import { HttpApiBuilder, HttpApiMiddleware } from "effect/http-api"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { Outbox } from "#outbox/service"
import { Db } from "#platform/db"
import { Outbound } from "#platform/outbound"
import { systemCaller } from "#platform/system-caller"
import type { Subscription } from "#webhooks/rules"
import * as WebhooksDomain from "#webhooks/index"
import { Webhooks } from "#webhooks/service"
import { loopback } from "../support/outbound-servers.ts"
import { TestServices } from "../support/TestApp.ts"
import { ReceiverCertificate } from "./receiver.ts"

const callers = new Map<string, Caller["Service"]>()

/** Who may come in at all is tested where the shared middlewares are. */
const Doors = Layer.mergeAll(
  Layer.succeed(
    ApiKeyAuth,
    ApiKeyAuth.of({
      bearer: (httpEffect, { credential }) => {
        const caller = callers.get(Redacted.value(credential))
        return caller === undefined
          ? Effect.fail(new ApiKeyInvalid())
          : Effect.provideService(httpEffect, Caller, caller)
      }
    })
  ),
  Layer.succeed(ApiAccess, (httpEffect) => httpEffect),
  HttpApiMiddleware.layerSchemaErrorTransform(Decoding, ({ cause }) =>
    Effect.fail(new InvalidRequest({ error: cause.message }))
  )
)

const TrustingOutbound = Layer.unwrap(
  Effect.map(ReceiverCertificate, ({ ca }) => Outbound.layerWith({ allow: [loopback], ca }))
)

/** The domain's services, reactions and jobs on a database of their own; loopback receivers may be called. */
export const WebhooksServices = Layer.mergeAll(WebhooksDomain.reactions, WebhooksDomain.loops).pipe(
  // Fresh: those of the whole service call through a client that trusts no certificate of a test.
  Layer.provideMerge(Layer.fresh(WebhooksDomain.services).pipe(Layer.provide(TrustingOutbound))),
  Layer.provideMerge(ReceiverCertificate.layer),
  Layer.provideMerge(TestServices)
)

/** The domain's public routes on a real socket, with its services beneath. */
export const WebhooksSurface = HttpRouter.serve(
  HttpApiBuilder.layer(publicSurface.add(PublicWebhooksApi)).pipe(
    Layer.provide(WebhooksDomain.http),
    Layer.provide(Doors)
  ),
  { disableLogger: true, disableListenLog: true }
).pipe(Layer.provideMerge(NodeHttpServer.layerTest), Layer.provideMerge(WebhooksServices))

/** An API key of the organisation, with every scope unless told. */
export const aKeyOf = (orgId: OrgId, scopes: ReadonlyArray<ApiScope> = ApiScope.literals): Caller["Service"] => ({
  ...systemCaller(orgId),
  source: "api",
  apiKey: { id: ApiKeyId.make(randomUUID()), name: "CI", scopes }
})

/** Sends a request with this key; answers the exact status and body. */
export const send = Effect.fnUntraced(function* (
  caller: Caller["Service"],
  method: "GET" | "POST" | "DELETE",
  path: string,
  body?: unknown
) {
  const token = caller.apiKey?.id ?? caller.orgId
  callers.set(token, caller)
  const client = yield* HttpClient.HttpClient
  const request = HttpClientRequest.make(method)(path).pipe(HttpClientRequest.bearerToken(token))
  const response = yield* client.execute(body === undefined ? request : HttpClientRequest.bodyJsonUnsafe(request, body))
  return { status: response.status, body: yield* response.json }
})

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
export interface StoredDelivery {
  readonly id: string
  readonly endpoint_id: string
  readonly event: string
  readonly status: string
  readonly attempts: number
  readonly last_status_code: number | null
  readonly last_error: string | null
  readonly next_attempt_at: Date | null
  readonly leased_until: Date | null
  readonly last_attempt_at: Date | null
  readonly delivered_at: Date | null
}

export const stored = Effect.fnUntraced(function* (orgId: OrgId) {
  const sql = yield* SqlClient.SqlClient
  const db = yield* Db
  return yield* db.transactSystem(
    sql<StoredDelivery>`SELECT id, endpoint_id, event, status, attempts, last_status_code, last_error, next_attempt_at, leased_until, last_attempt_at, delivered_at
      FROM webhook_deliveries WHERE org_id = ${orgId} ORDER BY created_at, id`
  )
})

export const auditEntries = Effect.fnUntraced(function* (orgId: OrgId, action: string) {
  const sql = yield* SqlClient.SqlClient
  const db = yield* Db
  return yield* db.transactSystem(
    sql<{ actor_id: string | null; target: string; details: string }>`
      SELECT actor_id, target, details FROM audit_entries WHERE org_id = ${orgId} AND action = ${action} ORDER BY seq`
  )
})
