import { assert, describe, it } from "#test/support/suite"
import { docusign } from "@svc/lab/docusign"
import { docusignCallback } from "@svc/lab/docusign-connect"
import { docusignPrivateKey, phoneWorkflowId } from "@svc/lab/docusign-state"
import { signerAt } from "@svc/lab/signer"
import { declineAs, envelopesOf, expire, signAs } from "@svc/lab/signing"
import { Effect } from "effect"
import { createHmac, sign } from "node:crypto"
import { aCustomer, ask, at, press, running, textAt } from "./support.ts"

const ann = { name: "Ann Lee", email: "ann@home.test", recipientId: "1" }

const envelopeOf = (signer: object = {}, more: object = {}) => ({
  status: "sent",
  emailSubject: "Release agreement",
  documents: [
    {
      documentId: "1",
      name: "release",
      fileExtension: "txt",
      documentBase64: Buffer.from("Agreed.").toString("base64")
    }
  ],
  recipients: { signers: [{ ...ann, ...signer }] },
  ...more
})

const started = Effect.gen(function* () {
  const vendor = yield* running(docusign)
  const api = `${vendor.url}/restapi/v2.1/accounts/${vendor.state.accountId}`
  const call = (method: string, path: string, body?: object, token = "lab-docusign-token") =>
    ask(`${api}${path}`, method, {
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body)
    })
  const create = Effect.fn("create")(function* (signer: object = {}, more: object = {}) {
    const answer = yield* call("POST", "/envelopes", envelopeOf(signer, more))
    return textAt(answer.json, "envelopeId")
  })
  const view = (id: string, more: object = {}) =>
    call("POST", `/envelopes/${id}/views/recipient`, {
      clientUserId: "c-1",
      userName: ann.name,
      email: ann.email,
      returnUrl: "https://app.example/done?case=7",
      authenticationMethod: "none",
      ...more
    })
  return { vendor, call, create, view, state: vendor.state }
})

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url")

const assertionOf = (claims: object, header: object = { alg: "RS256", typ: "JWT" }) => {
  const signed = `${part(header)}.${part(claims)}`
  return `${signed}.${sign("RSA-SHA256", Buffer.from(signed), docusignPrivateKey).toString("base64url")}`
}

describe("DocuSign's account server", () => {
  it.live("grants a fresh token each time, for the right claims under the right key", function* () {
    const { call, state, vendor } = yield* started
    const claims = {
      iss: state.integrationKey,
      sub: state.userId,
      aud: "account.docusign.com",
      scope: "signature impersonation",
      iat: 1_700_000_000,
      exp: 1_700_003_600
    }
    const grant = (assertion: string) =>
      ask(`${vendor.url}/oauth/token`, "POST", {
        body: new URLSearchParams({ grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion })
      })
    const first = textAt((yield* grant(assertionOf(claims))).json, "access_token")
    const second = textAt((yield* grant(assertionOf(claims))).json, "access_token")
    assert.notStrictEqual(first, second)
    assert.strictEqual((yield* call("GET", "/identity_verification", undefined, second)).status, 200)
    state.tokens.clear()
    assert.strictEqual((yield* call("GET", "/identity_verification", undefined, second)).status, 401)

    const wrong = [
      assertionOf({ ...claims, iss: "somebody" }),
      assertionOf({ ...claims, sub: "somebody" }),
      assertionOf({ ...claims, aud: "elsewhere.test" }),
      assertionOf({ ...claims, scope: "signature" }),
      assertionOf({ ...claims, exp: claims.iat }),
      assertionOf(claims, { alg: "none" }),
      `${assertionOf(claims).split(".").slice(0, 2).join(".")}.AAAA`
    ]
    for (const assertion of wrong) assert.strictEqual((yield* grant(assertion)).status, 400)
    state.now = (claims.exp + 1) * 1000
    assert.strictEqual((yield* grant(assertionOf(claims))).status, 400)
  })

  it.live("tells the accounts, with a base address only when one is set", function* () {
    const { state, vendor } = yield* started
    const headers = { authorization: "Bearer lab-docusign-token" }
    const info = () => ask(`${vendor.url}/oauth/userinfo`, "GET", { headers })
    assert.strictEqual(at((yield* info()).json, "accounts", 0, "account_id"), state.accountId)
    assert.isUndefined(at((yield* info()).json, "accounts", 0, "base_uri"))
    state.baseUri = "https://na2.docusign.net"
    assert.strictEqual(at((yield* info()).json, "accounts", 0, "base_uri"), state.baseUri)
    assert.strictEqual((yield* ask(`${vendor.url}/oauth/userinfo`, "GET")).status, 401)
  })
})

describe("DocuSign's envelopes", () => {
  it.live("one transaction id makes one envelope for seven days, and finds it", function* () {
    const { call, create, state } = yield* started
    state.now = Date.UTC(2026, 2, 2)
    const transactionId = "8c2f6f4e-6f0e-4a55-9d8b-0f4f0f9b1c11"
    const first = yield* create({}, { transactionId })
    assert.strictEqual(yield* create({}, { transactionId }), first)
    assert.lengthOf(envelopesOf(state, transactionId), 1)
    assert.strictEqual(state.asked, 2)
    assert.lengthOf(state.mails, 1)
    const found = (yield* call("GET", `/envelopes?transaction_ids=${transactionId}`)).json
    assert.deepStrictEqual(at(found, "envelopeTransactionStatuses", 0), {
      transactionId,
      envelopeId: first,
      status: "sent"
    })
    const none = (yield* call("GET", "/envelopes?transaction_ids=other")).json
    assert.deepStrictEqual(at(none, "envelopes"), [])
    assert.strictEqual((yield* call("GET", "/envelopes")).status, 400)
    state.now += 7 * 86_400_000
    assert.notStrictEqual(yield* create({}, { transactionId }), first)
  })

  it.live("400, 401 and 404 in DocuSign's form", function* () {
    const { call, state, vendor } = yield* started
    const wrong = [
      envelopeOf({}, { status: "signed" }),
      envelopeOf({}, { emailSubject: "" }),
      envelopeOf({}, { emailSubject: "a".repeat(101) }),
      envelopeOf({}, { documents: [] }),
      envelopeOf({}, { documents: [{ documentId: "1", name: "a", documentBase64: "not base64!" }] }),
      envelopeOf({}, { recipients: { signers: [] } }),
      envelopeOf({ email: "nobody" }),
      envelopeOf({ name: "" }),
      envelopeOf({ recipientId: "" }),
      envelopeOf({ identityVerification: { workflowId: "unknown" } }),
      envelopeOf({ smsAuthentication: { senderProvidedNumbers: ["+15550001111"] } }),
      envelopeOf({}, { eventNotification: { url: "nowhere" } })
    ]
    for (const body of wrong) {
      const answer = yield* call("POST", "/envelopes", body)
      assert.strictEqual(answer.status, 400)
      assert.isString(at(answer.json, "errorCode"))
    }
    assert.strictEqual(state.envelopes.size, 0)
    assert.strictEqual((yield* call("GET", "/envelopes/none")).status, 404)
    assert.strictEqual((yield* call("GET", "/envelopes/none", undefined, "other")).status, 401)
    const headers = { authorization: "Bearer lab-docusign-token" }
    const other = yield* ask(`${vendor.url}/restapi/v2.1/accounts/other/envelopes/none`, "GET", { headers })
    assert.strictEqual(other.status, 401)
    vendor.faults.throttles = { calls: 1, seconds: 60 }
    const throttled = yield* call("GET", "/envelopes/none")
    assert.strictEqual(textAt(throttled.json, "errorCode"), "HOURLY_APIINVOCATION_LIMIT_EXCEEDED")
    assert.isAbove(Number(throttled.headers.get("x-ratelimit-reset")), Date.now() / 1000 + 50)
  })

  it.live("is voided while it is sent or delivered only; expiry shows as voided; reminders are mailed", function* () {
    const { call, create, state } = yield* started
    const [one, two] = [yield* create(), yield* create()]
    assert.strictEqual((yield* call("PUT", `/envelopes/${one}?resend_envelope=true`, {})).status, 200)
    assert.strictEqual(state.envelopes.get(one)?.reminders, 1)
    assert.lengthOf(state.mails, 3)
    const voided = { status: "voided", voidedReason: "No longer needed" }
    assert.strictEqual((yield* call("PUT", `/envelopes/${one}`, { status: "voided" })).status, 400)
    assert.strictEqual((yield* call("PUT", `/envelopes/${one}`, voided)).status, 200)
    const again = yield* call("PUT", `/envelopes/${one}`, voided)
    assert.strictEqual(again.status, 400)
    assert.strictEqual(at(again.json, "errorCode"), "ENVELOPE_CANNOT_VOID_INVALID_STATE")
    assert.strictEqual((yield* call("PUT", `/envelopes/${one}?resend_envelope=true`, {})).status, 400)
    expire(state, two)
    const shown = (yield* call("GET", `/envelopes/${two}`)).json
    assert.strictEqual(at(shown, "status"), "voided")
    assert.strictEqual(at(shown, "voidedReason"), "Envelope expired")
  })

  it.live("a lie makes nothing; an expiry in days is shown as a moment", function* () {
    const { call, create, state, vendor } = yield* started
    state.now = Date.UTC(2026, 2, 2)
    vendor.faults.lies = true
    assert.strictEqual((yield* call("POST", "/envelopes", envelopeOf())).status, 201)
    assert.strictEqual(state.envelopes.size, 0)
    vendor.behave()
    const expirations = { expireEnabled: "true", expireAfter: "5", expireWarn: "0" }
    const id = yield* create({}, { notification: { useAccountDefaults: "false", expirations } })
    const shown = (yield* call("GET", `/envelopes/${id}`)).json
    assert.strictEqual(at(shown, "expireDateTime"), "2026-03-07T00:00:00.0000000Z")
    const never = envelopeOf({}, { notification: { expirations: { ...expirations, expireAfter: "never" } } })
    assert.strictEqual((yield* call("POST", "/envelopes", never)).status, 400)
  })

  it.live("papers are there once it is completed, and name the signer and the time", function* () {
    const { call, create, state } = yield* started
    const id = yield* create()
    assert.strictEqual((yield* call("GET", `/envelopes/${id}/documents/combined`)).status, 400)
    signAs(state, id, "2026-03-02T09:00:00.000Z")
    const shown = (yield* call("GET", `/envelopes/${id}`)).json
    assert.strictEqual(at(shown, "completedDateTime"), "2026-03-02T09:00:00.0000000Z")
    const recipients = (yield* call("GET", `/envelopes/${id}/recipients`)).json
    assert.strictEqual(at(recipients, "signers", 0, "signedDateTime"), "2026-03-02T09:00:00.0000000Z")
    for (const which of ["combined", "certificate"]) {
      const { headers, text } = yield* call("GET", `/envelopes/${id}/documents/${which}`)
      assert.strictEqual(headers.get("content-type"), "application/pdf")
      assert.match(text, /^%PDF-1\.4[^]+Ann Lee[^]+2026-03-02T09:00:00\.000Z[^]+%%EOF\n$/)
    }
  })
})

describe("DocuSign's signing page", () => {
  it.live("a view is for the recipient whom the envelope names, and opens once within five minutes", function* () {
    const { create, state, view } = yield* started
    state.now = Date.UTC(2026, 2, 2)
    const id = yield* create({ clientUserId: "c-1" })
    assert.lengthOf(state.mails, 0)
    for (const more of [{ clientUserId: "c-2" }, { userName: "Bob" }, { email: "b@home.test" }, { returnUrl: "" }]) {
      assert.strictEqual((yield* view(id, more)).status, 400)
    }
    const url = textAt((yield* view(id)).json, "url")
    const opened = yield* ask(url, "GET")
    assert.strictEqual(opened.status, 200)
    assert.include(opened.text, "Release agreement")
    assert.include(opened.text, "release.txt")
    assert.strictEqual(state.envelopes.get(id)?.status, "delivered")
    assert.strictEqual((yield* ask(`${url}/document`, "GET")).text, "Agreed.")
    assert.strictEqual((yield* ask(url, "GET")).status, 410)
    const late = textAt((yield* view(id)).json, "url")
    state.now += 301_000
    assert.strictEqual((yield* ask(late, "GET")).status, 410)
    const done = yield* press(url, "sign")
    assert.include(done.text, "You have signed")
    assert.include(done.text, 'href="https://app.example/done?case=7&amp;event=signing_complete"')
    assert.strictEqual(state.envelopes.get(id)?.status, "signed")
  })

  it.live("a wrong access code and a wrong texted code sign nothing", function* () {
    const { create, state, view } = yield* started
    const phoneNumberList = [{ countryCode: "49", number: "15112345678" }]
    const inputOptions = [{ name: "phone_number_list", valueType: "PhoneNumberList", phoneNumberList }]
    const byCode = yield* create({ clientUserId: "c-1", accessCode: "4711-x" })
    const byText = yield* create({
      clientUserId: "c-1",
      identityVerification: { workflowId: phoneWorkflowId, inputOptions }
    })
    for (const id of [byCode, byText]) {
      const url = textAt((yield* view(id)).json, "url")
      assert.include((yield* ask(url, "GET")).text, 'name="code"')
      for (const wrong of ["", "4712"]) {
        const refused = yield* press(url, "sign", wrong)
        assert.strictEqual(refused.status, 403)
        assert.include(refused.text, "Nothing was signed")
      }
      assert.isUndefined(state.envelopes.get(id)?.signed)
      const code = id === byCode ? "4711-x" : state.texts[0]?.code
      assert.include((yield* press(url, "sign", code)).text, "You have signed")
    }
    assert.deepStrictEqual(
      state.texts.map(({ to }) => to),
      ["+4915112345678"]
    )
  })

  it.live("faults of the API do not touch the page", function* () {
    const { create, state, vendor, view } = yield* started
    const id = yield* create({ clientUserId: "c-1" })
    const url = textAt((yield* view(id)).json, "url")
    Object.assign(vendor.faults, { hangs: true, lies: true, answersWith: 503, failsAfterWriting: true })
    assert.include((yield* ask(url, "GET")).text, "Release agreement")
    assert.include((yield* press(url, "decline")).text, "declined")
    assert.strictEqual(state.envelopes.get(id)?.status, "declined")
    assert.strictEqual(vendor.writes(), 1)
  })
})

describe("DocuSign Connect", () => {
  const told = (url: string, events: ReadonlyArray<string> = ["envelope-completed", "envelope-declined"]) => ({
    eventNotification: { url, includeHMAC: "true", events }
  })
  const digest = (key: string, body: string) => createHmac("sha256", key).update(body).digest("base64")

  it.live("what happens is told once, signed with every key, to who asked for it", function* () {
    const { create, state, vendor } = yield* started
    const customer = yield* aCustomer(() => ({ status: 204 }))
    state.connectKeys.push("second-key")
    const [signed, declined, silent] = [
      yield* create({}, told(`${customer.url}/hook`)),
      yield* create({}, told(`${customer.url}/hook`)),
      yield* create({}, told(`${customer.url}/hook`, ["envelope-voided"]))
    ]
    assert.include((yield* press(state.mails[0]?.url ?? "", "sign")).text, "You have signed")
    yield* Effect.promise(() => vendor.settled())
    declineAs(state, declined)
    signAs(state, silent)
    yield* Effect.promise(() => vendor.callBack())
    const [first, second, ...more] = customer.requests
    assert.lengthOf(more, 0)
    assert.strictEqual(textAt(first?.json(), "event"), "envelope-completed")
    assert.strictEqual(textAt(first?.json(), "data", "envelopeId"), signed)
    assert.strictEqual(textAt(first?.json(), "data", "envelopeSummary", "status"), "completed")
    assert.strictEqual(textAt(second?.json(), "event"), "envelope-declined")
    const body = first?.body ?? ""
    assert.strictEqual(first?.headers["x-docusign-signature-1"], digest("lab-connect-key", body))
    assert.strictEqual(first?.headers["x-docusign-signature-2"], digest("second-key", body))
  })

  it.live("is held, told twice or forged on demand, and told again while it is refused", function* () {
    const { create, state, vendor } = yield* started
    let answers = 204
    const customer = yield* aCustomer(() => ({ status: answers }))
    const tell = Effect.fn("tell")(function* () {
      signAs(state, yield* create({}, told(customer.url)))
      return yield* Effect.promise(() => vendor.callBack())
    })
    vendor.faults.holdsCallbacks = true
    assert.lengthOf(yield* tell(), 0)
    vendor.behave()
    assert.lengthOf(yield* Effect.promise(() => vendor.callBack()), 1)
    vendor.faults.duplicatesCallbacks = true
    assert.lengthOf(yield* tell(), 2)
    vendor.behave()
    vendor.faults.forgesCallbacks = true
    yield* tell()
    const forged = customer.requests.at(-1)
    assert.notStrictEqual(forged?.headers["x-docusign-signature-1"], digest("lab-connect-key", forged?.body ?? ""))
    vendor.behave()
    answers = 503
    const tries = yield* tell()
    assert.deepStrictEqual(
      tries.map(({ accepted, answer, attempt }) => [attempt, answer.status, accepted]),
      [1, 2, 3].map((attempt) => [attempt, 503, false])
    )
  })

  it.live("a test signs, declines, withdraws and lets expire without a browser, and it is told", function* () {
    const { create, vendor } = yield* started
    const customer = yield* aCustomer(() => ({ status: 200 }))
    const signer = signerAt(vendor)
    const all = told(customer.url, ["envelope-completed", "envelope-declined", "envelope-voided"])
    for (const act of [
      (id: string) => signer.sign(id),
      (id: string) => signer.decline(id, "Not mine"),
      (id: string) => signer.withdraw(id, "Sent by mistake"),
      (id: string) => signer.expire(id)
    ]) {
      const id = yield* create({}, all)
      const tries = yield* Effect.promise(() => act(id))
      assert.deepStrictEqual(
        tries.map(({ accepted }) => accepted),
        [true]
      )
    }
    assert.deepStrictEqual(
      customer.requests.map((request) => textAt(request.json(), "event")),
      ["envelope-completed", "envelope-declined", "envelope-voided", "envelope-voided"]
    )
  })

  it.live("a test posts a callback of its own making", function* () {
    const { state, vendor } = yield* started
    const customer = yield* aCustomer(({ body }) => ({ status: 200, body }))
    const made = docusignCallback(state, { envelopeId: "unknown", happened: "signed" })
    const delivery = yield* Effect.promise(() => vendor.post({ url: customer.url, ...made }))
    assert.isTrue(delivery.accepted)
    assert.strictEqual(delivery.answer.body, made.body)
    assert.strictEqual(made.headers["x-docusign-signature-1"], digest("lab-connect-key", made.body))
    const forged = docusignCallback(state, { envelopeId: "unknown", happened: "signed" }, true)
    assert.notStrictEqual(forged.headers["x-docusign-signature-1"], digest("lab-connect-key", forged.body))
    const nobody = yield* Effect.promise(() => vendor.post({ url: "http://127.0.0.1:1", ...made }))
    assert.isUndefined(nobody.answer.status)
  })
})
