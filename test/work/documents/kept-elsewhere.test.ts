import { assert, layer } from "#test/support/suite"
import { Effect, Option } from "effect"
import { createHash } from "node:crypto"
import { DocumentFiles, Documents } from "#work/documents/service"
import { legalDocuments } from "#work/documents/legal-documents"
import { jurisdictionCodes } from "#platform/input/jurisdiction-codes"
import { Db } from "#platform/database/db"
import { Files } from "#platform/files/files"
import { TestApp } from "#test/support/TestApp"
import { asCaller } from "#test/support/people"
import { send } from "#test/support/requests"
import { aCase, anOffice, fileNamed, fileOf, pdf, upload } from "./support.ts"

layer(TestApp)("what others get of documents", (it) => {
  it.effect("evidence names each by its hash, and the portal gets a link", function* () {
    const { admin, offboardingId, session } = yield* anOffice()
    const { id } = yield* fileOf(yield* upload(session, offboardingId, [fileNamed("a.pdf", pdf)]))
    const db = yield* Db
    const sha256 = createHash("sha256").update(pdf).digest("hex")
    const evidence = yield* asCaller(admin)(db.transact((yield* Documents).forEvidence(offboardingId)))
    const unsigned = { signed_at: null, esignature_status: "not_requested" as const, signature: null }
    assert.deepStrictEqual(evidence, {
      documents: [{ id, name: "a.pdf", status: "pending", sha256, ...unsigned }],
      files: []
    })
    const [shown] = yield* asCaller(admin)(db.transact((yield* DocumentFiles).forPortal(offboardingId)))
    assert.deepStrictEqual({ ...shown, url: "" }, { id, name: "a.pdf", doc_type: "Other", status: "pending", url: "" })
    assert.strictEqual((yield* send("GET", new URL(shown?.url ?? "").pathname)).text, pdf.toString())
  })

  it.effect("an organisation's files go with it", function* () {
    const { offboardingId, orgId, session } = yield* anOffice()
    yield* upload(session, offboardingId, [fileNamed("a.pdf", pdf)])
    const files = yield* Files
    assert.strictEqual(yield* files.deleteOwned(orgId), 1)
    assert.deepStrictEqual(yield* files.list(`documents/${orgId}`), [])
  })

  // papers-14: Which legal documents a case has is decided by its jurisdiction, else the organisation's.
  it.effect(
    "jurisdiction decides which legal documents apply; a region has its country's too, an unknown place none",
    function* () {
      const { admin, session } = yield* anOffice()
      const names = Effect.fnUntraced(function* (jurisdiction: string) {
        const id = yield* aCase(admin, { jurisdiction })
        const answer = yield* send("GET", `/api/employees/${id}/compliance`, { bearer: session })
        assert.notInclude(answer.text, '"status":"signed"')
        return answer.text
      })
      const bavaria = yield* names("DE-BY")
      assert.match(bavaria, /Arbeitszeugnis \(§ 109 GewO\)/)
      assert.match(bavaria, /"total":2/)
      const california = yield* names("US-CA")
      assert.match(california, /Final pay notice/)
      assert.match(california, /COBRA notice \(29 CFR 2590\.606-4\)/)
      assert.match(yield* names("FR"), /"total":3/)
      assert.match(yield* names("AQ"), /"total":0/)
    }
  )

  it.effect("every place with legal documents is one of ISO 3166", () =>
    Effect.sync(() => {
      for (const code of [
        "AT",
        "BE",
        "CA",
        "CH",
        "DE",
        "ES",
        "FR",
        "GB",
        "IE",
        "IN",
        "IT",
        "NL",
        "PL",
        "US",
        "US-CA",
        "US-NY",
        "US-TX"
      ]) {
        assert.isTrue(jurisdictionCodes.has(code), code)
        assert.isNotEmpty(legalDocuments(code), code)
      }
      assert.isTrue(Option.isNone(Option.fromNullishOr(legalDocuments("ZZ")[0])))
      assert.deepStrictEqual(legalDocuments(null), [])
    })
  )
})
