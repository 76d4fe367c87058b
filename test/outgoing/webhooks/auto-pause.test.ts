import { assert, layer } from "#test/support/suite"
import { DateTime } from "effect"
import { TestClock } from "effect/testing"
import { Jobs } from "#platform/jobs/jobs"
import { aMember, anOrganisation, aSuperAdmin } from "#test/support/people"
import { systemSql } from "#test/support/tables"
import { as, withStatus } from "#test/support/requests"
import { entriesOf, toldOf } from "#test/support/log"
import * as events from "./events.ts"
import { aReceiver } from "./receiver.ts"
import { anEndpoint, DashboardApp, decodeEndpoint, deliver, Postbox, theEndpoint, happen, stored } from "./support.ts"

const quotedPrintable = (message: string) =>
  message
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

layer(DashboardApp)("Auto-pause, from the 25th dead delivery to the next one that arrives", (it) => {
  // webhooks-10: After 25 dead deliveries in a row an endpoint is paused, audited as `webhook.auto_disabled`; Super
  //   Admins and Admins are told in the app and by mail.
  it.effect(
    "paused, audited, Super Admins and Admins told in the app and by mail, activated, and sent to again",
    function* () {
      const orgId = yield* anOrganisation()
      const superadmin = yield* aMember(orgId, "superadmin")
      const admin = yield* aMember(orgId, "admin")
      yield* aMember(orgId, "hr")
      yield* aMember(orgId, "manager")
      const elsewhere = yield* aSuperAdmin()
      const receiver = yield* aReceiver(() => ({ status: 302 }))
      const { id } = yield* anEndpoint(admin, receiver.url)

      yield* happen(orgId, ...Array.from({ length: 25 }, () => events.created))
      assert.deepStrictEqual(yield* deliver(admin), { delivered: 0, failed: 0, dead: 25 })
      const pausedAt = yield* DateTime.now
      assert.deepInclude(yield* theEndpoint(admin), {
        active: false,
        consecutive_dead: 25,
        failures_24h: 25,
        disabled_at: pausedAt,
        disabled_reason: "consecutive_failures",
        skipped_while_paused: 0
      })
      assert.deepStrictEqual(yield* toldOf(orgId, { action: "webhook.auto_disabled" }), [
        { actor_id: null, target: receiver.host, details: "25 consecutive deliveries failed" }
      ])

      // Handing out what happened tells the people, and hands the three events to no paused endpoint.
      yield* happen(orgId, events.created, events.deleted, events.assetReturned)
      const notices = yield* systemSql<{ user_id: string; body: string; data: unknown }>`
          SELECT user_id, body, data FROM notifications WHERE type = 'webhook.auto_disabled' ORDER BY user_id`
      assert.deepStrictEqual(
        notices.map(({ user_id }) => user_id),
        [superadmin.userId, admin.userId].toSorted()
      )
      for (const { body, data } of notices) {
        assert.include(body, receiver.host)
        assert.notInclude(body, "in-the-path")
        assert.deepStrictEqual(data, { webhookId: id })
      }

      const jobs = yield* Jobs
      const { received } = yield* Postbox
      assert.deepStrictEqual(yield* jobs.run("mail-outbox", orgId), { sent: 2, failed: 0 })
      assert.deepStrictEqual(received.flatMap(({ to }) => to).toSorted(), [admin.email, superadmin.email].toSorted())
      for (const { message } of received) {
        assert.include(message, "Subject: Webhook paused: ")
        assert.include(quotedPrintable(message), receiver.host)
        assert.notInclude(quotedPrintable(message), "in-the-path")
      }
      assert.deepStrictEqual(yield* jobs.run("mail-outbox", orgId), { sent: 0, failed: 0 })
      assert.notInclude(JSON.stringify(received), elsewhere.email)

      yield* deliver(admin)
      assert.lengthOf(receiver.received, 25)
      assert.lengthOf(yield* stored(orgId), 25)
      assert.strictEqual((yield* theEndpoint(admin)).skipped_while_paused, 3)

      // Pausing what is paused is no change: the reason stays.
      const still = yield* as(admin).patch(`/api/webhooks/${id}`, { active: false })
      assert.strictEqual((yield* decodeEndpoint(still.body)).disabled_reason, "consecutive_failures")

      yield* TestClock.adjust("1 hour")
      const activated = yield* withStatus(200, as(admin).patch(`/api/webhooks/${id}`, { active: true }))
      assert.deepInclude(yield* decodeEndpoint(activated.body), {
        active: true,
        consecutive_dead: 0,
        disabled_at: null,
        disabled_reason: null,
        skipped_while_paused: 3
      })
      receiver.state.answer = () => ({ status: 200 })
      yield* happen(orgId, events.documentSigned)
      assert.deepStrictEqual(yield* deliver(admin), { delivered: 1, failed: 0, dead: 0 })
      assert.strictEqual(receiver.received.at(-1)?.event, "document.signed")
      assert.deepInclude(yield* theEndpoint(admin), { active: true, last_delivered_at: yield* DateTime.now })

      // The restarted count: it takes 25 again.
      receiver.state.answer = () => ({ status: 302 })
      yield* happen(orgId, ...Array.from({ length: 24 }, () => events.created))
      yield* deliver(admin)
      assert.deepInclude(yield* theEndpoint(admin), { active: true, consecutive_dead: 24 })
      yield* happen(orgId, events.created)
      yield* deliver(admin)
      assert.deepInclude(yield* theEndpoint(admin), { active: false, skipped_while_paused: 0 })
      assert.lengthOf(yield* entriesOf(orgId, { action: "webhook.auto_disabled" }), 2)
    }
  )

  it.effect("an endpoint of a read-only organisation stays paused: activating is a write", function* () {
    const orgId = yield* anOrganisation()
    const admin = yield* aMember(orgId, "admin")
    const { id } = yield* anEndpoint(admin, "https://127.0.0.1:8443/hooks")
    yield* as(admin).patch(`/api/webhooks/${id}`, { active: false })
    yield* systemSql`UPDATE organisations SET plan_status = 'canceled' WHERE id = ${orgId}`
    const { body } = yield* withStatus(402, as(admin).patch(`/api/webhooks/${id}`, { active: true }))
    assert.deepInclude(body, { code: "read_only" })
    assert.isFalse((yield* theEndpoint(admin)).active)
  })
})
