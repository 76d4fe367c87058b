import { assert, describe, it } from "@effect/vitest"
import { createHmac } from "node:crypto"
import {
  check,
  type Got,
  headersOf,
  signaturesOf,
  type Wrong
} from "../../../packages/dashboard/src/outgoing/webhooks/signature-check.ts"

const secret = `whsec_${"0a".repeat(32)}`
const other = `whsec_${"0b".repeat(32)}`
const id = "0b9d3b0e-8b5c-4f4e-9d0a-3a2f6a1c5e7d"
const sentAt = Date.parse("2026-03-02T09:00:00.000Z")
const seconds = String(sentAt / 1000)
const payload = { event: "asset.returned", timestamp: "2026-03-02T09:00:00.000Z", data: { itemName: "Zoë’s Laptop" } }
const body = JSON.stringify(payload)

// By Node's own digests, as the documents describe them.
const whole = (text: string, key = secret) => `sha256=${createHmac("sha256", key).update(text).digest("hex")}`
const standard = (text: string, key = secret, at = seconds) =>
  `v1,${createHmac("sha256", Buffer.from(key.slice(6), "base64"))
    .update(`${id}.${at}.${text}`)
    .digest("base64")}`

const headers = (text = body, key = secret, at = seconds) =>
  [
    `X-Svc-Signature: ${whole(text, key)}`,
    `webhook-id: ${id}`,
    `webhook-timestamp: ${at}`,
    `webhook-signature: ${standard(text, key, at)}`
  ].join("\r\n")

const got = (changed: Partial<Got> = {}): Got => ({ secret, body, headers: headers(), now: sentAt + 1_000, ...changed })

const wrongOf = async (changed: Partial<Got>): Promise<Wrong | "genuine"> => {
  const verdict = await check(got(changed))
  return verdict.genuine ? "genuine" : verdict.wrong
}

describe("the signature check of the browser", () => {
  it("finds genuine what the service sends, by either signature", async () => {
    for (const text of [
      headers(),
      `webhook-id: ${id}\nwebhook-timestamp: ${seconds}\n${standard(body)}`,
      whole(body)
    ]) {
      assert.deepStrictEqual(await check(got({ headers: text })), { genuine: true, sentAt })
    }
  })

  it("makes the signatures that the service makes", async () =>
    assert.deepStrictEqual(await signaturesOf(secret, body, headersOf(headers())), {
      whole: whole(body),
      standard: standard(body)
    }))

  it("reads headers as lines, as JSON, and a signature alone", () => {
    assert.deepStrictEqual(headersOf('{\n  "Webhook-Id": "a",\n  "webhook-timestamp": "1"\n}'), {
      "webhook-id": "a",
      "webhook-timestamp": "1"
    })
    assert.deepStrictEqual(headersOf(standard(body)), { "webhook-signature": standard(body) })
  })

  it("the clock: too old, or of the future, by how much", async () => {
    assert.deepStrictEqual(await check(got({ now: sentAt + 600_000 })), {
      genuine: false,
      wrong: "clockBehind",
      seconds: 600
    })
    assert.strictEqual(await wrongOf({ now: sentAt - 301_000 }), "clockAhead")
    assert.strictEqual(await wrongOf({ now: sentAt + 300_000 }), "genuine")
  })

  it.each([
    ["bodySpaces", { body: `${body}\n` }],
    ["bodyRewritten", { body: JSON.stringify(payload, null, 2) }],
    ["bodyMissing", { body: "" }],
    ["secretMissing", { secret: " " }],
    ["secretCopied", { secret: ` "${secret}"` }],
    ["secretCopied", { secret: secret.slice(6) }],
    ["signatureMissing", { headers: `webhook-id: ${id}` }],
    ["headersChanged", { headers: headers().replace(seconds, "1") }],
    ["secretOrBody", { secret: other }],
    ["secretOrBody", { body: body.replace("Zoë", "Eve") }]
  ] as const)("%s", async (wrong, changed) => assert.strictEqual(await wrongOf(changed), wrong))

  it("what the service says that it sent tells the secret from the body", async () => {
    const changed = body.replace("Zoë", "Eve")
    assert.strictEqual(await wrongOf({ body: changed, sent: payload }), "bodyChanged")
    assert.strictEqual(await wrongOf({ secret: other, sent: payload }), "secretOther")
    assert.strictEqual(await wrongOf({ secret: other, sent: null }), "secretOther", "no delivery of this webhook")
    assert.strictEqual(await wrongOf({ secret: other, body: changed, sent: payload }), "secretOrBody")
    // An earlier attempt of the same delivery said another time.
    const later = { ...payload, timestamp: "2026-03-02T09:05:00.000Z" }
    assert.strictEqual(await wrongOf({ body: changed, sent: later }), "bodyChanged")
    assert.strictEqual(await wrongOf({ secret: other, sent: later }), "secretOther")
  })

  it("a test is in no log, so nothing is said of it that is not known", async () => {
    const ping = JSON.stringify({ event: "ping", timestamp: payload.timestamp })
    assert.strictEqual(await wrongOf({ secret: other, body: ping, sent: null }), "secretOrBody")
  })
})
