import { assert, describe, it } from "@effect/vitest"
import { verifyWebhook } from "@svc/client/verify-webhook"
import { DateTime, Redacted, Schema } from "effect"
import { DeliveryId } from "@svc/contract/kernel/ids"
import { signerOf } from "#outgoing/webhooks/signature"

const signatureOf = (secret: Redacted.Redacted, body: string) =>
  signerOf(secret).headersOf({
    id: DeliveryId.make("0b9d3b0e-8b5c-4f4e-9d0a-3a2f6a1c5e7d"),
    event: "ping",
    sentAt: DateTime.makeUnsafe(0),
    body
  })["x-svc-signature"]

describe("verifyWebhook", () => {
  const secret = "whsec_0123456789abcdef"
  const body = '{"id":"1","event":"offboarding.created","name":"Zoë"}'
  const signature = signatureOf(Redacted.make(secret), body)

  it.prop("accepts whatever the service signs", [Schema.String, Schema.NonEmptyString], ([text, key]) => {
    const signed = signatureOf(Redacted.make(key), text)
    return (
      verifyWebhook({ body: text, signature: signed, secret: key }) &&
      verifyWebhook({ body: new TextEncoder().encode(text), signature: signed, secret: Redacted.make(key) })
    )
  })

  it("HMAC-SHA256 of the raw request body, by RFC 4231 test case 2", () => {
    const hex = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    const known = { body: "what do ya want for nothing?", secret: "Jefe" }
    assert.isTrue(verifyWebhook({ ...known, signature: `sha256=${hex}` }))
    assert.isFalse(verifyWebhook({ ...known, signature: hex }))
  })

  it("refuses a changed body, another secret, a changed digest, and what is no signature", () => {
    assert.isTrue(verifyWebhook({ body, signature, secret }))
    assert.isFalse(verifyWebhook({ body: `${body} `, signature, secret }))
    assert.isFalse(verifyWebhook({ body, signature, secret: secret.slice("whsec_".length) }))
    assert.isFalse(verifyWebhook({ body, signature: signature.replace(/.$/, (c) => (c === "0" ? "1" : "0")), secret }))
    for (const malformed of [
      undefined,
      null,
      "",
      "sha256=",
      signature.slice(0, -1),
      `${signature}0`,
      `sha1=${signature}`
    ]) {
      assert.isFalse(verifyWebhook({ body, signature: malformed, secret }))
    }
  })
})
