import { assert, layer } from "#test/support/suite"
import { EvidenceDocuments } from "@svc/contract/evidence/schema"
import { declineAs, signAs } from "@svc/lab/signing"
import { Effect, Schema } from "effect"
import { FetchHttpClient, HttpClient, HttpClientRequest } from "effect/http"
import { createHash } from "node:crypto"
import { DocumentLeftovers } from "#work/documents/leftovers"
import { Files } from "#platform/files/files"
import { aLink, aMailedLink, pageOf } from "#test/offboarding/portal/support"
import { erase } from "#test/erasure/support"
import { aPerson } from "#test/support/cases"
import { entriesOf, eventsOf } from "#test/support/log"
import { aSession } from "#test/support/people"
import { send } from "#test/support/requests"
import { inTables, systemSql } from "#test/support/tables"
import { filesOfZip } from "#test/support/zip"
import { papersOf } from "./conformance.ts"
import { aConnectedDesk, App } from "./support.ts"

type Desk = Effect.Success<ReturnType<typeof aConnectedDesk>>

/** A document that its provider has the signature of, fetched. */
const signed = Effect.fnUntraced(function* (provider: Parameters<typeof aConnectedDesk>[0] = "docusign") {
  const desk = yield* aConnectedDesk(provider)
  assert.strictEqual((yield* desk.request()).status, 200)
  const { id } = yield* desk.envelope
  return { ...desk, id, sign: sign(desk, id) }
})

const sign = (desk: Desk, id: string) =>
  Effect.gen(function* () {
    signAs({ ...desk.vendor.state, papers: papersOf(desk) }, id, "2026-03-02T10:00:00.000Z")
    yield* desk.tell(desk.callback({ envelopeId: id, happened: "signed" }))
    yield* desk.work
  })

const unled = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  send("GET", path, { headers }).pipe(Effect.provideService(FetchHttpClient.RequestInit, { redirect: "manual" }))

/** Whose mailbox the provider knows. */
const signerOf = ({ offboardingId }: Desk) =>
  Effect.map(
    systemSql<{ readonly email: string }>`SELECT employee_email AS email FROM offboardings WHERE id = ${offboardingId}`,
    ([row]) => row?.email ?? ""
  )

const evidenceOf = Effect.fnUntraced(function* ({ admin, offboardingId }: Desk) {
  const client = yield* HttpClient.HttpClient
  const response = yield* client.execute(
    HttpClientRequest.get(`/api/employees/${offboardingId}/evidence`).pipe(
      HttpClientRequest.bearerToken(yield* aSession(admin))
    )
  )
  assert.strictEqual(response.status, 200)
  return yield* filesOfZip(Buffer.from(yield* response.arrayBuffer))
})

const decodeDocuments = Schema.decodeUnknownEffect(Schema.toCodecJson(EvidenceDocuments))

layer(App)("what a signature gives others", (it) => {
  // signing-15
  it.effect(
    "signed file and certificate are in the evidence of the case, by the hashes that the log has",
    function* () {
      const desk = yield* signed()
      yield* desk.sign
      const files = yield* evidenceOf(desk)
      const { documents } = yield* decodeDocuments(JSON.parse(files.get("documents.json")?.toString() ?? ""))
      const signature = documents[0]?.signature
      assert.deepInclude(Object(signature), { provider: "docusign", reference: desk.id })
      const [entry] = yield* entriesOf(desk.orgId, { action: "signature_completed" })
      for (const paper of [signature?.signed_file, signature?.certificate]) {
        const bytes = files.get(paper?.path ?? "") ?? Buffer.alloc(0)
        assert.strictEqual(bytes.subarray(0, 5).toString(), "%PDF-")
        assert.strictEqual(createHash("sha256").update(bytes).digest("hex"), paper?.sha256)
        assert.include(entry?.details, paper?.sha256)
      }
    }
  )

  it.effect("a signed file that is gone from the storage is missed in the bundle, which still names it", function* () {
    const desk = yield* signed()
    yield* desk.sign
    const files = yield* Files
    for (const key of yield* files.list(`documents/${desk.orgId}`)) yield* files.delete(key)
    const bundle = yield* evidenceOf(desk)
    assert.isFalse([...bundle.keys()].some((path) => path.endsWith("-signed.pdf")))
    assert.include(bundle.get("documents.json")?.toString(), `documents/${desk.documentId}-signed.pdf`)
  })

  it.effect("compliance-zip and the portal give the signed file", function* () {
    const desk = yield* signed()
    yield* desk.sign
    const { body } = yield* desk.me.get(`/api/upload/compliance-zip/${desk.offboardingId}`)
    const [file] = Object(body).files
    const stored = yield* send("GET", new URL(file.signed_url).pathname)
    assert.include(stored.text, "%PDF-")
    assert.isString(file.certificate_url)
    const link = yield* aLink(desk.admin, desk.offboardingId)
    const [document] = (yield* pageOf(link.token)).documents
    assert.strictEqual(document?.status, "signed")
    const led = yield* unled(new URL(document?.download_url ?? "").pathname)
    assert.strictEqual((yield* send("GET", new URL(led.headers["location"] ?? "").pathname)).text, stored.text)
  })

  // signing-17: The portal leads the person to where they sign.
  it.effect(
    "in the portal the person sees where to sign, and is led there; afterwards there is nothing to sign",
    function* () {
      const desk = yield* signed()
      const token = yield* aMailedLink(desk.admin, desk.offboardingId, yield* signerOf(desk))
      const [document] = (yield* pageOf(token)).documents
      assert.deepInclude(Object(document?.signing), { provider: "docusign" })
      const path = new URL(document?.signing?.sign_url ?? "").pathname
      const page = yield* send("GET", `/portal/${token}`)
      assert.include(page.text, `href="${document?.signing?.sign_url}" rel="noreferrer"`)
      assert.include(page.text, "Sign at DocuSign")
      const led = yield* send("GET", path)
      // The client follows.
      assert.include(led.text, "DocuSign stand-in")
      const other = yield* signed()
      const foreign = path.replace(desk.documentId, other.documentId)
      assert.strictEqual((yield* send("GET", foreign)).status, 404)
      desk.vendor.state.envelopes.set(desk.id, { ...(yield* other.envelope), id: desk.id })
      yield* sign(desk, desk.id)
      assert.isNull((yield* pageOf(token)).documents[0]?.signing)
      assert.strictEqual((yield* send("GET", path)).status, 404)
      const [opened] = yield* entriesOf(desk.orgId, { action: "portal_signing_opened" })
      assert.deepInclude(opened, { actor_id: null, details: `document: ${desk.documentId}, from: 127.0.0.1` })
      const { documents, portal_views } = yield* decodeDocuments(
        JSON.parse((yield* evidenceOf(desk)).get("documents.json")?.toString() ?? "")
      )
      const visits = documents[0]?.portal_visits ?? []
      assert.deepStrictEqual(
        [...visits, ...portal_views].map(({ from }) => from),
        ["127.0.0.1", "127.0.0.1"]
      )
      assert.strictEqual(visits[0]?.action, "portal_signing_opened")
    }
  )

  it.effect.each(["docusign", "adobe_sign"] as const)(
    "%s: the signing page opens only by a link that was mailed to the signer and shown to no member since",
    function* (provider) {
      const desk = yield* signed(provider)
      const to = yield* signerOf(desk)
      const path = (token: string) => `/portal/${token}/sign/${desk.documentId}`
      const shown = yield* aLink(desk.admin, desk.offboardingId)
      const mailed = yield* aMailedLink(desk.admin, desk.offboardingId, to)
      assert.strictEqual((yield* unled(path(mailed))).status, 303)
      assert.strictEqual((yield* unled(path(shown.token))).status, 404)
      for (const body of [{ reason: "Handed over in person" }, { send: true, reason: "Handed over in person" }]) {
        const { token } = yield* aLink(desk.admin, desk.offboardingId, body)
        for (const [language, text] of [
          ["en", "emailed this document to you"],
          ["de", "hat dir dieses Dokument per E-Mail geschickt"]
        ] as const) {
          const answer = yield* unled(path(token), { "accept-language": language, accept: "text/html" })
          assert.strictEqual(answer.status, 200)
          assert.include(answer.text, text)
        }
      }
      yield* systemSql`UPDATE offboardings SET employee_personal_email = 'member@home.test' WHERE id = ${desk.offboardingId}`
      // A member changed where it goes: the mailbox is not the one that the provider knows.
      const other = yield* aMailedLink(desk.admin, desk.offboardingId, "member@home.test")
      assert.strictEqual((yield* unled(path(other))).status, 200)
      assert.lengthOf(yield* entriesOf(desk.orgId, { action: "portal_signing_opened" }), 1)
    }
  )

  // signing-17
  it.effect("where the provider gives no address the page says where to look", function* () {
    const desk = yield* signed()
    const token = yield* aMailedLink(desk.admin, desk.offboardingId, yield* signerOf(desk))
    const [document] = (yield* pageOf(token)).documents
    desk.vendor.faults.answersWith = 503
    const led = yield* send("GET", new URL(document?.signing?.sign_url ?? "").pathname)
    desk.vendor.behave()
    assert.strictEqual(led.status, 200)
    assert.include(led.text, "DocuSign emailed this document to you")
  })

  // signing-19: The preview of a revocation says what is unsigned, and whether the mailbox goes with the run.
  it.effect(
    "the preview of a revocation says what is unsigned, and whether the mailbox goes with the run",
    function* () {
      const desk = yield* signed()
      const select = (service: string, position: number) =>
        inTables(
          desk.orgId,
          (sql) =>
            sql`INSERT INTO revocation_apps ${sql.insert({
              org_id: desk.orgId,
              offboarding_id: desk.offboardingId,
              service_name: service,
              position
            })}`
        )
      yield* select("github", 0)
      const preview = Effect.map(
        desk.me.post("/api/revoke-access/preview", { offboardingId: desk.offboardingId }),
        ({ body }) => Object(body).unsigned
      )
      const documents = [{ id: desk.documentId, name: "nda.pdf" }]
      assert.deepStrictEqual(yield* preview, {
        documents,
        mailbox_goes: false,
        warning: "1 document is still unsigned"
      })
      yield* select("okta", 1)
      assert.deepInclude(yield* preview, { warning: "1 document is still unsigned, and this run removes the mailbox" })
      yield* desk.sign
      assert.deepStrictEqual(yield* preview, { documents: [], mailbox_goes: true, warning: null })
    }
  )

  // signing-16
  it.effect("what a provider verified is final but for Admins with a reason", function* () {
    const desk = yield* signed()
    yield* desk.sign
    const change = (body: unknown) => desk.me.patch(`/api/employees/compliance/${desk.documentId}/status`, body)
    assert.strictEqual((yield* change({ status: "pending" })).status, 400)
    assert.strictEqual((yield* change({ status: "pending", reason: "Signed the wrong version" })).status, 200)
    assert.strictEqual((yield* desk.request()).status, 200)
  })

  // signing-16
  it.effect("signed by hand meanwhile: the provider's signature is final, and announced no second time", function* () {
    const desk = yield* signed()
    yield* desk.me.patch(`/api/employees/compliance/${desk.documentId}/status`, {
      status: "signed",
      signed_by: "Ada, on paper"
    })
    yield* desk.sign
    assert.lengthOf(yield* eventsOf(desk.orgId, { tag: "document.signed" }), 1)
    const { body } = yield* desk.me.get(`/api/employees/${desk.offboardingId}/compliance`)
    assert.match(Object(body).rows[0].signed_by, /@acme\.test>?$/)
  })

  // signing-22: A document under legal hold keeps its manual signature; the signed file of the provider is stored as
  //   well.
  it.effect(
    "under legal hold what was signed by hand stays as it was written; the provider's papers are kept",
    function* () {
      const desk = yield* signed()
      yield* desk.me.patch(`/api/employees/compliance/${desk.documentId}/status`, {
        status: "signed",
        signed_by: "Ada, on paper"
      })
      const hold = { held: true, reason: "A claim is pending" }
      assert.strictEqual((yield* desk.me.put(`/api/employees/${desk.offboardingId}/legal-hold`, hold)).status, 200)
      yield* desk.sign
      const { body } = yield* desk.me.get(`/api/employees/${desk.offboardingId}/compliance`)
      const [row] = Object(body).rows
      assert.deepInclude(row, { signed_by: "Ada, on paper", esignature_status: "signed" })
      assert.isString(row.signed_file_url)
    }
  )

  // signing-16
  it.effect("the task that follows the document completes with it", function* () {
    const desk = yield* signed()
    yield* inTables(
      desk.orgId,
      (sql) =>
        sql`INSERT INTO checklist_items ${sql.insert({
          org_id: desk.orgId,
          id: desk.id,
          offboarding_id: desk.offboardingId,
          task: "Have the NDA signed",
          assigned_to: "HR",
          follows: "document",
          followed_document_id: desk.documentId,
          created_at: new Date(0)
        })}`
    )
    yield* desk.sign
    const [row] = yield* systemSql<{ readonly done: boolean }>`
          SELECT completed_at IS NOT NULL AS done FROM checklist_items WHERE id = ${desk.id}`
    assert.isTrue(row?.done)
  })

  it.effect(
    "who works on the case is told of a signature that was declined, by an event that names no endpoint's",
    function* () {
      const desk = yield* signed()
      declineAs(desk.vendor.state, desk.id)
      yield* desk.tell(desk.callback({ envelopeId: desk.id, happened: "declined" }))
      yield* desk.work
      const [event] = yield* eventsOf(desk.orgId, { tag: "esignature.ended" })
      assert.deepStrictEqual(Object(event), {
        _tag: "esignature.ended",
        documentId: desk.documentId,
        offboardingId: desk.offboardingId,
        documentName: "nda.pdf",
        employeeName: "Ada Lovelace",
        provider: "docusign",
        outcome: "declined"
      })
    }
  )

  // signing-20
  it.effect("a deleted document takes signed file and certificate along", function* () {
    const desk = yield* signed()
    yield* desk.sign
    const files = yield* Files
    assert.lengthOf(yield* files.list(`documents/${desk.orgId}`), 3)
    yield* desk.me.delete(`/api/employees/compliance/${desk.documentId}`, { reason: "Kept elsewhere" })
    yield* (yield* DocumentLeftovers).clear(desk.orgId)
    assert.deepStrictEqual(yield* files.list(`documents/${desk.orgId}`), [])
  })

  // signing-20
  it.effect(
    "erasing the person ends what is with the provider, and leaves no name and no file of theirs",
    function* () {
      const desk = yield* signed()
      const person = yield* aPerson(desk.admin, "Ada Lovelace")
      yield* inTables(
        desk.orgId,
        (sql) => sql`
          UPDATE offboardings SET org_employee_id = ${person.id} WHERE id = ${desk.offboardingId}`
      )
      assert.strictEqual((yield* erase(desk.admin, person.id)).status, 200)
      yield* desk.work
      assert.strictEqual((yield* desk.envelope).status, "voided")
      const rows =
        yield* systemSql`SELECT signer_name, signer_email, status FROM esignature_requests WHERE org_id = ${desk.orgId}`
      assert.deepStrictEqual(
        rows.map((row) => ({ ...row })),
        [{ signer_name: "[erased]", signer_email: "[erased]", status: "cancelled" }]
      )
    }
  )
})
