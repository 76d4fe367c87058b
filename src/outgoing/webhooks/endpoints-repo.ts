import { WebhookEventName } from "@svc/contract/events"
import { OrgId, WebhookId } from "@svc/contract/kernel/ids"
import { DisabledReason } from "@svc/contract/webhooks/schema"
import { Context, type DateTime, Effect, Layer, Schema, Struct } from "effect"
import { SqlClient } from "effect/sql"
import { all, Instant, maybe, one, run } from "#platform/database/statements"

const settings = {
  id: WebhookId,
  url: Schema.String,
  events: Schema.Array(WebhookEventName),
  all_events: Schema.Boolean,
  active: Schema.Boolean
}
const Settings = Schema.Struct(settings)
export type SettingsRow = typeof Settings.Type

const Health = Schema.Struct({
  ...settings,
  created_at: Instant,
  last_delivered_at: Schema.NullOr(Instant),
  failures_24h: Schema.Int,
  consecutive_dead: Schema.Int,
  disabled_at: Schema.NullOr(Instant),
  disabled_reason: Schema.NullOr(DisabledReason),
  skipped_while_paused: Schema.Int
})
const Sealed = Schema.Struct({ id: WebhookId, url: Schema.String, sealed_secret: Schema.String })

const Key = Schema.Struct({ orgId: OrgId, id: WebhookId })
type Key = typeof Key.Type

/** The endpoints of an organization, for the dashboard. */
export class EndpointsRepo extends Context.Service<EndpointsRepo>()("svc/webhooks/EndpointsRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const withHealth = Schema.Struct({ orgId: OrgId, failedSince: Instant })
    const health = ({ failedSince, orgId }: typeof withHealth.Encoded) => sql`
      SELECT e.id, e.url, e.events, e.all_events, e.active, e.created_at, e.last_delivered_at, failures.failures_24h,
        e.consecutive_dead, e.disabled_at, e.disabled_reason, e.skipped_while_paused
      FROM webhook_endpoints e
      CROSS JOIN LATERAL (
        SELECT count(*)::int AS failures_24h FROM webhook_deliveries d
        WHERE d.org_id = e.org_id AND d.endpoint_id = e.id AND d.failed_at > ${failedSince}
          AND d.status IN ('failed', 'dead')
      ) failures
      WHERE e.org_id = ${orgId}`

    const list = all({
      Request: withHealth,
      Result: Health,
      execute: (request) => sql`${health(request)} ORDER BY e.created_at DESC, e.id DESC`
    })
    const get = one({
      Request: Schema.Struct({ ...withHealth.fields, id: WebhookId }),
      Result: Health,
      execute: ({ id, ...request }) => sql`${health(request)} AND e.id = ${id}`
    })
    const lock = maybe({
      Request: Key,
      Result: Settings,
      execute: ({ id, orgId }) => sql`
        SELECT id, url, events, all_events, active FROM webhook_endpoints
        WHERE org_id = ${orgId} AND id = ${id} FOR NO KEY UPDATE`
    })
    const save = run({
      Request: Schema.Struct({ orgId: OrgId, ...settings }).mapFields(Struct.omit(["active"])),
      execute: ({ all_events, events, id, orgId, url }) => sql`
        UPDATE webhook_endpoints SET url = ${url}, events = ${events}::text[], all_events = ${all_events}
        WHERE org_id = ${orgId} AND id = ${id}`
    })
    const pause = run({
      Request: Schema.Struct({ ...Key.fields, at: Instant }),
      execute: ({ at, id, orgId }) => sql`
        UPDATE webhook_endpoints
        SET active = false, disabled_at = ${at}, disabled_reason = NULL, skipped_while_paused = 0
        WHERE org_id = ${orgId} AND id = ${id}`
    })
    const autoPause = one({
      Request: Schema.Struct({ ...Key.fields, at: Instant }),
      Result: Schema.Struct({ url: Schema.String }),
      execute: ({ at, id, orgId }) => sql`
        UPDATE webhook_endpoints SET
          active = false, disabled_at = ${at}, disabled_reason = 'consecutive_failures', skipped_while_paused = 0
        WHERE org_id = ${orgId} AND id = ${id} RETURNING url`
    })
    const activate = run({
      Request: Key,
      execute: ({ id, orgId }) => sql`
        UPDATE webhook_endpoints SET active = true, disabled_at = NULL, disabled_reason = NULL, consecutive_dead = 0
        WHERE org_id = ${orgId} AND id = ${id}`
    })
    const findSecret = maybe({
      Request: Key,
      Result: Sealed,
      execute: ({ id, orgId }) => sql`
        SELECT id, url, sealed_secret FROM webhook_endpoints WHERE org_id = ${orgId} AND id = ${id}`
    })
    const setSecret = run({
      Request: Schema.Struct({ ...Key.fields, sealedSecret: Schema.String }),
      execute: ({ id, orgId, sealedSecret }) => sql`
        UPDATE webhook_endpoints SET sealed_secret = ${sealedSecret} WHERE org_id = ${orgId} AND id = ${id}`
    })

    return {
      /** Newest first. */
      list: (orgId: OrgId, failedSince: DateTime.Utc) => list({ orgId, failedSince }),
      get: (key: Key, failedSince: DateTime.Utc) => get({ ...key, failedSince }),
      /** Locks the endpoint until the transaction ends; settling its deliveries and pausing it wait. */
      lock,
      save: (orgId: OrgId, row: Omit<SettingsRow, "active">) => save({ orgId, ...row }),
      /** Manual: without a reason. The count of skipped events restarts. */
      pause: (key: Key, at: DateTime.Utc) => pause({ ...key, at }),
      /** By the engine, after too many given up in a row; answers the endpoint's address. */
      autoPause: (key: Key, at: DateTime.Utc) => autoPause({ ...key, at }),
      /** Clears the pause and resets the count of consecutive dead letters; the number of skipped events is kept. */
      activate,
      findSecret,
      setSecret: (key: Key, sealedSecret: string) => setSecret({ ...key, sealedSecret })
    }
  })
}) {
  static readonly layer = Layer.effect(EndpointsRepo, EndpointsRepo.make)
}
