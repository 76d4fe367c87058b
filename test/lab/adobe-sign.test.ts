import { assert, describe, it } from "#test/support/suite"
import { adobeSign } from "@svc/lab/adobe-sign"
import { adobeToken } from "@svc/lab/adobe-state"
import { adobeCallback } from "@svc/lab/adobe-webhooks"
import { signerAt } from "@svc/lab/signer"
import { declineAs, envelopesOf, expire, signAs } from "@svc/lab/signing"
import type { LabRequest } from "@svc/lab/vendor"
import { Effect } from "effect"
import { aCustomer, ask, at, press, running, textAt } from "./support.ts"

const started = Effect.gen(function* () {
  const vendor = yield* running(adobeSign)
  const api = `${vendor.url}/api/rest/v6`
  const call = (method: string, path: string, body?: object, token = adobeToken) =>
    ask(`${api}${path}`, method, {
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body)
    })
  const form = new FormData()
  form.append("File-Name", "release.txt")
  form.append("Mime-Type", "text/plain")
  form.append("File", new Blob(["Agreed.\r\n--nothing\r\n"]), "other.txt")
  const headers = { authorization: `Bearer ${adobeToken}` }
  const uploaded = yield* ask(`${api}/transientDocuments`, "POST", { headers, body: form })
  const transientDocumentId = textAt(uploaded.json, "transientDocumentId")
  const agreementOf = (securityOption: object = { authenticationMethod: "NONE" }, more: object = {}) => ({
    fileInfos: [{ transientDocumentId }],
    name: "Release agreement",
    participantSetsInfo: [{ order: 1, role: "SIGNER", memberInfos: [{ email: "ann@home.test", securityOption }] }],
    signatureType: "ESIGN",
    state: "IN_PROCESS",
    externalId: { id: "mark-1" },
    ...more
  })
  const create = Effect.fn("create")(function* (securityOption?: object, more?: object) {
    return textAt((yield* call("POST", "/agreements", agreementOf(securityOption, more))).json, "id")
  })
  const signingUrl = Effect.fn("signingUrl")(function* (id: string) {
    yield* call("GET", `/agreements/${id}/signingUrls`)
    const answer = yield* call("GET", `/agreements/${id}/signingUrls`)
    return textAt(answer.json, "signingUrlSetInfos", 0, "signingUrls", 0, "esignUrl")
  })
  return { vendor, call, create, agreementOf, signingUrl, api, state: vendor.state }
})

describe("Adobe Sign", () => {
  it.live("a token is renewed by the application that has it", function* () {
    const { call, state, vendor } = yield* started
    state.tokens.clear()
    assert.strictEqual((yield* call("GET", "/baseUris")).status, 401)
    const renew = (more: object = {}) =>
      ask(`${vendor.url}/oauth/v2/refresh`, "POST", {
        body: new URLSearchParams({
          grant_type: "refresh_token",
          refresh_token: state.refreshToken,
          client_id: state.clientId,
          client_secret: state.clientSecret,
          ...more
        })
      })
    assert.strictEqual((yield* renew({ client_secret: "other" })).status, 401)
    assert.strictEqual((yield* renew({ refresh_token: "other" })).status, 400)
    assert.strictEqual((yield* renew({ grant_type: "password" })).status, 400)
    const token = textAt((yield* renew()).json, "access_token")
    const bases = yield* call("GET", "/baseUris", undefined, token)
    assert.strictEqual(at(bases.json, "apiAccessPoint"), "https://api.eu1.adobesign.com/")
  })

  it.live("an agreement is made of an upload, byte by byte, and found by its external id", function* () {
    const { call, create, state } = yield* started
    const id = yield* create()
    const file = state.envelopes.get(id)?.file
    assert.strictEqual(file?.name, "release.txt")
    assert.strictEqual(Buffer.from(file?.bytes ?? []).toString(), "Agreed.\r\n--nothing\r\n")
    assert.lengthOf(envelopesOf(state, "mark-1"), 1)
    const list = (yield* call("GET", "/agreements?externalId=mark-1")).json
    assert.strictEqual(at(list, "userAgreementList", 0, "id"), id)
    assert.deepStrictEqual(at((yield* call("GET", "/agreements?externalId=x")).json, "userAgreementList"), [])
    assert.strictEqual(at((yield* call("GET", `/agreements/${id}`)).json, "status"), "OUT_FOR_SIGNATURE")
    const early = yield* call("GET", `/agreements/${id}/signingUrls`)
    assert.strictEqual(early.status, 404)
    assert.strictEqual(at(early.json, "code"), "AGREEMENT_NOT_EXPOSED")
    const later = yield* call("GET", `/agreements/${id}/signingUrls`)
    assert.strictEqual(at(later.json, "signingUrlSetInfos", 0, "signingUrls", 0, "email"), "ann@home.test")
  })

  it.live("400, 401, 404 and 429 in Adobe's form", function* () {
    const { agreementOf, api, call, state, vendor } = yield* started
    const participants = (set: object) => ({ participantSetsInfo: [{ order: 1, role: "SIGNER", ...set }] })
    const wrong = [
      agreementOf({}, { fileInfos: [] }),
      agreementOf({}, { fileInfos: [{ transientDocumentId: "other" }] }),
      agreementOf({}, { name: "" }),
      agreementOf({}, { signatureType: "WRITTEN" }),
      agreementOf({}, { state: "DRAFT" }),
      agreementOf({}, { participantSetsInfo: [] }),
      agreementOf({}, participants({ role: "BOSS", memberInfos: [{ email: "ann@home.test" }] })),
      agreementOf({}, participants({ memberInfos: [{ email: "nobody" }] })),
      agreementOf({ authenticationMethod: "PASSWORD" }),
      agreementOf({ authenticationMethod: "PHONE", phoneInfo: { phone: "15112345678" } }),
      agreementOf({ authenticationMethod: "SMELL" }),
      agreementOf({}, { expirationTime: "soon" })
    ]
    for (const body of wrong) {
      const answer = yield* call("POST", "/agreements", body)
      assert.strictEqual(answer.status, 400)
      assert.isString(at(answer.json, "code"))
    }
    assert.strictEqual(state.envelopes.size, 0)
    assert.strictEqual((yield* call("POST", "/transientDocuments", {})).status, 400)
    const headers = { authorization: `Bearer ${adobeToken}` }
    const empty = new FormData()
    empty.append("File-Name", "a.pdf")
    assert.strictEqual((yield* ask(`${api}/transientDocuments`, "POST", { headers, body: empty })).status, 400)
    assert.strictEqual(at((yield* call("GET", "/agreements/none")).json, "code"), "INVALID_AGREEMENT_ID")
    assert.strictEqual(
      at((yield* call("GET", "/agreements/none", undefined, "x")).json, "code"),
      "INVALID_ACCESS_TOKEN"
    )
    vendor.faults.throttles = { calls: 1, seconds: 7 }
    const throttled = yield* call("GET", "/agreements/none")
    assert.strictEqual(throttled.status, 429)
    assert.strictEqual(throttled.headers.get("retry-after"), "7")
    assert.strictEqual(at(throttled.json, "retryAfter"), 7)
  })

  it.live("is cancelled while it is open only; reminders go to its own participants", function* () {
    const { call, create, state } = yield* started
    const id = yield* create()
    const members = (yield* call("GET", `/agreements/${id}/members`)).json
    const member = textAt(members, "participantSets", 0, "memberInfos", 0, "id")
    const remind = (who: string) =>
      call("POST", `/agreements/${id}/reminders`, { recipientParticipantIds: [who], status: "ACTIVE" })
    assert.strictEqual((yield* remind("other")).status, 400)
    assert.strictEqual((yield* remind(member)).status, 201)
    assert.strictEqual(state.envelopes.get(id)?.reminders, 1)
    const cancel = (of: string) =>
      call("PUT", `/agreements/${of}/state`, {
        state: "CANCELLED",
        agreementCancellationInfo: { comment: "No longer needed", notifyOthers: false }
      })
    assert.strictEqual((yield* call("PUT", `/agreements/${id}/state`, { state: "CANCELLED" })).status, 400)
    assert.strictEqual((yield* cancel(id)).status, 204)
    assert.strictEqual(at((yield* cancel(id)).json, "code"), "AGREEMENT_ALREADY_CANCELLED")
    assert.strictEqual((yield* remind(member)).status, 400)
    const signed = yield* create()
    signAs(state, signed)
    assert.strictEqual((yield* cancel(signed)).status, 400)
    assert.strictEqual(at((yield* call("GET", `/agreements/${signed}`)).json, "status"), "SIGNED")
  })

  it.live("the history tells a decline from a cancellation, and when it was signed", function* () {
    const { call, create, state } = yield* started
    const [declined, signed, expired] = [yield* create(), yield* create(), yield* create()]
    declineAs(state, declined)
    signAs(state, signed, "2026-03-02T09:00:00.000Z")
    expire(state, expired)
    const last = Effect.fn("last")(function* (id: string) {
      const events = at((yield* call("GET", `/agreements/${id}/events`)).json, "events")
      return Array.isArray(events) ? events.slice(2).map((event: unknown) => textAt(event, "type")) : []
    })
    assert.strictEqual(at((yield* call("GET", `/agreements/${declined}`)).json, "status"), "CANCELLED")
    assert.deepStrictEqual(yield* last(declined), ["REJECTED"])
    assert.deepStrictEqual(yield* last(signed), ["ESIGNED", "ACTION_COMPLETED"])
    assert.strictEqual(at((yield* call("GET", `/agreements/${expired}`)).json, "status"), "EXPIRED")
    const events = (yield* call("GET", `/agreements/${signed}/events`)).json
    assert.deepInclude(at(events, "events", 2), {
      date: "2026-03-02T09:00:00.000Z",
      participantEmail: "ann@home.test",
      actingUserName: "ann@home.test"
    })
    state.preparing = 1
    assert.strictEqual((yield* call("GET", `/agreements/${signed}/combinedDocument`)).status, 404)
    for (const paper of ["combinedDocument", "auditTrail"]) {
      const { text } = yield* call("GET", `/agreements/${signed}/${paper}`)
      assert.match(text, /^%PDF[^]+ann@home\.test[^]+2026-03-02T09:00:00\.000Z/)
    }
  })

  it.live("the audit trail and an unsigned document are there before anybody signed", function* () {
    const { call, create } = yield* started
    const id = yield* create()
    const unsigned = yield* call("GET", `/agreements/${id}/combinedDocument`)
    assert.strictEqual(unsigned.headers.get("content-type"), "application/pdf")
    assert.match(unsigned.text, /^%PDF[^]+release\.txt[^]+Not signed/)
    const trail = yield* call("GET", `/agreements/${id}/auditTrail`)
    assert.match(trail.text, /^%PDF[^]+ACTION_REQUESTED ann@home\.test/)
  })

  it.live("a lie makes nothing", function* () {
    const { agreementOf, call, state, vendor } = yield* started
    vendor.faults.lies = true
    assert.strictEqual((yield* call("POST", "/agreements", agreementOf())).status, 201)
    assert.strictEqual(state.envelopes.size, 0)
  })

  it.live("the page asks for the password or for the code that was texted", function* () {
    const { create, signingUrl, state } = yield* started
    const byCode = yield* create({ authenticationMethod: "PASSWORD", password: "4711-x" })
    const phoneInfo = { countryCode: "1", phone: "5550001111" }
    const byText = yield* create({ authenticationMethod: "PHONE", phoneInfo })
    for (const id of [byCode, byText]) {
      const url = yield* signingUrl(id)
      assert.strictEqual((yield* ask(url, "GET")).status, 200)
      assert.strictEqual((yield* press(url, "sign", "wrong")).status, 403)
      assert.isUndefined(state.envelopes.get(id)?.signed)
      const code = id === byCode ? "4711-x" : state.texts[0]?.code
      assert.include((yield* press(url, "sign", code)).text, "You have signed")
    }
    assert.strictEqual(state.texts[0]?.to, "+15550001111")
  })
})

describe("Adobe Sign's webhook", () => {
  const clientOf = ({ headers }: LabRequest) => String(headers["x-adobesign-clientid"])

  it.live("verifies the address by a GET, then tells; an answer that does not echo is no receipt", function* () {
    const { create, signingUrl, state, vendor } = yield* started
    let echoes = false
    const customer = yield* aCustomer((request) => ({
      status: 200,
      ...(echoes ? { headers: { "X-AdobeSign-ClientId": clientOf(request) } } : {})
    }))
    state.callbackUrl = `${customer.url}/hook`
    const [one, two] = [yield* create(), yield* create()]
    declineAs(state, one)
    declineAs(state, two)
    const refused = yield* Effect.promise(() => vendor.callBack())
    assert.deepStrictEqual(
      refused.map(({ accepted, callback }) => `${callback.method} ${accepted}`),
      Array.from({ length: 6 }, () => "GET false")
    )
    echoes = true
    const id = yield* create()
    assert.include((yield* press(yield* signingUrl(id), "sign")).text, "You have signed")
    yield* Effect.promise(() => vendor.settled())
    const [verification, told] = customer.requests.slice(6)
    assert.strictEqual(verification?.method, "GET")
    assert.strictEqual(textAt(told?.json(), "event"), "AGREEMENT_WORKFLOW_COMPLETED")
    assert.strictEqual(textAt(told?.json(), "agreement", "id"), id)
    assert.strictEqual(textAt(told?.json(), "agreement", "status"), "SIGNED")
    const open = yield* create()
    echoes = false
    const tries = yield* Effect.promise(() => signerAt(vendor).expire(open))
    assert.deepStrictEqual(
      tries.map(({ accepted, answer }) => `${answer.status} ${accepted}`),
      Array.from({ length: 3 }, () => "200 false")
    )
    assert.deepStrictEqual(
      customer.requests.slice(8).map((request) => textAt(request.json(), "event")),
      ["AGREEMENT_EXPIRED", "AGREEMENT_EXPIRED", "AGREEMENT_EXPIRED"]
    )
  })

  it.live("the address is the one that was registered last; a decline and a recall are told as such", function* () {
    const { call, create, state, vendor } = yield* started
    const customer = yield* aCustomer((request) => ({ status: 200, body: { xAdobeSignClientId: clientOf(request) } }))
    const webhook = {
      name: "Offboarding",
      scope: "ACCOUNT",
      state: "ACTIVE",
      webhookSubscriptionEvents: ["AGREEMENT_ALL"],
      webhookUrlInfo: { url: customer.url }
    }
    for (const more of [{ name: "" }, { scope: "MOON" }, { webhookSubscriptionEvents: [] }, { webhookUrlInfo: {} }]) {
      assert.strictEqual((yield* call("POST", "/webhooks", { ...webhook, ...more })).status, 400)
    }
    assert.isUndefined(state.callbackUrl)
    assert.strictEqual((yield* call("POST", "/webhooks", webhook)).status, 201)
    const [declined, recalled] = [yield* create(), yield* create()]
    vendor.faults.duplicatesCallbacks = true
    yield* Effect.promise(() => signerAt(vendor).decline(declined))
    vendor.behave()
    yield* Effect.promise(() => signerAt(vendor).withdraw(recalled, "Sent by mistake"))
    assert.deepStrictEqual(
      customer.requests.map((request) => [request.method, at(request.json(), "event")]),
      [
        ["GET", undefined],
        ["POST", "AGREEMENT_REJECTED"],
        ["POST", "AGREEMENT_REJECTED"],
        ["POST", "AGREEMENT_RECALLED"]
      ]
    )
  })

  it.live("an echo in JSON is one too; a forged call names another client", function* () {
    const { create, state, vendor } = yield* started
    const customer = yield* aCustomer((request) => ({ status: 200, body: { xAdobeSignClientId: clientOf(request) } }))
    state.callbackUrl = customer.url
    const id = yield* create()
    const genuine = adobeCallback(state, { envelopeId: id, happened: "signed" })
    assert.isTrue((yield* Effect.promise(() => vendor.post({ url: customer.url, ...genuine }))).accepted)
    vendor.faults.forgesCallbacks = true
    signAs(state, id)
    yield* Effect.promise(() => vendor.callBack())
    assert.deepStrictEqual(
      customer.requests.map((request) => [request.method, clientOf(request) === state.clientId]),
      [
        ["POST", true],
        ["GET", true],
        ["POST", false]
      ]
    )
  })
})
