import { assert, describe, it } from "#test/support/suite"
import { receiveWebhook, receiveWebhookEffect, WebhookRefused } from "@svc/client/receive-webhook"
import { verifyWebhook } from "@svc/client/verify-webhook"
import { DomainEvent, isOffered, WebhookEventName } from "@svc/contract/events"
import { DeliveryId } from "@svc/contract/kernel/ids"
import { WebhookPayload } from "@svc/contract/webhooks/payloads"
import { Arbitrary, DateTime, Effect, Redacted, Schema, Struct } from "effect"
import { TestClock } from "effect/testing"
import { contentOf, renderBody } from "#outgoing/webhooks/content"
import { namesOf } from "#outgoing/webhooks/rules"
import { signerOf } from "#outgoing/webhooks/signature"

const secret = `whsec_${"0a".repeat(32)}`
const id = DeliveryId.make("0b9d3b0e-8b5c-4f4e-9d0a-3a2f6a1c5e7d")
const sentAt = DateTime.makeUnsafe("2026-03-02T09:00:00.123Z")
const now = sentAt.epochMilliseconds

/** What the service sends with this body at that moment. */
const sent = (body: string, event = "ping", key = secret) => ({
  body,
  headers: signerOf(Redacted.make(key)).headersOf({ id, event, sentAt, body })
})
type Headers = ReturnType<typeof sent>["headers"]

/** As a subscriber sees it that knows the documents only. */
const documented = ({ "x-svc-delivery": delivery, "x-svc-event": event, "x-svc-signature": signature }: Headers) => ({
  "X-Svc-Delivery": delivery,
  "X-Svc-Event": event,
  "X-Svc-Signature": signature
})

/** Schemas whose checks no generator can guess its way through, and others that draw the same. */
const uuid = Schema.String.check(Schema.isUUID())
const drawn = {
  offboardingId: uuid,
  assetId: uuid,
  documentId: uuid,
  webhookId: uuid,
  employeeId: uuid,
  returnDeadline: Schema.Literals(["2024-02-29", "2026-03-02", "2099-12-31"])
}
const isDrawn = (field: string): field is keyof typeof drawn => field in drawn

const readEvent = Schema.decodeUnknownSync(DomainEvent)

/** Every kind of event, each with any content. */
const eventsOf = (member: (typeof DomainEvent.members)[number]) =>
  Arbitrary.schema(
    Schema.Struct(
      Object.fromEntries(
        Object.entries(member.fields).map(([field, schema]) => {
          if (!isDrawn(field)) return [field, schema]
          return [field, Schema.is(schema)(null) ? Schema.NullOr(drawn[field]) : drawn[field]]
        })
      )
    )
  ).pipe(Arbitrary.map(readEvent))

const refusal = (request: Parameters<typeof receiveWebhook>[0]) => {
  try {
    receiveWebhook(request)
  } catch (error) {
    return error instanceof WebhookRefused ? error.reason : assert.fail(`It threw ${String(error)}`)
  }
  return assert.fail("It was accepted")
}

describe("receiveWebhook", () => {
  it("the payload's names are those that can be subscribed to", () => {
    assert.deepStrictEqual(
      WebhookPayload.members.map(({ fields }) => fields.event.literal),
      [...WebhookEventName.literals]
    )
  })

  it.effect.each(DomainEvent.members.map((member) => [member.fields._tag.schema.literal, member] as const))(
    "reads what the service renders of %s, under each of its names, as what happened",
    function* ([, member]) {
      for (const event of yield* Arbitrary.sampleEffect(eventsOf(member), { count: 100 })) {
        if (!isOffered(event)) {
          assert.deepStrictEqual(namesOf(event), [])
          continue
        }
        const { _tag } = event
        // What people are told of retries is not the documents'.
        const data =
          event._tag === "revocation.completed" ? Struct.omit(event, ["_tag", "retries"]) : Struct.omit(event, ["_tag"])
        for (const name of namesOf(event)) {
          const received = receiveWebhook({ ...sent(renderBody(name, sentAt, contentOf(event)), name), secret, now })
          assert.strictEqual(received.event, name)
          assert.strictEqual(received.deliveryId, id)
          assert.deepStrictEqual(received.timestamp, sentAt)
          if (received.event === "unknown" || received.event === "ping") return assert.fail(`${name} was not known`)
          assert.strictEqual(received.type, _tag.replace(".", "_"))
          assert.deepEqual(received.data, data)
        }
      }
    }
  )

  it("reads the ping", () => {
    const ping = sent(JSON.stringify({ event: "ping", timestamp: DateTime.formatIso(sentAt) }))
    assert.deepStrictEqual(receiveWebhook({ ...ping, secret, now }), {
      event: "ping",
      timestamp: sentAt,
      deliveryId: id
    })
  })

  it("an event added later is an UnknownEvent with its name and everything that came", () => {
    const payload = {
      event: "portal.opened",
      timestamp: DateTime.formatIso(sentAt),
      type: "portal_opened",
      data: { n: 1 }
    }
    assert.deepStrictEqual(receiveWebhook({ ...sent(JSON.stringify(payload)), secret, now }), {
      event: "unknown",
      name: "portal.opened",
      timestamp: sentAt,
      payload,
      deliveryId: id
    })
  })

  const body = JSON.stringify({ event: "ping", timestamp: DateTime.formatIso(sentAt) })
  const genuine = sent(body)

  it("headers in any form: Node's, of any case, Headers, lists; body as text or bytes; the secret redacted", () => {
    const bytes = new TextEncoder().encode(body)
    const lists = Object.fromEntries(Object.entries(genuine.headers).map(([name, value]) => [name, [value]]))
    for (const headers of [genuine.headers, new Headers(genuine.headers), documented(genuine.headers), lists]) {
      assert.strictEqual(receiveWebhook({ body, headers, secret, now }).deliveryId, id)
      assert.isTrue(verifyWebhook({ body: bytes, headers, secret: Redacted.make(secret), now }))
    }
  })

  // versions-5
  it.each([
    ["with both signatures", genuine.headers],
    ["with X-Svc-Signature alone", documented(genuine.headers)]
  ])("refuses by reason %s", (_, headers) => {
    assert.strictEqual(refusal({ body: `${body} `, headers, secret, now }), "signature")
    assert.strictEqual(refusal({ body, headers, secret: `whsec_${"0b".repeat(32)}`, now }), "signature")
    assert.strictEqual(refusal({ body, headers: {}, secret, now }), "signature")
    for (const late of [-301_000, 301_000]) {
      assert.strictEqual(refusal({ body, headers, secret, now: now + late }), "timestamp")
      assert.isFalse(verifyWebhook({ body, headers, secret, now: now + late }))
      assert.strictEqual(
        receiveWebhook({ body, headers, secret, now: now + late, toleranceSeconds: 302 }).event,
        "ping"
      )
    }
    assert.strictEqual(
      receiveWebhook({ body, headers, secret, now: now + 1e12, toleranceSeconds: Infinity }).event,
      "ping"
    )
  })

  it("a wrong Standard Webhooks signature is not made good by a right X-Svc-Signature", () => {
    for (const wrong of [
      { "webhook-id": "another" },
      { "webhook-timestamp": String(Math.floor(now / 1000) + 1) },
      { "webhook-signature": "v1,AAAA" },
      { "webhook-signature": genuine.headers["webhook-signature"].replace("v1,", "v2,") }
    ]) {
      assert.strictEqual(refusal({ body, headers: { ...genuine.headers, ...wrong }, secret, now }), "signature")
    }
  })

  it("one of several Standard Webhooks signatures is enough", () => {
    const several = `v1a,xyz v1,AAAA ${genuine.headers["webhook-signature"]}`
    assert.isTrue(verifyWebhook({ body, headers: { ...genuine.headers, "webhook-signature": several }, secret, now }))
  })

  it("an empty secret lets nobody in, whoever signed with it", () => {
    for (const empty of ["", "whsec_"]) {
      const forged = sent(body, "ping", "whsec_")
      assert.strictEqual(refusal({ ...forged, secret: empty, now }), "signature")
    }
    const { headers } = sent(body, "ping", "")
    assert.isFalse(verifyWebhook({ body, signature: headers["x-svc-signature"], secret: "" }))
  })

  it.each([
    ["no JSON", "{"],
    ["no object", "[]"],
    ["without a name", JSON.stringify({ timestamp: DateTime.formatIso(sentAt) })],
    ["with a timestamp that is none", JSON.stringify({ event: "ping", timestamp: "yesterday" })],
    [
      "a known name over other data",
      JSON.stringify({
        event: "asset.returned",
        timestamp: DateTime.formatIso(sentAt),
        type: "asset_returned",
        title: "",
        body: "",
        data: { source: "api" }
      })
    ]
  ])("payload: genuine, but %s", (_, text) => {
    const { headers } = sent(text)
    assert.strictEqual(refusal({ body: text, headers, secret, now }), "payload")
    assert.strictEqual(refusal({ body: text, headers: documented(headers), secret, now }), "payload")
  })

  it.effect("receiveWebhookEffect goes by Effect's clock and fails with the same class", function* () {
    yield* TestClock.setTime(now + 299_000)
    assert.strictEqual((yield* receiveWebhookEffect({ ...genuine, secret })).event, "ping")
    yield* TestClock.adjust("2 seconds")
    const refused = yield* Effect.flip(receiveWebhookEffect({ ...genuine, secret }))
    assert.instanceOf(refused, WebhookRefused)
    assert.strictEqual(refused.reason, "timestamp")
  })

  it("without a time given, the machine's clock decides", () => {
    const atOnce = (moment: DateTime.Utc) => {
      const text = JSON.stringify({ event: "ping", timestamp: DateTime.formatIso(moment) })
      return {
        body: text,
        secret,
        headers: signerOf(Redacted.make(secret)).headersOf({ id, event: "ping", sentAt: moment, body: text })
      }
    }
    assert.isTrue(verifyWebhook(atOnce(DateTime.nowUnsafe())))
    assert.isFalse(verifyWebhook(atOnce(DateTime.subtract(DateTime.nowUnsafe(), { minutes: 6 }))))
  })
})
