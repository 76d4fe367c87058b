import { assert, describe, it } from "#test/support/suite"
import type { LabRequest } from "@svc/lab/vendor"
import { DateTime, Effect, Option } from "effect"
import { adobeSignSigning } from "#connections/vendors/adobe-sign/signing"
import {
  accessCode,
  aSession,
  aSignature,
  checks,
  manners,
  mark,
  partsIn,
  pdfBytes,
  type Script,
  signer
} from "./support.ts"

const id = "CBJCHBCAABAA5b6z-_0Zt"
const api = "/api/rest/v6"
const agreements = `${api}/agreements`
const agreement = `${agreements}/${id}`
const transient = `${api}/transientDocuments`

const events = [
  { type: "CREATED", date: "2026-03-01T10:00:00Z", participantEmail: "owner@acme.test", actingUserName: "Owner" },
  { type: "ESIGNED", date: "2026-03-02T02:00:00-08:00", participantEmail: signer.email, actingUserName: signer.name }
]

const script: Script = {
  [`POST ${transient}`]: { status: 201, body: { transientDocumentId: "3AAA-transient" } },
  [`POST ${agreements}`]: { status: 201, body: { id } },
  [`GET ${agreements}`]: { status: 200, body: { userAgreementList: [{ id }] } },
  [`GET ${agreement}`]: { status: 200, body: { id, status: "SIGNED", externalId: { id: mark } } },
  [`GET ${agreement}/events`]: { status: 200, body: { events } },
  [`PUT ${agreement}/state`]: { status: 204 },
  [`GET ${agreement}/members`]: {
    status: 200,
    body: {
      participantSets: [
        { memberInfos: [{ id: "p-other", email: "owner@acme.test" }] },
        { memberInfos: [{ id: "p-1", email: "Ada@acme.test" }] }
      ]
    }
  },
  [`POST ${agreement}/reminders`]: { status: 201, body: { reminderId: "r-1" } },
  [`GET ${agreement}/combinedDocument`]: { status: 200, body: Buffer.from(pdfBytes) },
  [`GET ${agreement}/auditTrail`]: { status: 200, body: Buffer.from("%PDF-audit") }
}

const base = {
  provider: adobeSignSigning,
  vendor: "adobeSign",
  script,
  settings: { api_access_point: "https://api.eu1.adobesign.example/", client_id: "client-1" },
  secrets: { access_token: "3AAA.given" }
} as const
const at = (more: Script, rest: Partial<Parameters<typeof aSession>[0]> = {}) =>
  aSession({ ...base, ...rest, script: { ...script, ...more } })

manners("Adobe Sign, as every provider", { ...base, id, making: `POST ${agreements}` })

const bodyOf = (request: LabRequest | undefined) => Object(request?.json())

describe("Adobe Sign: what is sent", () => {
  it.live(
    "the file first, byte for byte, then an agreement that bears the mark and a time without fractions",
    function* () {
      const { asked, sent, session } = yield* at({})
      yield* session.create(yield* aSignature({ expiresAt: DateTime.makeUnsafe("2999-03-01T10:00:00.250Z") }))
      assert.deepStrictEqual(asked(), [`POST ${transient}`, `POST ${agreements}`])
      const upload = sent(`POST ${transient}`)
      assert.isDefined(upload)
      if (upload === undefined) return
      assert.strictEqual(upload.headers.authorization, "Bearer 3AAA.given")
      const parts = partsIn(upload)
      assert.strictEqual(parts.get("File-Name"), 'The "end".pdf')
      assert.strictEqual(parts.get("Mime-Type"), "application/pdf")
      assert.strictEqual(parts.get("File"), Buffer.from(pdfBytes).toString("latin1"))
      assert.include(upload.body, 'filename="The %22end%22.pdf"')
      assert.deepStrictEqual(bodyOf(sent(`POST ${agreements}`)), {
        fileInfos: [{ transientDocumentId: "3AAA-transient" }],
        name: 'The "end"',
        message: "Please sign",
        participantSetsInfo: [
          {
            order: 1,
            role: "SIGNER",
            memberInfos: [{ email: signer.email, securityOption: { authenticationMethod: "NONE" } }]
          }
        ],
        signatureType: "ESIGN",
        state: "IN_PROCESS",
        externalId: { id: mark },
        expirationTime: "2999-03-01T10:00:00Z"
      })
    }
  )

  for (const [name, check, expected] of [
    ["an access code", checks.code, { authenticationMethod: "PASSWORD", password: accessCode }],
    [
      "a texted code",
      checks.sms,
      { authenticationMethod: "PHONE", phoneInfo: { countryCode: "49", phone: "15112345678" } }
    ]
  ] as const) {
    it.live(name, function* () {
      const { sent, session } = yield* at({})
      yield* session.create(yield* aSignature({ check }))
      const [set] = bodyOf(sent(`POST ${agreements}`)).participantSetsInfo
      assert.deepStrictEqual(set.memberInfos[0].securityOption, expected)
    })
  }

  it.live("an upload whose answer is lost is later: nobody was sent anything", function* () {
    const { asked, session } = yield* at({ [`POST ${transient}`]: { status: 500 } })
    assert.strictEqual((yield* Effect.flip(session.create(yield* aSignature()))).kind, "later")
    const hanging = yield* at({})
    hanging.vendor.faults.hangsAfterWriting = true
    assert.strictEqual((yield* Effect.flip(hanging.session.create(yield* aSignature()))).kind, "later")
    assert.notInclude([...asked(), ...hanging.asked()], `POST ${agreements}`)
  })

  it.live("cancelled with the reason, the others told; the signer alone is reminded", function* () {
    const { sent, session } = yield* at({})
    yield* session.cancel(id, "No more")
    assert.deepStrictEqual(bodyOf(sent(`PUT ${agreement}/state`)), {
      state: "CANCELLED",
      agreementCancellationInfo: { comment: "No more", notifyOthers: true }
    })
    yield* session.remind(id, signer)
    assert.deepStrictEqual(bodyOf(sent(`POST ${agreement}/reminders`)), {
      recipientParticipantIds: ["p-1"],
      status: "ACTIVE"
    })
    const stranger = yield* Effect.flip(session.remind(id, { name: "Eve", email: "eve@acme.test" }))
    assert.strictEqual(stranger.kind, "refused")
  })
})

describe("Adobe Sign: what is read", () => {
  it.live("found by the mark, which the agreement itself has to bear", function* () {
    const { session, vendor } = yield* at({})
    assert.deepStrictEqual(yield* session.find(mark), Option.some(id))
    assert.strictEqual(vendor.requests[0]?.query.get("externalId"), mark)
    const none = yield* at({ [`GET ${agreements}`]: { status: 200, body: { userAgreementList: [] } } })
    assert.isTrue(Option.isNone(yield* none.session.find(mark)))
    const others = yield* at({
      [`GET ${agreement}`]: { status: 200, body: { status: "SIGNED", externalId: { id: "other" } } }
    })
    assert.isTrue(Option.isNone(yield* others.session.find(mark)))
  })

  for (const [status, expected] of [
    ["OUT_FOR_SIGNATURE", "pending"],
    ["DOCUMENTS_NOT_YET_PROCESSED", "pending"],
    ["DRAFT", "pending"],
    ["SOMETHING_NEW", "pending"],
    ["EXPIRED", "expired"],
    ["CANCELLED", "voided"]
  ] as const) {
    it.live(`${status}: ${expected}`, function* () {
      const { session } = yield* at({ [`GET ${agreement}`]: { status: 200, body: { status } } })
      assert.deepStrictEqual(yield* session.stateOf(id), { status: expected, signedAt: null, signer: null })
    })
  }

  it.live("CANCELLED because the signer rejected it: declined", function* () {
    const { session } = yield* at({
      [`GET ${agreement}`]: { status: 200, body: { status: "CANCELLED" } },
      [`GET ${agreement}/events`]: { status: 200, body: { events: [{ type: "REJECTED" }] } }
    })
    assert.strictEqual((yield* session.stateOf(id)).status, "declined")
  })

  for (const status of ["SIGNED", "APPROVED", "DELIVERED", "FORM_FILLED", "ACCEPTED"]) {
    it.live(`${status}: signed, by whom and when the events say`, function* () {
      const { session } = yield* at({ [`GET ${agreement}`]: { status: 200, body: { status } } })
      assert.deepStrictEqual(yield* session.stateOf(id), {
        status: "signed",
        signedAt: DateTime.makeUnsafe("2026-03-02T10:00:00.000Z"),
        signer
      })
    })
  }

  it.live("signed without an event that tells: neither a time nor a signer is made up", function* () {
    const { session } = yield* at({ [`GET ${agreement}/events`]: { status: 200, body: {} } })
    assert.deepStrictEqual(yield* session.stateOf(id), { status: "signed", signedAt: null, signer: null })
  })

  const urls = (esignUrl: string, email = "ADA@acme.test") => ({
    status: 200,
    body: { signingUrlSetInfos: [{ signingUrls: [{ email, esignUrl }] }] }
  })
  const asked = { id, mark, signer }

  it.live("the signing address is waited for a moment, and is the signer's own", function* () {
    let times = 0
    const { session } = yield* at({
      [`GET ${agreement}/signingUrls`]: () =>
        times++ === 0 ? { status: 404, body: { code: "AGREEMENT_NOT_EXPOSED" } } : urls("https://sign.example/1")
    })
    assert.deepStrictEqual(yield* session.signingUrl(asked, ""), Option.some("https://sign.example/1"))
    assert.strictEqual(times, 2)
    for (const answer of [urls("javascript:alert(1)"), urls("https://sign.example/1", "delegate@acme.test")]) {
      const odd = yield* at({ [`GET ${agreement}/signingUrls`]: answer })
      assert.isTrue(Option.isNone(yield* odd.session.signingUrl(asked, "")))
    }
  })

  it.live("an address that never comes is none, after three seconds", function* () {
    const { session, vendor } = yield* at({})
    assert.isTrue(Option.isNone(yield* session.signingUrl(asked, "")))
    assert.lengthOf(vendor.requests, 5)
  })

  it.live("the papers: the combined document and the audit trail; not there yet, they are missing", function* () {
    const papers = yield* (yield* at({})).session.papers(id)
    assert.deepStrictEqual(Buffer.from(papers.signed), Buffer.from(pdfBytes))
    assert.strictEqual(Buffer.from(Option.getOrThrow(papers.certificate)).toString(), "%PDF-audit")
    const early = yield* at({
      [`GET ${agreement}/combinedDocument`]: { status: 404, body: { code: "DOCUMENT_NOT_AVAILABLE" } }
    })
    const failed = yield* Effect.flip(early.session.papers(id))
    assert.deepInclude(failed, {
      kind: "missing",
      message: "Adobe Sign answered 404 Not Found: DOCUMENT_NOT_AVAILABLE"
    })
  })
})

describe("Adobe Sign: the credential", () => {
  const secrets = { access_token: "3AAA.given", refresh_token: "3AAA.refresh", client_secret: "s3cret" }
  const refresh = "POST /oauth/v2/refresh"
  const onlyFor = (token: string) => (request: LabRequest) =>
    request.headers.authorization === `Bearer ${token}`
      ? { status: 200, body: { status: "EXPIRED" } }
      : { status: 401, body: { code: "INVALID_ACCESS_TOKEN" } }

  it.live("renewed once, kept before it is used, and used for the rest of the session", function* () {
    const one = yield* at(
      {
        [refresh]: { status: 200, body: { access_token: "3AAA.new", expires_in: 3600 } },
        [`GET ${agreement}`]: onlyFor("3AAA.new")
      },
      { secrets }
    )
    yield* one.session.stateOf(id)
    yield* one.session.stateOf(id)
    assert.deepStrictEqual(one.kept, [{ access_token: "3AAA.new" }])
    assert.deepStrictEqual(Object.fromEntries(one.sent(refresh)?.form() ?? []), {
      grant_type: "refresh_token",
      refresh_token: "3AAA.refresh",
      client_id: "client-1",
      client_secret: "s3cret"
    })
  })

  it.live("a new refresh token is kept, too", function* () {
    const renewed = { access_token: "3AAA.new", refresh_token: "3AAA.refresh-2" }
    const one = yield* at(
      { [refresh]: { status: 200, body: renewed }, [`GET ${agreement}`]: onlyFor("3AAA.new") },
      { secrets }
    )
    yield* one.session.stateOf(id)
    assert.deepStrictEqual(one.kept, [renewed])
  })

  it.live("refused the renewal, or with nothing to renew by: the credential", function* () {
    const dead = { [`GET ${agreement}`]: onlyFor("3AAA.new") }
    const refused = yield* at({ ...dead, [refresh]: { status: 400, body: { error: "invalid_grant" } } }, { secrets })
    const failed = yield* Effect.flip(refused.session.stateOf(id))
    assert.deepInclude(failed, { kind: "credential", message: "Adobe Sign answered 400 Bad Request: invalid_grant" })
    assert.deepStrictEqual(refused.kept, [])
    const alone = yield* at(dead)
    assert.strictEqual((yield* Effect.flip(alone.session.stateOf(id))).kind, "credential")
    assert.notInclude(alone.asked(), refresh)
    const down = yield* at({ ...dead, [refresh]: { status: 503 } }, { secrets })
    assert.strictEqual((yield* Effect.flip(down.session.stateOf(id))).kind, "later")
  })
})
