import { assert, layer } from "#test/support/suite"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { DashboardApp } from "#test/outgoing/webhooks/support"
import { anAdmin } from "#test/support/people"
import { withStatus } from "#test/support/requests"
import { entriesOf } from "#test/support/log"
import {
  aTarget,
  body,
  decodeTarget,
  enqueue,
  everything,
  maskedSecret,
  patch,
  remove,
  stored,
  sumoBody,
  sumoUrl,
  theTarget,
  token,
  url
} from "./targets.ts"

const otherHost = "https://127.0.0.2/services/collector/event?key=canary-query-99cc"
const moved = "token: send the token again, because the URL has another host or port"
const retyped = "token: send the token again, because the destination type changes"
const needed = "token: is required for this type of destination"
const whole = "endpoint_url: send the whole URL for this type"
const bullets = "endpoint_url: contains the bullets that replace the credential. Send the whole URL"

layer(DashboardApp)("PATCH /api/siem-targets/{id}", (it) => {
  it.status(200, "answers the record; each field alone, and what is not named stays", function* () {
    const admin = yield* anAdmin()
    const { id, ...first } = yield* aTarget(admin, body({ type: "splunk_hec" }))
    let expected: Readonly<Record<string, unknown>> = first
    for (const [change, becomes] of [
      [{ name: "Another" }, { name: "Another" }],
      [{ endpoint_url: `${url}&more=1` }, { endpoint_url: `${url}&more=1` }],
      [{ endpoint_url: "https://127.0.0.1/other", token }, { endpoint_url: "https://127.0.0.1/other" }],
      [{ token: "another-token" }, {}],
      [{ token_scheme: "Bearer" }, { token_scheme: "Bearer" }],
      [{ payload_format: "cef" }, { payload_format: "cef" }],
      [
        { events: ["login_failed", "status_changed", "login_failed"] },
        { events: ["login_failed", "status_changed"], all_events: false }
      ],
      [{ allEvents: true }, { events: [], all_events: true }],
      [{ chain_fields: true }, { chain_fields: true }],
      [{ active: false }, { active: false }]
    ] as const) {
      const answer = yield* withStatus(200, patch(admin, id, change))
      const target = yield* decodeTarget(answer.body)
      expected = { ...expected, ...becomes }
      assert.deepStrictEqual({ ...target }, { id, ...expected })
      assert.deepStrictEqual(target, yield* theTarget(admin))
    }
    const written = (yield* entriesOf(admin.orgId, { action: "siem_target_%" })).slice(1)
    assert.deepStrictEqual(
      written.map(({ action, details }) => [action, details]),
      [
        "renamed from Collector",
        "another address on the same host",
        "moved from 127.0.0.1:8443 to 127.0.0.1; another token",
        "another token",
        "token scheme Bearer",
        "payload format cef",
        "events: login_failed, status_changed",
        "all events",
        "chain fields on",
        "paused"
      ].map((details) => ["siem_target_updated", details])
    )
    assert.strictEqual(written.at(-1)?.target, "Another (splunk_hec, 127.0.0.1)")
  })

  // siem-4: The token is never answered; on an edit blank keeps it, a new value replaces it.
  it.status(200, "on edit missing, null, blank or bullets keep the token, anything else replaces it", function* () {
    const admin = yield* anAdmin()
    const { id } = yield* aTarget(admin)
    const sealed = Effect.map(stored(admin.orgId), ([row]) => row?.sealed_token)
    const first = yield* sealed
    for (const given of [
      {},
      { token: null },
      { token: "" },
      { token: " \n" },
      { token: maskedSecret },
      { token: " ••• " }
    ]) {
      const answer = yield* withStatus(200, patch(admin, id, { name: "Collector", ...given }))
      assert.deepInclude(answer.body, { has_token: true })
      assert.strictEqual(yield* sealed, first, JSON.stringify(given))
    }
    assert.strictEqual((yield* patch(admin, id, { token: "another-token" })).status, 200)
    assert.notStrictEqual(yield* sealed, first)
  })

  // siem-24: The address of a `sumo_logic` target stays when it is sent back blank or as it is shown.
  it.status(200, "of sumo_logic blank or as it is shown keeps the address, a new one replaces it", function* () {
    const admin = yield* anAdmin()
    const { endpoint_url, id } = yield* aTarget(admin, sumoBody())
    const sealed = Effect.map(stored(admin.orgId), ([row]) => [row?.sealed_url, row?.sealed_token])
    const first = yield* sealed
    for (const given of [{ endpoint_url: "" }, { endpoint_url }, { endpoint_url: " ", token: "ignored" }]) {
      assert.strictEqual((yield* patch(admin, id, { ...given, name: "Collector" })).status, 200)
      assert.deepStrictEqual(yield* sealed, first)
    }
    assert.lengthOf(yield* entriesOf(admin.orgId, { action: "siem_target_%" }), 1)
    const elsewhere = yield* patch(admin, id, { endpoint_url: "https://127.0.0.2/receiver/canary-path-new" })
    assert.deepInclude(elsewhere.body, { endpoint_url: `https://127.0.0.2/${maskedSecret}`, has_token: false })
    assert.notDeepEqual(yield* sealed, first)
    assert.strictEqual((yield* patch(admin, id, { endpoint_url: sumoUrl })).status, 200)
    assert.strictEqual((yield* patch(admin, id, { endpoint_url: `${sumoUrl}2` })).status, 200)
    assert.deepStrictEqual(
      (yield* entriesOf(admin.orgId, { action: "siem_target_updated" })).map(({ details }) => details),
      [
        "moved from 127.0.0.1:8443 to 127.0.0.2",
        "moved from 127.0.0.2 to 127.0.0.1:8443",
        "another address on the same host"
      ]
    )
  })

  it.status(200, "another type, with what that type needs", function* () {
    const admin = yield* anAdmin()
    const { id } = yield* aTarget(admin, body({ payload_format: "cef" }))
    const to = Effect.fnUntraced(function* (change: unknown) {
      const answer = yield* withStatus(200, patch(admin, id, change))
      const { endpoint_url, has_token, payload_format, type } = yield* decodeTarget(answer.body)
      const [row] = yield* stored(admin.orgId)
      return [type, endpoint_url, has_token, payload_format, row?.sealed_url === null, row?.sealed_token === null]
    })
    assert.deepStrictEqual(yield* to({ type: "datadog", token }), ["datadog", url, true, "json", true, false])
    const index = "https://127.0.0.2/audit/_doc"
    assert.deepStrictEqual(yield* to({ type: "elasticsearch", endpoint_url: index, token }), [
      "elasticsearch",
      index,
      true,
      "json",
      true,
      false
    ])
    // The address that it has already is a new credential.
    assert.deepStrictEqual(yield* to({ type: "sumo_logic", endpoint_url: index }), [
      "sumo_logic",
      `https://127.0.0.2/${maskedSecret}`,
      false,
      "json",
      false,
      true
    ])
    assert.deepStrictEqual(yield* to({ type: "generic", endpoint_url: url, token, payload_format: "cef" }), [
      "generic",
      url,
      true,
      "cef",
      true,
      false
    ])
  })

  it.status(200, "what changes nothing is not recorded", function* () {
    const admin = yield* anAdmin()
    const { id } = yield* aTarget(admin, body({ events: ["login_failed", "access_revoked"] }))
    const before = yield* everything(admin.orgId)
    for (const change of [
      { name: "Collector" },
      { type: "generic", endpoint_url: url, token: maskedSecret },
      { events: ["access_revoked", "login_failed", "access_revoked"] },
      { active: true, chain_fields: false, token_scheme: "Splunk", payload_format: "json" },
      { token: null }
    ]) {
      assert.strictEqual((yield* patch(admin, id, change)).status, 200)
    }
    assert.deepStrictEqual(yield* everything(admin.orgId), before)
  })

  it.status(
    200,
    "a pause and its end: what was written meanwhile is not the target's, the entry of the end is",
    function* () {
      const admin = yield* anAdmin()
      const { id } = yield* aTarget(admin)
      const afterSeq = Effect.map(stored(admin.orgId), ([row]) => row?.after_seq ?? -1)
      const first = yield* afterSeq
      yield* patch(admin, id, { active: false })
      assert.strictEqual(yield* afterSeq, first)
      yield* aTarget(admin, body({ active: false }))
      yield* remove(admin, (yield* stored(admin.orgId)).find((row) => row.id !== id)?.id ?? "")
      yield* patch(admin, id, { active: true })
      const written = yield* entriesOf(admin.orgId, { action: "siem_target_%" })
      assert.deepInclude(written.at(-1), { action: "siem_target_updated", details: "activated" })
      assert.strictEqual(yield* afterSeq, (written.at(-1)?.seq ?? 0) - 1)
      const active = yield* afterSeq
      yield* patch(admin, id, { active: true, name: "Renamed" })
      assert.strictEqual(yield* afterSeq, active, "one that was active goes on")
    }
  )

  it.status(200, "another choice of events touches nothing that is queued", function* () {
    const admin = yield* anAdmin()
    const { id } = yield* aTarget(admin)
    yield* enqueue(admin.orgId, id, 4)
    const answer = yield* patch(admin, id, { events: ["login_failed"] })
    assert.deepInclude(answer.body, { queued_count: 4, events: ["login_failed"] })
  })

  // siem-23: A target that moves to another host or port, or changes its type, requires its token again.
  it.status(400, "a stored token is not sent to another host or port, or as another type's", function* () {
    const admin = yield* anAdmin()
    const { id } = yield* aTarget(admin, body({ type: "new_relic" }))
    const before = yield* everything(admin.orgId)
    for (const [change, error] of [
      [{ endpoint_url: otherHost }, moved],
      [{ endpoint_url: otherHost, token: "" }, moved],
      [{ endpoint_url: otherHost, token: maskedSecret }, moved],
      [{ endpoint_url: "https://localhost:8443/services/collector/event" }, moved],
      [{ endpoint_url: "https://127.0.0.1:4690/steal" }, moved],
      [{ endpoint_url: "https://127.0.0.1/steal" }, moved],
      [{ type: "generic" }, retyped],
      [{ type: "generic", token: null }, retyped],
      [{ type: "generic", endpoint_url: otherHost }, retyped],
      [{ type: "sumo_logic" }, whole],
      [{ type: "sumo_logic", token }, whole],
      [{ type: "elasticsearch", token }, "endpoint_url: must end in /<index>/_doc"],
      [{ token: "schlüssel" }, "token: must consist of printable ASCII characters"]
    ] as const) {
      const answer = yield* withStatus(400, patch(admin, id, change), JSON.stringify(change))
      assert.include(String(Object(answer.body).error), error, JSON.stringify(change))
    }
    assert.deepStrictEqual(yield* everything(admin.orgId), before)
    assert.strictEqual((yield* patch(admin, id, { endpoint_url: otherHost, token })).status, 200)
  })

  it.status(400, "from sumo_logic to another type both the address and a token are needed", function* () {
    const admin = yield* anAdmin()
    const { endpoint_url: shown, id } = yield* aTarget(admin, sumoBody())
    const before = yield* everything(admin.orgId)
    for (const [change, error] of [
      [{ type: "generic" }, whole],
      [{ type: "generic", token }, whole],
      [{ type: "generic", endpoint_url: url }, needed],
      [{ type: "generic", endpoint_url: url, token: maskedSecret }, needed],
      [{ type: "generic", endpoint_url: shown, token }, bullets],
      [{ endpoint_url: `https://127.0.0.2/${maskedSecret}` }, bullets],
      [{ type: "generic", endpoint_url: "", token }, "endpoint_url: The URL must be complete"]
    ] as const) {
      const answer = yield* withStatus(400, patch(admin, id, change), JSON.stringify(change))
      assert.include(String(Object(answer.body).error), error, JSON.stringify(change))
    }
    assert.deepStrictEqual(yield* everything(admin.orgId), before)
  })

  it.status(400, "nothing, what is not of its kind, and an id that is not a UUID", function* () {
    const admin = yield* anAdmin()
    const { id } = yield* aTarget(admin)
    const before = yield* everything(admin.orgId)
    for (const change of [
      {},
      { secret: "mine" },
      { name: null },
      { name: "" },
      { type: null },
      { type: "qradar" },
      { endpoint_url: null },
      { endpoint_url: "" },
      { token: 7 },
      { token_scheme: null },
      { payload_format: "" },
      { events: [] },
      { events: ["siem_test"] },
      { events: ["login_failed"], allEvents: true },
      { allEvents: false },
      { active: null },
      { chain_fields: "true" }
    ]) {
      const answer = yield* withStatus(400, patch(admin, id, change), JSON.stringify(change))
      assert.deepStrictEqual(Object.keys(Object(answer.body)), ["error"])
    }
    assert.strictEqual((yield* patch(admin, "7", { active: false })).status, 400)
    assert.deepStrictEqual(yield* everything(admin.orgId), before)
  })

  it.status(404, "none such, or another organisation's, whatever the body", function* () {
    const admin = yield* anAdmin()
    const other = yield* anAdmin()
    const { id } = yield* aTarget(other)
    const before = yield* everything(other.orgId)
    for (const targetId of [id, randomUUID()]) {
      for (const change of [{ active: false }, { endpoint_url: "https://10.0.0.1/" }]) {
        const answer = yield* patch(admin, targetId, change)
        assert.deepStrictEqual([answer.status, answer.body], [404, { error: "SIEM destination not found" }])
      }
    }
    assert.deepStrictEqual(yield* everything(other.orgId), before)
  })
})
