import { assert, layer } from "#test/support/suite"
import { type DomainEvent, WebhookEventName } from "@svc/contract/events"
import type { OrgId } from "@svc/contract/kernel/ids"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { Outbox } from "#outgoing/outbox/service"
import { anOrganisation } from "#test/support/people"
import { asSystem, systemSql } from "#test/support/tables"
import * as events from "./events.ts"
import { aWebhook, happen, stored, WebhooksServices } from "./support.ts"

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

/** Every set of names that an endpoint can subscribe to, and every event: what is sent under which name, if at all. */
const subsets = Array.from({ length: 2 ** WebhookEventName.literals.length }, (_, bits) =>
  WebhookEventName.literals.filter((_name, index) => (bits >> index) % 2 === 1)
)

const every: ReadonlyArray<readonly [DomainEvent, ReadonlyArray<WebhookEventName>]> = [
  [events.created, ["offboarding.created"]],
  [events.stageChanged("pending"), ["offboarding.stage_changed"]],
  [events.stageChanged("cancelled"), ["offboarding.stage_changed"]],
  [events.stageChanged("completed"), ["offboarding.completed", "offboarding.stage_changed"]],
  [events.deleted, ["offboarding.deleted"]],
  [events.revoked(), ["revocation.completed"]],
  [events.revoked({ failed: 1 }), ["revocation.failed", "revocation.completed"]],
  [events.revoked({ manualRequired: 1 }), ["revocation.failed", "revocation.completed"]],
  [events.assetReturned, ["asset.returned"]],
  [events.assetOverdue, ["asset.overdue"]],
  [events.checklistCompleted, ["checklist.completed"]],
  [events.documentSigned, ["document.signed"]],
  [events.autoDisabled, []]
]

/** Endpoints with these subscriptions, empty for all events; answers their ids in the same order. */
const endpoints = Effect.fnUntraced(function* (
  orgId: OrgId,
  subscriptions: ReadonlyArray<ReadonlyArray<WebhookEventName>>
) {
  const created_at = DateTime.toDateUtc(yield* DateTime.now)
  const rows = subscriptions.map((names, index) => ({
    org_id: orgId,
    id: randomUUID(),
    url: `${url}/${index}`,
    events: [...names],
    all_events: names.length === 0,
    sealed_secret: "",
    created_at
  }))
  yield* asSystem((sql) =>
    Effect.forEach(rows, (row) => sql`INSERT INTO webhook_endpoints ${sql.insert(row)}`, { discard: true })
  )
  return rows.map(({ id }) => id)
})

layer(WebhooksServices)("One delivery per event per endpoint", (it) => {
  // events-6: A run that left an app failed or to be removed manually is `revocation.failed`, with the same data.
  // events-11: An endpoint receives an event once, under the most specific name that it subscribes to, also where
  //   others have its URL.
  it.effect("under the most specific name it subscribes to: every event to every possible subscription", function* () {
    const orgId = yield* anOrganisation()
    const ids = yield* endpoints(orgId, subsets)
    for (const [event, offered] of every) {
      const before = new Set((yield* stored(orgId)).map(({ id }) => id))
      yield* happen(orgId, event)
      const sent = (yield* stored(orgId)).filter(({ id }) => !before.has(id))
      const names = new Map(sent.map((row) => [row.endpoint_id, row.event]))
      assert.strictEqual(names.size, sent.length, "one for each endpoint")
      for (const [index, subscribed] of subsets.entries()) {
        // The empty set stands for all events.
        const expected = offered.find((name) => subscribed.length === 0 || subscribed.includes(name))
        assert.strictEqual(names.get(ids[index] ?? ""), expected, `${event._tag} to ${subscribed.join(", ")}`)
      }
    }
  })

  // events-14: An event is recorded with the change that it tells, and handed out once.
  it.effect(
    "exactly one, also when the hand-out is cut off and repeated, and when several hand out at once",
    function* () {
      const orgId = yield* anOrganisation()
      const outbox = yield* Outbox
      yield* endpoints(orgId, [[], ["offboarding.stage_changed"], ["offboarding.created"]])
      let crashes = 3
      // Known after the webhooks' own reaction, so each crash comes when the deliveries have been written.
      yield* outbox.react((envelope) =>
        envelope.orgId === orgId && crashes-- > 0 ? Effect.die("the process ends here") : Effect.void
      )
      yield* happen(orgId, events.created)
      assert.lengthOf(yield* stored(orgId), 0)
      yield* TestClock.adjust("1 minute")
      yield* happen(orgId, events.stageChanged("completed"))
      yield* TestClock.adjust("1 minute")

      const many = Array.from({ length: 40 }, () => events.stageChanged("completed"))
      yield* asSystem(() => Effect.forEach(many, (event) => outbox.append(orgId, event), { discard: true }))
      yield* Effect.all(
        Array.from({ length: 8 }, () =>
          Effect.repeat(outbox.dispatch(orgId), { until: (dispatched) => dispatched === 0 })
        ),
        { concurrency: "unbounded" }
      )
      assert.isBelow(crashes, 0)
      const counted = new Map<string, number>()
      for (const { event } of yield* stored(orgId)) counted.set(event, (counted.get(event) ?? 0) + 1)
      assert.deepStrictEqual(
        [...counted].toSorted(([a], [b]) => (a < b ? -1 : 1)),
        [
          ["offboarding.completed", 41],
          ["offboarding.created", 2],
          ["offboarding.stage_changed", 41]
        ]
      )
    }
  )

  it.effect.each(table)("%s", function* ([subscribed, event, expected]) {
    assert.deepStrictEqual(yield* namesSent(subscribed, event), [...expected])
  })

  it.effect(
    "each endpoint of the organisation has its own, under its own name; another organisation's has none",
    function* () {
      const [orgId, other] = yield* Effect.all([anOrganisation(), anOrganisation()])
      yield* aWebhook(orgId, url)
      yield* aWebhook(orgId, `${url}/2`, { _tag: "Events", events: ["offboarding.stage_changed"] })
      yield* aWebhook(orgId, `${url}/3`, { _tag: "Events", events: ["asset.returned"] })
      yield* aWebhook(other, url)
      yield* happen(orgId, events.stageChanged("completed"), events.assetReturned)
      assert.deepStrictEqual((yield* stored(orgId)).map(({ event }) => event).toSorted(), [
        "asset.returned",
        "asset.returned",
        "offboarding.completed",
        "offboarding.stage_changed"
      ])
      assert.lengthOf(yield* stored(other), 0)
    }
  )

  // events-11
  it.effect("two endpoints with one URL both receive their deliveries, each under its own name", function* () {
    const orgId = yield* anOrganisation()
    const named = (name: WebhookEventName) => ({ _tag: "Events" as const, events: [name] })
    const plain = yield* aWebhook(orgId, url, named("offboarding.stage_changed"))
    const twin = yield* aWebhook(orgId, url, named("offboarding.stage_changed"))
    const precise = yield* aWebhook(orgId, url, named("offboarding.completed"))
    yield* happen(orgId, events.stageChanged("completed"), events.stageChanged("notice_period"))
    assert.sameDeepMembers(
      (yield* stored(orgId)).map(({ endpoint_id, event }) => [endpoint_id, event]),
      [
        [plain.id, "offboarding.stage_changed"],
        [plain.id, "offboarding.stage_changed"],
        [twin.id, "offboarding.stage_changed"],
        [twin.id, "offboarding.stage_changed"],
        [precise.id, "offboarding.completed"]
      ]
    )
  })

  it.effect("on a plan without webhooks nothing is recorded; after the upgrade the next event is", function* () {
    for (const plan of ["none", "starter"] as const) {
      const orgId = yield* anOrganisation()
      yield* aWebhook(orgId, url)
      const change = (to: string) => systemSql`UPDATE organisations SET plan = ${to} WHERE id = ${orgId}`
      yield* change(plan)
      yield* happen(orgId, events.created)
      assert.lengthOf(yield* stored(orgId), 0)
      yield* change("team")
      yield* happen(orgId, events.deleted)
      assert.deepStrictEqual(
        (yield* stored(orgId)).map(({ event }) => event),
        ["offboarding.deleted"]
      )
    }
  })

  // webhooks-12: What happens while an endpoint is paused is not sent later.
  it.effect("a paused endpoint is recorded nothing; a read-only organisation's is", function* () {
    const paused = yield* anOrganisation()
    yield* aWebhook(paused, url)
    yield* systemSql`UPDATE webhook_endpoints SET active = false WHERE org_id = ${paused}`
    yield* happen(paused, events.created)
    assert.lengthOf(yield* stored(paused), 0)

    const readOnly = yield* anOrganisation({ planStatus: "canceled" })
    yield* aWebhook(readOnly, url)
    yield* happen(readOnly, events.created)
    assert.lengthOf(yield* stored(readOnly), 1)
  })
})
