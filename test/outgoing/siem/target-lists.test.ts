import { assert, layer } from "#test/support/suite"
import { SiemEventName } from "@svc/contract/siem/events"
import { DateTime } from "effect"
import { TestClock } from "effect/testing"
import { DashboardApp } from "#test/outgoing/webhooks/support"
import { systemSql } from "#test/support/tables"
import { anAdmin } from "#test/support/people"
import { as, withStatus } from "#test/support/requests"
import { aTarget, body, enqueue, fresh, maskedSecret, path, remove, sumoBody, theTarget, url } from "./targets.ts"

layer(DashboardApp)("GET /api/siem-targets", (it) => {
  it.status(200, "a plain array of the organisation's own targets with their health, newest first", function* () {
    const admin = yield* anAdmin()
    yield* aTarget(yield* anAdmin())
    const first = yield* aTarget(admin, body({ events: ["login_failed", "access_revoked", "login_failed"] }))
    yield* TestClock.adjust("1 second")
    const second = yield* aTarget(admin, sumoBody({ name: "Sumo" }))
    const answer = yield* withStatus(200, as(admin).get(path))
    const common = { token_scheme: "Splunk", payload_format: "json", chain_fields: false, active: true, ...fresh }
    assert.deepStrictEqual(answer.body, [
      {
        ...common,
        id: second.id,
        name: "Sumo",
        type: "sumo_logic",
        endpoint_url: `https://127.0.0.1:8443/${maskedSecret}`,
        has_token: false,
        events: [],
        all_events: true,
        created_at: DateTime.formatIso(second.created_at)
      },
      {
        ...common,
        id: first.id,
        name: "Collector",
        type: "generic",
        endpoint_url: url,
        has_token: true,
        events: ["login_failed", "access_revoked"],
        all_events: false,
        created_at: DateTime.formatIso(first.created_at)
      }
    ])
  })

  // siem-18: A target reports its last delivery and status, how many were delivered and given up, and the last error.
  it.status(200, "last delivery time and status, delivery count, last error, and how many were given up", function* () {
    const admin = yield* anAdmin()
    const { id } = yield* aTarget(admin)
    const at = yield* DateTime.now
    yield* systemSql`
        UPDATE siem_targets SET last_delivery_at = ${DateTime.toDateUtc(at)}, last_delivery_status = 'failed',
          last_status_code = 503, last_error = 'The collector answered 503', delivery_count = 5000000000,
          given_up_count = 7 WHERE id = ${id}`
    yield* enqueue(admin.orgId, id, 3)
    assert.deepInclude(yield* theTarget(admin), {
      last_delivery_at: at,
      last_delivery_status: "failed",
      last_status_code: 503,
      last_error: "The collector answered 503",
      delivery_count: 5_000_000_000,
      given_up_count: 7,
      queued_count: 3
    })
  })

  // siem-22: `queued_count` counts up to 100,000.
  it.status(200, "what waits is counted up to 100,000", function* () {
    const admin = yield* anAdmin()
    const { id } = yield* aTarget(admin)
    yield* enqueue(admin.orgId, id, 100_007)
    assert.strictEqual((yield* theTarget(admin)).queued_count, 100_000)
    assert.strictEqual((yield* remove(admin, id)).status, 200)
  })
})

layer(DashboardApp)("GET /api/siem-targets/events", (it) => {
  // siem-5: `GET /api/siem-targets/events` lists what can be chosen.
  // siem-20: The list of event actions is in alphabetical order.
  it.status(200, "the selectable event actions in order, the detailed events among them", function* () {
    const answer = yield* withStatus(200, as(yield* anAdmin()).get(`${path}/events`))
    assert.deepStrictEqual(answer.body, SiemEventName.literals.toSorted())
    assert.includeMembers(
      [...SiemEventName.literals],
      ["access_revoked", "revocation_failed", "status_changed", "login_failed", "siem_target_created"]
    )
    for (const name of ["offboarding_status_changed", "offboarding_cancelled", "siem_test"]) {
      assert.notInclude(answer.text, `"${name}"`)
    }
  })
})
