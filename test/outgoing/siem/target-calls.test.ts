import { assert } from "#test/support/suite"
import { splunk } from "@svc/lab/splunk"
import { Effect, Logger, References, Result } from "effect"
import { randomUUID } from "node:crypto"
import { outcomeOf } from "#outgoing/deliveries/attempt-rules"
import { siemDeliveries } from "#outgoing/siem/delivery-policy"
import { AttemptResult } from "#outgoing/deliveries/sender"
import { SiemTargets } from "#outgoing/siem/targets"
import { running } from "#test/support/vendor-work"
import { DashboardApp } from "#test/outgoing/webhooks/support"
import { aReceiver } from "#test/outgoing/webhooks/receiver"
import { aMember, anAdmin, anOrganisation, asCaller } from "#test/support/people"
import { systemSql } from "#test/support/tables"
import { as } from "#test/support/requests"
import { entriesOf } from "#test/support/log"
import { layerOfFile } from "#test/support/layer-of-file"
import {
  aTarget,
  body,
  decodeTarget,
  everything,
  listed,
  patch,
  path,
  post,
  remove,
  replay,
  stored,
  sumoBody,
  test,
  theTarget,
  token
} from "./targets.ts"

const notFound = { error: "SIEM destination not found" }

const withDashboardApp = layerOfFile(DashboardApp)

withDashboardApp("POST /api/siem-targets/{id}/test", (it) => {
  // siem-6: A test sends `siem_test` and waits; success only if the collector accepted it, else the reason.
  it.status(200, "success only if the collector accepted it, with its status; audited, counted nowhere", function* () {
    const admin = yield* anAdmin()
    const receiver = yield* aReceiver()
    const before = yield* aTarget(admin, body({ endpoint_url: receiver.url }))
    const answer = yield* test(admin, before.id)
    assert.deepStrictEqual([answer.status, answer.body], [200, { success: true, status: 200 }])
    assert.lengthOf(receiver.received, 1)
    assert.include(receiver.received[0]?.body, "siem_test")
    assert.deepStrictEqual(yield* theTarget(admin), before)
    assert.deepInclude((yield* entriesOf(admin.orgId, { action: "siem_target_%" })).at(-1), {
      action: "siem_target_tested",
      target: `Collector (generic, ${receiver.host})`,
      details: "The collector accepted the test event"
    })
  })

  it.status(
    200,
    "otherwise the failure reason: the status, a redirect, no answer; nothing of what it said",
    function* () {
      const admin = yield* anAdmin()
      const receiver = yield* aReceiver()
      const { id } = yield* aTarget(admin, body({ endpoint_url: receiver.url }))
      for (const [status, error] of [
        [401, "The collector answered 401"],
        [404, "The collector answered 404"],
        [413, "The collector answered 413"],
        [503, "The collector answered 503"],
        [302, "The collector answered 302, a redirect. Redirects are not followed"]
      ] as const) {
        receiver.state.answer = () => ({ status, location: "https://127.0.0.1:9/elsewhere" })
        const answer = yield* test(admin, id)
        assert.deepStrictEqual([answer.status, answer.body], [200, { success: false, status, error }])
        assert.deepInclude((yield* entriesOf(admin.orgId, { action: "siem_target_%" })).at(-1), {
          action: "siem_target_tested",
          details: error
        })
      }
      assert.lengthOf(receiver.received, 5, "not tried again")
      yield* patch(admin, id, { endpoint_url: "https://127.0.0.1:9/", token })
      const unreachable = yield* test(admin, id)
      assert.deepStrictEqual(unreachable.body, { success: false, error: "The connection could not be opened" })
    }
  )

  it.status(200, "an event collector has accepted it only when its own code says so", function* () {
    const admin = yield* anAdmin()
    const vendor = yield* running(splunk)
    const endpoint_url = `${vendor.url}/services/collector/event`
    const { id } = yield* aTarget(admin, body({ type: "splunk_hec", endpoint_url, token: vendor.state.token }))
    assert.deepStrictEqual((yield* test(admin, id)).body, { success: true, status: 200 })
    assert.lengthOf(vendor.state.events, 1)
    vendor.state.isBusy = true
    const busy = { success: false, status: 200, error: "The collector answered 200 with code 9" }
    assert.deepStrictEqual((yield* test(admin, id)).body, busy)
    yield* patch(admin, id, { token })
    const refused = { success: false, status: 403, error: "The collector answered 403" }
    assert.deepStrictEqual((yield* test(admin, id)).body, refused)
    assert.lengthOf(vendor.state.events, 1)
  })

  // siem-27: A paused target can be tested.
  it.status(200, "also while it is paused, and at the whole address of sumo_logic", function* () {
    const admin = yield* anAdmin()
    const receiver = yield* aReceiver()
    const { id } = yield* aTarget(admin, sumoBody({ endpoint_url: receiver.url, active: false }))
    assert.deepStrictEqual((yield* test(admin, id)).body, { success: true, status: 200 })
    assert.deepInclude(yield* theTarget(admin), { active: false, delivery_count: 0, last_delivery_at: null })
  })

  it.status(400, "an id that is not a UUID", function* () {
    assert.strictEqual((yield* test(yield* anAdmin(), "7")).status, 400)
  })

  it.status(404, "none such, or another organisation's, and nothing is sent", function* () {
    const admin = yield* anAdmin()
    const other = yield* anAdmin()
    const receiver = yield* aReceiver()
    const { id } = yield* aTarget(other, body({ endpoint_url: receiver.url }))
    for (const targetId of [id, randomUUID()]) {
      const answer = yield* test(admin, targetId)
      assert.deepStrictEqual([answer.status, answer.body], [404, notFound])
    }
    assert.lengthOf(receiver.received, 0)
  })

  it.effect("an answer that the collector's own word contradicts is no success", () =>
    Effect.sync(() => {
      assert.deepStrictEqual(
        outcomeOf(
          siemDeliveries,
          AttemptResult.Answered({ status: 200, accepted: false, detail: "Splunk answered code 8" })
        ),
        { success: false, status: 200, error: "Splunk answered code 8" }
      )
      assert.deepStrictEqual(outcomeOf(siemDeliveries, AttemptResult.Refused()), {
        success: false,
        error: "The URL no longer resolves to a public address, so nothing was sent"
      })
    })
  )
})

withDashboardApp("who manages SIEM targets", (it) => {
  // siem-1: Targets are of Enterprise and of `settings_manage`.
  it.effect("settings_manage is asked for by every call, the list included: HR and managers are refused", function* () {
    const orgId = yield* anOrganisation()
    const { id } = yield* aTarget(yield* aMember(orgId, "admin"))
    const before = yield* everything(orgId)
    for (const role of ["hr", "manager"] as const) {
      const member = yield* aMember(orgId, role)
      for (const answer of [
        yield* as(member).get(path),
        yield* as(member).get(`${path}/events`),
        yield* post(member, body()),
        yield* patch(member, id, { active: false }),
        yield* remove(member, id),
        yield* test(member, id),
        yield* replay(member, { target_id: id, from: "2026-03-01", to: "2026-03-02" })
      ]) {
        assert.strictEqual(answer.status, 403)
        assert.deepInclude(answer.body, { permission: "settings_manage" })
      }
    }
    assert.deepStrictEqual(yield* everything(orgId), before)
  })
})

withDashboardApp("credentials of SIEM targets", (it) => {
  it.effect(
    "no token, path or query of a credential is in an answer, a log line or the audit log, or readable at rest",
    function* () {
      const admin = yield* anAdmin()
      const receiver = yield* aReceiver()
      const logged: Array<string> = []
      const logger = Logger.make(({ cause, message }) => void logged.push(JSON.stringify([message, String(cause)])))
      const said: Array<string> = []
      const hear = (answer: { readonly text: string }) => void said.push(answer.text)
      const credential = `${receiver.url}&canary=canary-of-the-address`
      for (const of of [body({ endpoint_url: receiver.url }), sumoBody({ endpoint_url: credential })]) {
        const made = yield* post(admin, of)
        hear(made)
        const { id } = yield* decodeTarget(made.body)
        hear(yield* patch(admin, id, { name: "Renamed", token: `${token}-2` }))
        hear(yield* patch(admin, id, { endpoint_url: "https://10.0.0.1/canary-of-a-refusal" }))
        hear(yield* test(admin, id))
        receiver.state.answer = () => ({ status: 500 })
        hear(yield* test(admin, id))
        hear(yield* patch(admin, id, { active: false }))
      }
      hear(yield* as(admin).get(path))
      hear(yield* post(admin, body({ token: "canary-schlüssel" })))

      // The same through the service, where what it logs can be heard.
      const targets = yield* SiemTargets
      const sumo = (yield* listed(admin)).find(({ type }) => type === "sumo_logic")
      if (sumo === undefined) return assert.fail("a target was expected")
      yield* systemSql`UPDATE siem_targets SET sealed_url = replace(sealed_url, ':', ':A') WHERE id = ${sumo.id}`
      const broken = yield* targets
        .test(sumo.id)
        .pipe(
          asCaller(admin),
          Effect.result,
          Effect.provide(Logger.layer([logger])),
          Effect.provideService(References.MinimumLogLevel, "All")
        )
      assert.isFalse(Result.isSuccess(broken) && broken.success.success)
      assert.isNotEmpty(logged, "that it cannot be opened is logged")

      const [, , , log] = yield* everything(admin.orgId)
      const rows = yield* stored(admin.orgId)
      const sealedOf = rows.map(({ sealed_token, sealed_url }) => [sealed_token, sealed_url])
      for (const text of [...said, ...logged, JSON.stringify(log), JSON.stringify(sealedOf)]) {
        assert.notMatch(text, /canary/)
      }
      assert.notInclude(JSON.stringify(log) + logged.join(""), "in-the-path")
    }
  )
})
