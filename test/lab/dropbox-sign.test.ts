import { assert, describe, it } from "#test/support/suite"
import { dropboxSign } from "@svc/lab/dropbox-sign"
import { dropboxCallback } from "@svc/lab/dropbox-callbacks"
import { declineAs, envelopesOf, expire, signAs } from "@svc/lab/signing"
import { signerAt } from "@svc/lab/signer"
import { fieldOf, partsOf } from "@svc/lab/multipart"
import type { LabRequest } from "@svc/lab/vendor"
import { Effect } from "effect"
import { createHmac } from "node:crypto"
import { aCustomer, ask, at, press, running, textAt } from "./support.ts"

const basic = (key: string) => ({ authorization: `Basic ${Buffer.from(`${key}:`).toString("base64")}` })

const usual = {
  title: "Release agreement",
  subject: "Please sign",
  "signers[0][name]": "Ann Lee",
  "signers[0][email_address]": "ann@home.test",
  "metadata[mark]": "mark-1",
  allow_decline: "1"
}

const formOf = (fields: Readonly<Record<string, string>>, file: Uint8Array<ArrayBuffer> | undefined) => {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...usual, ...fields })) form.append(name, value)
  if (file !== undefined) form.append("files[0]", new Blob([file]), "release agreement.pdf")
  return form
}

const anyBytes = Uint8Array.from([0, 13, 10, 45, 45, 255, 13, 10])

const started = Effect.gen(function* () {
  const vendor = yield* running(dropboxSign)
  const api = `${vendor.url}/v3`
  const headers = basic(vendor.state.apiKey)
  const call = (method: string, path: string, body?: FormData | URLSearchParams) =>
    ask(`${api}${path}`, method, { headers, body })
  const send = (fields: Readonly<Record<string, string>> = {}, file: Uint8Array<ArrayBuffer> | undefined = anyBytes) =>
    call("POST", "/signature_request/send", formOf(fields, file))
  const create = Effect.fn("create")(function* (fields?: Readonly<Record<string, string>>) {
    return textAt((yield* send(fields)).json, "signature_request", "signature_request_id")
  })
  const look = (id: string) => call("GET", `/signature_request/${id}`)
  return { vendor, api, call, send, create, look, state: vendor.state }
})

describe("Dropbox Sign", () => {
  it.live("a request holds the file byte by byte, and what was sent of it", function* () {
    const { call, look, send, state } = yield* started
    const answer = yield* send({ "signers[0][pin]": "4711" })
    assert.strictEqual(answer.status, 200)
    const id = textAt(answer.json, "signature_request", "signature_request_id")
    const envelope = state.envelopes.get(id)
    assert.deepStrictEqual([...(envelope?.file.bytes ?? [])], [...anyBytes])
    assert.strictEqual(envelope?.file.name, "release agreement.pdf")
    assert.lengthOf(envelopesOf(state, "mark-1"), 1)
    const shown = (yield* look(id)).json
    assert.deepStrictEqual(at(shown, "signature_request", "metadata"), { mark: "mark-1" })
    assert.strictEqual(at(shown, "signature_request", "signatures", 0, "status_code"), "awaiting_signature")
    assert.isNull(at(shown, "signature_request", "signatures", 0, "signed_at"))
    assert.strictEqual(at((yield* call("GET", "/account")).json, "account", "account_id"), state.accountId)
  })

  it.live("400, 401, 404, 409 and 429 in Dropbox Sign's form", function* () {
    const { api, call, create, look, send, state, vendor } = yield* started
    const wrong = [
      { "signers[0][name]": "" },
      { "signers[0][email_address]": "nobody" },
      { "signers[0][pin]": "123" },
      { "signers[0][pin]": "1234567890123" },
      { "signers[0][sms_phone_number]": "0151", "signers[0][sms_phone_number_type]": "authentication" },
      { "signers[0][sms_phone_number]": "+15550001111", "signers[0][sms_phone_number_type]": "delivery" },
      { "signers[0][sms_phone_number]": "+15550001111", test_mode: "1" },
      { expires_at: "soon" },
      { "metadata[x]": "a".repeat(1001) },
      { client_id: "other" }
    ]
    for (const fields of wrong) {
      const answer = yield* send(fields)
      assert.strictEqual(answer.status, 400)
      assert.strictEqual(at(answer.json, "error", "error_name"), "bad_request")
    }
    const bare = yield* call("POST", "/signature_request/send", formOf({}, undefined))
    assert.strictEqual(bare.status, 400)
    assert.strictEqual(state.envelopes.size, 0)
    state.now = Date.UTC(2026, 2, 2)
    const inDays = (days: number) => ({ expires_at: String((state.now ?? 0) / 1000 + days * 86_400 + 60) })
    for (const days of [-1, 0, 0.5, 90]) assert.strictEqual((yield* send(inDays(days))).status, 400, String(days))
    const expiring = yield* send(inDays(1))
    assert.strictEqual(expiring.status, 200)
    assert.strictEqual(at(expiring.json, "signature_request", "expires_at"), Date.UTC(2026, 2, 3) / 1000)
    const missing = yield* look("none")
    assert.strictEqual(missing.status, 404)
    assert.strictEqual(at(missing.json, "error", "error_name"), "not_found")
    assert.strictEqual((yield* ask(`${api}/account`, "GET", { headers: basic("other") })).status, 401)
    const id = yield* create()
    signAs(state, id)
    state.preparing = 1
    const file = () => call("GET", `/signature_request/files/${id}?file_type=pdf`)
    const early = yield* file()
    assert.strictEqual(early.status, 409)
    assert.strictEqual(at(early.json, "error", "error_name"), "conflict")
    assert.strictEqual((yield* file()).status, 200)
    vendor.faults.throttles = { calls: 1, seconds: 60 }
    const throttled = yield* look(id)
    assert.strictEqual(throttled.status, 429)
    assert.strictEqual(at(throttled.json, "error", "error_name"), "exceeded_rate")
    assert.strictEqual(throttled.headers.get("x-ratelimit-remaining"), "0")
    assert.strictEqual(throttled.headers.get("retry-after"), "60")
    assert.isAbove(Number(throttled.headers.get("x-ratelimit-reset")), Date.now() / 1000 + 50)
  })

  it.live("a new request is found only by a later search", function* () {
    const { call, create } = yield* started
    const id = yield* create()
    const find = Effect.fn("find")(function* (query: string) {
      const path = `/signature_request/list?query=${encodeURIComponent(query)}`
      const found = at((yield* call("GET", path)).json, "signature_requests")
      return Array.isArray(found) ? found.map((each: unknown) => textAt(each, "signature_request_id")) : undefined
    })
    assert.deepStrictEqual(yield* find("metadata:mark-1"), [])
    assert.deepStrictEqual(yield* find("metadata:mark-1"), [id])
    assert.deepStrictEqual(yield* find('"mark-1"'), [id])
    assert.deepStrictEqual(yield* find("title:mark-1"), [])
    assert.deepStrictEqual(yield* find("other"), [])
  })

  it.live("a search answers page by page, the newest first, and finds nothing that was cancelled", function* () {
    const { call, create, state, vendor } = yield* started
    state.listLag = 0
    const [first, second, gone] = [yield* create(), yield* create(), yield* create()]
    yield* call("POST", `/signature_request/cancel/${gone}`)
    const page = Effect.fn("page")(function* (query: string) {
      const { json, status } = yield* call("GET", `/signature_request/list?${query}`)
      return {
        status,
        info: at(json, "list_info"),
        id: textAt(json, "signature_requests", 0, "signature_request_id")
      }
    })
    const info = { num_pages: 2, num_results: 2, page_size: 1 }
    const query = "query=metadata:mark-1&page_size=1"
    assert.deepStrictEqual(yield* page(query), { status: 200, info: { ...info, page: 1 }, id: second })
    assert.deepStrictEqual(yield* page(`${query}&page=2`), { status: 200, info: { ...info, page: 2 }, id: first })
    for (const wrong of ["page_size=0", "page_size=101", "page=0"]) {
      assert.strictEqual((yield* page(wrong)).status, 400)
    }
    vendor.faults.ignoresFilter = true
    assert.strictEqual((yield* page("query=metadata:other")).id, second)
  })

  it.live("what is cancelled is gone; what has ended cannot be; a reminder names a signer", function* () {
    const { api, call, create, look, state } = yield* started
    const id = yield* create()
    const remind = (email: string) =>
      call("POST", `/signature_request/remind/${id}`, new URLSearchParams({ email_address: email }))
    assert.strictEqual((yield* remind("bob@home.test")).status, 400)
    assert.strictEqual((yield* remind("ann@home.test")).status, 200)
    const headers = { ...basic(state.apiKey), "content-type": "application/json" }
    const body = JSON.stringify({ email_address: "ann@home.test" })
    assert.strictEqual((yield* ask(`${api}/signature_request/remind/${id}`, "POST", { headers, body })).status, 200)
    assert.strictEqual(state.envelopes.get(id)?.reminders, 2)
    state.now = Date.now() + 3_000_000
    assert.strictEqual((yield* remind("ann@home.test")).status, 400)
    state.now += 1_000_000
    assert.strictEqual((yield* remind("ann@home.test")).status, 200)
    state.cancelLag = 1
    const cancelled = yield* call("POST", `/signature_request/cancel/${id}`)
    assert.strictEqual(cancelled.status, 200)
    assert.strictEqual(cancelled.text, "")
    assert.strictEqual((yield* look(id)).status, 200)
    assert.strictEqual((yield* look(id)).status, 404)
    state.cancelledAnswer = 410
    assert.strictEqual(at((yield* look(id)).json, "error", "error_name"), "deleted")
    const done = yield* create()
    signAs(state, done)
    assert.strictEqual((yield* call("POST", `/signature_request/cancel/${done}`)).status, 400)
    const late = yield* create()
    expire(state, late)
    const shown = (yield* look(late)).json
    assert.strictEqual(at(shown, "signature_request", "signatures", 0, "status_code"), "expired")
  })

  it.live("the page asks for the pin; the signed file has the audit trail in it", function* () {
    const { call, create, look, state } = yield* started
    state.now = Date.UTC(2026, 2, 2, 9)
    const id = yield* create({ "signers[0][pin]": "4711", signing_redirect_url: "https://app.example/done" })
    const url = textAt((yield* look(id)).json, "signature_request", "signing_url")
    assert.include((yield* ask(url, "GET")).text, "Access code")
    const unsigned = yield* call("GET", `/signature_request/files/${id}?file_type=pdf`)
    assert.match(unsigned.text, /^%PDF[^]+No one has signed/)
    assert.strictEqual((yield* press(url, "sign", "1234")).status, 403)
    assert.isUndefined(state.envelopes.get(id)?.signed)
    assert.include((yield* press(url, "sign", "4711")).text, "https://app.example/done")
    const shown = (yield* look(id)).json
    assert.isTrue(at(shown, "signature_request", "is_complete"))
    assert.strictEqual(at(shown, "signature_request", "signatures", 0, "signed_at"), Date.UTC(2026, 2, 2, 9) / 1000)
    const { text } = yield* call("GET", `/signature_request/files/${id}?file_type=pdf`)
    assert.match(text, /^%PDF[^]+\/Count 2[^]+Signed by Ann Lee[^]+Audit trail[^]+Signed at 2026-03-02T09:00/)
  })

  it.live("a code is texted; only a sender who allows it is declined", function* () {
    const { create, look, state } = yield* started
    const urlOf = Effect.fn("urlOf")(function* (id: string) {
      return textAt((yield* look(id)).json, "signature_request", "signing_url")
    })
    const byText = yield* create({
      "signers[0][sms_phone_number]": "+15550001111",
      "signers[0][sms_phone_number_type]": "authentication"
    })
    const url = yield* urlOf(byText)
    yield* ask(url, "GET")
    assert.include((yield* press(url, "sign", state.texts[0]?.code)).text, "You have signed")
    const strict = yield* create({ allow_decline: "0" })
    assert.notInclude((yield* ask(yield* urlOf(strict), "GET")).text, "Decline")
    assert.strictEqual((yield* press(yield* urlOf(strict), "decline")).status, 403)
    const lenient = yield* create()
    assert.include((yield* press(yield* urlOf(lenient), "decline")).text, "declined")
    assert.isTrue(at((yield* look(lenient)).json, "signature_request", "is_declined"))
  })
})

describe("Dropbox Sign's callback", () => {
  const told = (request: LabRequest | undefined): unknown =>
    request === undefined ? undefined : JSON.parse(fieldOf(partsOf(request) ?? [], "json"))
  const isGenuine = (request: LabRequest | undefined, key: string) => {
    const of = (name: string) => textAt(told(request), "event", name)
    const hash = createHmac("sha256", key)
      .update(`${of("event_time")}${of("event_type")}`)
      .digest("hex")
    return of("event_hash") === hash
  }

  it.live("is a form with one field, and told again until the text of a receipt is read", function* () {
    const { create, state, vendor } = yield* started
    let text = "ok"
    const customer = yield* aCustomer(() => ({ status: 200, body: text }))
    state.callbackUrl = customer.url
    const id = yield* create()
    declineAs(state, id)
    const refused = yield* Effect.promise(() => vendor.callBack())
    assert.deepStrictEqual(
      refused.map(({ accepted }) => accepted),
      [false, false, false]
    )
    text = "<b>Hello API Event Received</b>"
    signAs(state, yield* create())
    assert.lengthOf(yield* Effect.promise(() => vendor.callBack()), 1)
    const [first] = customer.requests
    assert.strictEqual(textAt(told(first), "event", "event_type"), "signature_request_declined")
    assert.strictEqual(textAt(told(first), "signature_request", "signature_request_id"), id)
    assert.strictEqual(textAt(told(first), "event", "event_metadata", "reported_for_account_id"), state.accountId)
    assert.isTrue(isGenuine(first, state.apiKey))
  })

  it.live("waits while it is held, and comes twice where the vendor stutters", function* () {
    const { create, vendor } = yield* started
    const customer = yield* aCustomer(() => ({ status: 200, body: "Hello API Event Received" }))
    vendor.state.callbackUrl = customer.url
    Object.assign(vendor.faults, { holdsCallbacks: true, duplicatesCallbacks: true })
    const signer = signerAt(vendor)
    const held = yield* create()
    assert.lengthOf(yield* Effect.promise(() => signer.sign(held)), 0)
    vendor.faults.holdsCallbacks = false
    assert.lengthOf(yield* Effect.promise(() => vendor.callBack()), 2)
    assert.deepStrictEqual(told(customer.requests[0]), told(customer.requests[1]))
    vendor.behave()
    vendor.faults.forgesCallbacks = true
    const late = yield* create()
    assert.lengthOf(yield* Effect.promise(() => signer.expire(late)), 1)
    assert.strictEqual(textAt(told(customer.requests[2]), "event", "event_type"), "signature_request_expired")
    assert.isFalse(isGenuine(customer.requests[2], vendor.state.apiKey))
  })

  it.live("a cancellation is told once it is done; a forged call has another hash", function* () {
    const { call, create, state, vendor } = yield* started
    const customer = yield* aCustomer(() => ({ status: 200, body: "Hello API Event Received" }))
    state.callbackUrl = customer.url
    yield* call("POST", `/signature_request/cancel/${yield* create()}`)
    yield* Effect.promise(() => vendor.settled())
    assert.strictEqual(textAt(told(customer.requests[0]), "event", "event_type"), "signature_request_canceled")
    const forged = dropboxCallback(state, { envelopeId: "unknown", happened: "signed" }, true)
    yield* Effect.promise(() => vendor.post({ url: customer.url, ...forged }))
    assert.isFalse(isGenuine(customer.requests[1], state.apiKey))
  })
})
