import { assert } from "#test/support/suite"
import { DateTime, Deferred, Effect, Fiber, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { createHmac } from "node:crypto"
import { Outbox } from "#outgoing/outbox/service"
import { Webhooks } from "#outgoing/webhooks/service"
import { aKey, anAdmin, type Member } from "#test/support/people"
import { as, send } from "#test/support/requests"
import { asSystem, systemSql } from "#test/support/tables"
import { entriesOf } from "#test/support/log"
import { layerOfFile } from "#test/support/layer-of-file"
import * as events from "./events.ts"
import { aReceiver } from "./receiver.ts"
import { anEndpoint, DashboardApp, deliver, listed, theEndpoint, happen, stored } from "./support.ts"

const url = "https://127.0.0.1:8443/hooks"

const patch = (member: Member, id: string, body: unknown) => as(member).patch(`/api/webhooks/${id}`, body)

const statuses = (answers: ReadonlyArray<{ readonly status: number }>) => answers.map(({ status }) => status).toSorted()

/** Starts `during` while a transaction that has done `first` is still open. */
const inTheMiddleOf = Effect.fnUntraced(function* <A, E, R, B, E2, R2>(
  first: Effect.Effect<A, E, R>,
  during: Effect.Effect<B, E2, R2>
) {
  const sql = yield* SqlClient.SqlClient
  const reached = yield* Deferred.make<string>()
  const go = yield* Deferred.make<void>()
  const transaction = Effect.gen(function* () {
    yield* first
    const [row] = yield* sql<{ xid: string }>`SELECT pg_current_xact_id()::text AS xid`
    yield* Deferred.succeed(reached, row?.xid ?? "")
    yield* Deferred.await(go)
  })
  const open = yield* Effect.forkChild(asSystem(() => transaction))
  const xid = yield* Deferred.await(reached)
  const other = yield* Effect.forkChild(during)
  const waiting = sql<{ count: number }>`
    SELECT count(*)::int AS count FROM pg_locks WHERE NOT granted AND transactionid::text = ${xid}`
  return {
    /** Until the other one waits for a lock of the transaction. */
    blocked: Effect.repeat(waiting, { until: ([row]) => row?.count === 1 }),
    commit: Effect.andThen(Deferred.succeed(go, undefined), Fiber.join(open)),
    other: Fiber.join(other)
  }
})

const announce = (member: Member) =>
  Webhooks.use((webhooks) =>
    Effect.flatMap(DateTime.now, (recordedAt) =>
      webhooks.announce({ orgId: member.orgId, event: events.created, recordedAt })
    )
  )

const execute = (statement: string) => Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(statement))

const withDashboardApp = layerOfFile(DashboardApp)

withDashboardApp("An endpoint changed by several at once", (it) => {
  it.effect("updates of different settings all hold, and each is audited", function* () {
    const admin = yield* anAdmin()
    const { id } = yield* anEndpoint(admin, url)
    const answers = yield* Effect.all(
      [
        patch(admin, id, { url: `${url}/2` }),
        patch(admin, id, { events: ["asset.returned"] }),
        patch(admin, id, { active: false })
      ],
      { concurrency: 3 }
    )
    assert.deepStrictEqual(statuses(answers), [200, 200, 200])
    assert.deepInclude(yield* theEndpoint(admin), {
      url: `${url}/2`,
      events: ["asset.returned"],
      all_events: false,
      active: false
    })
    assert.lengthOf(yield* entriesOf(admin.orgId, { action: "webhook.updated" }), 3)
  })

  it.effect("the same update twice is made once", function* () {
    const admin = yield* anAdmin()
    const { id } = yield* anEndpoint(admin, url)
    const update = patch(admin, id, { active: false, events: ["asset.overdue"] })
    const answers = yield* Effect.all([update, update, update, update], { concurrency: 4 })
    assert.deepStrictEqual(statuses(answers), [200, 200, 200, 200])
    assert.lengthOf(yield* entriesOf(admin.orgId, { action: "webhook.updated" }), 1)
  })

  it.effect(
    "update, rotation, ping and two removals: each is answered, one removes it, nothing comes back",
    function* () {
      const admin = yield* anAdmin()
      const receiver = yield* aReceiver()
      for (const _ of [1, 2, 3, 4, 5]) {
        const { id } = yield* anEndpoint(admin, receiver.url)
        const [updated, removed, rotated, pinged, again] = yield* Effect.all(
          [
            patch(admin, id, { active: false }),
            as(admin).delete(`/api/webhooks/${id}`),
            as(admin).post(`/api/webhooks/${id}/rotate-secret`),
            as(admin).post(`/api/webhooks/${id}/ping`),
            as(admin).delete(`/api/webhooks/${id}`)
          ],
          { concurrency: 5 }
        )
        assert.deepStrictEqual(statuses([removed, again]), [200, 404])
        for (const { status } of [updated, rotated, pinged]) assert.oneOf(status, [200, 404])
        assert.lengthOf(yield* listed(admin), 0)
      }
      assert.lengthOf(yield* entriesOf(admin.orgId, { action: "webhook.deleted" }), 5)
    }
  )
})

withDashboardApp("An endpoint changed while an event is handed out", (it) => {
  it.effect("removed meanwhile: the others have theirs, and the hand-out does not fail", function* () {
    const admin = yield* anAdmin()
    const { id } = yield* anEndpoint(admin, url)
    const other = yield* anEndpoint(admin, url)
    const race = yield* inTheMiddleOf(
      execute(`DELETE FROM webhook_endpoints WHERE id = '${id}'`),
      asSystem(() => announce(admin))
    )
    yield* race.blocked
    yield* race.commit
    yield* race.other
    assert.deepStrictEqual(
      (yield* stored(admin.orgId)).map(({ endpoint_id }) => endpoint_id),
      [other.id]
    )
  })

  it.effect(
    "removed after it was queued: the removal waits for the hand-out, and takes the delivery with it",
    function* () {
      const admin = yield* anAdmin()
      const { id } = yield* anEndpoint(admin, url)
      const race = yield* inTheMiddleOf(announce(admin), as(admin).delete(`/api/webhooks/${id}`))
      yield* race.blocked
      yield* race.commit
      assert.strictEqual((yield* race.other).status, 200)
      assert.lengthOf(yield* stored(admin.orgId), 0)
    }
  )

  // webhooks-14: Each event during a pause is counted in `skipped_while_paused`, and is either queued or counted when
  //   the endpoint is activated.
  it.effect("activated meanwhile: the event is either queued or counted as skipped, never neither", function* () {
    const admin = yield* anAdmin()
    const { id } = yield* anEndpoint(admin, url)
    yield* patch(admin, id, { active: false })
    const race = yield* inTheMiddleOf(
      execute(`UPDATE webhook_endpoints SET active = true, disabled_at = NULL WHERE id = '${id}'`),
      asSystem(() => announce(admin))
    )
    yield* race.blocked
    yield* race.commit
    yield* race.other
    assert.lengthOf(yield* stored(admin.orgId), 0)
    assert.deepInclude(yield* theEndpoint(admin), { active: true, skipped_while_paused: 1 })
  })

  it.effect("paused meanwhile: the event is queued, and waits in the log", function* () {
    const admin = yield* anAdmin()
    const receiver = yield* aReceiver()
    const { id } = yield* anEndpoint(admin, receiver.url)
    const race = yield* inTheMiddleOf(announce(admin), patch(admin, id, { active: false }))
    assert.strictEqual((yield* race.other).status, 200)
    yield* race.commit
    yield* deliver(admin)
    assert.lengthOf(receiver.received, 0)
    assert.deepInclude(yield* theEndpoint(admin), { active: false, skipped_while_paused: 0 })
    assert.deepStrictEqual(
      (yield* stored(admin.orgId)).map(({ status }) => status),
      ["pending"]
    )
  })

  it.effect("hand-outs at once count each skipped event once, whatever endpoints they go to", function* () {
    const admin = yield* anAdmin()
    const ids = yield* Effect.forEach(
      [["offboarding.created"], ["offboarding.deleted"], ["offboarding.created", "offboarding.deleted"]],
      (names) => Effect.map(anEndpoint(admin, url, { events: names }), ({ id }) => id)
    )
    yield* Effect.forEach(ids, (id) => patch(admin, id, { active: false }))
    const outbox = yield* Outbox
    const both = [events.created, events.deleted]
    const mixed = Array.from({ length: 120 }, (_, index) => both[index % 2] ?? events.created)
    yield* asSystem(() => Effect.forEach(mixed, (event) => outbox.append(admin.orgId, event), { discard: true }))
    const all = Effect.repeat(outbox.dispatch(admin.orgId), { until: (dispatched) => dispatched === 0 })
    yield* Effect.all([all, all, all], { concurrency: 3 })
    const skipped = new Map((yield* listed(admin)).map((endpoint) => [endpoint.id, endpoint.skipped_while_paused]))
    assert.deepStrictEqual(
      ids.map((id) => skipped.get(id)),
      [60, 60, 120]
    )
    assert.lengthOf(yield* systemSql`SELECT 1 FROM outbox_events WHERE org_id = ${admin.orgId}`, 0)
  })
})

withDashboardApp("An endpoint changed while an attempt is under way", (it) => {
  /** An endpoint with one attempt that waits for its answer. */
  const underWay = Effect.gen(function* () {
    const admin = yield* anAdmin()
    const receiver = yield* aReceiver(() => "never")
    const { id } = yield* anEndpoint(admin, receiver.url)
    yield* happen(admin.orgId, events.created)
    const delivering = yield* Effect.forkChild(deliver(admin))
    yield* receiver.until(1)
    const end = Effect.andThen(receiver.release(500), Fiber.join(delivering))
    return { admin, receiver, id, end }
  })

  it.effect("paused: its end is recorded, and it is not retried before the endpoint is activated", function* () {
    const { admin, end, id, receiver } = yield* underWay
    yield* patch(admin, id, { active: false })
    assert.deepStrictEqual(yield* end, { delivered: 0, failed: 1, dead: 0 })
    yield* TestClock.adjust("1 day")
    yield* deliver(admin)
    assert.lengthOf(receiver.received, 1)
    receiver.state.answer = () => ({ status: 200 })
    yield* patch(admin, id, { active: true })
    assert.deepStrictEqual(yield* deliver(admin), { delivered: 1, failed: 0, dead: 0 })
    assert.strictEqual(receiver.received[0]?.delivery, receiver.received[1]?.delivery)
  })

  it.effect("removed: its end is dropped, and the work goes on", function* () {
    const { admin, end, id } = yield* underWay
    assert.strictEqual((yield* as(admin).delete(`/api/webhooks/${id}`)).status, 200)
    assert.deepStrictEqual(yield* end, { delivered: 0, failed: 0, dead: 0 })
    assert.lengthOf(yield* stored(admin.orgId), 0)
    const healthy = yield* aReceiver()
    yield* anEndpoint(admin, healthy.url)
    yield* happen(admin.orgId, events.created)
    assert.deepStrictEqual(yield* deliver(admin), { delivered: 1, failed: 0, dead: 0 })
  })

  it.effect("moved: the attempt ends where it began, and its retry goes to the new address", function* () {
    const { admin, end, id } = yield* underWay
    const moved = yield* aReceiver()
    yield* patch(admin, id, { url: moved.url })
    yield* end
    yield* TestClock.adjust("1 minute")
    assert.deepStrictEqual(yield* deliver(admin), { delivered: 1, failed: 0, dead: 0 })
    assert.lengthOf(moved.received, 1)
  })
})

withDashboardApp("An endpoint changed with deliveries queued behind those under way", (it) => {
  const queued = 100
  /** Of an endpoint that is not known as fast. */
  const mostUnderWay = 16

  /** More than may be under way at once: the first ones wait for their answer until `end`, the others are queued. */
  const backlog = Effect.gen(function* () {
    const admin = yield* anAdmin()
    const first = yield* aReceiver(() => "never")
    const webhook = yield* anEndpoint(admin, first.url)
    yield* happen(admin.orgId, ...Array.from({ length: queued }, () => events.created))
    const delivering = yield* Effect.forkChild(deliver(admin))
    yield* first.until(mostUnderWay)
    const end = Effect.gen(function* () {
      first.state.answer = () => ({ status: 200 })
      yield* first.release(200)
      return yield* Fiber.join(delivering)
    })
    return { admin, first, webhook, end, underWay: first.received.length }
  })

  it.effect("rotated: only what was under way carries the old signature", function* () {
    const { admin, end, first, underWay, webhook } = yield* backlog
    yield* as(admin).post(`/api/webhooks/${webhook.id}/rotate-secret`)
    yield* end
    const old = first.received.filter(
      ({ body, headers }) =>
        headers["x-svc-signature"] ===
        `sha256=${createHmac("sha256", Redacted.value(webhook.secret)).update(body).digest("hex")}`
    )
    assert.deepStrictEqual([first.received.length, old.length], [queued, underWay])
  })

  it.effect("paused: nothing is sent but what was under way", function* () {
    const { admin, end, first, underWay, webhook } = yield* backlog
    yield* patch(admin, webhook.id, { active: false })
    yield* end
    assert.lengthOf(first.received, underWay)
  })

  it.effect("moved: nothing goes to the old address but what was under way", function* () {
    const { admin, end, first, underWay, webhook } = yield* backlog
    const moved = yield* aReceiver()
    yield* patch(admin, webhook.id, { url: moved.url })
    yield* end
    assert.deepStrictEqual([first.received.length, moved.received.length], [underWay, queued - underWay])
  })

  it.effect("removed: nothing is sent but what was under way", function* () {
    const { admin, end, first, underWay, webhook } = yield* backlog
    yield* as(admin).delete(`/api/webhooks/${webhook.id}`)
    assert.deepStrictEqual(yield* end, { delivered: 0, failed: 0, dead: 0 })
    assert.lengthOf(first.received, underWay)
  })
})

withDashboardApp("The 25th dead delivery at the moment of an activation", (it) => {
  // webhooks-11
  it.effect("deliveries that die after the activation count from zero", function* () {
    const admin = yield* anAdmin()
    const receiver = yield* aReceiver(() => ({ status: 302 }))
    const { id } = yield* anEndpoint(admin, receiver.url)
    yield* happen(admin.orgId, ...Array.from({ length: 25 }, () => events.created))
    yield* deliver(admin)
    assert.isFalse((yield* theEndpoint(admin)).active)
    yield* Effect.all([patch(admin, id, { active: true }), patch(admin, id, { active: true })], { concurrency: 2 })
    yield* happen(admin.orgId, events.created)
    yield* deliver(admin)
    assert.deepInclude(yield* theEndpoint(admin), { active: true, consecutive_dead: 1 })
    assert.deepStrictEqual(
      (yield* entriesOf(admin.orgId, { action: "webhook.updated" })).map(({ details }) => details),
      ["activated"]
    )
  })
})

const tooMany = { error: "An organization can have at most 50 webhooks. Delete one first" }

const anAdminWithFifty = Effect.gen(function* () {
  const admin = yield* anAdmin()
  yield* Effect.forEach(Array.from({ length: 50 }), (_, index) => anEndpoint(admin, `${url}/${index}`), {
    discard: true
  })
  return admin
})

withDashboardApp("POST /api/webhooks", (it) => {
  it.status(409, "an organisation has at most 50", function* () {
    const admin = yield* anAdminWithFifty
    const { body, status } = yield* as(admin).post("/api/webhooks", { url, events: ["asset.returned"] })
    assert.deepStrictEqual([status, body], [409, tooMany])
  })
})

withDashboardApp("POST /api/v1/webhooks", (it) => {
  it.status(409, "an organisation has at most 50", function* () {
    const bearer = yield* aKey(yield* anAdminWithFifty)
    const input = { url, events: ["asset.returned"] }
    const { body, status } = yield* send("POST", "/api/v1/webhooks", { bearer, body: input })
    assert.deepStrictEqual([status, body], [409, tooMany])
  })
})

withDashboardApp("The number of endpoints", (it) => {
  // webhooks-13: An organization has at most 50 endpoints; another one is 409.
  it.effect("never more than 50 of an organisation, by both surfaces at once", function* () {
    const admin = yield* anAdmin()
    const bearer = yield* aKey(admin)
    yield* Effect.forEach(Array.from({ length: 44 }), (_, index) => anEndpoint(admin, `${url}/${index}`), {
      discard: true
    })
    const input = (index: number) => ({ url: `${url}/new/${index}`, events: ["asset.returned"] })
    const answers = yield* Effect.all(
      Array.from({ length: 12 }, (_, index) =>
        index % 2 === 0
          ? as(admin).post("/api/webhooks", input(index))
          : send("POST", "/api/v1/webhooks", { bearer, body: input(index) })
      ),
      { concurrency: "unbounded" }
    )
    assert.deepStrictEqual(statuses(answers), [
      ...Array.from({ length: 6 }, () => 201),
      ...Array.from({ length: 6 }, () => 409)
    ])
    for (const { body } of answers.filter(({ status }) => status === 409)) {
      assert.deepStrictEqual(body, tooMany)
    }
    const all = yield* listed(admin)
    assert.lengthOf(all, 50)
    yield* as(admin).delete(`/api/webhooks/${all[0]?.id}`)
    assert.strictEqual((yield* as(admin).post("/api/webhooks", input(0))).status, 201)
    // Another organisation's count for nothing.
    yield* anEndpoint(yield* anAdmin(), url)
  })

  it.effect("a sixth endpoint with the same URL is 400, made or moved there by both surfaces at once", function* () {
    const admin = yield* anAdmin()
    const bearer = yield* aKey(admin)
    const others = yield* Effect.forEach([1, 2, 3, 4], (index) => anEndpoint(admin, `${url}/${index}`))
    const body = (index: number) => ({
      url: index % 2 === 0 ? url : url.replace("https", "HTTPS"),
      events: ["asset.returned"]
    })
    const answers = yield* Effect.all(
      Array.from({ length: 12 }, (_, index) => {
        const other = others[index / 3]
        if (other !== undefined) return as(admin).patch(`/api/webhooks/${other.id}`, { url })
        return index % 2 === 0
          ? as(admin).post("/api/webhooks", body(index))
          : send("POST", "/api/v1/webhooks", { bearer, body: body(index) })
      }),
      { concurrency: "unbounded" }
    )
    const refused = answers.filter(({ status }) => status === 400)
    assert.lengthOf(refused, 7)
    for (const { text } of refused) assert.include(text, "url: 5 webhooks of your organization already use this URL")
    assert.lengthOf(
      (yield* listed(admin)).filter((each) => new URL(each.url).pathname === new URL(url).pathname),
      5
    )
    // An edit that leaves the URL is no sixth.
    const [one] = (yield* listed(admin)).filter((each) => each.url === url)
    assert.strictEqual((yield* as(admin).patch(`/api/webhooks/${one?.id}`, { url, active: false })).status, 200)
    // Another organization's count for nothing.
    yield* anEndpoint(yield* anAdmin(), url)
  })

  it.effect("every delivery and ping names the organisation that sends it", function* () {
    const admin = yield* anAdmin()
    const receiver = yield* aReceiver()
    const { id } = yield* anEndpoint(admin, receiver.url)
    yield* as(admin).post(`/api/webhooks/${id}/ping`)
    yield* happen(admin.orgId, events.created)
    yield* deliver(admin)
    assert.deepStrictEqual(
      receiver.received.map(({ headers }) => headers["x-svc-organization"]),
      [admin.orgId, admin.orgId]
    )
  })
})
