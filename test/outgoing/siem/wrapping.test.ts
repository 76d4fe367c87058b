import { assert, describe, it } from "@effect/vitest"
import { SiemTargetType } from "@svc/contract/siem/schema"
import { Redacted, Schema } from "effect"
import { createHmac } from "node:crypto"
import { cefOf } from "#outgoing/siem/cef"
import type { SiemEvent } from "#outgoing/siem/event"
import { payloadOf, payloadText } from "#outgoing/siem/payload"
import { makeWrapper, type OpenedTarget } from "#outgoing/siem/envelopes"
import { parseCef, readableOf } from "./cef-parser.ts"
import { chain, entryEvent, everyKind, moveEvent, runEvent, testEvent } from "./samples.ts"

const token = "s3cret-Token=="
const address = "https://collector.example.com/in?x=1"

const aTarget = (changed: Partial<OpenedTarget>): OpenedTarget => ({
  type: "generic",
  url: address,
  token: Redacted.make(token),
  tokenScheme: "Splunk",
  payloadFormat: "json",
  ...changed
})

const deliveryId = "1c1f2f0c-6a0e-4f0e-8a39-04ad1f7bd009"
const requestOf = (changed: Partial<OpenedTarget>, event: SiemEvent) => makeWrapper(aTarget(changed))(event, deliveryId)
const bodyOf = (changed: Partial<OpenedTarget>, event: SiemEvent): unknown => JSON.parse(requestOf(changed, event).body)
const sent = (event: SiemEvent): unknown => JSON.parse(payloadText(event))

describe("splunk_hec", () => {
  const json = { type: "splunk_hec" } as const
  const cef = { type: "splunk_hec", payloadFormat: "cef" } as const

  // siem-8: Splunk gets `{ time, sourcetype, source, event }` with `Authorization: <scheme> <token>`.
  it("{ time, sourcetype: svc:security, source: svc, event }", () =>
    assert.deepStrictEqual(bodyOf(json, entryEvent()), {
      time: 1777890030.12,
      sourcetype: "svc:security",
      source: "svc",
      event: sent(entryEvent())
    }))
  it("time is occurred_at else timestamp, in seconds with their fraction", () => {
    assert.include(requestOf(json, entryEvent()).body, '{"time":1777890030.120,')
    assert.include(requestOf(json, moveEvent()).body, '{"time":1777890031.250,')
    assert.include(requestOf(json, testEvent()).body, '{"time":1777890031.250,')
  })
  // siem-8
  it("Authorization: <scheme> <token>", () => {
    assert.strictEqual(requestOf(json, entryEvent()).headers["authorization"], `Splunk ${token}`)
    assert.strictEqual(
      requestOf({ ...json, tokenScheme: "Bearer" }, entryEvent()).headers["authorization"],
      `Bearer ${token}`
    )
  })
  // cef-3: Splunk takes it as the event with `sourcetype: cef`, a generic target as a `text/plain` body that is signed.
  it("CEF: the line as the event with sourcetype: cef", () =>
    assert.deepStrictEqual(bodyOf(cef, runEvent()), {
      time: 1777890030.12,
      sourcetype: "cef",
      source: "svc",
      event: cefOf(runEvent())
    }))
  it("is JSON outside in both formats", () => {
    for (const format of [json, cef]) {
      assert.strictEqual(requestOf(format, entryEvent()).headers["content-type"], "application/json")
    }
  })
})

describe("datadog", () => {
  // siem-9: Datadog gets the event as text in `message`.
  it("the event JSON-stringified into a message field", () =>
    assert.deepStrictEqual(bodyOf({ type: "datadog" }, entryEvent()), [
      { ddsource: "svc", service: "svc", message: payloadText(entryEvent()) }
    ]))
  it("the token in DD-API-KEY", () =>
    assert.deepStrictEqual(requestOf({ type: "datadog" }, entryEvent()).headers, {
      "content-type": "application/json",
      "dd-api-key": token
    }))
})

describe("elasticsearch", () => {
  it("the event is the document", () =>
    assert.deepStrictEqual(bodyOf({ type: "elasticsearch" }, runEvent()), sent(runEvent())))
  // siem-10
  it("an API-key authorization header", () =>
    assert.deepStrictEqual(requestOf({ type: "elasticsearch" }, entryEvent()).headers, {
      "content-type": "application/json",
      authorization: `ApiKey ${token}`
    }))
})

describe("sumo_logic", () => {
  it("the event is the body", () =>
    assert.deepStrictEqual(bodyOf({ type: "sumo_logic" }, entryEvent()), sent(entryEvent())))
  // siem-11: The address of Sumo Logic is its credential: no header carries a token.
  it("the URL itself is the credential: no token header, even where a token is kept", () => {
    const { headers } = requestOf({ type: "sumo_logic" }, entryEvent())
    assert.deepStrictEqual(headers, {
      "content-type": "application/json",
      "x-sumo-category": "svc/security",
      "x-sumo-name": "svc"
    })
    assert.deepStrictEqual(requestOf({ type: "sumo_logic", token: null }, entryEvent()).headers, headers)
  })
})

describe("new_relic", () => {
  // siem-12: New Relic gets `Api-Key` and `[{ message, attributes }]`.
  it("[{ message: event: <type>, attributes: <event payload> }], and nothing else", () =>
    assert.deepStrictEqual(bodyOf({ type: "new_relic" }, moveEvent()), [
      { message: "event: status_changed", attributes: sent(moveEvent()) }
    ]))
  it("an Api-Key header", () =>
    assert.deepStrictEqual(requestOf({ type: "new_relic" }, entryEvent()).headers, {
      "content-type": "application/json",
      "api-key": token
    }))
})

describe("generic", () => {
  const signatureOf = (body: string) => `sha256=${createHmac("sha256", token).update(body, "utf8").digest("hex")}`

  // siem-13: A generic target is signed as webhooks are, keyed with its token, with `X-Svc-Delivery`.
  it("HMAC-signed as webhooks, with X-Svc-Event and X-Svc-Delivery", () => {
    const { body, headers } = requestOf({}, runEvent())
    assert.strictEqual(body, payloadText(runEvent()))
    assert.deepStrictEqual(headers, {
      "content-type": "application/json",
      "x-svc-event": "access_revoked",
      "x-svc-delivery": deliveryId,
      "x-svc-signature": signatureOf(body)
    })
  })
  // cef-3
  it("CEF: the line as the body with Content-Type: text/plain, HMAC-signed", () => {
    const { body, headers } = requestOf({ payloadFormat: "cef" }, runEvent())
    assert.strictEqual(body, cefOf(runEvent()))
    assert.strictEqual(headers["content-type"], "text/plain")
    assert.strictEqual(headers["x-svc-signature"], signatureOf(body))
  })
  it("the signature is over the bytes, beyond ASCII too", () => {
    const { body, headers } = requestOf({}, entryEvent({ details: "Zoë 👩‍💻 был" }))
    assert.strictEqual(headers["x-svc-signature"], signatureOf(body))
  })
  it("without a token nothing is signed, for everybody could sign so", () =>
    assert.notProperty(requestOf({ token: null }, entryEvent()).headers, "x-svc-signature"))
})

describe("every type", () => {
  for (const type of SiemTargetType.literals) {
    it(`goes to the address as it was typed: ${type}`, () =>
      assert.strictEqual(requestOf({ type }, entryEvent()).url, address))

    // siem-34: Every attempt of a delivery sends the same request.
    it(`every attempt of a delivery is the same request: ${type}`, () => {
      const wrap = makeWrapper(aTarget({ type }))
      assert.deepStrictEqual(wrap(runEvent(), deliveryId), wrap(runEvent(), deliveryId))
    })

    it(`the token stands in a header of its own and nowhere else: ${type}`, () => {
      for (const event of Object.values(everyKind)) {
        const { body, headers, url } = requestOf({ type }, event)
        assert.notInclude(body + url, token)
        const holding = Object.values(headers).filter((value) => value.includes(token))
        assert.lengthOf(holding, type === "sumo_logic" || type === "generic" ? 0 : 1)
      }
    })

    it(`origin and the chain's fields go along: ${type}`, () => {
      const { body } = requestOf({ type }, entryEvent({}, { replayed: true, chain }))
      for (const value of ["batch_export", chain.entry_hash, chain.prev_hash, "4711"]) assert.include(body, value)
    })
  }

  for (const type of ["datadog", "elasticsearch", "sumo_logic", "new_relic"] as const) {
    it(`always takes JSON, whatever format is kept: ${type}`, () =>
      assert.deepStrictEqual(
        requestOf({ type, payloadFormat: "cef" }, entryEvent()),
        requestOf({ type, payloadFormat: "json" }, entryEvent())
      ))
  }

  it("carries the same payload inside, whatever the type", () => {
    const event = runEvent()
    for (const type of ["elasticsearch", "sumo_logic", "generic"] as const) {
      assert.deepStrictEqual(bodyOf({ type }, event), JSON.parse(JSON.stringify(payloadOf(event))))
    }
  })
})

describe("any text survives the wrapping", () => {
  const Payload = Schema.Struct({ details: Schema.String, target: Schema.String })
  const Hec = Schema.Struct({ event: Payload })
  const read = <A>(schema: Schema.Codec<A>, text: string) =>
    Schema.decodeUnknownSync(Schema.fromJsonString(schema))(text)
  const unwrap = {
    splunk_hec: (body: string) => read(Hec, body).event,
    datadog: (body: string) => {
      const [log] = read(Schema.Tuple([Schema.Struct({ message: Schema.String })]), body)
      return read(Payload, log.message)
    },
    elasticsearch: (body: string) => read(Payload, body),
    sumo_logic: (body: string) => read(Payload, body),
    new_relic: (body: string) => read(Schema.Tuple([Schema.Struct({ attributes: Payload })]), body)[0].attributes,
    generic: (body: string) => read(Payload, body)
  }
  for (const type of SiemTargetType.literals) {
    it.prop(`as JSON: ${type}`, { details: Schema.String, target: Schema.String }, (given) => {
      assert.deepStrictEqual<object>(unwrap[type](requestOf({ type }, entryEvent(given)).body), given)
    })
  }

  it.prop("as CEF inside an event collector's JSON", { details: Schema.String }, ({ details }) => {
    const { body } = requestOf({ type: "splunk_hec", payloadFormat: "cef" }, entryEvent({ details }))
    const { event } = read(Schema.Struct({ event: Schema.String }), body)
    assert.strictEqual(parseCef(event).extension.get("msg") ?? "", readableOf(details))
  })
})
