import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { createHmac } from "node:crypto"
import { signingProviders } from "#connections/vendors/signing-providers"
import { keysOf } from "./support.ts"

const hmac = (key: string, text: string | Buffer, encoding: "base64" | "hex") =>
  createHmac("sha256", key).update(text).digest(encoding)

describe("Callbacks of DocuSign", () => {
  const { docusign } = signingProviders
  const body = Buffer.from(
    '{"event":"envelope-completed","data":{"envelopeId":"93be49ab-0000-4000-8000-f752070d71ec"}}'
  )
  const keys = keysOf({ hmac_key_1: "before", hmac_key_2: "now", access_token: "eyJ" })
  const header = (key: string, place = 1) => ({ [`x-docusign-signature-${place}`]: hmac(key, body, "base64") })

  it("known vector: the HMAC is RFC 4231's", () => {
    // Test case 2.
    const told = Buffer.from("what do ya want for nothing?")
    const digest = Buffer.from("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843", "hex")
    const headers = { "x-docusign-signature-1": digest.toString("base64") }
    assert.isTrue(docusign.isGenuine({ headers, body: told }, keysOf({ hmac_key_1: "Jefe" })))
  })

  it("any of our keys in any of its headers will do", () => {
    for (const [key, place] of [
      ["before", 1],
      ["now", 1],
      ["now", 2],
      ["before", 10]
    ] as const) {
      assert.isTrue(docusign.isGenuine({ headers: header(key, place), body }, keys), `${key} ${place}`)
    }
    const both = { ...header("somebody's"), ...header("now", 2) }
    assert.isTrue(docusign.isGenuine({ headers: both, body }, keys))
  })

  it("a byte that was changed, another's key, a header that is missing: not genuine", () => {
    const changed = Buffer.from(body)
    changed[10] = 0
    assert.isFalse(docusign.isGenuine({ headers: header("now"), body: changed }, keys))
    assert.isFalse(docusign.isGenuine({ headers: header("somebody's"), body }, keys))
    assert.isFalse(docusign.isGenuine({ headers: header(""), body }, keys))
    assert.isFalse(docusign.isGenuine({ headers: {}, body }, keys))
    assert.isFalse(docusign.isGenuine({ headers: { "x-docusign-signature-1": "" }, body }, keys))
  })

  it("without a key none can be verified", () => {
    assert.isTrue(docusign.verifiable(keys))
    const without = keysOf({ access_token: "eyJ", hmac_key_1: "" })
    assert.isFalse(docusign.verifiable(without))
    assert.isFalse(docusign.isGenuine({ headers: header(""), body }, without))
  })

  it("names the envelope, when it is an id", () => {
    const named = (text: string) => Option.getOrNull(docusign.named({ headers: {}, body: Buffer.from(text) }))
    assert.strictEqual(named(body.toString()), "93be49ab-0000-4000-8000-f752070d71ec")
    for (const odd of ["", "{}", '{"data":null}', '{"data":{}}', '{"data":{"envelopeId":"a/b"}}']) {
      assert.isNull(named(odd), odd)
    }
    assert.isNull(named(String.raw`{"data":{"envelopeId":"a\u0000b"}}`))
    assert.isNull(named(JSON.stringify({ data: { envelopeId: "a".repeat(201) } })))
  })
})

describe("Callbacks of Adobe Sign", () => {
  const { adobe_sign } = signingProviders
  const call = (client: string | undefined, text = "") => ({
    headers: { "x-adobesign-clientid": client },
    body: Buffer.from(text)
  })
  const anyone = keysOf({ access_token: "3AAA" })
  const own = keysOf({ access_token: "3AAA" }, { client_id: "client-1" })

  it("genuine with a client id, which is ours where ours is known", () => {
    assert.isTrue(adobe_sign.verifiable(anyone))
    assert.isTrue(adobe_sign.isGenuine(call("UB7E5BXCXY"), anyone))
    assert.isTrue(adobe_sign.isGenuine(call("client-1"), own))
    assert.isFalse(adobe_sign.isGenuine(call("client-2"), own))
    for (const odd of [undefined, "", "a b", "a\r\nb", 'a"b', "a".repeat(101)]) {
      assert.isFalse(adobe_sign.isGenuine(call(odd), anyone), odd)
    }
  })

  it("the receipt repeats it in the header and in the body, and nothing that is none", () => {
    assert.deepStrictEqual(adobe_sign.receipt(call("client-1")), {
      headers: { "x-adobesign-clientid": "client-1" },
      contentType: "application/json",
      body: '{"xAdobeSignClientId":"client-1"}'
    })
    assert.strictEqual(adobe_sign.receipt(call('a"b')).body, '{"xAdobeSignClientId":""}')
  })

  it("names the agreement", () => {
    const named = (text: string) => Option.getOrNull(adobe_sign.named(call("client-1", text)))
    assert.strictEqual(named('{"event":"AGREEMENT_RECALLED","agreement":{"id":"CBJ-1_x"}}'), "CBJ-1_x")
    assert.strictEqual(named('{"agreementId":"CBJ-2"}'), "CBJ-2")
    for (const odd of ["", "[]", "{}", '{"agreement":{"id":"../x"}}', '{"agreement":{"id":""}}']) {
      assert.isNull(named(odd), odd)
    }
    assert.isNull(named(String.raw`{"agreement":{"id":"a\u0000b"}}`))
  })
})

describe("Callbacks of Dropbox Sign", () => {
  const { dropbox_sign } = signingProviders
  const keys = keysOf({ api_key: "keyone" })
  const event = (key = "keyone", given: object = {}) => ({
    event_time: "1772445600",
    event_type: "signature_request_all_signed",
    event_hash: hmac(key, "1772445600signature_request_all_signed", "hex"),
    ...given
  })
  const told = (given: object = event(), id: unknown = "fa5c8a0b") => ({
    event: given,
    signature_request: { signature_request_id: id }
  })
  const form = (json: unknown, boundary = "xyz", quoted = false) => ({
    headers: {
      "content-type": `multipart/form-data; charset=utf-8; boundary=${quoted ? `"${boundary}"` : boundary}`
    },
    body: Buffer.from(
      [
        `--${boundary}`,
        'Content-Disposition: form-data; name="other"; filename="json"',
        "",
        "{}",
        `--${boundary}`,
        'Content-Disposition: form-data; name="json"',
        "Content-Type: application/json",
        "",
        typeof json === "string" ? json : JSON.stringify(json),
        `--${boundary}--`,
        ""
      ].join("\r\n")
    )
  })

  it("genuine with the hash of time and type under the key, whatever the form's boundary", () => {
    assert.isTrue(dropbox_sign.verifiable(keys))
    assert.isTrue(dropbox_sign.isGenuine(form(told()), keys))
    assert.isTrue(dropbox_sign.isGenuine(form(told(), "----a+b.c", true), keys))
    assert.isTrue(dropbox_sign.isGenuine(form(told(event("keyone", { event_time: 1772445600 }))), keys))
  })

  it("a known vector", () => {
    // Reckoned with openssl: printf '%s' 1348177752signature_request_sent | openssl dgst -sha256 -hmac keyone
    const known = {
      event_time: "1348177752",
      event_type: "signature_request_sent",
      event_hash: "73ab2aa08eaad41ad1d5801b3214e422904532a90d440a084e8ea6f07f5c9149"
    }
    assert.isTrue(dropbox_sign.isGenuine(form(told(known)), keys))
  })

  it("another's key, another time, a hash that was changed or is missing: not genuine", () => {
    const hash = event().event_hash
    for (const odd of [
      event("keytwo"),
      event("keyone", { event_time: "1772445601" }),
      event("keyone", { event_type: "signature_request_declined" }),
      event("keyone", { event_hash: `${hash.startsWith("0") ? "1" : "0"}${hash.slice(1)}` }),
      event("keyone", { event_hash: "" }),
      event("keyone", { event_hash: undefined }),
      event("keyone", { event_time: null })
    ]) {
      assert.isFalse(dropbox_sign.isGenuine(form(told(odd)), keys), JSON.stringify(odd))
    }
    const without = keysOf({})
    assert.isFalse(dropbox_sign.verifiable(without))
    assert.isFalse(dropbox_sign.isGenuine(form(told(event(""))), without))
  })

  it("a body that is no form, or a form without the field: not genuine, and about nothing", () => {
    for (const odd of [
      { headers: {}, body: form(told()).body },
      { headers: { "content-type": "application/json" }, body: Buffer.from(JSON.stringify(told())) },
      { headers: { "content-type": "multipart/form-data; boundary=abc" }, body: form(told()).body },
      { headers: { "content-type": "multipart/form-data" }, body: form(told()).body },
      form("no json"),
      { ...form(told()), body: Buffer.alloc(0) }
    ]) {
      assert.isFalse(dropbox_sign.isGenuine(odd, keys))
      assert.isTrue(Option.isNone(dropbox_sign.named(odd)))
    }
  })

  it("names the request, when it is an id", () => {
    const named = (id: unknown) => Option.getOrNull(dropbox_sign.named(form(told(event(), id))))
    assert.strictEqual(named("fa5c8a0b"), "fa5c8a0b")
    for (const odd of ["a/b", "a\u0000b", "", null]) assert.isNull(named(odd))
    assert.isTrue(Option.isNone(dropbox_sign.named(form({ event: event("keyone", { event_type: "callback_test" }) }))))
  })

  it("is answered with what it wants to read", () => {
    assert.deepStrictEqual(dropbox_sign.receipt(form(told())), {
      headers: {},
      contentType: "text/plain",
      body: "Hello API Event Received"
    })
  })
})

describe("Each provider", () => {
  it("stands under its own name, with the rules of its own", () => {
    for (const [name, provider] of Object.entries(signingProviders)) assert.strictEqual(provider.name, name)
    const { adobe_sign, docusign, dropbox_sign } = signingProviders
    assert.deepStrictEqual(
      [docusign, adobe_sign, dropbox_sign].map(({ findSettles, lookEvery }) => [findSettles, lookEvery]),
      [
        ["1 minute", "15 minutes"],
        ["1 minute", "1 minute"],
        ["10 minutes", "1 minute"]
      ]
    )
  })
})
