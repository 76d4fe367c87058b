import type { WebhookEventName } from "@svc/contract/events"
import { Caller } from "@svc/contract/kernel/access"
import { DeliveryId, type OrgId, type WebhookId } from "@svc/contract/kernel/ids"
import { type WebhookLimit, WebhookNotFound, type WebhookUrlRefused } from "@svc/contract/webhooks/errors"
import {
  CreatedWebhookEndpoint,
  type CreateWebhookEndpoint,
  type PingOutcome,
  RotatedWebhookSecret,
  type UpdateWebhookEndpoint,
  WebhookEndpoint
} from "@svc/contract/webhooks/schema"
import { Context, DateTime, Effect, Option } from "effect"
import { Audit } from "#audit/record/service"
import { auditText } from "#audit/record/text"
import { outcomeOf } from "#outgoing/deliveries/attempt-rules"
import { webhookDeliveries } from "./delivery-policy.ts"
import { Db } from "#platform/database/db"
import { Randomness } from "#platform/crypto/random"
import { Wakeups } from "#platform/jobs/wakeups"
import { layerOf } from "#platform/services/layer-of"
import { EndpointsRepo, type SettingsRow } from "./endpoints-repo.ts"
import {
  admitUrl,
  changesOf,
  columnsOf,
  describeChanges,
  type EndpointChanges,
  type EndpointSettings,
  hostOf,
  type Subscription
} from "./rules.ts"
import { secretIssuer } from "./secret.ts"
import { WebhooksRepo } from "./repo.ts"
import { DeliverySender } from "./sender.ts"
import { Webhooks } from "./service.ts"
import { urlCheck } from "./url-check.ts"

const settingsOf = (row: SettingsRow): EndpointSettings => ({
  url: row.url,
  subscription: row.all_events ? { _tag: "All" } : { _tag: "Events", events: row.events },
  active: row.active
})

/** The contract requires either events or all of them. */
const selected = (events: ReadonlyArray<WebhookEventName> | undefined): Subscription =>
  events === undefined ? { _tag: "All" } : { _tag: "Events", events }

const wantedBy = ({ active, allEvents, events, url }: UpdateWebhookEndpoint): EndpointChanges => ({
  ...(url === undefined ? {} : { url }),
  ...(events === undefined && allEvents === undefined ? {} : { subscription: selected(events) }),
  ...(active === undefined ? {} : { active })
})

/** Nothing has happened to it yet. */
const newHealth = {
  last_delivered_at: null,
  failures_24h: 0,
  consecutive_dead: 0,
  disabled_at: null,
  disabled_reason: null,
  skipped_while_paused: 0
} as const

const failedSince = Effect.map(DateTime.now, DateTime.subtract({ hours: 24 }))

/** The dashboard's operations on the endpoints of the caller's organization (webhooks-1). */
export class WebhookEndpoints extends Context.Service<
  WebhookEndpoints,
  {
    readonly list: Effect.Effect<ReadonlyArray<WebhookEndpoint>, never, Caller>
    /** Answers the secret, this once. */
    create(
      input: CreateWebhookEndpoint
    ): Effect.Effect<CreatedWebhookEndpoint, WebhookUrlRefused | WebhookLimit, Caller>
    /** Activating clears any pause. An update without a change is not recorded. */
    update(
      id: WebhookId,
      input: UpdateWebhookEndpoint
    ): Effect.Effect<WebhookEndpoint, WebhookNotFound | WebhookUrlRefused, Caller>
    /** Every attempt that begins from now on is signed with the new secret, also of what is queued or retried. */
    rotateSecret(id: WebhookId): Effect.Effect<RotatedWebhookSecret, WebhookNotFound, Caller>
    /**
     * Sends a test payload, signed like a delivery: once, outside of the log, and also while the endpoint is paused.
     */
    ping(id: WebhookId): Effect.Effect<PingOutcome, WebhookNotFound, Caller>
  }
>()("svc/webhooks/WebhookEndpoints") {
  static readonly layerNoDeps = layerOf(WebhookEndpoints, function* () {
    const db = yield* Db
    const repo = yield* EndpointsRepo
    const endpoints = yield* WebhooksRepo
    const webhooks = yield* Webhooks
    const audit = yield* Audit
    const checkUrl = yield* urlCheck
    const issueSecret = yield* secretIssuer
    const sender = yield* DeliverySender
    const randomness = yield* Randomness
    const wakeups = yield* Wakeups

    const list = Effect.gen(function* () {
      const { orgId } = yield* Caller
      return (yield* repo.list(orgId, yield* failedSince)).map((row) => new WebhookEndpoint(row))
    }).pipe(db.transact, Effect.withSpan("WebhookEndpoints.list"))

    const create = Effect.fn("WebhookEndpoints.create")(function* (input: CreateWebhookEndpoint) {
      const subscription = selected(input.events)
      const created = yield* webhooks
        .create({ url: input.url, subscription })
        // Only an API key has scopes.
        .pipe(Effect.catchTag("ScopeMissing", Effect.die))
      return new CreatedWebhookEndpoint({ ...created, ...newHealth, all_events: subscription._tag === "All" })
    })

    const apply = Effect.fnUntraced(function* (orgId: OrgId, row: SettingsRow, changes: EndpointChanges) {
      const key = { orgId, id: row.id }
      const is = settingsOf(row)
      if (changes.url !== undefined || changes.subscription !== undefined) {
        const { subscription, url } = { ...is, ...changes }
        yield* repo.save(orgId, { id: row.id, url, ...columnsOf(subscription) })
      }
      if (changes.active === false) yield* repo.pause(key, yield* DateTime.now)
      if (changes.active === true) {
        yield* repo.activate(key)
        yield* wakeups.signal(webhookDeliveries.name)
      }
      yield* audit.record({
        action: "webhook.updated",
        target: auditText`${hostOf(changes.url ?? row.url)}`,
        details: auditText`${describeChanges(is, changes)}`
      })
    })

    const change = Effect.fnUntraced(function* (orgId: OrgId, id: WebhookId, wanted: EndpointChanges) {
      const row = yield* repo.lock({ orgId, id })
      if (Option.isNone(row)) return yield* new WebhookNotFound()
      const changes = changesOf(settingsOf(row.value), wanted)
      if (changes.url !== undefined) {
        yield* endpoints.lockNumber(orgId)
        const others = (yield* endpoints.urls(orgId)).filter((other) => other.id !== row.value.id)
        yield* Effect.fromResult(admitUrl(changes.url, others))
      }
      if (Object.keys(changes).length > 0) yield* apply(orgId, row.value, changes)
      return new WebhookEndpoint(yield* repo.get({ orgId, id }, yield* failedSince))
    }, db.transact)

    const update = Effect.fn("WebhookEndpoints.update")(function* (id: WebhookId, input: UpdateWebhookEndpoint) {
      const { orgId } = yield* Caller
      if (input.url !== undefined) yield* checkUrl(input.url)
      return yield* change(orgId, id, wantedBy(input))
    })

    const rotateSecret = Effect.fn("WebhookEndpoints.rotateSecret")(function* (id: WebhookId) {
      const { orgId } = yield* Caller
      const row = yield* repo.lock({ orgId, id })
      if (Option.isNone(row)) return yield* new WebhookNotFound()
      // The stored spelling of the id: the sealed secret opens for that one only.
      const key = { orgId, id: row.value.id }
      const { secret, sealed_secret } = yield* issueSecret(orgId, key.id)
      yield* repo.setSecret(key, sealed_secret)
      yield* audit.record({
        action: "webhook.secret_rotated",
        target: auditText`${hostOf(row.value.url)}`,
        details: auditText``
      })
      return new RotatedWebhookSecret({ id: key.id, secret })
    }, db.transact)

    const ping = Effect.fn("WebhookEndpoints.ping")(function* (id: WebhookId) {
      const { orgId } = yield* Caller
      const found = yield* db.transact(repo.findSecret({ orgId, id }))
      if (Option.isNone(found)) return yield* new WebhookNotFound()
      const { id: endpointId, sealed_secret: sealedSecret, url } = found.value
      const sentAt = yield* DateTime.now
      const result = yield* sender.send({
        what: "ping",
        orgId,
        endpointId,
        url,
        sealedSecret,
        id: DeliveryId.make(yield* randomness.uuid),
        event: "ping",
        sentAt,
        body: JSON.stringify({ event: "ping", timestamp: DateTime.formatIso(sentAt) })
      })
      return outcomeOf(webhookDeliveries, result)
    })

    return WebhookEndpoints.of({ list, create, update, rotateSecret, ping })
  })
}
