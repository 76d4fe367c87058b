import { WebhookEventName } from "@svc/contract/events"
import { DeliveryId, OrgId, WebhookId } from "@svc/contract/kernel/ids"
import { Plan, planFeatures } from "@svc/contract/kernel/plans"
import { DeliveryStatus } from "@svc/contract/webhooks/schema"
import { Context, type DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { columnsOf } from "#platform/database/columns"
import { all, Instant, maybe, one, organisations, perform, run } from "#platform/database/statements"

const Endpoint = Schema.Struct({
  id: WebhookId,
  url: Schema.String,
  events: Schema.Array(WebhookEventName),
  active: Schema.Boolean,
  created_at: Instant
})
const NewEndpoint = Schema.Struct({
  org_id: OrgId,
  ...Endpoint.fields,
  all_events: Schema.Boolean,
  sealed_secret: Schema.String
})

const delivery = {
  id: DeliveryId,
  event: WebhookEventName,
  status: DeliveryStatus,
  attempts: Schema.Int,
  last_status_code: Schema.NullOr(Schema.Int),
  last_error: Schema.NullOr(Schema.String),
  next_attempt_at: Schema.NullOr(Instant),
  created_at: Instant,
  last_attempt_at: Schema.NullOr(Instant),
  delivered_at: Schema.NullOr(Instant)
}
const DeliveryLine = Schema.Struct(delivery)
export type DeliveryRow = typeof DeliveryLine.Type

const DeliveryWithContent = Schema.Struct({ ...delivery, content: Schema.String })

const EndpointKey = Schema.Struct({ orgId: OrgId, id: WebhookId })
type EndpointKey = typeof EndpointKey.Type
const DeliveryKey = Schema.Struct({ orgId: OrgId, endpointId: WebhookId, id: DeliveryId })
type DeliveryKey = typeof DeliveryKey.Type

interface LogFilter {
  readonly orgId: OrgId
  readonly endpointId: WebhookId
  readonly status: DeliveryStatus | null
}

interface NewDeliveries {
  readonly orgId: OrgId
  /** The most specific first. */
  readonly names: ReadonlyArray<WebhookEventName>
  readonly content: string
  /** The trace of what caused the event. */
  readonly traceParent: string | null
  /** With the change that the event describes: the `timestamp` of the deliveries. */
  readonly recordedAt: DateTime.Utc
  readonly now: DateTime.Utc
}

const plans = Plan.literals.filter((plan) => planFeatures[plan].includes("webhooks"))

/** The endpoints of an organization and their delivery log. */
export class WebhooksRepo extends Context.Service<WebhooksRepo>()("svc/webhooks/WebhooksRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const endpointColumns = columnsOf(Endpoint, "")
    const deliveryColumns = columnsOf(DeliveryLine, "")

    const insert = run({
      Request: NewEndpoint,
      execute: (row) => sql`INSERT INTO webhook_endpoints ${sql.insert(row)}`
    })
    const urls = all({
      Request: OrgId,
      Result: Schema.Struct({ id: WebhookId, url: Schema.String }),
      execute: (orgId) => sql`SELECT id, url FROM webhook_endpoints WHERE org_id = ${orgId}`
    })
    const list = all({
      Request: OrgId,
      Result: Endpoint,
      execute: (orgId) => sql`
        SELECT ${endpointColumns} FROM webhook_endpoints WHERE org_id = ${orgId} ORDER BY created_at DESC, id DESC`
    })
    const find = maybe({
      Request: EndpointKey,
      Result: Endpoint,
      execute: ({ id, orgId }) => sql`
        SELECT ${endpointColumns} FROM webhook_endpoints WHERE org_id = ${orgId} AND id = ${id}`
    })
    const lock = maybe({
      Request: EndpointKey,
      Result: Endpoint,
      execute: ({ id, orgId }) => sql`
        SELECT ${endpointColumns} FROM webhook_endpoints WHERE org_id = ${orgId} AND id = ${id} FOR NO KEY UPDATE`
    })
    const remove = maybe({
      Request: EndpointKey,
      Result: Endpoint,
      execute: ({ id, orgId }) => sql`
        DELETE FROM webhook_endpoints WHERE org_id = ${orgId} AND id = ${id} RETURNING ${endpointColumns}`
    })

    const subscribedAmong = organisations(
      (orgIds) => sql`
        SELECT DISTINCT e.org_id FROM webhook_endpoints e JOIN organisations o ON o.id = e.org_id
        WHERE e.org_id = ANY(${orgIds}::uuid[]) AND o.plan = ANY(${plans}::text[])`
    )

    const enqueue = all({
      Request: Schema.Struct({
        orgId: OrgId,
        names: Schema.Array(WebhookEventName),
        content: Schema.String,
        traceParent: Schema.NullOr(Schema.String),
        recordedAt: Instant,
        now: Instant
      }),
      Result: Schema.Struct({ id: DeliveryId }),
      // Locked against removal, which would otherwise fail the whole hand-out by the foreign key. The paused ones are
      // counted by what this statement saw, so that each event is either queued or counted; they are locked all and
      // in one order, so that two hand-outs do not deadlock. As arrays, for the planner takes a thousand for one and
      // would join each with each.
      execute: ({ content, names, now, orgId, recordedAt, traceParent }) => sql`
        WITH endpoint AS MATERIALIZED (
          SELECT e.id, e.active, subscribed.name
          FROM webhook_endpoints e
          LEFT JOIN LATERAL (
            SELECT offered.name FROM unnest(${names}::text[]) WITH ORDINALITY AS offered (name, specificity)
            WHERE e.all_events OR offered.name = ANY(e.events)
            ORDER BY offered.specificity LIMIT 1
          ) subscribed ON true
          WHERE e.org_id = ${orgId}::uuid AND (subscribed.name IS NOT NULL OR NOT e.active)
          FOR KEY SHARE OF e
        ),
        paused AS MATERIALIZED (
          SELECT e.id FROM webhook_endpoints e
          WHERE e.org_id = ${orgId}::uuid AND e.id = ANY(ARRAY(SELECT id FROM endpoint WHERE NOT active))
          ORDER BY e.id FOR NO KEY UPDATE
        ),
        skipped AS (
          UPDATE webhook_endpoints e SET skipped_while_paused = e.skipped_while_paused + 1
          WHERE e.org_id = ${orgId}::uuid AND (SELECT count(*) > 0 FROM paused)
            AND e.id = ANY(ARRAY(SELECT id FROM endpoint WHERE NOT active AND name IS NOT NULL))
        )
        INSERT INTO webhook_deliveries (org_id, id, endpoint_id, event, content, trace_parent, next_attempt_at, created_at)
        SELECT ${orgId}::uuid, gen_random_uuid(), endpoint.id, endpoint.name, ${content}::json, ${traceParent}::text,
          ${now}::timestamptz, ${recordedAt}::timestamptz
        FROM endpoint WHERE endpoint.active
        RETURNING id`
    })

    const Filter = Schema.Struct({ orgId: OrgId, endpointId: WebhookId, status: Schema.NullOr(DeliveryStatus) })
    const having = ({ endpointId, orgId, status }: typeof Filter.Encoded) =>
      sql.and([
        sql`org_id = ${orgId}`,
        sql`endpoint_id = ${endpointId}`,
        ...(status === null ? [] : [sql`status = ${status}`])
      ])
    const page = all({
      Request: Schema.Struct({ ...Filter.fields, limit: Schema.Int, offset: Schema.Int }),
      Result: DeliveryLine,
      execute: ({ limit, offset, ...filter }) => sql`
        SELECT ${deliveryColumns} FROM webhook_deliveries WHERE ${having(filter)}
        ORDER BY created_at DESC, id DESC LIMIT ${limit} OFFSET ${offset}`
    })
    const count = one({
      Request: Filter,
      Result: Schema.Struct({ total: Schema.Int }),
      execute: (filter) => sql`SELECT count(*)::int AS total FROM webhook_deliveries WHERE ${having(filter)}`
    })

    const findDelivery = maybe({
      Request: DeliveryKey,
      Result: DeliveryWithContent,
      execute: ({ endpointId, id, orgId }) => sql`
        SELECT ${deliveryColumns}, content::text AS content FROM webhook_deliveries
        WHERE org_id = ${orgId} AND endpoint_id = ${endpointId} AND id = ${id}`
    })
    const lockDelivery = maybe({
      Request: DeliveryKey,
      Result: DeliveryLine,
      execute: ({ endpointId, id, orgId }) => sql`
        SELECT ${deliveryColumns} FROM webhook_deliveries
        WHERE org_id = ${orgId} AND endpoint_id = ${endpointId} AND id = ${id} FOR UPDATE`
    })
    const restart = one({
      Request: Schema.Struct({ ...DeliveryKey.fields, now: Instant }),
      Result: DeliveryLine,
      execute: ({ endpointId, id, now, orgId }) => sql`
        UPDATE webhook_deliveries SET status = 'pending', attempts = 0, next_attempt_at = ${now}
        WHERE org_id = ${orgId} AND endpoint_id = ${endpointId} AND id = ${id} RETURNING ${deliveryColumns}`
    })

    return {
      /** Serializes the adding of endpoints, so that each counts the others. */
      lockNumber: (orgId: OrgId) =>
        perform(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`webhooks:${orgId}`}, 0))`),
      /** Of every endpoint of the organization. */
      urls,
      insert,
      /** Newest first. */
      list,
      find,
      /** Locks the endpoint until the transaction ends; settling its deliveries and pausing it wait. */
      lock,
      /** Removes the endpoint and its log; answers what it was. */
      delete: remove,
      /**
       * One delivery to each active endpoint that subscribes to one of the names, under the first of them; how many. To a
       * paused one the event is counted as skipped.
       */
      enqueue: (deliveries: NewDeliveries) => enqueue(deliveries).pipe(Effect.map((rows) => rows.length)),
      /** The organizations that have an endpoint, paused or not, and a plan with webhooks. */
      subscribedAmong,
      /** Newest first. */
      page,
      count: (filter: LogFilter) => count(filter).pipe(Effect.map(({ total }) => total)),
      findDelivery,
      lockDelivery,
      /** Restarts a delivery; an attempt in flight no longer counts. */
      restart: (key: DeliveryKey, now: DateTime.Utc) => restart({ ...key, now })
    }
  })
}) {
  static readonly layer = Layer.effect(WebhooksRepo, WebhooksRepo.make)
}
