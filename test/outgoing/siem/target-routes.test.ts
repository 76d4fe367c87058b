import { assert, layer } from "#test/support/suite"
import { SiemTargetId } from "@svc/contract/kernel/ids"
import { SiemTargetType } from "@svc/contract/siem/schema"
import { Effect, Redacted, Result } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { Secrets } from "#platform/keys/secrets"
import { placeOf } from "#outgoing/siem/credentials"
import { DashboardApp } from "#test/outgoing/webhooks/support"
import { systemSql } from "#test/support/tables"
import { anAdmin } from "#test/support/people"
import { as, withStatus } from "#test/support/requests"
import { entriesOf } from "#test/support/log"
import {
  aTarget,
  body,
  everything,
  fresh,
  listed,
  maskedSecret,
  path,
  post,
  remove,
  stored,
  sumoBody,
  sumoUrl,
  token,
  url
} from "./targets.ts"

const address = (type: string) => (type === "elasticsearch" ? "https://127.0.0.1:8443/audit/_doc" : url)

layer(DashboardApp)("POST /api/siem-targets", (it) => {
  // siem-2: Six types: `splunk_hec`, `datadog`, `elasticsearch`, `sumo_logic`, `new_relic`, `generic`.
  it.status(201, "each type with a token, sumo_logic without one", function* () {
    const admin = yield* anAdmin()
    for (const type of SiemTargetType.literals) {
      const target = yield* aTarget(admin, body({ type, endpoint_url: address(type) }))
      assert.deepStrictEqual([target.type, target.has_token], [type, type !== "sumo_logic"])
      assert.deepInclude(target, { ...fresh, active: true, all_events: true, events: [], token_scheme: "Splunk" })
    }
    assert.lengthOf(yield* listed(admin), 6)
  })

  it.status(201, "events, token scheme, payload format, chain fields and a pause as given", function* () {
    const given = {
      name: "Splunk Produktion 🛡️",
      type: "splunk_hec" as const,
      token_scheme: "Bearer",
      payload_format: "cef" as const,
      events: ["status_changed", "api_key.created", "status_changed"],
      active: false,
      chain_fields: true
    }
    const target = yield* aTarget(yield* anAdmin(), body(given))
    assert.deepInclude(target, { ...given, events: ["status_changed", "api_key.created"], all_events: false })
  })

  // cef-1: CEF is for `splunk_hec` and `generic`; the others take JSON.
  it.status(201, "payload format cef is for splunk_hec and generic; the others always take JSON", function* () {
    const admin = yield* anAdmin()
    for (const type of SiemTargetType.literals) {
      const target = yield* aTarget(admin, body({ type, endpoint_url: address(type), payload_format: "cef" }))
      assert.strictEqual(target.payload_format, ["splunk_hec", "generic"].includes(type) ? "cef" : "json", type)
    }
  })

  // siem-25: An Elasticsearch address can have a path before the index and parameters after it.
  it.status(201, "an index URL may have a path before it and parameters behind it", function* () {
    const admin = yield* anAdmin()
    for (const tail of ["audit/_doc", "elastic/audit-2026.03/_doc", "audit/_doc?pipeline=svc"]) {
      yield* aTarget(admin, body({ type: "elasticsearch", endpoint_url: `https://127.0.0.1:9200/${tail}` }))
    }
    assert.lengthOf(yield* listed(admin), 3)
  })

  it.status(201, "a token is kept sealed, and opens for its target only", function* () {
    const admin = yield* anAdmin()
    const secrets = yield* Secrets
    const { id } = yield* aTarget(admin, body({ token }))
    const [row] = yield* stored(admin.orgId)
    const open = (targetId: SiemTargetId) =>
      secrets.open(row?.sealed_token ?? "", placeOf("sealed_token", admin.orgId, targetId))
    assert.strictEqual(Redacted.value(yield* open(id)), token)
    assert.isTrue(Result.isFailure(yield* Effect.result(open(SiemTargetId.make(randomUUID())))))
    assert.isNull(row?.sealed_url)
  })

  it.status(201, "of sumo_logic the whole address is kept sealed; a token given for it is not stored", function* () {
    const admin = yield* anAdmin()
    const secrets = yield* Secrets
    const { id } = yield* aTarget(admin, sumoBody({ token }))
    const [row] = yield* stored(admin.orgId)
    assert.strictEqual(row?.endpoint_url, `https://127.0.0.1:8443/${maskedSecret}`)
    assert.isNull(row?.sealed_token)
    const opened = yield* secrets.open(row?.sealed_url ?? "", placeOf("sealed_url", admin.orgId, id))
    assert.strictEqual(Redacted.value(opened), sumoUrl)
  })

  it.status(
    201,
    "audited with name, type and host; what was written before is not the target's, its own entry is",
    function* () {
      const admin = yield* anAdmin()
      yield* aTarget(admin, body({ name: "One", events: ["login_failed", "access_revoked"] }))
      yield* TestClock.adjust("1 second")
      yield* aTarget(admin, sumoBody({ name: "Two" }))
      const [first, second] = yield* entriesOf(admin.orgId, { action: "siem_target_%" })
      assert.deepInclude(first, {
        action: "siem_target_created",
        target: "One (generic, 127.0.0.1:8443)",
        details: "events: login_failed, access_revoked"
      })
      assert.deepInclude(second, { target: "Two (sumo_logic, 127.0.0.1:8443)", details: "all events" })
      const [two, one] = yield* stored(admin.orgId)
      const firstSeq = first?.seq ?? 0
      assert.deepStrictEqual([one?.after_seq, two?.after_seq], [firstSeq - 1, (second?.seq ?? 0) - 1])
      assert.strictEqual(one?.forwarded_seq, firstSeq - 1, "the stream of a served target is not moved on")
    }
  )

  it.status(201, "after the last target is gone the stream begins anew where the log stands", function* () {
    const admin = yield* anAdmin()
    const { id } = yield* aTarget(admin)
    yield* remove(admin, id)
    yield* aTarget(admin)
    const [target] = yield* stored(admin.orgId)
    const [, , created] = yield* entriesOf(admin.orgId, { action: "siem_target_%" })
    assert.strictEqual(target?.forwarded_seq, (created?.seq ?? 0) - 1)
  })

  // siem-2
  it.status(
    400,
    "a type that is not one of the six, and events that are not an array of known names or allEvents",
    function* () {
      const admin = yield* anAdmin()
      for (const [wrong, sentence] of [
        [{ type: "splunk" }, "type: "],
        [{ type: undefined }, "type: "],
        [{ name: " " }, "name: must not be blank"],
        [{ name: "x".repeat(101) }, "name: must be at most 100 characters"],
        [{ name: undefined }, "name: "],
        [{ payload_format: "leef" }, "payload_format: "],
        [{ active: "yes" }, "active: "],
        [{ chain_fields: 1 }, "chain_fields: "],
        [{ token_scheme: "two words" }, "token_scheme: must be one word"],
        [{ token_scheme: "x".repeat(51) }, "token_scheme: "],
        [{ token_scheme: "Splunk:" }, "token_scheme: "],
        [{ token_scheme: "Spl\r\nX-Evil: 1" }, "token_scheme: "],
        [{ token_scheme: "" }, "token_scheme: "],
        [{ events: ["offboarding.exploded"] }, 'events.0: "offboarding.exploded" is not one of the events'],
        [{ events: ["login_failed", "offboarding_status_changed"] }, 'events.1: "offboarding_status_changed" is not'],
        [{ events: [] }, "events: must name at least one event"],
        [{ events: "login_failed" }, "events: "],
        [{ events: null }, "events: "],
        [{ events: ["login_failed"], allEvents: true }, "must have either events or allEvents, not both"],
        [{ events: undefined, allEvents: undefined }, "must have events (an array of names) or allEvents (true)"],
        [{ allEvents: false }, "allEvents: must be true;"],
        [{ allEvents: null }, "allEvents: must be true;"]
      ] as const) {
        const answer = yield* withStatus(400, post(admin, body(wrong)), JSON.stringify(wrong))
        assert.deepStrictEqual(Object.keys(Object(answer.body)), ["error"])
        assert.include(String(Object(answer.body).error), sentence, JSON.stringify(wrong))
      }
      assert.lengthOf(yield* listed(admin), 0)
    }
  )

  it.status(400, "all types but sumo_logic need a token, and one that can be sent in a header", function* () {
    const admin = yield* anAdmin()
    const ascii = "token: must consist of printable ASCII characters, so that it can be sent in a header"
    const needed = "token: is required for this type of destination"
    for (const type of SiemTargetType.literals.filter((type) => type !== "sumo_logic")) {
      for (const [given, error] of [
        [undefined, needed],
        [null, needed],
        ["", needed],
        [" \t", needed],
        [maskedSecret, needed],
        ["schlüssel", ascii],
        ["one\ntwo", ascii],
        ["one\u007f", ascii],
        [" lead", "token: starts or ends with a space or a line break. Remove it"],
        ["trail\n", "token: starts or ends with a space or a line break. Remove it"],
        ["x".repeat(4097), "token: must be at most 4096 characters"],
        [7, "token: must be a string or null"]
      ] as const) {
        const answer = yield* post(admin, body({ type, endpoint_url: address(type), token: given }))
        assert.deepStrictEqual([answer.status, answer.body], [400, { error }], `${type} ${given}`)
      }
    }
    yield* aTarget(admin, body({ token: "x".repeat(4096) }))
    yield* aTarget(admin, body({ token: "~ two words !" }))
  })

  // siem-10: Elasticsearch takes an address ending in `<index>/_doc` and an API key's header.
  it.status(400, "elasticsearch must end in /<index>/_doc, and masked is no address", function* () {
    const admin = yield* anAdmin()
    for (const tail of ["", "_doc", "audit/_doc/", "audit/_bulk", "audit/_doc/7", "audit", "?a=/audit/_doc"]) {
      const of = body({ type: "elasticsearch", endpoint_url: `https://127.0.0.1:9200/${tail}` })
      const answer = yield* post(admin, of)
      assert.deepStrictEqual(
        [answer.status, answer.body],
        [400, { error: "endpoint_url: must end in /<index>/_doc, for example https://es.example.com/audit/_doc" }],
        tail
      )
    }
    const masked = yield* post(admin, sumoBody({ endpoint_url: `https://127.0.0.1:8443/${maskedSecret}` }))
    assert.strictEqual(masked.status, 400)
    assert.include(masked.text, "endpoint_url: contains the bullets")
    assert.lengthOf(yield* listed(admin), 0)
  })

  it.status(402, "a read-only organisation reads, and every write is refused", function* () {
    const admin = yield* anAdmin()
    const { id } = yield* aTarget(admin)
    yield* systemSql`UPDATE organisations SET plan_status = 'canceled' WHERE id = ${admin.orgId}`
    assert.strictEqual((yield* as(admin).get(path)).status, 200)
    assert.strictEqual((yield* as(admin).get(`${path}/events`)).status, 200)
    for (const [method, of, sent] of [
      ["POST", path, body()],
      ["PATCH", `${path}/${id}`, { active: false }],
      ["DELETE", `${path}/${id}`, undefined],
      ["POST", `${path}/${id}/test`, undefined],
      ["POST", `${path}/batch-export`, { target_id: id, from: "2026-03-01", to: "2026-03-02" }]
    ] as const) {
      const answer = yield* withStatus(402, as(admin).ask(method, of, sent), `${method} ${of}`)
      assert.deepInclude(answer.body, { code: "read_only" })
    }
  })

  // siem-21: An organization has at most 50 targets; another one is 409.
  it.status(409, "a 51st target", function* () {
    const admin = yield* anAdmin()
    for (let made = 0; made < 50; made++) yield* aTarget(admin)
    const before = yield* everything(admin.orgId)
    const answer = yield* post(admin, body())
    assert.deepStrictEqual(
      [answer.status, answer.body],
      [409, { error: "An organization can have at most 50 SIEM destinations. Delete one first" }]
    )
    assert.deepStrictEqual(yield* everything(admin.orgId), before)
    yield* remove(admin, (yield* listed(admin))[0]?.id ?? randomUUID())
    assert.strictEqual((yield* post(admin, body())).status, 201)
  })
})
