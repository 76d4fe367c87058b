import { isOffered } from "@svc/contract/events"
import { Caller } from "@svc/contract/kernel/access"
import { ScopeMissing } from "@svc/contract/kernel/errors"
import { type DeliveryId, type OrgId, WebhookId } from "@svc/contract/kernel/ids"
import type { PageParams } from "@svc/contract/kernel/paging"
import {
  type DeliveryArrived,
  DeliveryNotFound,
  type DeliveryPending,
  WebhookLimit,
  WebhookNotFound,
  type WebhookPaused,
  type WebhookUrlRefused
} from "@svc/contract/webhooks/errors"
import {
  CreatedWebhook,
  Delivery,
  DeliveryDetail,
  DeliveryPage,
  type DeliveryStatus,
  Webhook
} from "@svc/contract/webhooks/schema"
import { Context, DateTime, Effect, Option, Schema } from "effect"
import type { Envelope } from "#outgoing/outbox/service"
import { Audit } from "#audit/record/service"
import { auditText } from "#audit/record/text"
import { Db, type Transaction } from "#platform/database/db"
import { Randomness } from "#platform/crypto/random"
import { CausedBy } from "#platform/observability/trace-links"
import { Wakeups } from "#platform/jobs/wakeups"
import { layerOf } from "#platform/services/layer-of"
import { contentOf, renderBody } from "./content.ts"
import { type DeliveryRow, WebhooksRepo } from "./repo.ts"
import {
  admitUrl,
  columnsOf,
  decideRedelivery,
  describeSubscription,
  hostOf,
  missingScope,
  namesIn,
  namesOf,
  type Subscription
} from "./rules.ts"
import { secretIssuer } from "./secret.ts"
import { urlCheck } from "./url-check.ts"
import { webhookDeliveries } from "./delivery-policy.ts"

const Payload = Schema.fromJsonString(Schema.Record(Schema.String, Schema.Json))
const readPayload = Schema.decodeEffect(Payload)

/** Endpoints per organization, so that no call of its members floods another party's server. */
const mostEndpoints = 50

const line = (row: DeliveryRow) => ({ ...row, delivery_id: row.id })

type Recorded = Pick<Envelope, "orgId" | "event" | "recordedAt">

/** The endpoints of the caller's organization, and their deliveries (subscriptions-1). */
export class Webhooks extends Context.Service<
  Webhooks,
  {
    readonly list: Effect.Effect<ReadonlyArray<Webhook>, never, Caller>
    /** An API key also needs the scopes that read the events' data. Answers the secret, this once. */
    create(input: {
      readonly url: string
      readonly subscription: Subscription
    }): Effect.Effect<CreatedWebhook, WebhookUrlRefused | WebhookLimit | ScopeMissing, Caller>
    /** Its log goes with it. */
    delete(id: WebhookId): Effect.Effect<void, WebhookNotFound, Caller>
    listDeliveries(
      id: WebhookId,
      options: PageParams & { readonly status?: DeliveryStatus }
    ): Effect.Effect<DeliveryPage, WebhookNotFound, Caller>
    getDelivery(
      id: WebhookId,
      deliveryId: DeliveryId
    ): Effect.Effect<DeliveryDetail, WebhookNotFound | DeliveryNotFound, Caller>
    /** Restarts a failed or dead delivery under the same id; its first attempt is immediate. */
    redeliver(
      id: WebhookId,
      deliveryId: DeliveryId
    ): Effect.Effect<
      Delivery,
      WebhookNotFound | DeliveryNotFound | DeliveryPending | DeliveryArrived | WebhookPaused,
      Caller
    >
    /**
     * Records one delivery per active endpoint that subscribes to the event, under its most specific name; none on a plan
     * without webhooks (outgoing-87).
     */
    announce(envelope: Recorded): Effect.Effect<void, never, Transaction>
    /** The organizations with anything to announce to. */
    concerned(orgIds: ReadonlyArray<OrgId>): Effect.Effect<ReadonlySet<OrgId>, never, Transaction>
  }
>()("svc/webhooks/Webhooks") {
  static readonly layerNoDeps = layerOf(Webhooks, function* () {
    const db = yield* Db
    const repo = yield* WebhooksRepo
    const audit = yield* Audit
    const checkUrl = yield* urlCheck
    const issueSecret = yield* secretIssuer
    const randomness = yield* Randomness
    const wakeups = yield* Wakeups

    const list = Effect.gen(function* () {
      const { orgId } = yield* Caller
      return (yield* repo.list(orgId)).map((row) => new Webhook(row))
    }).pipe(db.transact, Effect.withSpan("Webhooks.list"))

    const insert = Effect.fnUntraced(function* (
      orgId: OrgId,
      input: { readonly url: string; readonly subscription: Subscription }
    ) {
      const id = WebhookId.make(yield* randomness.uuid)
      const { secret, sealed_secret } = yield* issueSecret(orgId, id)
      yield* repo.lockNumber(orgId)
      const others = yield* repo.urls(orgId)
      if (others.length >= mostEndpoints) return yield* new WebhookLimit()
      yield* Effect.fromResult(admitUrl(input.url, others))
      const { all_events, events } = columnsOf(input.subscription)
      const row = {
        id,
        url: input.url,
        events,
        active: true,
        created_at: yield* DateTime.now
      }
      yield* repo.insert({
        ...row,
        org_id: orgId,
        all_events,
        sealed_secret
      })
      yield* audit.record({
        action: "webhook.created",
        target: auditText`${hostOf(input.url)}`,
        details: auditText`${describeSubscription(input.subscription)}`
      })
      return new CreatedWebhook({ ...row, secret })
    }, db.transact)

    const create = Effect.fn("Webhooks.create")(function* (input: {
      readonly url: string
      readonly subscription: Subscription
    }) {
      const { apiKey, orgId } = yield* Caller
      const missing = apiKey === null ? undefined : missingScope(namesIn(input.subscription), apiKey.scopes)
      if (missing !== undefined) {
        return yield* new ScopeMissing({
          error: `This API key lacks the scope ${missing.scope}, which a subscription to ${missing.event} needs`
        })
      }
      yield* checkUrl(input.url)
      return yield* insert(orgId, input)
    })

    const delete_ = Effect.fn("Webhooks.delete")(function* (id: WebhookId) {
      const { orgId } = yield* Caller
      const deleted = yield* repo.delete({ orgId, id })
      if (Option.isNone(deleted)) return yield* new WebhookNotFound()
      yield* audit.record({
        action: "webhook.deleted",
        target: auditText`${hostOf(deleted.value.url)}`,
        details: auditText``
      })
    }, db.transact)

    const listDeliveries = Effect.fn("Webhooks.listDeliveries")(function* (
      id: WebhookId,
      { limit, page, status }: PageParams & { readonly status?: DeliveryStatus }
    ) {
      const { orgId } = yield* Caller
      if (Option.isNone(yield* repo.find({ orgId, id }))) return yield* new WebhookNotFound()
      const filter = { orgId, endpointId: id, status: status ?? null }
      const total = yield* repo.count(filter)
      const rows = yield* repo.page({ ...filter, limit, offset: (page - 1) * limit })
      return new DeliveryPage({
        data: rows.map((row) => new Delivery(line(row))),
        meta: { page, limit, total, total_pages: Math.ceil(total / limit) }
      })
    }, db.transact)

    const getDelivery = Effect.fn("Webhooks.getDelivery")(function* (id: WebhookId, deliveryId: DeliveryId) {
      const { orgId } = yield* Caller
      if (Option.isNone(yield* repo.find({ orgId, id }))) return yield* new WebhookNotFound()
      const found = yield* repo.findDelivery({ orgId, endpointId: id, id: deliveryId })
      if (Option.isNone(found)) return yield* new DeliveryNotFound()
      const { content, ...row } = found.value
      const body = renderBody(row.event, row.created_at, content)
      return new DeliveryDetail({ ...line(row), payload: yield* Effect.orDie(readPayload(body)) })
    }, db.transact)

    const redeliver = Effect.fn("Webhooks.redeliver")(function* (id: WebhookId, deliveryId: DeliveryId) {
      const { orgId } = yield* Caller
      const endpoint = yield* repo.lock({ orgId, id })
      if (Option.isNone(endpoint)) return yield* new WebhookNotFound()
      const key = { orgId, endpointId: id, id: deliveryId }
      const found = yield* repo.lockDelivery(key)
      if (Option.isNone(found)) return yield* new DeliveryNotFound()
      yield* Effect.fromResult(decideRedelivery(found.value.status, endpoint.value))
      const restarted = yield* repo.restart(key, yield* DateTime.now)
      yield* wakeups.signal(webhookDeliveries.name)
      yield* audit.record({
        action: "webhook.delivery_redelivered",
        target: auditText`${hostOf(endpoint.value.url)}`,
        details: auditText`delivery ${found.value.id} of ${found.value.event}, was ${found.value.status}`
      })
      return new Delivery(line(restarted))
    }, db.transact)

    const announce = Effect.fn("Webhooks.announce")(function* ({ event, orgId, recordedAt }: Recorded) {
      if (!isOffered(event)) return
      const queued = yield* repo.enqueue({
        orgId,
        names: namesOf(event),
        content: contentOf(event),
        traceParent: yield* CausedBy,
        recordedAt,
        now: yield* DateTime.now
      })
      if (queued > 0) yield* wakeups.signal(webhookDeliveries.name)
    })

    return Webhooks.of({
      list,
      create,
      delete: delete_,
      listDeliveries,
      getDelivery,
      redeliver,
      announce,
      concerned: repo.subscribedAmong
    })
  })
}
