import { assert, describe, it } from "#test/support/suite"
import { DateTime, Effect, Option } from "effect"
import { dropboxSignSigning } from "#connections/vendors/dropbox-sign/signing"
import {
  accessCode,
  aSession,
  aSignature,
  checks,
  manners,
  mark,
  partsIn,
  pdfBytes,
  phone,
  type Script,
  signer
} from "./support.ts"

const id = "fa5c8a0b0f492d768749333ad6fcc214c111e967"
const requests = "/v3/signature_request"
const send = `POST ${requests}/send`
const one = `GET ${requests}/${id}`
const list = `GET ${requests}/list`

const signature = {
  signature_id: "s-1",
  signer_email_address: signer.email,
  signer_name: signer.name,
  status_code: "signed",
  signed_at: 1772445600
}
const request = (given: object = {}) => ({
  status: 200,
  body: {
    signature_request: {
      signature_request_id: id,
      is_complete: true,
      is_declined: false,
      metadata: { svc_request: mark },
      signatures: [signature],
      ...given
    }
  }
})

const script: Script = {
  [send]: request({ is_complete: false }),
  [list]: { status: 200, body: { signature_requests: [request().body.signature_request] } },
  [one]: request(),
  [`POST ${requests}/cancel/${id}`]: { status: 200 },
  [`POST ${requests}/remind/${id}`]: request({ is_complete: false }),
  [`GET ${requests}/files/${id}`]: { status: 200, body: Buffer.from(pdfBytes) }
}

const base = { provider: dropboxSignSigning, vendor: "dropboxSign", script, secrets: { api_key: "key-1" } } as const
const at = (more: Script, rest: Partial<Parameters<typeof aSession>[0]> = {}) =>
  aSession({ ...base, ...rest, script: { ...script, ...more } })

manners("Dropbox Sign, as every provider", { ...base, id, making: send })

describe("Dropbox Sign: what is sent", () => {
  const formOf = Effect.fnUntraced(function* (
    given: Parameters<typeof aSignature>[0] = {},
    rest: Partial<Parameters<typeof aSession>[0]> = {}
  ) {
    const { sent, session } = yield* at({}, rest)
    yield* session.create(yield* aSignature(given))
    const made = sent(send)
    return made === undefined ? yield* Effect.die("Nothing was sent") : { made, parts: partsIn(made) }
  })

  it.live(
    "a form with the file byte for byte, the signer, the mark and the end; Basic with the key alone",
    function* () {
      const expiresAt = DateTime.add(yield* DateTime.now, { days: 20 })
      const { made, parts } = yield* formOf({ expiresAt })
      assert.strictEqual(made.headers.authorization, `Basic ${Buffer.from("key-1:").toString("base64")}`)
      assert.deepInclude(Object.fromEntries(parts), {
        "files[0]": Buffer.from(pdfBytes).toString("latin1"),
        title: 'The "end"',
        subject: 'The "end"',
        message: "Please sign",
        "signers[0][name]": signer.name,
        "signers[0][email_address]": signer.email,
        allow_decline: "1",
        "metadata[svc_request]": mark,
        expires_at: String(Math.floor(expiresAt.epochMilliseconds / 1000))
      })
      for (const absent of ["client_id", "signers[0][pin]", "signers[0][sms_phone_number]"]) {
        assert.isFalse(parts.has(absent), absent)
      }
    }
  )

  it.live("an end that is too near or too far for it is moved to one that it takes", function* () {
    const now = yield* DateTime.now
    const hoursAhead = Effect.fnUntraced(function* (days: number) {
      const { parts } = yield* formOf({ expiresAt: DateTime.add(now, { days }) })
      return Math.floor((Number(parts.get("expires_at")) - now.epochMilliseconds / 1000 + 60) / 3600)
    })
    assert.strictEqual(yield* hoursAhead(-1), 26)
    assert.strictEqual(yield* hoursAhead(400), 90 * 24 - 1)
  })

  it.live("the API app of the settings", function* () {
    const { parts } = yield* formOf({}, { settings: { client_id: "app-1" } })
    assert.strictEqual(parts.get("client_id"), "app-1")
  })

  it.live("an access code is a PIN; a texted code is asked for as authentication", function* () {
    assert.strictEqual((yield* formOf({ check: checks.code })).parts.get("signers[0][pin]"), accessCode)
    const { parts } = yield* formOf({ check: checks.sms })
    assert.strictEqual(parts.get("signers[0][sms_phone_number]"), phone)
    assert.strictEqual(parts.get("signers[0][sms_phone_number_type]"), "authentication")
  })

  it.live("cancelled; reminded by the signer's address", function* () {
    const { asked, sent, session } = yield* at({})
    yield* session.cancel(id, "No more")
    assert.deepStrictEqual(asked(), [`POST ${requests}/cancel/${id}`])
    yield* session.remind(id, signer)
    assert.strictEqual(sent(`POST ${requests}/remind/${id}`)?.form().get("email_address"), signer.email)
  })
})

describe("Dropbox Sign: what is read", () => {
  it.live("found by the mark in its metadata, and by nothing else that a search brings", function* () {
    const { session, vendor } = yield* at({})
    assert.deepStrictEqual(yield* session.find(mark), Option.some(id))
    assert.strictEqual(vendor.requests[0]?.query.get("query"), `metadata:${mark}`)
    assert.strictEqual(vendor.requests[0]?.query.get("page_size"), "20")
    for (const metadata of [{ svc_request: "other" }, [], null, { other: mark }]) {
      const others = yield* at({
        [list]: { status: 200, body: { signature_requests: [request({ metadata }).body.signature_request] } }
      })
      assert.isTrue(Option.isNone(yield* others.session.find(mark)), JSON.stringify(metadata))
    }
  })

  const waiting = { is_complete: false }
  for (const [given, status] of [
    [{ ...waiting, signatures: [{ status_code: "awaiting_signature" }] }, "pending"],
    [{ ...waiting, signatures: null }, "pending"],
    [{ ...waiting, is_declined: true, signatures: [] }, "declined"],
    [{ ...waiting, signatures: [{ status_code: "declined" }] }, "declined"],
    [{ ...waiting, signatures: [{ status_code: "expired" }] }, "expired"],
    [{ ...waiting, signatures: [{ status_code: "canceled" }] }, "voided"]
  ] as const) {
    it.live(`${JSON.stringify(given)}: ${status}`, function* () {
      const { session } = yield* at({ [one]: request(given) })
      assert.deepStrictEqual(yield* session.stateOf(id), { status, signedAt: null, signer: null })
    })
  }

  it.live("complete: signed, by whom and when", function* () {
    const { session } = yield* at({})
    assert.deepStrictEqual(yield* session.stateOf(id), {
      status: "signed",
      signedAt: DateTime.makeUnsafe("2026-03-02T10:00:00.000Z"),
      signer
    })
    const bare = yield* at({ [one]: request({ signatures: [{ status_code: "signed" }] }) })
    assert.deepStrictEqual(yield* bare.session.stateOf(id), { status: "signed", signedAt: null, signer: null })
  })

  it.live("a signing address where it gives one, else none: it has mailed the signer", function* () {
    const asked = { id, mark, signer }
    for (const [given, url] of [
      [{ signing_url: "https://app.hellosign.example/sign/1" }, "https://app.hellosign.example/sign/1"],
      [{ signatures: [{ signing_url: "https://app.hellosign.example/2" }] }, "https://app.hellosign.example/2"],
      // The operator set the provider's address, which may speak plain HTTP.
      [{ signing_url: "http://127.0.0.1/sign" }, "http://127.0.0.1/sign"],
      [{ signing_url: "javascript:alert(1)" }, null],
      [{ signing_url: "no address" }, null],
      [{ signing_url: null }, null]
    ] as const) {
      const { session } = yield* at({ [one]: request(given) })
      assert.strictEqual(Option.getOrNull(yield* session.signingUrl(asked, "")), url)
    }
  })

  it.live("the papers: one file, its audit trail in it; while it is put together, later", function* () {
    const { session, vendor } = yield* at({})
    const papers = yield* session.papers(id)
    assert.deepStrictEqual(Buffer.from(papers.signed), Buffer.from(pdfBytes))
    assert.isTrue(Option.isNone(papers.certificate))
    assert.strictEqual(vendor.requests[0]?.query.get("file_type"), "pdf")
    const early = yield* at({ [`GET ${requests}/files/${id}`]: { status: 409 } })
    assert.strictEqual((yield* Effect.flip(early.session.papers(id))).kind, "later")
  })

  it.live("a refusal tells Dropbox Sign's code; what is cancelled already is refused", function* () {
    const { session } = yield* at({
      [`POST ${requests}/cancel/${id}`]: {
        status: 400,
        body: { error: { error_name: "bad_request", error_msg: "ada@acme.test has signed" } }
      }
    })
    const failed = yield* Effect.flip(session.cancel(id, "No more"))
    assert.deepInclude(failed, { kind: "refused", message: "Dropbox Sign answered 400 Bad Request: bad_request" })
  })
})
