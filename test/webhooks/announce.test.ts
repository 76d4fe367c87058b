import { assert, layer } from "@effect/vitest"
import type { DomainEvent, WebhookEventName } from "@svc/contract/events"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Db } from "#platform/db"
import { anOrganisation } from "../support/TestApp.ts"
import * as events from "./events.ts"
import { aWebhook, happen, stored, WebhooksServices } from "./surface.ts"

const url = "https://127.0.0.1:8443/hooks"

/** Under which names an endpoint that subscribes to these (or to all) is sent the event. */
const namesSent = Effect.fnUntraced(function* (
  subscribed: ReadonlyArray<WebhookEventName> | "all",
  event: DomainEvent
) {
  const orgId = yield* anOrganisation()
  yield* aWebhook(orgId, url, subscribed === "all" ? { _tag: "All" } : { _tag: "Events", events: subscribed })
  yield* happen(orgId, event)
  return (yield* stored(orgId)).map((row) => row.event)
})

const table: ReadonlyArray<readonly [ReadonlyArray<WebhookEventName> | "all", DomainEvent, ReadonlyArray<string>]> = [
  [["offboarding.completed", "offboarding.stage_changed"], events.stageChanged("completed"), ["offboarding.completed"]],
  [["offboarding.stage_changed", "offboarding.completed"], events.stageChanged("completed"), ["offboarding.completed"]],
  [["offboarding.stage_changed"], events.stageChanged("completed"), ["offboarding.stage_changed"]],
  [["offboarding.completed"], events.stageChanged("it_revocation"), []],
  [["revocation.failed", "revocation.completed"], events.revoked({ failed: 1 }), ["revocation.failed"]],
  [["revocation.completed"], events.revoked({ manualRequired: 1 }), ["revocation.completed"]],
  [["revocation.failed"], events.revoked(), []],
  [["revocation.completed"], events.revoked(), ["revocation.completed"]],
  ["all", events.stageChanged("completed"), ["offboarding.completed"]],
  ["all", events.revoked({ failed: 2 }), ["revocation.failed"]],
  ["all", events.assetOverdue, ["asset.overdue"]],
  [["asset.returned"], events.assetOverdue, []],
  ["all", events.autoDisabled, []]
]

layer(WebhooksServices)("One delivery per event per endpoint", (it) => {
  it.effect.each(table)("%s", ([subscribed, event, expected]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* namesSent(subscribed, event), [...expected])
    })
  )

  it.effect("each endpoint of the organisation has its own, under its own name; another organisation's has none", () =>
    Effect.gen(function* () {
      const [orgId, other] = yield* Effect.all([anOrganisation(), anOrganisation()])
      yield* aWebhook(orgId, url)
      yield* aWebhook(orgId, url, { _tag: "Events", events: ["offboarding.stage_changed"] })
      yield* aWebhook(orgId, url, { _tag: "Events", events: ["asset.returned"] })
      yield* aWebhook(other, url)
      yield* happen(orgId, events.stageChanged("completed"), events.assetReturned)
      assert.deepStrictEqual((yield* stored(orgId)).map(({ event }) => event).toSorted(), [
        "asset.returned",
        "asset.returned",
        "offboarding.completed",
        "offboarding.stage_changed"
      ])
      assert.lengthOf(yield* stored(other), 0)
    })
  )

  it.effect("a paused endpoint is recorded nothing; a read-only organisation's is", () =>
    Effect.gen(function* () {
      const paused = yield* anOrganisation()
      yield* aWebhook(paused, url)
      const sql = yield* SqlClient.SqlClient
      const db = yield* Db
      yield* db.transactSystem(sql`UPDATE webhook_endpoints SET active = false WHERE org_id = ${paused}`)
      yield* happen(paused, events.created)
      assert.lengthOf(yield* stored(paused), 0)

      const readOnly = yield* anOrganisation({ planStatus: "canceled" })
      yield* aWebhook(readOnly, url)
      yield* happen(readOnly, events.created)
      assert.lengthOf(yield* stored(readOnly), 1)
    })
  )
})
