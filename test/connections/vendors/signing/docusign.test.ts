import { assert, describe, it } from "#test/support/suite"
import type { LabRequest } from "@svc/lab/vendor"
import { DateTime, Effect, Option } from "effect"
import { generateKeyPairSync } from "node:crypto"
import { docuSignSigning } from "#connections/vendors/docusign/signing"
import {
  accessCode,
  aSession,
  aSignature,
  checks,
  manners,
  mark,
  pdfBytes,
  phone,
  type Script,
  signer
} from "./support.ts"

const id = "93be49ab-0000-4000-8000-f752070d71ec"
const account = "/restapi/v2.1/accounts/a-2"
const envelopes = `${account}/envelopes`
const envelope = `${envelopes}/${id}`
const settings = { account_id: "a-2", base_uri: "https://na2.docusign.example" }

const completed = { status: "completed", completedDateTime: "2026-03-02T10:00:05.1230000Z" }
const signers = [{ ...signer, clientUserId: mark, signedDateTime: "2026-03-02T10:00:00.0000000Z" }]

const script: Script = {
  [`POST ${envelopes}`]: { status: 201, body: { envelopeId: id, status: "sent" } },
  [`GET ${envelope}`]: { status: 200, body: completed },
  [`GET ${envelope}/recipients`]: { status: 200, body: { signers } },
  [`PUT ${envelope}`]: { status: 200, body: { envelopeId: id } },
  [`POST ${envelope}/views/recipient`]: { status: 201, body: { url: "https://na2.docusign.example/Signing/?slt=1" } },
  [`GET ${envelope}/documents/combined`]: { status: 200, body: Buffer.from(pdfBytes) },
  [`GET ${envelope}/documents/certificate`]: { status: 200, body: Buffer.from("%PDF-certificate") }
}

const base = {
  provider: docuSignSigning,
  vendor: "docusign",
  script,
  settings,
  secrets: { access_token: "eyJ.given" }
} as const
const at = (more: Script, rest: Partial<Parameters<typeof aSession>[0]> = {}) =>
  aSession({ ...base, ...rest, script: { ...script, ...more } })

manners("DocuSign, as every provider", { ...base, id, making: `POST ${envelopes}` })

const bodyOf = (request: LabRequest | undefined) => Object(request?.json())

describe("DocuSign: what is sent", () => {
  it.live(
    "an envelope, sent, that is found by its mark and mailed by DocuSign; no notification without an address",
    function* () {
      const { sent, session } = yield* at({})
      yield* session.create(yield* aSignature())
      const body = bodyOf(sent(`POST ${envelopes}`))
      assert.strictEqual(sent(`POST ${envelopes}`)?.headers.authorization, "Bearer eyJ.given")
      assert.deepInclude(body, {
        status: "sent",
        transactionId: mark,
        emailSubject: 'The "end"',
        documents: [
          {
            documentId: "1",
            name: 'The "end"',
            fileExtension: "pdf",
            documentBase64: Buffer.from(pdfBytes).toString("base64")
          }
        ],
        notification: {
          useAccountDefaults: "false",
          expirations: { expireEnabled: "true", expireAfter: "10", expireWarn: "0" }
        }
      })
      assert.deepStrictEqual(body.recipients.signers, [
        {
          recipientId: "1",
          routingOrder: "1",
          ...signer,
          clientUserId: mark,
          embeddedRecipientStartURL: "SIGN_AT_DOCUSIGN"
        }
      ])
      assert.notProperty(body, "eventNotification")
    }
  )

  it.live("it expires after a day at the least, and calls back signed where it can be verified", function* () {
    const { sent, session } = yield* at({})
    const callbackUrl = Option.some("https://svc.example/hook")
    yield* session.create(yield* aSignature({ callbackUrl, expiresAt: yield* DateTime.now }))
    const body = bodyOf(sent(`POST ${envelopes}`))
    assert.strictEqual(body.notification.expirations.expireAfter, "1")
    assert.deepStrictEqual(body.eventNotification, {
      url: "https://svc.example/hook",
      requireAcknowledgment: "true",
      loggingEnabled: "true",
      includeHMAC: "true",
      deliveryMode: "SIM",
      events: ["envelope-completed", "envelope-declined", "envelope-voided"],
      eventData: { version: "restv2.1" }
    })
  })

  it.live("an access code", function* () {
    const { sent, session } = yield* at({})
    yield* session.create(yield* aSignature({ check: checks.code }))
    assert.strictEqual(bodyOf(sent(`POST ${envelopes}`)).recipients.signers[0].accessCode, accessCode)
  })

  it.live(
    "a texted code by the account's workflow, in the older form where it has none or knows no such route",
    function* () {
      const workflow = { workflowId: "w-1", defaultName: "Phone Authentication" }
      const route = `GET ${account}/identity_verification`
      const own = yield* at({ [route]: { status: 200, body: { identityVerification: [workflow] } } })
      yield* own.session.create(yield* aSignature({ check: checks.sms }))
      assert.deepStrictEqual(bodyOf(own.sent(`POST ${envelopes}`)).recipients.signers[0].identityVerification, {
        workflowId: "w-1",
        steps: null,
        inputOptions: [
          {
            name: "phone_number_list",
            valueType: "PhoneNumberList",
            phoneNumberList: [{ countryCode: "49", number: "15112345678" }]
          }
        ]
      })
      for (const answer of [{ status: 404 }, { status: 200, body: { identityVerification: [] } }]) {
        const none = yield* at({ [route]: answer })
        yield* none.session.create(yield* aSignature({ check: checks.sms }))
        assert.deepInclude(bodyOf(none.sent(`POST ${envelopes}`)).recipients.signers[0], {
          idCheckConfigurationName: "SMS Auth $",
          requireIdLookup: "true",
          smsAuthentication: { senderProvidedNumbers: [phone] }
        })
      }
    }
  )

  it.live("the reason of a cancellation is cut at 200 characters; a reminder is a resent envelope", function* () {
    const { sent, session, vendor } = yield* at({})
    yield* session.cancel(id, "x".repeat(300))
    assert.deepStrictEqual(bodyOf(sent(`PUT ${envelope}`)), { status: "voided", voidedReason: "x".repeat(200) })
    yield* session.remind(id, signer)
    assert.strictEqual(vendor.requests.at(-1)?.query.get("resend_envelope"), "true")
    assert.deepStrictEqual(bodyOf(vendor.requests.at(-1)), {})
  })
})

describe("DocuSign: what is read", () => {
  for (const [name, body, found] of [
    ["its transaction", { envelopeTransactionStatuses: [{ transactionId: mark, envelopeId: id }] }, true],
    ["its envelope", { envelopes: [{ transactionId: mark.toUpperCase(), envelopeId: id }] }, true],
    ["an envelope that does not say its transaction, by its signer", { envelopes: [{ envelopeId: id }] }, true],
    ["another's", { envelopes: [{ transactionId: "5e0f6a3c", envelopeId: id }] }, false],
    ["none", { resultSetSize: "0" }, false]
  ] as const) {
    it.live(`found by the mark: ${name}`, function* () {
      const { session, vendor } = yield* at({ [`GET ${envelopes}`]: { status: 200, body } })
      assert.deepStrictEqual(yield* session.find(mark), found ? Option.some(id) : Option.none())
      assert.strictEqual(vendor.requests[0]?.query.get("transaction_ids"), mark)
    })
  }

  it.live("an envelope whose signer has another mark is not believed", function* () {
    const { session } = yield* at({
      [`GET ${envelopes}`]: { status: 200, body: { envelopes: [{ envelopeId: id }] } },
      [`GET ${envelope}/recipients`]: { status: 200, body: { signers: [{ ...signer, clientUserId: "other" }] } }
    })
    assert.isTrue(Option.isNone(yield* session.find(mark)))
  })

  const past = "2026-01-01T00:00:00Z"
  for (const [envelopeBody, status] of [
    [{ status: "created" }, "pending"],
    [{ status: "sent", expireDateTime: past }, "pending"],
    [{ status: "Delivered" }, "pending"],
    [{ status: "something-new" }, "pending"],
    [{ status: "declined" }, "declined"],
    [{ status: "deleted" }, "voided"],
    [{ status: "voided", voidedReason: "Sent by mistake", expireDateTime: past }, "voided"],
    [{ status: "voided", voidedReason: "The offer has expired" }, "voided"],
    [{ status: "voided", voidedReason: "Envelope has expired." }, "expired"],
    [{ status: "voided", voidedReason: null, expireDateTime: past }, "expired"],
    [{ status: "voided", expireDateTime: "2999-01-01T00:00:00Z" }, "voided"],
    [{ status: "voided", expireDateTime: past, voidedDateTime: "2025-12-31T00:00:00Z" }, "voided"]
  ] as const) {
    it.live(`${JSON.stringify(envelopeBody)}: ${status}`, function* () {
      const { session } = yield* at({ [`GET ${envelope}`]: { status: 200, body: envelopeBody } })
      assert.deepStrictEqual(yield* session.stateOf(id), { status, signedAt: null, signer: null })
    })
  }

  it.live("completed: signed, by whom and when; a moment that is none is the envelope's, or none", function* () {
    const good = yield* (yield* at({})).session.stateOf(id)
    assert.deepStrictEqual(good, {
      status: "signed",
      signedAt: DateTime.makeUnsafe("2026-03-02T10:00:00.000Z"),
      signer
    })
    const odd = { status: 200, body: { signers: [{ ...signer, signedDateTime: "yesterday" }] } }
    const withOdd = yield* at({ [`GET ${envelope}/recipients`]: odd })
    assert.deepStrictEqual(
      (yield* withOdd.session.stateOf(id)).signedAt,
      DateTime.makeUnsafe("2026-03-02T10:00:05.123Z")
    )
    const bare = yield* at({
      [`GET ${envelope}`]: { status: 200, body: { status: "completed" } },
      [`GET ${envelope}/recipients`]: { status: 200, body: {} }
    })
    assert.deepStrictEqual(yield* bare.session.stateOf(id), { status: "signed", signedAt: null, signer: null })
  })

  it.live("an envelope that does not exist is missing, whatever status that has", function* () {
    const { session } = yield* at({
      [`GET ${envelope}`]: { status: 400, body: { errorCode: "ENVELOPE_DOES_NOT_EXIST" } }
    })
    const failed = yield* Effect.flip(session.stateOf(id))
    assert.strictEqual(failed.kind, "missing")
    assert.match(failed.message, /400 Bad Request: ENVELOPE_DOES_NOT_EXIST$/)
  })

  it.live("a throttle that is a 400 is later; a code that is a sentence is not told", function* () {
    const throttled = { status: 400, body: { errorCode: "HOURLY_APIINVOCATION_LIMIT_EXCEEDED" } }
    const { session } = yield* at({ [`POST ${envelopes}`]: throttled })
    assert.strictEqual((yield* Effect.flip(session.create(yield* aSignature()))).kind, "later")
    const told = { status: 400, body: { errorCode: "ada@acme.test is unknown" } }
    const other = yield* at({ [`POST ${envelopes}`]: told })
    const failed = yield* Effect.flip(other.session.create(yield* aSignature()))
    assert.deepInclude(failed, { kind: "refused", message: "DocuSign answered 400 Bad Request" })
  })

  it.live("the signing address is asked for as the signer; one that is none is not handed on", function* () {
    const view = `POST ${envelope}/views/recipient`
    const { sent, session } = yield* at({})
    const url = yield* session.signingUrl({ id, mark, signer }, "https://svc.example/back")
    assert.deepStrictEqual(url, Option.some("https://na2.docusign.example/Signing/?slt=1"))
    assert.deepStrictEqual(bodyOf(sent(view)), {
      returnUrl: "https://svc.example/back",
      authenticationMethod: "none",
      clientUserId: mark,
      userName: signer.name,
      email: signer.email
    })
    const odd = yield* at({ [view]: { status: 201, body: { url: "javascript:alert(1)" } } })
    assert.isTrue(Option.isNone(yield* odd.session.signingUrl({ id, mark, signer }, "https://svc.example/back")))
    const down = yield* at({ [view]: { status: 500 } })
    const failed = yield* Effect.flip(down.session.signingUrl({ id, mark, signer }, "https://svc.example/back"))
    assert.strictEqual(failed.kind, "later")
  })

  it.live("the papers: the signed document without its certificate, and the certificate, byte for byte", function* () {
    const { session, vendor } = yield* at({})
    const papers = yield* session.papers(id)
    assert.deepStrictEqual(Buffer.from(papers.signed), Buffer.from(pdfBytes))
    assert.strictEqual(Buffer.from(Option.getOrThrow(papers.certificate)).toString(), "%PDF-certificate")
    assert.strictEqual(vendor.requests[0]?.query.get("certificate"), "false")
  })
})

describe("DocuSign: the credential", () => {
  const { privateKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs1", format: "pem" }
  })
  const granting = { ...settings, integration_key: "i-1", user_id: "u-1" }
  const secrets = { private_key: privateKey, access_token: "eyJ.given" }
  const grantOf = (token: string) => ({ status: 200, body: { access_token: token, expires_in: 3600 } })
  const onlyFor = (token: string) => (request: LabRequest) =>
    request.headers.authorization === `Bearer ${token}` ? { status: 200, body: completed } : { status: 401 }

  it.live("a token is granted, kept with its end before it is used, and used for the whole session", function* () {
    const one = yield* at({ "POST /oauth/token": grantOf("eyJ.granted") }, { settings: granting, secrets })
    yield* one.session.stateOf(id)
    yield* one.session.stateOf(id)
    assert.lengthOf(
      one.asked().filter((call) => call === "POST /oauth/token"),
      1
    )
    assert.lengthOf(one.kept, 1)
    const kept = Object(JSON.parse(one.kept[0]?.["granted_token"] ?? ""))
    assert.strictEqual(kept.token, "eyJ.granted")
    assert.isAbove(Date.parse(kept.expires_at), (yield* DateTime.now).epochMilliseconds + 3_500_000)
  })

  const kept = (token: string, minutes: number) =>
    Effect.map(DateTime.now, (now) =>
      JSON.stringify({ token, expires_at: DateTime.formatIso(DateTime.add(now, { seconds: minutes * 60 })) })
    )

  it.live("one that was kept is used until a minute before its end", function* () {
    for (const [minutes, grants] of [
      [2, 0],
      [0.5, 1],
      [-5, 1]
    ] as const) {
      const granted_token = yield* kept("eyJ.kept", minutes)
      const one = yield* at(
        { "POST /oauth/token": grantOf("eyJ.granted") },
        { settings: granting, secrets: { ...secrets, granted_token } }
      )
      yield* one.session.stateOf(id)
      assert.lengthOf(one.kept, grants, `${minutes} minutes`)
    }
  })

  it.live(
    "refused, it is granted anew once and the call is made again; refused again it is the credential",
    function* () {
      const granted_token = yield* kept("eyJ.kept", 30)
      const bench = { settings: granting, secrets: { ...secrets, granted_token } }
      const script = { "POST /oauth/token": grantOf("eyJ.granted"), [`GET ${envelope}`]: onlyFor("eyJ.granted") }
      const one = yield* at(script, bench)
      assert.strictEqual((yield* one.session.stateOf(id)).status, "signed")
      assert.lengthOf(one.kept, 1)
      const other = yield* at({ ...script, "POST /oauth/token": grantOf("eyJ.wrong") }, bench)
      assert.strictEqual((yield* Effect.flip(other.session.stateOf(id))).kind, "credential")
      assert.lengthOf(other.kept, 1)
    }
  )

  it.live("a grant that is refused tells OAuth's code; one that has no answer is later", function* () {
    const refused = yield* at(
      { "POST /oauth/token": { status: 400, body: { error: "consent_required" } } },
      { settings: granting, secrets }
    )
    const failed = yield* Effect.flip(refused.session.create(yield* aSignature()))
    assert.deepInclude(failed, {
      kind: "credential",
      message: "DocuSign answered 400 Bad Request: consent_required"
    })
    assert.notInclude(refused.asked(), `POST ${envelopes}`)
    const down = yield* at({ "POST /oauth/token": { status: 503 } }, { settings: granting, secrets })
    assert.strictEqual((yield* Effect.flip(down.session.create(yield* aSignature()))).kind, "later")
    const odd = yield* at({}, { settings: granting, secrets: { private_key: "no key" } })
    assert.strictEqual((yield* Effect.flip(odd.session.create(yield* aSignature()))).kind, "credential")
  })

  it.live("a token at hand is used as it is where a key alone cannot sign in, and is not renewed", function* () {
    const one = yield* at({ [`GET ${envelope}`]: onlyFor("eyJ.given") }, { secrets })
    yield* one.session.stateOf(id)
    assert.deepStrictEqual(one.kept, [])
    const ended = yield* at({ [`GET ${envelope}`]: { status: 401 } })
    assert.strictEqual((yield* Effect.flip(ended.session.stateOf(id))).kind, "credential")
    assert.lengthOf(ended.vendor.requests, 1)
  })

  it.live(
    "an account that is not known is asked of nobody: it is the credential, not an answer that was lost",
    function* () {
      const one = yield* at({}, { settings: {} })
      assert.strictEqual((yield* Effect.flip(one.session.create(yield* aSignature()))).kind, "credential")
      assert.lengthOf(one.vendor.requests, 0)
    }
  )
})
