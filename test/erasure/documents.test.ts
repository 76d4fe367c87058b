import { assert, layer } from "#test/support/suite"
import { Effect, Predicate } from "effect"
import { Files } from "#platform/files/files"
import { AppWithFolder } from "#test/exports/support"
import { fileNamed, fileOf, pdf, upload } from "#test/work/documents/support"
import { aSession } from "#test/support/people"
import { send } from "#test/support/requests"
import { asSystem } from "#test/support/tables"
import { aLeaver, erase, runJob } from "./support.ts"

layer(AppWithFolder)("documents of a person who is erased", (it) => {
  // erasure-5: Papers lose name, signer and reference, and their files.
  it.status(200, "name, signer and reference are emptied, and the file is deleted by the job", function* () {
    const { member, offboardingId, person } = yield* aLeaver
    const session = yield* aSession(member)
    const { file_url, id } = yield* fileOf(
      yield* upload(session, offboardingId, [fileNamed("Ada Lovelace NDA.pdf", pdf)])
    )
    yield* send("PATCH", `/api/employees/compliance/${id}/status`, {
      bearer: session,
      body: { status: "signed", signed_by: "Ada Lovelace", signature_reference: "Lovelace file" }
    })
    assert.strictEqual((yield* erase(member, person.id)).status, 200)
    const listed = yield* send("GET", `/api/employees/${offboardingId}/compliance`, { bearer: session })
    assert.notMatch(listed.text, /lovelace/i)
    const { body } = listed
    assert.isTrue(Predicate.hasProperty(body, "total") && body.total === 1)
    yield* runJob("document-files", member)
    const files = yield* Files
    assert.strictEqual((yield* Effect.flip(files.head(file_url)))._tag, "FileNotFound")
    for (const table of ["outbox_events", "webhook_deliveries", "compliance_documents"]) {
      const rows = yield* asSystem(
        (sql) => sql<{ text: string }>`SELECT t::text AS text FROM ${sql(table)} t WHERE org_id = ${member.orgId}`
      )
      assert.notMatch(JSON.stringify(rows), /lovelace/i, table)
    }
  })
})
