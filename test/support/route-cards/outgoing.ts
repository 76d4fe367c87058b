import { Effect } from "effect"
import { systemSql } from "#test/support/tables"
import type { Cards } from "./card.ts"
import { calledWith, made, type Prepare, rowIn, type World } from "./prepare.ts"

const webhook = calledWith(({ webhookId }) => ({ parameters: { id: webhookId } }))

const delivery: Prepare = ({ orgId, webhookId }) =>
  Effect.gen(function* () {
    yield* systemSql`UPDATE webhook_deliveries SET status = 'failed' WHERE org_id = ${orgId}`
    return { parameters: { id: webhookId, deliveryId: yield* rowIn(orgId, "webhook_deliveries") } }
  })

const collector = {
  name: "Collector",
  type: "generic",
  endpoint_url: "https://127.0.0.1:9/events",
  token: "token-of-the-collector",
  allEvents: true
}
const target = (world: World) => made(world, "/api/siem-targets", collector)
const siemTarget: Prepare = (world) => Effect.map(target(world), (id) => ({ parameters: { id } }))

export const outgoingCards = {
  "GET /api/v1/webhooks": { permission: { scope: "webhooks:read" } },
  "POST /api/v1/webhooks": {
    permission: { scope: "webhooks:write" },
    body: { url: "https://example.com/hook", events: ["offboarding.created"] },
    reach: { url: "https://127.0.0.1:9/hook" },
    read: () => "/api/v1/webhooks"
  },
  "DELETE /api/v1/webhooks/{id}": { permission: { scope: "webhooks:write" }, prepare: webhook },
  "GET /api/v1/webhooks/{id}/deliveries": { permission: { scope: "webhooks:read" } },
  "GET /api/v1/webhooks/{id}/deliveries/{deliveryId}": { permission: { scope: "webhooks:read" } },
  "POST /api/v1/webhooks/{id}/deliveries/{deliveryId}/redeliver": {
    permission: { scope: "webhooks:write" },
    prepare: delivery
  },
  "GET /api/webhooks": { permission: ["settings_manage"] },
  "POST /api/webhooks": {
    permission: ["settings_manage"],
    body: { url: "https://example.com/hook", events: ["offboarding.created"] }
  },
  "PATCH /api/webhooks/{id}": { permission: ["settings_manage"], body: { active: false }, prepare: webhook },
  "POST /api/webhooks/{id}/rotate-secret": { permission: ["settings_manage"], prepare: webhook },
  "POST /api/webhooks/{id}/ping": {
    permission: ["settings_manage"],
    prepare: webhook,
    audited: { not: "sends a test request and keeps nothing" }
  },
  "DELETE /api/webhooks/{id}": { permission: ["settings_manage"], prepare: webhook },
  "GET /api/webhooks/{id}/deliveries": { permission: ["settings_manage"] },
  "GET /api/webhooks/{id}/deliveries/{deliveryId}": { permission: ["settings_manage"] },
  "POST /api/webhooks/{id}/deliveries/{deliveryId}/redeliver": { permission: ["settings_manage"], prepare: delivery },
  "GET /api/events": { permission: "nothing" },
  "GET /api/notifications": { permission: "nothing" },
  "POST /api/notifications/{id}/read": {
    permission: "nothing",
    prepare: ({ admin }) =>
      Effect.gen(function* () {
        const rows = yield* systemSql<{
          readonly id: string
        }>`SELECT id FROM notifications WHERE user_id = ${admin.userId}`
        return { parameters: { id: rows[0]?.id ?? "none" } }
      }),
    audited: { not: "what a member has seen is theirs and changes nothing of the organisation's" }
  },
  "POST /api/notifications/read-all": {
    permission: "nothing",
    audited: { not: "what a member has seen is theirs and changes nothing of the organisation's" }
  },
  "GET /api/auth/notification-preferences": { permission: "nothing" },
  "PATCH /api/auth/notification-preferences": {
    permission: "nothing",
    also: ["whileReadOnly"],
    body: { preferences: { "offboarding.created": { email: true } } }
  },
  "GET /api/siem-targets": { permission: ["settings_manage"] },
  "GET /api/siem-targets/events": { permission: ["settings_manage"] },
  "POST /api/siem-targets": {
    permission: ["settings_manage"],
    body: collector,
    reach: { ...collector, events: undefined }
  },
  "PATCH /api/siem-targets/{id}": {
    permission: ["settings_manage"],
    body: { name: "Another collector" },
    reach: { ...collector, events: undefined },
    prepare: siemTarget
  },
  "DELETE /api/siem-targets/{id}": { permission: ["settings_manage"], prepare: siemTarget },
  "POST /api/siem-targets/{id}/test": { permission: ["settings_manage"], prepare: siemTarget },
  "POST /api/siem-targets/batch-export": {
    permission: ["settings_manage", "audit_export"],
    naming: ({ targetId }) => ({
      target_id: targetId,
      from: "2026-03-01",
      to: "2026-03-31"
    }),
    reach: ({ id }) => ({
      target_id: id,
      from: "2026-03-01",
      to: "2026-03-31",
      cursor: undefined
    }),
    prepare: (world) =>
      Effect.map(target(world), (target_id) => ({ body: { target_id, from: "2026-03-01", to: "2026-03-31" } }))
  }
} satisfies Cards
