import { assert, layer } from "#test/support/suite"
import type { ESignatureProvider } from "@svc/contract/esignature/schema"
import { declineAs, expire, signAs, voidAs } from "@svc/lab/signing"
import { Effect, Predicate } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { actionsOf, entriesOf, eventsOf } from "#test/support/log"
import { withStatus } from "#test/support/requests"
import { systemSql } from "#test/support/tables"
import { aConnectedDesk, App } from "./support.ts"

type Desk = Effect.Success<ReturnType<typeof aConnectedDesk>>

const documentOf = Effect.fnUntraced(function* ({ documentId }: Desk) {
  const [row] = yield* systemSql<{
    readonly status: string
    readonly signed_by: string | null
    readonly signed_at: Date | null
    readonly signature_reference: string | null
    readonly esignature_status: string
    readonly signed_file_key: string | null
    readonly certificate_file_key: string | null
    readonly signature_provider: string | null
  }>`
      SELECT status, signed_by, signed_at, signature_reference, esignature_status, signed_file_key, certificate_file_key,
        signature_provider
      FROM compliance_documents WHERE id = ${documentId}`
  return row === undefined ? yield* Effect.die("The document is gone") : row
})

const statusOf = (desk: Desk) =>
  Effect.map(desk.status(), (body) => (Predicate.hasProperty(body, "status") ? body.status : body))

/** A request that is with the signer. */
const pending = Effect.fnUntraced(function* (provider: ESignatureProvider) {
  const desk = yield* aConnectedDesk(provider)
  const asked = yield* withStatus(200, desk.request())
  return { ...desk, asked, id: (yield* desk.envelope).id }
})

const signedEvents = ({ orgId }: Desk) => eventsOf(orgId, { tag: "document.signed" })

/** What every provider's connector, callbacks and job keep to, over HTTP against its stand-in in the lab. */
export const conformance = (provider: ESignatureProvider, name: string) =>
  layer(App)(`E-signature at ${name}`, (it) => {
    // signing-1: A document is sent to the departing person once, at one of three providers; the answer is `success`,
    //   `requestId`, `signingUrl`, `provider`.
    it.status(200, "the document is sent to the person, once, and the request is pending", function* () {
      const desk = yield* pending(provider)
      const envelope = yield* desk.envelope
      assert.deepInclude(Object(desk.asked.body), { success: true, requestId: envelope.id, provider })
      assert.deepStrictEqual(yield* desk.status(), { status: "pending", requestId: envelope.id, provider })
      // Adobe Sign asks the signer for their name.
      if (provider !== "adobe_sign") assert.strictEqual(envelope.signer.name, "Ada Lovelace")
      assert.match(envelope.signer.email, /^ada-.*@acme\.test$/)
      assert.deepStrictEqual(Buffer.from(envelope.file.bytes).subarray(0, 5).toString(), "%PDF-")
      assert.deepStrictEqual(yield* actionsOf(desk.orgId, { action: "signature_%" }), [
        "signature_requested",
        "signature_sent"
      ])
      assert.deepInclude(yield* documentOf(desk), { status: "pending", esignature_status: "pending" })
    })

    it.status(200, "with a signing address that leads to the signing page, where the provider gives one", function* () {
      const { asked, vendor } = yield* pending(provider)
      const url = Predicate.hasProperty(asked.body, "signingUrl") ? asked.body.signingUrl : null
      assert.isString(url)
      assert.isTrue(String(url).startsWith(vendor.url), String(url))
    })

    // signing-15: Signed file and certificate are stored beside the original, hashed into the entry, and in the
    //   evidence.
    // signing-16: The provider's signature makes the document `signed`, final, announced once as `document.signed`, and
    //   completes the task that follows it.
    it.effect(
      "a signature is fetched after the callback: files, entry, event, the document final, all once",
      function* () {
        const desk = yield* pending(provider)
        const at = "2026-03-02T10:00:00.000Z"
        signAs({ ...desk.vendor.state, papers: papersOf(desk) }, desk.id, at)
        yield* withStatus(200, desk.tell(desk.callback({ envelopeId: desk.id, happened: "signed" })))
        yield* desk.work
        assert.deepStrictEqual(yield* desk.status(), { status: "signed", requestId: desk.id, provider })
        const row = yield* documentOf(desk)
        assert.deepInclude(row, { status: "signed", signature_reference: desk.id, signature_provider: provider })
        assert.match(row.signed_by ?? "", /ada-.*@acme\.test/)
        assert.strictEqual(row.signed_at?.toISOString(), at)
        assert.deepStrictEqual(
          (yield* signedEvents(desk)).map((event) => ({ ...event })),
          [
            {
              _tag: "document.signed",
              documentId: desk.documentId,
              offboardingId: desk.offboardingId,
              documentName: "nda.pdf",
              documentType: "Other",
              source: "provider",
              provider
            }
          ]
        )
        const [entry] = yield* entriesOf(desk.orgId, { action: "signature_completed" })
        assert.match(entry?.details ?? "", /signed file sha256: [0-9a-f]{64}, certificate sha256: /)
        yield* withStatus(200, desk.me.get(`/api/upload/files/${row.signed_file_key}`))
        assert.strictEqual(row.certificate_file_key === null, provider === "dropbox_sign")
      }
    )

    // signing-11: What no callback brought, a job finds.
    it.effect("what no callback brought, the job finds", function* () {
      const desk = yield* pending(provider)
      signAs({ ...desk.vendor.state, papers: papersOf(desk) }, desk.id)
      yield* desk.work
      assert.strictEqual(yield* statusOf(desk), "pending")
      yield* TestClock.adjust("16 minutes")
      yield* desk.work
      assert.strictEqual(yield* statusOf(desk), "signed")
    })

    // signing-14: Declined, expired and voided at the provider: the status says so, and people are told.
    it.effect("declined: the status says so, people are told, the document stays as it is", function* () {
      const desk = yield* pending(provider)
      declineAs(desk.vendor.state, desk.id)
      yield* declared(desk, "declined")
      assert.strictEqual(yield* statusOf(desk), "declined")
      assert.deepInclude(yield* documentOf(desk), { status: "pending", esignature_status: "declined" })
      const [event] = yield* eventsOf(desk.orgId, { tag: "esignature.ended" })
      assert.deepInclude(event, { documentId: desk.documentId, outcome: "declined" })
      assert.lengthOf(yield* signedEvents(desk), 0)
    })

    // signing-14
    it.effect("expired at the provider", function* () {
      const desk = yield* pending(provider)
      expire(desk.vendor.state, desk.id)
      yield* declared(desk, "expired")
      assert.strictEqual(yield* statusOf(desk), "expired")
    })

    // signing-14
    it.effect("voided at the provider", function* () {
      const desk = yield* pending(provider)
      voidAs(desk.vendor.state, desk.id, "Sent by mistake")
      yield* declared(desk, "voided")
      assert.strictEqual(yield* statusOf(desk), "voided")
    })

    // signing-9: Cancelling ends the request at the provider, too; the document's own status stays as it is.
    it.status(
      200,
      "cancelled at the provider as well; the document's own status is untouched; another may follow",
      function* () {
        const desk = yield* pending(provider)
        assert.deepStrictEqual((yield* desk.cancel()).body, { success: true })
        assert.strictEqual((yield* desk.envelope).status, "voided")
        assert.deepInclude(yield* documentOf(desk), { status: "pending", esignature_status: "cancelled" })
        assert.lengthOf(yield* eventsOf(desk.orgId, { tag: "esignature.ended" }), 0)
        assert.strictEqual((yield* desk.request()).status, 200)
        assert.lengthOf(desk.envelopes(), 2)
      }
    )

    // signing-9
    it.status(409, "what was signed before it could be cancelled is signed", function* () {
      const desk = yield* pending(provider)
      signAs({ ...desk.vendor.state, papers: papersOf(desk) }, desk.id)
      yield* withStatus(409, desk.cancel())
      assert.strictEqual(yield* statusOf(desk), "signed")
    })

    // signing-12: A lost answer sends no second envelope, and neither does a process that dies.
    it.effect("a lost answer sends no second envelope: it is found, and adopted", function* () {
      const desk = yield* aConnectedDesk(provider)
      desk.vendor.faults.hangsAfterWriting = true
      const asked = yield* desk.requestBriefly()
      desk.vendor.behave()
      assert.deepInclude(asked, { success: true, provider })
      yield* TestClock.adjust("15 minutes")
      yield* desk.work
      yield* TestClock.adjust("15 minutes")
      yield* desk.work
      assert.strictEqual(yield* statusOf(desk), "pending")
      assert.deepInclude(Object(yield* desk.status()), { requestId: (yield* desk.envelope).id })
    })

    // signing-12
    it.effect("a 5xx after it was done sends no second envelope either", function* () {
      const desk = yield* aConnectedDesk(provider)
      desk.vendor.faults.failsAfterWriting = true
      const asked = yield* desk.request()
      desk.vendor.behave()
      assert.strictEqual(asked.status, 200, asked.text)
      yield* TestClock.adjust("15 minutes")
      yield* desk.work
      yield* TestClock.adjust("15 minutes")
      yield* desk.work
      assert.strictEqual(yield* statusOf(desk), "pending")
      assert.deepInclude(Object(yield* desk.status()), { requestId: (yield* desk.envelope).id })
    })

    it.status(
      200,
      "cancelled while it is not known whether the provider took it: it is found and ended there",
      function* () {
        const desk = yield* aConnectedDesk(provider)
        desk.vendor.faults.failsAfterWriting = true
        const asked = yield* desk.request()
        desk.vendor.behave()
        assert.strictEqual(asked.status, 200, asked.text)
        // What its search shows late, and what was not sent at all, is ended by the job.
        yield* desk.cancel()
        for (const _ of [1, 2]) {
          yield* TestClock.adjust("15 minutes")
          yield* desk.work
        }
        assert.strictEqual(yield* statusOf(desk), "cancelled")
        assert.isTrue(desk.envelopes().every(({ status }) => status === "voided"))
      }
    )

    // signing-12
    it.effect("a 5xx that did nothing is sent again by the job, as one envelope", function* () {
      const desk = yield* aConnectedDesk(provider)
      desk.vendor.faults.answersWritesWith = 503
      yield* withStatus(200, desk.request())
      desk.vendor.behave()
      for (const _ of [1, 2, 3]) {
        yield* TestClock.adjust("20 minutes")
        yield* desk.work
      }
      assert.strictEqual(yield* statusOf(desk), "pending")
      assert.lengthOf(desk.envelopes(), 1)
    })

    it.status(
      502,
      "for one with an access code that the provider was too busy for: it is not kept for later",
      function* () {
        const desk = yield* aConnectedDesk(provider)
        desk.vendor.faults.throttles = { calls: 100, seconds: undefined }
        const asked = yield* desk.request({ access_code: "Geheim42" })
        desk.vendor.behave()
        assert.strictEqual(asked.status, 502, asked.text)
        assert.include(asked.error, "Nothing was sent")
        assert.strictEqual(yield* statusOf(desk), "failed")
        assert.lengthOf(desk.envelopes(), 0)
      }
    )

    // signing-13: A provider that is busy is waited for; what it refuses is 502, and nothing was sent.
    it.effect("a throttle is waited for within the request", function* () {
      const desk = yield* aConnectedDesk(provider)
      desk.vendor.faults.throttles = { calls: 2, seconds: undefined }
      yield* withStatus(200, desk.request())
      assert.strictEqual(yield* statusOf(desk), "pending")
    })

    // signing-13
    it.status(502, "a provider that refuses the credential; the administrators are told", function* () {
      const desk = yield* aConnectedDesk(provider)
      desk.vendor.faults.expiresToken = true
      const asked = yield* desk.request()
      desk.vendor.behave()
      assert.strictEqual(asked.status, 502, asked.text)
      assert.include(yield* actionsOf(desk.orgId), "integration_credential_refused")
      assert.strictEqual(yield* statusOf(desk), "failed")
    })

    // signing-10: A callback is verified as its provider lets one, and is a hint: forged, replayed, foreign, unknown
    //   and out-of-order ones change nothing.
    it.status(401, "a forged callback, and a genuine one at another address; neither makes anybody look", function* () {
      const desk = yield* pending(provider)
      signAs({ ...desk.vendor.state, papers: papersOf(desk) }, desk.id)
      const due = { envelopeId: desk.id, happened: "signed" } as const
      assert.strictEqual((yield* desk.tell(desk.callback(due, true))).status, 401)
      const elsewhere = new URL(desk.callbackUrl).pathname.replace(/.$/, (last) => (last === "0" ? "1" : "0"))
      assert.strictEqual((yield* desk.tell(desk.callback(due), elsewhere)).status, 401)
      yield* desk.work
      assert.strictEqual(yield* statusOf(desk), "pending")
    })

    // signing-10
    it.effect("a callback is a hint: one that says signed of a pending request changes nothing", function* () {
      const desk = yield* pending(provider)
      assert.strictEqual((yield* desk.tell(desk.callback({ envelopeId: desk.id, happened: "signed" }))).status, 200)
      yield* desk.work
      assert.strictEqual(yield* statusOf(desk), "pending")
      assert.lengthOf(yield* signedEvents(desk), 0)
    })

    // signing-10
    it.effect("replayed, out of order and unknown callbacks change nothing", function* () {
      const desk = yield* pending(provider)
      signAs({ ...desk.vendor.state, papers: papersOf(desk) }, desk.id)
      const signed = desk.callback({ envelopeId: desk.id, happened: "signed" })
      for (const told of [
        desk.callback({ envelopeId: desk.id, happened: "declined" }),
        signed,
        signed,
        desk.callback({ envelopeId: randomUUID(), happened: "signed" })
      ]) {
        assert.strictEqual((yield* desk.tell(told)).status, 200)
        yield* desk.work
      }
      assert.strictEqual((yield* desk.tell(signed)).status, 200)
      yield* desk.work
      assert.strictEqual(yield* statusOf(desk), "signed")
      assert.lengthOf(yield* signedEvents(desk), 1)
      assert.lengthOf(yield* entriesOf(desk.orgId, { action: "signature_completed" }), 1)
    })

    // signing-10
    it.effect("another organisation's envelope is nothing that a callback of ours moves", function* () {
      const theirs = yield* pending(provider)
      const { state } = theirs.vendor
      const kept = new Map(state.envelopes)
      const ours = yield* pending(provider)
      for (const [id, envelope] of kept) state.envelopes.set(id, envelope)
      signAs({ ...state, papers: papersOf(theirs) }, theirs.id)
      yield* withStatus(200, ours.tell(ours.callback({ envelopeId: theirs.id, happened: "signed" })))
      yield* theirs.work
      yield* ours.work
      assert.strictEqual(yield* statusOf(theirs), "pending")
      assert.strictEqual(yield* statusOf(ours), "pending")
    })

    // signing-5: `access_code` has 4 to 12 letters or digits and is never stored; `signer_phone` is E.164, stored
    //   masked only, and not beside an `access_code`.
    it.effect("an access code and a phone number are asked for at the provider, and kept nowhere", function* () {
      const desk = yield* aConnectedDesk(provider)
      assert.strictEqual((yield* desk.request({ access_code: "Kanarie99" })).status, 200)
      assert.strictEqual((yield* desk.envelope).accessCode, "Kanarie99")
      assert.strictEqual((yield* desk.cancel()).status, 200)
      assert.strictEqual((yield* desk.request({ signer_phone: "+4915112345678" })).status, 200)
      assert.match(desk.envelopes().at(-1)?.phone ?? "", /15112345678$/)
      const [row] = yield* systemSql<{ readonly mask: string }>`
            SELECT signer_phone_mask AS mask FROM esignature_requests
            WHERE org_id = ${desk.orgId} AND signer_check = 'sms'`
      assert.strictEqual(row?.mask, "+49•••••••••78")
      const stored = JSON.stringify(yield* entriesOf(desk.orgId))
      assert.notInclude(stored, "Kanarie99")
      assert.notInclude(stored, "15112345678")
    })

    // signing-18: Signers are reminded, and their time is up, by the organisation's setting.
    it.effect(
      "the signer is reminded by the setting, and a request that is over ends at the provider, too",
      function* () {
        const desk = yield* aConnectedDesk(provider)
        yield* desk.me.put("/api/esignature/settings", { reminder_days: 2, expiry_days: 5 })
        assert.strictEqual((yield* desk.request()).status, 200)
        yield* TestClock.adjust("49 hours")
        yield* desk.work
        assert.strictEqual((yield* desk.envelope).reminders, 1)
        yield* desk.work
        assert.strictEqual((yield* desk.envelope).reminders, 1)
        yield* TestClock.adjust("80 hours")
        yield* desk.work
        assert.strictEqual(yield* statusOf(desk), "expired")
        assert.strictEqual((yield* desk.envelope).status, "voided")
      }
    )

    // signing-20: A document that is deleted and a person who is erased end what is still with the provider.
    it.effect(
      "a document that is deleted meanwhile is not signed any more: its request ends at the provider",
      function* () {
        const desk = yield* pending(provider)
        const removed = yield* desk.me.delete(`/api/employees/compliance/${desk.documentId}`, {
          reason: "Uploaded by mistake"
        })
        assert.strictEqual(removed.status, 200, removed.text)
        // Its moment is the database's own.
        yield* systemSql`UPDATE esignature_requests SET next_attempt_at = '-infinity' WHERE org_id = ${desk.orgId}`
        yield* desk.work
        assert.strictEqual((yield* desk.envelope).status, "voided")
        const left = yield* systemSql`SELECT 1 FROM esignature_requests WHERE org_id = ${desk.orgId}`
        assert.lengthOf(left, 0)
      }
    )
  })

export const papersOf = ({ provider, vendor }: Desk) => ({
  vendor: vendor.name,
  certificateApart: provider !== "dropbox_sign"
})

const declared = Effect.fnUntraced(function* (
  desk: Desk & { readonly id: string },
  happened: "declined" | "expired" | "voided"
) {
  yield* withStatus(200, desk.tell(desk.callback({ envelopeId: desk.id, happened })))
  yield* desk.work
})
