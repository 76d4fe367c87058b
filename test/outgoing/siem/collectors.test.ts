import { assert, describe, it } from "#test/support/suite"
import type { PayloadFormat } from "@svc/contract/siem/schema"
import { siemWebhook } from "@svc/lab/siem-webhook"
import { splunk } from "@svc/lab/splunk"
import { datadog } from "@svc/lab/datadog"
import { elasticsearch } from "@svc/lab/elasticsearch"
import { newRelic } from "@svc/lab/new-relic"
import { sumoLogic } from "@svc/lab/sumo-logic"
import { Effect } from "effect"
import { acceptanceOf } from "#outgoing/siem/collector-answers"
import { running } from "#test/support/vendor-work"
import { parseCef } from "./cef-parser.ts"
import { events, post, deliveryId, requestFor, sent } from "./posting.ts"
import { entryEvent, runEvent } from "./samples.ts"

describe("splunk_hec is taken by an event collector", () => {
  const aCollector = Effect.gen(function* () {
    const vendor = yield* running(splunk)
    const url = `${vendor.url}/services/collector/event`
    return { vendor, url, request: requestFor("splunk_hec", url, vendor.state.token) }
  })

  it.live('every kind of event as JSON, answered {"text":"Success","code":0}', function* () {
    const { request, vendor } = yield* aCollector
    for (const event of events) {
      const answer = yield* post(request(event))
      assert.deepStrictEqual(answer.read(), { text: "Success", code: 0 })
      assert.isTrue(acceptanceOf("splunk_hec", answer).accepted)
    }
    assert.deepStrictEqual(
      vendor.state.events.map(({ event }) => event),
      events.map(sent)
    )
    assert.deepInclude(vendor.state.events[0], { time: 1777890030.12, sourcetype: "svc:security", source: "svc" })
  })

  it.live("every kind of event as CEF, each line read back by a strict reader", function* () {
    const { url, vendor } = yield* aCollector
    const request = requestFor("splunk_hec", url, vendor.state.token, "cef")
    for (const event of events) assert.strictEqual((yield* post(request(event))).status, 200)
    assert.lengthOf(vendor.state.events, events.length)
    for (const [index, { event, sourcetype }] of vendor.state.events.entries()) {
      assert.strictEqual(sourcetype, "cef")
      assert.strictEqual(parseCef(String(event)).header.eventType, events[index]?.type)
    }
  })

  it.live("a batch of objects one after the other; of a bad batch nothing is kept", function* () {
    const { request, vendor } = yield* aCollector
    const one = request(entryEvent())
    assert.strictEqual((yield* post({ ...one, body: `${one.body}\n${one.body}` })).status, 200)
    assert.lengthOf(vendor.state.events, 2)
    const answer = yield* post({ ...one, body: `${one.body}{"time":1}` })
    assert.deepStrictEqual(answer.read(), {
      text: "Event field is required",
      code: 12,
      "invalid-event-number": 1
    })
    assert.lengthOf(vendor.state.events, 2)
  })

  it.live(
    "refuses no token with 401 code 2, another scheme with 401 code 3, a wrong token with 403 code 4",
    function* () {
      const { request, url, vendor } = yield* aCollector
      const one = request(entryEvent())
      const without = yield* post(requestFor("splunk_hec", url, null)(entryEvent()))
      const bearer = yield* post({ ...one, headers: { ...one.headers, authorization: `Bearer ${vendor.state.token}` } })
      const wrong = yield* post(requestFor("splunk_hec", url, "wrong")(entryEvent()))
      assert.deepStrictEqual([without.status, without.read()], [401, { text: "Token is required", code: 2 }])
      assert.deepStrictEqual([bearer.status, bearer.read()], [401, { text: "Invalid authorization", code: 3 }])
      assert.deepStrictEqual([wrong.status, wrong.read()], [403, { text: "Invalid token", code: 4 }])
    }
  )

  it.live("refuses bad data with 400: codes 5, 6, 12 and 13", function* () {
    const { request, vendor } = yield* aCollector
    const one = request(entryEvent())
    const codeOf = (body: string) =>
      Effect.map(post({ ...one, body }), (answer) => [answer.status, /"code":(\d+)/.exec(answer.body)?.[1]])
    assert.deepStrictEqual(yield* codeOf(" "), [400, "5"])
    for (const body of ["{", '{"event":"a"', "event", '["event"]', '{"event":"a"}}', '{"event":"a","time":"soon"}']) {
      assert.deepStrictEqual(yield* codeOf(body), [400, "6"], body)
    }
    assert.deepStrictEqual(yield* codeOf('{"sourcetype":"cef"}'), [400, "12"])
    assert.deepStrictEqual(yield* codeOf('{"event":""}'), [400, "13"])
    assert.isEmpty(vendor.state.events)
  })

  it.live(
    "413 for what is too large; 404 elsewhere; a busy one says 200 with code 9, which is no acceptance",
    function* () {
      const { request, vendor } = yield* aCollector
      assert.strictEqual((yield* post(request(entryEvent({ details: "x".repeat(1_000_000) })))).status, 413)
      assert.strictEqual((yield* post({ ...request(entryEvent()), url: `${vendor.url}/elsewhere` })).status, 404)
      vendor.state.isBusy = true
      const answer = yield* post(request(entryEvent()))
      assert.strictEqual(answer.status, 200)
      assert.deepStrictEqual(acceptanceOf("splunk_hec", answer), {
        accepted: false,
        detail: "The collector answered 200 with code 9"
      })
      assert.isEmpty(vendor.state.events)
    }
  )
})

describe("generic is taken by a tenant's own collector", () => {
  const aCollector = Effect.gen(function* () {
    const vendor = yield* running(siemWebhook)
    const url = `${vendor.url}/any/path?x=1`
    const ofFormat = (format: PayloadFormat) => requestFor("generic", url, vendor.state.key, format)
    return { vendor, url, ofFormat }
  })

  it.live("every kind of event as JSON, its signature verified over the raw body", function* () {
    const { ofFormat, vendor } = yield* aCollector
    for (const event of events) assert.strictEqual((yield* post(ofFormat("json")(event))).status, 200)
    assert.deepStrictEqual<unknown>(
      vendor.state.deliveries,
      events.map((event) => ({ id: deliveryId, event: event.type, content: sent(event) }))
    )
  })

  it.live("every kind of event as CEF in text/plain, its signature verified, each line read back", function* () {
    const { ofFormat, vendor } = yield* aCollector
    for (const event of events) assert.strictEqual((yield* post(ofFormat("cef")(event))).status, 200)
    assert.lengthOf(vendor.state.deliveries, events.length)
    for (const { content, event } of vendor.state.deliveries) {
      assert.strictEqual(parseCef(String(content)).header.eventType, event)
    }
  })

  it.live("text beyond ASCII arrives byte for byte in both formats", function* () {
    const { ofFormat, vendor } = yield* aCollector
    const details = "Zoë said “a=b\\c|d” 👩‍💻\r\nбыл"
    yield* post(ofFormat("json")(entryEvent({ details })))
    yield* post(ofFormat("cef")(entryEvent({ details })))
    const [json, cef] = vendor.state.deliveries
    assert.deepInclude(json?.content, { details })
    assert.strictEqual(parseCef(String(cef?.content)).extension.get("msg"), details)
  })

  it.live("401 for another key, no signature, and a body that was changed on its way", function* () {
    const { ofFormat, url, vendor } = yield* aCollector
    const one = ofFormat("json")(runEvent())
    assert.strictEqual((yield* post(requestFor("generic", url, "wrong")(runEvent()))).status, 401)
    assert.strictEqual((yield* post(requestFor("generic", url, null)(runEvent()))).status, 401)
    assert.strictEqual((yield* post({ ...one, body: one.body.replace("okta", "octa") })).status, 401)
    assert.isEmpty(vendor.state.deliveries)
  })

  it.live(
    "400 without the delivery's id, 422 for another content type or another event than the header names",
    function* () {
      const { ofFormat, vendor } = yield* aCollector
      const one = ofFormat("json")(runEvent())
      const statusOf = (headers: Readonly<Record<string, string>>) =>
        Effect.map(post({ ...one, headers: { ...one.headers, ...headers } }), ({ status }) => status)
      assert.strictEqual(yield* statusOf({ "x-svc-delivery": "" }), 400)
      assert.strictEqual(yield* statusOf({ "content-type": "text/plain" }), 422)
      assert.strictEqual(yield* statusOf({ "x-svc-event": "login" }), 422)
      assert.isEmpty(vendor.state.deliveries)
    }
  )
})

describe("a collector that throttles or refuses does it in its own form, and keeps nothing", () => {
  const definitions = { splunk, datadog, elasticsearch, sumoLogic, newRelic, siemWebhook }
  const busy = { splunk: 503, datadog: 429, elasticsearch: 429, sumoLogic: 429, newRelic: 429, siemWebhook: 429 }
  for (const name of ["splunk", "datadog", "elasticsearch", "sumoLogic", "newRelic", "siemWebhook"] as const) {
    it(name, () => {
      const { forbidden, throttled, unauthorized, writes } = definitions[name]
      assert.strictEqual(throttled(5).status, busy[name])
      assert.include([401, 403], unauthorized().status)
      assert.include([401, 403], forbidden().status)
      const request = { method: "GET", path: "/", query: new URLSearchParams(), headers: {}, body: "", at: 0 }
      const more = { rawBody: Buffer.alloc(0), origin: "http://vendor" }
      assert.isFalse(writes({ ...request, ...more, json: () => undefined, form: () => new URLSearchParams() }))
    })
  }
})
