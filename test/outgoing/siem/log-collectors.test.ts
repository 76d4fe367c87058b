import { assert, describe, it } from "#test/support/suite"
import { datadog } from "@svc/lab/datadog"
import { elasticsearch } from "@svc/lab/elasticsearch"
import { newRelic } from "@svc/lab/new-relic"
import { sumoLogic } from "@svc/lab/sumo-logic"
import { DateTime, Effect } from "effect"
import { running } from "#test/support/vendor-work"
import { withStatus } from "#test/support/requests"
import { events, post, requestFor, sent } from "./posting.ts"
import { entryEvent, queuedAt } from "./samples.ts"

describe("datadog is taken by a log intake", () => {
  const anIntake = Effect.gen(function* () {
    const vendor = yield* running(datadog)
    vendor.state.now = queuedAt.epochMilliseconds
    const url = `${vendor.url}/api/v2/logs`
    return { vendor, url, request: requestFor("datadog", url, vendor.state.apiKey) }
  })

  it.live("every kind of event, answered 202 {}", function* () {
    const { request, vendor } = yield* anIntake
    for (const event of events) {
      const answer = yield* post(request(event))
      assert.deepStrictEqual([answer.status, answer.read()], [202, {}])
    }
    assert.deepStrictEqual(
      vendor.state.logs.map(({ message }): unknown => JSON.parse(message)),
      events.map(sent)
    )
    for (const log of vendor.state.logs) assert.deepInclude(log, { ddsource: "svc", service: "svc" })
  })

  it.live(
    "an old entry whose event was queued just now is kept; what was queued 18 hours ago is dropped with 202",
    function* () {
      const { request, vendor } = yield* anIntake
      yield* post(request(entryEvent({ occurred_at: "2020-01-01T00:00:00.000Z" }, { replayed: true })))
      assert.lengthOf(vendor.state.logs, 1)
      const old = DateTime.subtract(queuedAt, { hours: 18, seconds: 1 })
      assert.strictEqual((yield* post(request(entryEvent({}, { timestamp: old })))).status, 202)
      assert.lengthOf(vendor.state.tooOld, 1)
    }
  )

  it.live("401 without a key, 403 for a wrong one, in its own form", function* () {
    const { url } = yield* anIntake
    const without = yield* post(requestFor("datadog", url, null)(entryEvent()))
    const wrong = yield* post(requestFor("datadog", url, "wrong")(entryEvent()))
    assert.deepStrictEqual(without.read(), {
      errors: [{ status: "401", title: "Unauthorized", detail: "Missing API key" }]
    })
    assert.deepStrictEqual([without.status, wrong.status], [401, 403])
  })

  it.live("400 for no JSON and for a log without a message, 413 for over 5 MB and over 1,000 logs, 415", function* () {
    const { request, vendor } = yield* anIntake
    const one = request(entryEvent())
    const statusOf = (body: string, headers = one.headers) =>
      Effect.map(post({ ...one, headers, body }), ({ status }) => status)
    assert.strictEqual(yield* statusOf("[{"), 400)
    assert.strictEqual(yield* statusOf('[{"ddsource":"svc"}]'), 400)
    assert.strictEqual(yield* statusOf('[{"message":{}}]'), 400)
    assert.strictEqual(yield* statusOf(JSON.stringify([{ message: "x".repeat(5_000_000) }])), 413)
    assert.strictEqual(yield* statusOf(JSON.stringify(Array.from({ length: 1_001 }, () => ({ message: "x" })))), 413)
    assert.strictEqual(yield* statusOf(one.body, { ...one.headers, "content-type": "application/xml" }), 415)
    assert.isEmpty(vendor.state.logs)
  })
})

describe("elasticsearch is taken by an index", () => {
  const aCluster = Effect.gen(function* () {
    const vendor = yield* running(elasticsearch)
    const url = `${vendor.url}/svc-audit/_doc`
    return { vendor, url, request: requestFor("elasticsearch", url, vendor.state.apiKey) }
  })

  it.live(
    "every kind of event into one index: 201 created, and no field's type conflicts with another event's",
    function* () {
      const { request, vendor } = yield* aCluster
      for (const event of events) {
        const answer = yield* post(request(event))
        assert.strictEqual(answer.status, 201, answer.body)
        assert.include(answer.body, '"_index":"svc-audit"')
        assert.include(answer.body, '"result":"created"')
      }
      assert.deepStrictEqual<unknown>(vendor.state.indices.get("svc-audit")?.documents, events.map(sent))
    }
  )

  it.live("400 for a mapping conflict, no body, no JSON, a list, and a name that no index can have", function* () {
    const { request, vendor } = yield* aCluster
    const one = request(entryEvent())
    yield* post(one)
    const typeOf = (body: string, url = one.url) =>
      Effect.map(post({ ...one, url, body }), (answer) => [answer.status, /"type":"(\w+)"/.exec(answer.body)?.[1]])
    assert.deepStrictEqual(yield* typeOf('{"target":{"name":"x"}}'), [400, "document_parsing_exception"])
    assert.deepStrictEqual(yield* typeOf('{"occurred_at":"yesterday"}'), [400, "document_parsing_exception"])
    assert.deepStrictEqual(yield* typeOf(""), [400, "parse_exception"])
    assert.deepStrictEqual(yield* typeOf("{"), [400, "document_parsing_exception"])
    assert.deepStrictEqual(yield* typeOf("[{}]"), [400, "document_parsing_exception"])
    assert.deepStrictEqual(yield* typeOf("{}", `${vendor.url}/Upper/_doc`), [400, "invalid_index_name_exception"])
    assert.lengthOf(vendor.state.indices.get("svc-audit")?.documents ?? [], 1)
  })

  it.live("401 security_exception for a missing or wrong key, 406 for another content type", function* () {
    const { request, url } = yield* aCluster
    const without = yield* post(requestFor("elasticsearch", url, null)(entryEvent()))
    const wrong = yield* post(requestFor("elasticsearch", url, "d3Jvbmc=")(entryEvent()))
    for (const answer of [without, wrong]) {
      assert.strictEqual(answer.status, 401)
      assert.include(answer.body, '"type":"security_exception"')
    }
    const one = request(entryEvent())
    yield* withStatus(406, post({ ...one, headers: { ...one.headers, "content-type": "text/plain" } }))
  })
})

describe("sumo_logic is taken by an HTTP source", () => {
  const aSource = Effect.gen(function* () {
    const vendor = yield* running(sumoLogic)
    const url = `${vendor.url}/receiver/v1/http/${vendor.state.secret}`
    return { vendor, request: requestFor("sumo_logic", url, null) }
  })

  it.live("every kind of event as one message of its category, answered 200", function* () {
    const { request, vendor } = yield* aSource
    for (const event of events) {
      const answer = yield* post(request(event))
      assert.deepStrictEqual([answer.status, answer.body], [200, ""])
    }
    assert.deepStrictEqual(
      vendor.state.messages.map(({ text }): unknown => JSON.parse(text)),
      events.map(sent)
    )
    for (const message of vendor.state.messages) {
      assert.deepInclude(message, { category: "svc/security", name: "svc" })
    }
    assert.isTrue(vendor.requests.every(({ headers }) => headers.authorization === undefined))
  })

  it.live("401 for an address with another secret; 413 for over 1 MB", function* () {
    const { request, vendor } = yield* aSource
    const one = request(entryEvent())
    assert.strictEqual((yield* post({ ...one, url: `${vendor.url}/receiver/v1/http/other` })).status, 401)
    assert.strictEqual((yield* post({ ...one, body: "x".repeat(1_000_001) })).status, 413)
    assert.isEmpty(vendor.state.messages)
  })
})

describe("new_relic is taken by a log API", () => {
  const anApi = Effect.gen(function* () {
    const vendor = yield* running(newRelic)
    const url = `${vendor.url}/log/v1`
    return { vendor, url, request: requestFor("new_relic", url, vendor.state.licenseKey) }
  })

  it.live("every kind of event, answered 202 with a requestId, and none is found wrong later", function* () {
    const { request, vendor } = yield* anApi
    for (const event of events) {
      const answer = yield* withStatus(202, post(request(event)))
      assert.match(answer.body, /^\{"requestId":"[0-9a-f-]{36}"\}$/)
    }
    assert.isEmpty(vendor.state.integrationErrors)
    assert.deepStrictEqual<unknown>(
      vendor.state.logs,
      events.map((event) => ({ message: `event: ${event.type}`, attributes: sent(event) }))
    )
  })

  it.live("403 for a missing or wrong key, 413 for over 1 MB, 415, 404", function* () {
    const { request, url, vendor } = yield* anApi
    const one = request(entryEvent())
    assert.strictEqual((yield* post(requestFor("new_relic", url, null)(entryEvent()))).status, 403)
    assert.strictEqual((yield* post(requestFor("new_relic", url, "wrong")(entryEvent()))).status, 403)
    assert.strictEqual((yield* post(request(entryEvent({ details: "x".repeat(1_000_000) })))).status, 413)
    const plain = { ...one, headers: { ...one.headers, "content-type": "text/plain" } }
    assert.strictEqual((yield* post(plain)).status, 415)
    assert.strictEqual((yield* post({ ...one, url: `${vendor.url}/log/v2` })).status, 404)
    assert.isEmpty(vendor.state.logs)
  })

  it.live("takes bad data with 202 and finds it wrong later", function* () {
    const { request, vendor } = yield* anApi
    const one = request(entryEvent())
    for (const body of ["[{", '[{"attributes":{}}]', '[{"message":"x","attributes":[]}]']) {
      assert.strictEqual((yield* post({ ...one, body })).status, 202, body)
    }
    assert.lengthOf(vendor.state.integrationErrors, 3)
    assert.isEmpty(vendor.state.logs)
  })
})
