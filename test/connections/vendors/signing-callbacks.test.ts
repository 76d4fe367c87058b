import { assert, describe, it } from "@effect/vitest"
import { Option, Redacted } from "effect"
import { execFileSync } from "node:child_process"
import { signingProviders } from "#connections/vendors/signing-providers"
import type { SigningCallback, SigningKeys } from "#connections/vendors/protocol/signing-provider"

const keysOf = (secrets: Readonly<Record<string, string>>, settings: SigningKeys["settings"] = {}): SigningKeys => ({
  settings,
  secrets: new Map(Object.entries(secrets).map(([name, value]) => [name, Redacted.make(value)]))
})

const callback = (body: string, headers: Readonly<Record<string, string>> = {}): SigningCallback => ({
  headers,
  body: Buffer.from(body)
})

/** HMAC-SHA256 by a program that shares no code with ours. */
const hmac = (key: string, text: string) =>
  execFileSync("openssl", ["dgst", "-sha256", "-mac", "HMAC", "-macopt", `key:${key}`, "-binary"], { input: text })

describe("who made a callback", () => {
  const body = '{"event":"envelope-completed","data":{"envelopeId":"93be49ab-0000-4000-8000-f752070d71ec"}}'
  const { adobe_sign, docusign, dropbox_sign } = signingProviders

  // signing-10
  it("DocuSign: any of several keys over the bytes of the body, as openssl reckons it", () => {
    const keys = keysOf({ hmac_key_1: "first", hmac_key_2: "second" })
    for (const [header, key] of [
      ["x-docusign-signature-1", "first"],
      ["x-docusign-signature-2", "first"],
      ["x-docusign-signature-1", "second"],
      ["x-docusign-signature-10", "second"]
    ] as const) {
      const signed = callback(body, { [header]: hmac(key, body).toString("base64") })
      assert.isTrue(docusign.isGenuine(signed, keys), `${header} ${key}`)
    }
    const good = hmac("first", body).toString("base64")
    const flipped = callback(body.replace("93be", "93bf"), { "x-docusign-signature-1": good })
    assert.isFalse(docusign.isGenuine(flipped, keys))
    assert.isFalse(docusign.isGenuine(callback(body), keys))
    assert.isFalse(docusign.isGenuine(callback(body, { "x-docusign-signature-1": good }), keysOf({})))
    assert.isFalse(
      docusign.isGenuine(callback(body, { "x-docusign-signature-1": hmac("third", body).toString("base64") }), keys)
    )
    assert.isFalse(docusign.isGenuine(callback(body, { "x-docusign-signature-11": good }), keys))
    // Hex is another encoding than theirs.
    assert.isFalse(
      docusign.isGenuine(callback(body, { "x-docusign-signature-1": hmac("first", body).toString("hex") }), keys)
    )
    assert.isFalse(docusign.verifiable(keysOf({ hmac_key_1: "" })))
  })

  it("Adobe Sign: the client id in a form that may be echoed, and the connection's own where it is known", () => {
    const from = (client: string) => callback("{}", { "x-adobesign-clientid": client })
    assert.isTrue(adobe_sign.isGenuine(from("CBJCHBCAABAA"), keysOf({})))
    assert.isTrue(adobe_sign.isGenuine(from("CBJCHBCAABAA"), keysOf({}, { client_id: "CBJCHBCAABAA" })))
    assert.isFalse(adobe_sign.isGenuine(from("CBJCHBCAABAA"), keysOf({}, { client_id: "another" })))
    for (const client of ["", "a b", "a\r\nset-cookie: x", "<script>", "x".repeat(101)]) {
      assert.isFalse(adobe_sign.isGenuine(from(client), keysOf({})), client)
    }
    assert.deepInclude(adobe_sign.receipt(from("CBJCHBCAABAA")), {
      headers: { "x-adobesign-clientid": "CBJCHBCAABAA" },
      body: '{"xAdobeSignClientId":"CBJCHBCAABAA"}'
    })
  })

  const form = (json: string, boundary = "b1") =>
    callback(`--${boundary}\r\nContent-Disposition: form-data; name="json"\r\n\r\n${json}\r\n--${boundary}--\r\n`, {
      "content-type": `multipart/form-data; boundary=${boundary}`
    })
  const told = (key: string, time = "1700000000", type = "signature_request_all_signed") =>
    JSON.stringify({
      event: { event_time: time, event_type: type, event_hash: hmac(key, `${time}${type}`).toString("hex") },
      signature_request: { signature_request_id: "fa5c8a0b0f492d768749333ad6fcc214c111e967" }
    })

  it("Dropbox Sign: the hash of time and type under the API key, in the form's field json", () => {
    const keys = keysOf({ api_key: "key" })
    assert.isTrue(dropbox_sign.isGenuine(form(told("key")), keys))
    assert.isFalse(dropbox_sign.isGenuine(form(told("other")), keys))
    assert.isFalse(dropbox_sign.isGenuine(form(told("key")), keysOf({ api_key: "" })))
    assert.isFalse(dropbox_sign.isGenuine(callback(told("key"), { "content-type": "application/json" }), keys))
    for (const hurt of ["{", "null", '{"event":{}}', ""]) assert.isFalse(dropbox_sign.isGenuine(form(hurt), keys))
    assert.deepStrictEqual(
      dropbox_sign.named(form(told("key"))),
      Option.some("fa5c8a0b0f492d768749333ad6fcc214c111e967")
    )
    assert.strictEqual(dropbox_sign.receipt(form("")).body, "Hello API Event Received")
  })

  it("which request it is about, and none where it does not say", () => {
    assert.deepStrictEqual(docusign.named(callback(body)), Option.some("93be49ab-0000-4000-8000-f752070d71ec"))
    for (const hurt of ["", "[]", '{"data":{"envelopeId":7}}', '{"data":null}']) {
      assert.isTrue(Option.isNone(docusign.named(callback(hurt))), hurt)
      assert.isTrue(Option.isNone(adobe_sign.named(callback(hurt))), hurt)
    }
    assert.deepStrictEqual(adobe_sign.named(callback('{"agreement":{"id":"CBJ1"}}')), Option.some("CBJ1"))
    assert.deepStrictEqual(adobe_sign.named(callback('{"agreementId":"CBJ2"}')), Option.some("CBJ2"))
  })
})
