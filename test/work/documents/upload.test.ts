import { assert, layer } from "#test/support/suite"
import { largestUpload } from "@svc/contract/documents/schema"
import { Predicate, Stream } from "effect"
import { createHash, randomUUID } from "node:crypto"
import { Files } from "#platform/files/files"
import { appWithStorage, inBucket, inFolder, nowhere } from "#test/support/app-with-storage"
import { TestApp } from "#test/support/TestApp"
import { aMember, aSession } from "#test/support/people"
import { send, withStatus } from "#test/support/requests"
import { systemSql } from "#test/support/tables"
import {
  aCase,
  anOffice,
  compoundFile,
  doc,
  docx,
  fileNamed,
  fileOf,
  formOf,
  formType,
  jpg,
  pdf,
  png,
  upload,
  zipOf
} from "./support.ts"

const errorOf = ({ body }: { readonly body: unknown }) =>
  Predicate.hasProperty(body, "error") ? String(body.error) : ""

const padded = (size: number) => Buffer.concat([pdf, Buffer.alloc(size - pdf.length, 0x20)])

layer(TestApp)("POST /api/upload/compliance/{offboardingId}", (it) => {
  // papers-3: `docType` is `Other` and `name` the file's, unless given.
  it.status(
    201,
    "exactly the documented fields, the defaults from the file, and its bytes kept with their hash",
    function* () {
      const { offboardingId, orgId, session } = yield* anOffice()
      const answer = yield* withStatus(201, upload(session, offboardingId, [fileNamed("Exit letter.pdf", pdf)]))
      const { file_url, id } = yield* fileOf(answer)
      assert.deepStrictEqual(answer.body, {
        id,
        offboarding_id: offboardingId,
        name: "Exit letter.pdf",
        doc_type: "Other",
        status: "pending",
        file_url: `documents/${orgId}/${offboardingId}/${id}.pdf`,
        created_at: "2026-03-02T09:00:00.000Z"
      })
      const files = yield* Files
      assert.deepStrictEqual(Buffer.concat(yield* Stream.runCollect(files.get(file_url))), pdf)
      const rows =
        yield* systemSql<object>`SELECT sha256, byte_size::int AS size, content_type FROM compliance_documents WHERE id = ${id}`
      assert.deepStrictEqual(rows, [
        {
          sha256: createHash("sha256").update(pdf).digest("hex"),
          size: pdf.length,
          content_type: "application/pdf"
        }
      ])
    }
  )

  // papers-1: An upload is one PDF, DOC, DOCX, PNG or JPG, judged by its bytes and not by its name alone.
  it.status(201, "PDF, DOC, DOCX, PNG, JPG and JPEG, with docType and name as given", function* () {
    const { offboardingId, session } = yield* anOffice()
    const samples: ReadonlyArray<readonly [string, Uint8Array]> = [
      ["a.pdf", pdf],
      ["b.DOC", doc],
      ["c.docx", yield* docx],
      ["d.png", png],
      ["e.jpg", jpg],
      ["f.jpeg", jpg]
    ]
    for (const [filename, content] of samples) {
      const answer = yield* upload(session, offboardingId, [
        { name: "docType", content: "NDA" },
        fileNamed(filename, content),
        { name: "name", content: "The agreement" }
      ])
      assert.strictEqual(answer.status, 201, `${filename}: ${answer.text}`)
      assert.deepInclude(answer.body, { name: "The agreement", doc_type: "NDA" })
    }
  })

  // papers-2: 10 MiB is taken, one byte more is 400 naming the limit, a body over 11 MB is 413.
  // papers-21: A completed offboarding still accepts documents.
  it.status(201, "10 MiB exactly; a completed case still takes documents", function* () {
    const { offboardingId, session } = yield* anOffice()
    yield* systemSql`UPDATE offboardings SET status = 'completed' WHERE id = ${offboardingId}`
    yield* withStatus(201, upload(session, offboardingId, [fileNamed("big.pdf", padded(largestUpload))]))
  })

  it.status(
    201,
    "a name is shown without folders, control characters and marks that turn writing around, and not endless",
    function* () {
      const { offboardingId, session } = yield* anOffice()
      const names: ReadonlyArray<readonly [string, string]> = [
        ["../../etc/letter.pdf", "letter.pdf"],
        ["C:\\temp\\letter.pdf", "letter.pdf"],
        ["evil\u202efdp.exe.pdf", "evilfdp.exe.pdf"],
        [`${"x".repeat(300)}.pdf`, `${"x".repeat(196)}.pdf`]
      ]
      for (const [given, kept] of names) {
        const answer = yield* withStatus(201, upload(session, offboardingId, [fileNamed(given, pdf)]))
        assert.deepInclude(answer.body, { name: kept })
      }
    }
  )

  // papers-17: A file can be given to a pending document of the case that has none, which keeps its name and kind.
  it.status(
    201,
    "the file of a document that had none, which keeps its name; 400 for a second and another case's",
    function* () {
      const { admin, offboardingId, session } = yield* anOffice()
      const given = yield* send("POST", `/api/employees/${offboardingId}/compliance`, {
        bearer: session,
        body: { name: "Arbeitszeugnis", docType: "Legal" }
      })
      const document = String(Object(given.body).id)
      const attach = (to: string, id: string) =>
        upload(session, to, [{ name: "document", content: id }, fileNamed("scan.pdf", pdf)])
      assert.strictEqual((yield* attach(yield* aCase(admin), document)).status, 400)
      const answer = yield* withStatus(201, attach(offboardingId, document))
      const { file_url } = yield* fileOf(answer)
      assert.deepInclude(Object(answer.body), { id: document, name: "Arbeitszeugnis", doc_type: "Legal" })
      for (const id of [document, randomUUID()]) {
        const refused = yield* withStatus(400, attach(offboardingId, id))
        assert.match(errorOf(refused), /^document: must be a pending document of this offboarding/)
      }
      assert.match(errorOf(yield* attach(offboardingId, "the one")), /^document: must be the id/)
      const { rows } = Object(
        (yield* send("GET", `/api/employees/${offboardingId}/compliance`, { bearer: session })).body
      )
      assert.deepStrictEqual(
        rows.map((row: object) => Object(row).file_url),
        [file_url]
      )
      const files = yield* Files
      assert.deepStrictEqual(Buffer.concat(yield* Stream.runCollect(files.get(file_url))), pdf)
    }
  )

  // papers-2
  it.status(400, "one byte more than 10 MiB, naming the limit", function* () {
    const { offboardingId, session } = yield* anOffice()
    const answer = yield* upload(session, offboardingId, [fileNamed("big.pdf", padded(largestUpload + 1))])
    assert.strictEqual(answer.status, 400, answer.text)
    assert.match(errorOf(answer), /10 MB \(10485760 bytes\)/)
  })

  // papers-1
  it.status(
    400,
    "an extension that its bytes do not bear out, bytes that its extension does not, and neither",
    function* () {
      const { offboardingId, session } = yield* anOffice()
      const bomb = yield* zipOf({ "word/document.xml": "x", "word/vbaProject.bin": "macro" })
      const samples: ReadonlyArray<readonly [string, string | Uint8Array]> = [
        ["a.pdf", png],
        ["a.png", pdf],
        ["a.docx", pdf],
        ["a.doc", yield* docx],
        ["a.pdf.exe", pdf],
        ["a", pdf],
        [".pdf", ""],
        ["a.png", "<svg xmlns='http://www.w3.org/2000/svg'/>"],
        ["a.jpg", "GIF89a/*"],
        ["a.pdf", "X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"],
        ["a.docx", yield* zipOf({ "xl/workbook.xml": "<workbook/>" })],
        ["a.docx", yield* zipOf({ "word/document.xml": "/etc/passwd" }, 0o120777)],
        ["a.docx", bomb],
        ["a.docx", Buffer.from("504b0304", "hex")],
        ["a.doc", compoundFile("Workbook")],
        ["a.exe", Buffer.from("MZ")]
      ]
      for (const [filename, content] of samples) {
        const answer = yield* upload(session, offboardingId, [fileNamed(filename, content, "application/pdf")])
        assert.strictEqual(answer.status, 400, `${filename}: ${answer.text}`)
        assert.match(errorOf(answer), /^file: /, filename)
      }
    }
  )

  // papers-20: An upload is a form with exactly one named, non-empty `file`, and few short fields; anything else is
  //   400.
  it.status(
    400,
    "forms that are none: another type, no boundary, no file, no filename, two files, an empty file, 1,000 parts",
    function* () {
      const { offboardingId, session } = yield* anOffice()
      const file = fileNamed("a.pdf", pdf)
      const many = Array.from({ length: 1_000 }, (_, index) => ({ name: `f${index}`, content: "x" }))
      for (const [what, parts, type] of [
        ["json", Buffer.from("{}"), "application/json"],
        ["no boundary", formOf([file]), "multipart/form-data"],
        ["cut off", formOf([file]).subarray(0, 200), formType],
        ["nothing", formOf([]), formType],
        ["no file", formOf([{ name: "name", content: "x" }]), formType],
        ["no filename", formOf([{ name: "file", content: pdf }]), formType],
        ["no filename, bytes", formOf([{ name: "file", content: pdf, type: "application/octet-stream" }]), formType],
        ["two files", formOf([file, file]), formType],
        ["another part", formOf([{ ...file, name: "document" }]), formType],
        ["empty", formOf([fileNamed("a.pdf", "")]), formType],
        ["1,000 parts", formOf([...many, file]), formType],
        ["name twice", formOf([file, { name: "name", content: "a" }, { name: "name", content: "b" }]), formType],
        ["long name", formOf([file, { name: "name", content: "a".repeat(256) }]), formType],
        ["NUL", formOf([file, { name: "name", content: "a\u0000b" }]), formType]
      ] as const) {
        const answer = yield* upload(session, offboardingId, parts, type)
        assert.strictEqual(answer.status, 400, `${what}: ${answer.text}`)
        assert.isNotEmpty(errorOf(answer), what)
      }
    }
  )

  // papers-2
  it.status(413, "a body over 11 MB", function* () {
    const { offboardingId, session } = yield* anOffice()
    const answer = yield* upload(session, offboardingId, [fileNamed("big.pdf", padded(12 * 1024 * 1024))])
    assert.strictEqual(answer.status, 413, answer.text)
    assert.match(errorOf(answer), /too large/)
  })

  it.status(
    404,
    "no such case, another organisation's, and one outside the caller's scope; nothing is kept",
    function* () {
      const { offboardingId, orgId, session } = yield* anOffice()
      const other = yield* anOffice()
      const outsider = yield* aSession(
        yield* aMember(orgId, { permissions: ["compliance_manage"], scope: "departments", departments: ["Sales"] })
      )
      for (const [bearer, id] of [
        [session, randomUUID()],
        [other.session, offboardingId],
        [outsider, offboardingId]
      ] as const) {
        yield* withStatus(404, upload(bearer, id, [fileNamed("a.pdf", pdf)]))
      }
      const files = yield* Files
      assert.deepStrictEqual(yield* files.list(`documents/${orgId}`), [])
    }
  )

  // papers-4: Uploads need the plan feature `fileUploads`.
  it.status(403, "a plan without fileUploads; what was stored before can still be fetched", function* () {
    const { offboardingId, orgId, session } = yield* anOffice()
    const { file_url } = yield* fileOf(yield* upload(session, offboardingId, [fileNamed("a.pdf", pdf)]))
    yield* systemSql`UPDATE organisations SET plan = 'none' WHERE id = ${orgId}`
    const answer = yield* withStatus(403, upload(session, offboardingId, [fileNamed("b.pdf", pdf)]))
    assert.deepInclude(answer.body, { feature: "fileUploads", currentPlan: "none", upgradeRequired: true })
    assert.strictEqual((yield* send("GET", `/api/upload/files/${file_url}`, { bearer: session })).status, 200)
    const links = yield* send("GET", `/api/upload/compliance-zip/${offboardingId}`, { bearer: session })
    assert.include(links.text, "a.pdf")
    const path = `/api/employees/${offboardingId}/compliance`
    assert.strictEqual((yield* send("POST", path, { bearer: session, body: { name: "NDA" } })).status, 200)
  })

  it.status(403, "managers may see documents but not add them", function* () {
    const { admin, orgId } = yield* anOffice()
    const manager = yield* aMember(orgId, "manager")
    const own = yield* aCase(admin, { manager: manager.email })
    yield* withStatus(403, upload(yield* aSession(manager), own, [fileNamed("a.pdf", pdf)]))
  })
})

layer(appWithStorage(nowhere))("POST /api/upload/compliance/{offboardingId}", (it) => {
  // papers-15: Without storage what needs it is 503.
  it.status(503, "storage is not configured", function* () {
    const { offboardingId, session } = yield* anOffice()
    yield* withStatus(503, upload(session, offboardingId, [fileNamed("a.pdf", pdf)]))
    yield* withStatus(200, send("GET", `/api/upload/compliance-zip/${offboardingId}`, { bearer: session }))
  })
})

for (const [where, files] of [
  ["folder", inFolder],
  ["bucket", inBucket]
] as const) {
  layer(appWithStorage(files))(`in a ${where}`, (it) => {
    it.effect("an upload is kept byte for byte, and its link is signed", function* () {
      const { offboardingId, session } = yield* anOffice()
      const { file_url } = yield* fileOf(yield* upload(session, offboardingId, [fileNamed("a.png", png)]))
      const answer = yield* withStatus(200, send("GET", `/api/upload/files/${file_url}`, { bearer: session }))
      assert.match(
        Predicate.hasProperty(answer.body, "url") ? String(answer.body.url) : "",
        where === "bucket" ? /^http:\/\/127\.0\.0\.1.*X-Amz-Signature=/ : /^http:\/\/svc\.test\/files\//
      )
      const bytes = Buffer.concat(yield* Stream.runCollect((yield* Files).get(file_url)))
      assert.deepStrictEqual(bytes, png)
    })
  })
}
