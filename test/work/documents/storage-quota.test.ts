import { assert } from "#test/support/suite"
import { ByteSize, Effect, Layer } from "effect"
import { AppConfig } from "#platform/config/config"
import { Files } from "#platform/files/files"
import { TestConfig, testAppWith } from "#test/support/TestApp"
import { layerOfFile } from "#test/support/layer-of-file"
import { send, withStatus } from "#test/support/requests"
import { systemSql } from "#test/support/tables"
import { aCase, anOffice, fileNamed, idOf, pdf, upload } from "./support.ts"

/** Every organisation here may store 1,000 bytes. */
const App = testAppWith(
  Layer.effect(
    AppConfig,
    Effect.map(AppConfig, (own) => AppConfig.of({ ...own, storageQuota: ByteSize.bytes(1000) }))
  ).pipe(Layer.provide(TestConfig))
)

const sized = (bytes: number) => fileNamed("letter.pdf", Buffer.concat([pdf, Buffer.alloc(bytes - pdf.length, 0x20)]))

const uploadSized = (session: string, offboardingId: string, bytes: number) =>
  upload(session, offboardingId, [sized(bytes)])

const storedFiles = (orgId: string) => Files.use((files) => files.list(`documents/${orgId}`))

const removed = (session: string, id: string) =>
  send("DELETE", `/api/employees/compliance/${id}?reason=not%20needed`, { bearer: session })

const full = (file: string, stored: string) => ({
  error:
    `This file of ${file} exceeds the storage limit: your organization's documents use ${stored} of 1000 B. ` +
    "Delete documents that are no longer needed, or contact support",
  code: "storage_quota"
})

const withApp = layerOfFile(App)

withApp("POST /api/upload/compliance/{offboardingId}", (it) => {
  // papers-23: All files of an organization take at most `STORAGE_QUOTA` together; more is 409 with the size that is
  //   stored.
  it.status(201, "to the last byte of the quota, which all cases of the organisation share", function* () {
    const { admin, offboardingId, session } = yield* anOffice()
    assert.strictEqual((yield* uploadSized(session, offboardingId, 600)).status, 201)
    assert.strictEqual((yield* uploadSized(session, yield* aCase(admin), 400)).status, 201)
    const one = yield* uploadSized(session, offboardingId, pdf.length)
    assert.deepStrictEqual([one.status, one.body], [409, full(`${pdf.length} B`, "1000 B")])
  })

  // papers-23
  it.status(409, "one byte more than the quota, with what is stored and what may be; nothing is kept", function* () {
    const { offboardingId, orgId, session } = yield* anOffice()
    assert.strictEqual((yield* uploadSized(session, offboardingId, 600)).status, 201)
    const refused = yield* uploadSized(session, offboardingId, 401)
    assert.deepStrictEqual([refused.status, refused.body], [409, full("401 B", "600 B")])
    assert.lengthOf(yield* storedFiles(orgId), 1)
    const listed = yield* send("GET", `/api/employees/${offboardingId}/compliance`, { bearer: session })
    assert.deepInclude(listed.body, { total: 1 })
  })

  // papers-23
  it.status(409, "of uploads at the same moment only as many are taken as fit, also in several cases", function* () {
    const { admin, offboardingId, orgId, session } = yield* anOffice()
    const cases = [offboardingId, yield* aCase(admin), yield* aCase(admin)]
    const answers = yield* Effect.forEach([...cases, ...cases, ...cases], (id) => uploadSized(session, id, 250), {
      concurrency: "unbounded"
    })
    assert.deepStrictEqual(
      answers.map(({ status }) => status).toSorted(),
      [201, 201, 201, 201, 409, 409, 409, 409, 409]
    )
    assert.lengthOf(yield* storedFiles(orgId), 4)
  })

  it.status(201, "for another organisation, while one is full", function* () {
    const one = yield* anOffice()
    const other = yield* anOffice()
    assert.strictEqual((yield* uploadSized(one.session, one.offboardingId, 1000)).status, 201)
    assert.strictEqual((yield* uploadSized(one.session, one.offboardingId, 1000)).status, 409)
    assert.strictEqual((yield* uploadSized(other.session, other.offboardingId, 1000)).status, 201)
  })

  // papers-24: Deleting a document frees its space immediately; documents without a stored file take none.
  it.status(201, "once a document is deleted, or the case that had it", function* () {
    const { admin, offboardingId, session } = yield* anOffice()
    const id = yield* idOf(yield* uploadSized(session, offboardingId, 1000))
    assert.strictEqual((yield* uploadSized(session, offboardingId, 100)).status, 409)
    assert.strictEqual((yield* removed(session, id)).status, 200)
    assert.strictEqual((yield* uploadSized(session, offboardingId, 1000)).status, 201)
    const another = yield* aCase(admin)
    assert.strictEqual((yield* uploadSized(session, another, 1000)).status, 409)
    yield* systemSql`DELETE FROM offboardings WHERE id = ${offboardingId}`
    assert.strictEqual((yield* uploadSized(session, another, 1000)).status, 201)
  })

  // papers-24
  it.status(201, "beside documents that lie elsewhere, or nowhere, which take no room", function* () {
    const { offboardingId, session } = yield* anOffice()
    const added = yield* send("POST", `/api/employees/${offboardingId}/compliance`, {
      bearer: session,
      body: { name: "NDA", file_url: "https://example.com/nda.pdf" }
    })
    assert.strictEqual(added.status, 200, added.text)
    assert.strictEqual((yield* uploadSized(session, offboardingId, 1000)).status, 201)
  })
})

withApp("POST /api/document-templates/{id}/generate", (it) => {
  // papers-25: A generated document counts toward the quota like an upload.
  it.status(409, "a generated letter counts like an upload, and does not fit beside one", function* () {
    const { offboardingId, orgId, session } = yield* anOffice()
    const template = yield* idOf(
      yield* send("POST", "/api/document-templates", {
        bearer: session,
        body: { name: "Letter", doc_type: "Letter", body: "<p>{{employee_name}}</p>" }
      })
    )
    const generate = send("POST", `/api/document-templates/${template}/generate`, {
      bearer: session,
      body: { offboardingId }
    })
    const letter = yield* withStatus(201, generate)
    assert.strictEqual((yield* uploadSized(session, offboardingId, 1000)).status, 409)
    assert.strictEqual((yield* removed(session, yield* idOf(letter))).status, 200)
    assert.strictEqual((yield* uploadSized(session, offboardingId, 1000)).status, 201)
    const refused = yield* withStatus(409, generate)
    assert.deepInclude(refused.body, { code: "storage_quota" })
    assert.lengthOf(yield* storedFiles(orgId), 1)
  })
})
