import { assert, layer } from "#test/support/suite"
import { Effect } from "effect"
import { createHash, randomUUID } from "node:crypto"
import { SigningApp, signingKey } from "#test/audit/log/exporting"
import { aLeaver, anOffboarding, erase } from "#test/erasure/support"
import { entriesOf } from "#test/support/log"
import { hasOpenssl, opensslVerifies, unlessOpenssl } from "#test/support/openssl"
import { readPdf } from "#test/support/pdf"
import { aMember, aSuperAdmin, type Member } from "#test/support/people"
import { as, withStatus } from "#test/support/requests"
import { asOwner, systemSql } from "#test/support/tables"
import { TestApp } from "#test/support/TestApp"
import { downloadReport } from "./downloading.ts"

const download = (member: Member, id: string) => downloadReport(member, `offboarding/${id}/pdf`)

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex")

/** A leaver of whom everything is known. */
const aWholeCase = Effect.gen(function* () {
  const leaver = yield* aLeaver
  const { member, offboardingId, person } = leaver
  yield* as(member).patch(`/api/employees/${offboardingId}`, { timezone: "Asia/Tokyo" })
  yield* systemSql`
      INSERT INTO revocation_apps (org_id, offboarding_id, service_name, position, outcome, verified, revoked_at,
        removal_confirmed_at, removal_confirmed_by)
      VALUES
        (${member.orgId}, ${offboardingId}, 'github', 0, 'revoked', true, '2026-03-02T10:00:00Z', NULL, NULL),
        (${member.orgId}, ${offboardingId}, 'crm', 1, 'revoked', false, '2026-03-02T10:00:01Z', NULL, NULL),
        (${member.orgId}, ${offboardingId}, 'wiki', 2, 'manual_required', false, NULL, '2026-03-02T11:00:00Z', ${member.userId}),
        (${member.orgId}, ${offboardingId}, 'mail', 3, 'failed', false, NULL, NULL, NULL)`
  yield* systemSql`
      INSERT INTO assets (org_id, id, org_employee_id, item_name, serial_number, status, created_at, updated_at)
      VALUES (${member.orgId}, ${randomUUID()}, ${person.id}, '노트북 #read("x")', 'SN-1', 'returned', '2026-03-01', '2026-03-02')`
  yield* systemSql`
      INSERT INTO compliance_documents (org_id, id, offboarding_id, name, status, sha256, signed_by, signed_at, created_at, updated_at)
      VALUES (${member.orgId}, ${randomUUID()}, ${offboardingId}, 'NDA', 'signed', ${"ab".repeat(32)}, 'Ada Lovelace',
        '2026-03-01T12:00:00Z', '2026-03-01', '2026-03-01')`
  return leaver
})

layer(SigningApp)("GET /api/reports/offboarding/{id}/pdf", (it) => {
  // report-pdfs-1: `GET /api/reports/offboarding/{id}/pdf` needs `offboardings_view` and the plan feature `pdfExport`;
  //   404 if missing or out of scope; audited `offboarding.pdf_exported`.
  it.status(
    200,
    "person, apps with proof, tasks, assets, documents with hashes and what happened, in the case's zone",
    function* () {
      const { member, offboardingId } = yield* aWholeCase
      const added = yield* as(member).post(`/api/employees/${offboardingId}/checklist`, { task: "Collect the badge" })
      assert.isBelow(added.status, 300, JSON.stringify(added.body))
      const answer = yield* download(member, offboardingId)
      assert.strictEqual(answer.status, 200, answer.text.slice(0, 300))
      const { info, isTagged, letters, text } = yield* readPdf(answer.bytes)
      assert.isTrue(isTagged)
      assert.strictEqual(info.Title, "Offboarding of Ada Lovelace")
      for (const part of [
        "ada.lovelace@acme.test",
        "grace@acme.test",
        "2026-04-30",
        "all times are in Asia/Tokyo",
        "Collect the badge",
        "NDA",
        "ab".repeat(32)
      ]) {
        assert.include(text, part)
      }
      const inLetters = [
        "githubRevokedVerified2026-03-0219:00",
        "crmRevokedReportedbytheapp2026-03-0219:00",
        "wikiRemovedConfirmedmanuallybyThesuperadmin2026-03-0220:00",
        "mailFailedNotobserved",
        '노트북#read("x")SN-1',
        "Offboardingcreated"
      ]
      for (const part of inLetters) assert.include(letters, part)
    }
  )

  // report-pdfs-3: Each PDF has a random document id printed in its footer and stored in metadata as
  //   `svc-document-id:<id>`; id and SHA-256 are in the entry for the download.
  it.status(
    200,
    "one document id at the foot of every page, in the metadata, in the header and in the entry, with the hash",
    function* () {
      const { member, offboardingId } = yield* aLeaver
      const { bytes, headers } = yield* download(member, offboardingId)
      const id = headers["x-document-id"] ?? ""
      assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      assert.strictEqual(headers["content-type"], "application/pdf")
      assert.strictEqual(headers["cache-control"], "no-store")
      assert.strictEqual(headers["x-content-sha256"], sha256(bytes))
      assert.include(
        headers["content-disposition"],
        `attachment; filename="offboarding-${offboardingId}-2026-03-02.pdf"`
      )
      const { info, pages } = yield* readPdf(bytes)
      assert.strictEqual(info.Keywords, `svc-document-id:${id}`)
      for (const page of pages) assert.include(page, `Document ID ${id}`)

      const entries = yield* entriesOf(member.orgId, { action: "offboarding.pdf_exported" })
      assert.strictEqual(entries.length, 1)
      assert.include(
        JSON.stringify(entries),
        `document_id: ${id}, sha256: ${sha256(bytes)}, signing_key: ${headers["x-signing-key-id"]}`
      )
      const again = yield* download(member, offboardingId)
      assert.notStrictEqual(again.headers["x-document-id"], id)
      assert.notStrictEqual(again.headers["x-content-sha256"], headers["x-content-sha256"])
    }
  )

  it.effect.skipIf(!hasOpenssl)(
    `200: openssl alone verifies the signature over exactly these bytes${unlessOpenssl}`,
    function* () {
      const { member, offboardingId } = yield* aLeaver
      const { bytes, headers } = yield* download(member, offboardingId)
      const key = signingKey.publicKey.export({ format: "pem", type: "spki" }).toString()
      const signature = Buffer.from(headers["x-signature-ed25519"] ?? "", "base64")
      assert.isTrue(yield* opensslVerifies(key, bytes, signature))
      assert.isFalse(yield* opensslVerifies(key, Buffer.concat([bytes, Buffer.from(" ")]), signature))
    }
  )

  // report-pdfs-6: Assets and documents are in the PDF only if the caller can see them in the app.
  it.status(200, "assets and documents only for who may see them", function* () {
    const { member, offboardingId } = yield* aWholeCase
    const viewer = yield* aMember(member.orgId, { permissions: ["offboardings_view"] })
    const { text } = yield* readPdf((yield* download(viewer, offboardingId)).bytes)
    assert.include(text, "Ada Lovelace")
    for (const hidden of ["SN-1", "NDA", "Equipment", "Documents", "ab".repeat(32)]) assert.notInclude(text, hidden)
  })

  // report-pdfs-7: The PDF of an erased person shows `[erased]`.
  it.status(200, "a person who was erased reads `[erased]`", function* () {
    const { member, offboardingId, person } = yield* aLeaver
    assert.strictEqual((yield* erase(member, person.id)).status, 200)
    const { bytes } = yield* download(member, offboardingId)
    const { info, text } = yield* readPdf(bytes)
    assert.strictEqual(info.Title, "Offboarding of [erased]")
    assert.notMatch(text, /lovelace/i)
  })

  it.status(400, "an id that is no UUID", function* () {
    assert.strictEqual((yield* download(yield* aSuperAdmin(), "ada")).status, 400)
  })

  // report-pdfs-1
  it.status(403, "a plan without PDFs says which feature it lacks", function* () {
    const member = yield* aSuperAdmin({ plan: "starter" })
    const answer = yield* withStatus(403, download(member, randomUUID()))
    assert.deepInclude(JSON.parse(answer.text), {
      feature: "pdfExport",
      currentPlan: "starter",
      upgradeRequired: true
    })
  })

  // report-pdfs-1
  it.status(
    404,
    "no such case, another organisation's, and one out of the caller's scope; nothing is recorded",
    function* () {
      const { member, offboardingId } = yield* aLeaver
      const stranger = yield* aSuperAdmin()
      const scoped = yield* aMember(member.orgId, {
        permissions: ["offboardings_view"],
        scope: "departments",
        departments: ["Sales"]
      })
      for (const [who, id] of [
        [member, randomUUID()],
        [stranger, offboardingId],
        [scoped, offboardingId]
      ] as const) {
        const answer = yield* withStatus(404, download(who, id))
        assert.strictEqual(answer.text, '{"error":"Offboarding not found"}')
      }
      assert.deepStrictEqual(yield* entriesOf(member.orgId, { action: "offboarding.pdf_exported" }), [])
      const inSales = yield* anOffboarding(member, {
        employee_name: "Bo",
        employee_email: "bo@acme.test",
        employee_department: "Sales"
      })
      assert.strictEqual((yield* download(scoped, inSales)).status, 200)
    }
  )

  // report-pdfs-5: 503 when the PDF could not be audited, so it was not sent.
  it.status(503, "a PDF that cannot be recorded is not sent", function* () {
    const { member, offboardingId } = yield* aLeaver
    yield* asOwner((sql) => sql`DELETE FROM audit_heads WHERE org_id = ${member.orgId}`)
    const refused = yield* withStatus(503, download(member, offboardingId))
    assert.deepStrictEqual(JSON.parse(refused.text), {
      error: "The PDF could not be recorded in the audit log, so it was not sent. Try again later"
    })
    assert.isUndefined(refused.headers["x-document-id"])
  })
})

layer(TestApp)("GET /api/reports/offboarding/{id}/pdf", (it) => {
  // report-pdfs-4: With a signing key the file is Ed25519-signed, and downloads carry `X-Signature-Ed25519` and
  //   `X-Signing-Key-Id`.
  it.status(200, "without a signing key it is hashed and recorded, and not signed", function* () {
    const { member, offboardingId } = yield* aLeaver
    const { bytes, headers } = yield* withStatus(200, download(member, offboardingId))
    assert.strictEqual(headers["x-content-sha256"], sha256(bytes))
    assert.isUndefined(headers["x-signature-ed25519"])
    assert.isUndefined(headers["x-signing-key-id"])
  })
})
