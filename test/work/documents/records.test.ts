import { assert, describe, it, layer } from "#test/support/suite"
import { CaseFiles } from "@svc/contract/documents/schema"
import { CalendarDate } from "@svc/contract/kernel/dates"
import { DateTime, Effect, Option, Predicate, Result, Schema } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { Files } from "#platform/files/files"
import { decideChange, type JudgedDocument } from "#work/documents/rules"
import { Jobs } from "#platform/jobs/jobs"
import { appWithStorage, inFolder, nowhere } from "#test/support/app-with-storage"
import { TestApp } from "#test/support/TestApp"
import { aMember, aSession } from "#test/support/people"
import { as, send, withStatus } from "#test/support/requests"
import { systemSql } from "#test/support/tables"
import { actionsOf, entriesOf } from "#test/support/log"
import { aCase, anOffice, fileNamed, fileOf, idOf, pdf, upload } from "./support.ts"

const add = (bearer: string, offboardingId: string, body: object = { name: "NDA" }) =>
  send("POST", `/api/employees/${offboardingId}/compliance`, { bearer, body })

const change = (bearer: string, id: string, body: object) =>
  send("PATCH", `/api/employees/compliance/${id}/status`, { bearer, body })

const remove = (bearer: string, id: string, query = "", body?: object) =>
  send("DELETE", `/api/employees/compliance/${id}${query}`, { bearer, ...(body === undefined ? {} : { body }) })

/** Somebody of the organisation who sees another department's cases only. */
const anOutsider = (orgId: Parameters<typeof aMember>[0]) =>
  Effect.flatMap(
    aMember(orgId, {
      permissions: ["compliance_manage", "compliance_view"],
      scope: "departments",
      departments: ["Sales"]
    }),
    aSession
  )

const hold = (offboardingId: string, held: boolean, released: string | null) =>
  systemSql`UPDATE offboardings SET legal_hold = ${held}, legal_hold_released_at = ${released}::timestamptz
      WHERE id = ${offboardingId}`

const verify = (id: string) =>
  systemSql`UPDATE compliance_documents SET status = 'signed', signed_by = 'Ada', signed_at = '2026-03-01',
      signature_verified_at = '2026-03-01', signature_provider = 'docusign' WHERE id = ${id}`

const eventsOf = (id: string) =>
  systemSql<{ event: unknown }>`SELECT event FROM outbox_events WHERE event ->> 'documentId' = ${id}`

layer(TestApp)("GET /api/employees/{id}/compliance", (it) => {
  it.status(
    200,
    "the documents of the case, oldest first, page by page; managers see those of their reports",
    function* () {
      const { admin, orgId, session } = yield* anOffice()
      const manager = yield* aMember(orgId, "manager")
      const offboardingId = yield* aCase(admin, { manager: manager.email })
      const first = yield* idOf(yield* add(session, offboardingId, { name: "First" }))
      yield* TestClock.adjust("1 second")
      const second = yield* idOf(yield* add(session, offboardingId, { name: "Second" }))
      const answer = yield* as(manager).get(`/api/employees/${offboardingId}/compliance?limit=1&offset=1`)
      assert.strictEqual(answer.status, 200, answer.text)
      assert.deepInclude(answer.body, { total: 2, limit: 1, offset: 1 })
      assert.include(answer.text, second)
      assert.notInclude(answer.text, first)
    }
  )

  it.status(400, "more than 500 at once, or an id that is none", function* () {
    const { offboardingId, session } = yield* anOffice()
    const answer = yield* send("GET", `/api/employees/${offboardingId}/compliance?limit=501`, { bearer: session })
    assert.strictEqual(answer.status, 400)
    assert.include(answer.text, "500")
    assert.strictEqual((yield* send("GET", "/api/employees/7/compliance", { bearer: session })).status, 400)
  })

  it.status(404, "no such case, or outside the caller's scope", function* () {
    const { offboardingId, orgId, session } = yield* anOffice()
    const path = `/api/employees/${offboardingId}/compliance`
    assert.strictEqual((yield* send("GET", path, { bearer: yield* anOutsider(orgId) })).status, 404)
    assert.strictEqual((yield* send("GET", path, { bearer: (yield* anOffice()).session })).status, 404)
    const none = `/api/employees/${randomUUID()}/compliance`
    assert.strictEqual((yield* send("GET", none, { bearer: session })).status, 404)
  })
})

layer(TestApp)("POST /api/employees/{id}/compliance", (it) => {
  it.status(200, "the row, pending, with the defaults", function* () {
    const { offboardingId, orgId, session } = yield* anOffice()
    const answer = yield* withStatus(200, add(session, offboardingId))
    assert.deepStrictEqual(answer.body, {
      id: yield* idOf(answer),
      offboarding_id: offboardingId,
      name: "NDA",
      doc_type: "Other",
      status: "pending",
      file_url: null,
      signed_by: null,
      signed_at: null,
      signature_reference: null,
      expires_on: null,
      esignature_status: "not_requested",
      created_at: "2026-03-02T09:00:00.000Z"
    })
    const linked = yield* add(session, offboardingId, {
      name: "NDA",
      docType: "Agreement",
      fileUrl: "https://files.example.com/nda.pdf"
    })
    assert.deepInclude(linked.body, { doc_type: "Agreement", file_url: "https://files.example.com/nda.pdf" })
    assert.deepStrictEqual((yield* actionsOf(orgId, { offboardingId })).slice(-2), ["document_added", "document_added"])
  })

  // papers-7: A document by hand needs `compliance_manage` and a name; `fileUrl` is public HTTPS.
  it.status(400, "no name, or an address that is not public https", function* () {
    const { offboardingId, session } = yield* anOffice()
    assert.strictEqual((yield* add(session, offboardingId, { docType: "NDA" })).status, 400)
    for (const fileUrl of [
      "http://files.example.com/nda.pdf",
      "https://10.0.0.1/nda.pdf",
      "https://192.168.1.1/nda.pdf",
      "https://169.254.169.254/latest",
      "https://[::ffff:10.0.0.1]/nda.pdf",
      "https://intranet.internal/nda.pdf",
      "https://user:secret@files.example.com/nda.pdf",
      "ftp://files.example.com/nda.pdf",
      "javascript:alert(1)",
      "nda.pdf"
    ]) {
      const answer = yield* add(session, offboardingId, { name: "NDA", fileUrl })
      assert.strictEqual(answer.status, 400, `${fileUrl}: ${answer.text}`)
      assert.include(answer.text, "fileUrl", fileUrl)
    }
  })

  it.status(404, "no such case, or outside the caller's scope; 403 for managers", function* () {
    const { offboardingId, orgId, session } = yield* anOffice()
    assert.strictEqual((yield* add(session, randomUUID())).status, 404)
    assert.strictEqual((yield* add(yield* anOutsider(orgId), offboardingId)).status, 404)
    assert.strictEqual((yield* add(yield* aSession(yield* aMember(orgId, "manager")), offboardingId)).status, 403)
  })
})

layer(TestApp)("PATCH /api/employees/compliance/{docId}/status", (it) => {
  it.status(200, "signed by hand, announced exactly once, also when two sign at once", function* () {
    const { offboardingId, orgId, session } = yield* anOffice()
    const id = yield* idOf(yield* add(session, offboardingId))
    const signing = { status: "signed", signed_by: "Ada Lovelace", signature_reference: "Cabinet 7" }
    const answers = yield* Effect.all([change(session, id, signing), change(session, id, signing)], {
      concurrency: "unbounded"
    })
    assert.deepStrictEqual(
      answers.map(({ status }) => status),
      [200, 200]
    )
    assert.deepInclude(answers[0].body, { ...signing, signed_at: "2026-03-02T09:00:00.000Z", expires_on: null })
    assert.deepStrictEqual(yield* eventsOf(id), [
      {
        event: {
          _tag: "document.signed",
          documentId: id,
          offboardingId,
          documentName: "NDA",
          documentType: "Other",
          source: "manual",
          provider: null
        }
      }
    ])
    const actions = yield* actionsOf(orgId, { offboardingId })
    assert.lengthOf(
      actions.filter((action) => action === "document_status_changed"),
      1
    )
  })

  it.status(
    200,
    "a signer who is on the document already, a file in place of a reference, and back to pending",
    function* () {
      const { offboardingId, session } = yield* anOffice()
      const { id } = yield* fileOf(yield* upload(session, offboardingId, [fileNamed("nda.pdf", pdf)]))
      assert.strictEqual((yield* change(session, id, { signed_by: "Ada", signed_at: "2026-02-01" })).status, 200)
      for (const signed_at of ["2026-02-30", "Feb 1 2026", "2026", "-004714-01-01T00:00:00Z", "2026-01-01T00:00:00"]) {
        const answer = yield* withStatus(400, change(session, id, { signed_at }), signed_at)
        assert.match(answer.text, /signed_at: must be a day as YYYY-MM-DD, or a date-time with a time zone/, signed_at)
      }
      yield* withStatus(200, change(session, id, { status: "signed" }))
      const pending = yield* change(session, id, { status: "pending", expires_on: "2027-01-31" })
      assert.deepInclude(pending.body, { status: "pending", expires_on: "2027-01-31" })
      assert.strictEqual((yield* change(session, id, { status: "completed" })).status, 200)
    }
  )

  it.status(200, "a task that follows the document completes and opens with it", function* () {
    const { admin, session } = yield* anOffice()
    const offboardingId = yield* aCase(admin, { jurisdiction: "DE" })
    const open = systemSql<{ task: string }>`SELECT task FROM checklist_items
          WHERE offboarding_id = ${offboardingId} AND follows = 'document' AND completed_at IS NULL ORDER BY task`
    assert.deepStrictEqual(yield* open, [
      { task: "Prepare the Arbeitsbescheinigung" },
      { task: "Prepare the Arbeitszeugnis" }
    ])
    const rows = yield* systemSql<{ id: string }>`SELECT id FROM compliance_documents
          WHERE offboarding_id = ${offboardingId} AND name LIKE 'Arbeitszeugnis%'`
    const id = rows[0]?.id ?? ""
    const signing = { status: "completed", signed_by: "HR", signature_reference: "Post 12" }
    assert.strictEqual((yield* change(session, id, signing)).status, 200)
    assert.deepStrictEqual(yield* open, [{ task: "Prepare the Arbeitsbescheinigung" }])
    assert.strictEqual((yield* change(session, id, { status: "pending" })).status, 200)
    assert.lengthOf(yield* open, 2)
  })

  // papers-9: Another status than `signed`, `pending`, `completed` is 400 `Invalid status`.
  it.status(400, "Invalid status: another word, none, and nothing at all", function* () {
    const { offboardingId, session } = yield* anOffice()
    const id = yield* idOf(yield* add(session, offboardingId))
    for (const body of [{ status: "done" }, { status: null }, { status: 1 }, {}, { status: "Signed" }]) {
      const answer = yield* withStatus(400, change(session, id, body), JSON.stringify(body))
      assert.deepStrictEqual(answer.body, { error: "Invalid status" })
    }
    assert.strictEqual((yield* change(session, id, { status: "pending", expires_on: "2026-02-30" })).status, 400)
  })

  // papers-10: Signing by hand asks for a signer (400 `signer_required`), and without a file for a reference of 3
  //   characters (400 `reference_required`).
  it.status(400, "signer_required, reference_required: moving to signed or completed without them", function* () {
    const { offboardingId, session } = yield* anOffice()
    const id = yield* idOf(yield* add(session, offboardingId))
    for (const status of ["signed", "completed"]) {
      for (const [body, code] of [
        [{ status }, "signer_required"],
        [{ status, signed_by: "  ", signature_reference: "Cabinet" }, "signer_required"],
        [{ status, signed_by: "Ada" }, "reference_required"],
        [{ status, signed_by: "Ada", signature_reference: "ab" }, "reference_required"]
      ] as const) {
        const answer = yield* withStatus(400, change(session, id, body))
        assert.deepInclude(answer.body, { code })
      }
    }
    assert.deepStrictEqual(yield* eventsOf(id), [])
  })

  // papers-11: What a provider verified is final but for Admins with a reason of 5 to 500 characters, which is written
  //   to the entry.
  it.effect(
    "403, 400 reason_required: a signature that a provider verified is final but for an Admin with a reason",
    function* () {
      const { offboardingId, orgId, session } = yield* anOffice()
      const id = yield* idOf(yield* add(session, offboardingId))
      yield* verify(id)
      const hr = yield* aSession(yield* aMember(orgId, "hr"))
      for (const body of [
        { status: "pending", reason: "a mistake" },
        { signed_by: "Bob", reason: "a mistake" },
        { signed_at: "2026-03-02", reason: "a mistake" },
        { signature_reference: "Cabinet 7", reason: "a mistake" }
      ]) {
        assert.strictEqual((yield* change(hr, id, body)).status, 403, JSON.stringify(body))
        for (const reason of [undefined, "oops", "x".repeat(501), 12345]) {
          const answer = yield* withStatus(400, change(session, id, { ...body, reason }))
          assert.deepInclude(answer.body, { code: "reason_required" })
        }
      }
      assert.strictEqual((yield* change(hr, id, { status: "signed", expires_on: "2027-01-01" })).status, 200)
      const admin = yield* aSession(yield* aMember(orgId, "admin"))
      assert.strictEqual((yield* change(admin, id, { status: "pending", reason: "signed by a namesake" })).status, 200)
    }
  )

  // papers-11
  it.status(200, "the reason for changing a verified signature is written to the audit entry, sealed", function* () {
    const { offboardingId, orgId, session } = yield* anOffice()
    const id = yield* idOf(yield* add(session, offboardingId))
    yield* verify(id)
    const reason = "signed by a namesake"
    assert.strictEqual((yield* change(session, id, { status: "pending", reason })).status, 200)
    const entry = (yield* entriesOf(orgId, { offboardingId })).find(
      ({ action }) => action === "document_status_changed"
    )
    assert.strictEqual(entry?.details, `status: signed -> pending, reason: ${reason}`)
    assert.notInclude(entry?.stored, "namesake")
  })

  // papers-8: Managers see documents, and neither add, change nor delete them.
  it.status(403, "managers can view the documents of their reports, but not add, change or delete them", function* () {
    const { admin, orgId, session } = yield* anOffice()
    const manager = yield* aMember(orgId, "manager")
    const offboardingId = yield* aCase(admin, { manager: manager.email })
    const { file_url, id } = yield* fileOf(yield* upload(session, offboardingId, [fileNamed("a.pdf", pdf)]))
    const theirs = yield* aSession(manager)
    const views = [`/api/employees/${offboardingId}/compliance`, `/api/upload/files/${file_url}`]
    for (const path of [...views, `/api/upload/compliance-zip/${offboardingId}`]) {
      assert.strictEqual((yield* send("GET", path, { bearer: theirs })).status, 200, path)
    }
    for (const answer of [
      yield* add(theirs, offboardingId),
      yield* change(theirs, id, { status: "signed", signed_by: "Ada" }),
      yield* change(theirs, id, { expires_on: "2027-01-01" }),
      yield* remove(theirs, id, "?reason=entered%20twice")
    ]) {
      assert.strictEqual(answer.status, 403, answer.text)
    }
    assert.deepStrictEqual(yield* eventsOf(id), [])
  })

  it.status(404, "no such document, another organisation's, outside the caller's scope", function* () {
    const { offboardingId, orgId, session } = yield* anOffice()
    const id = yield* idOf(yield* add(session, offboardingId))
    const signing = { status: "signed", signed_by: "Ada", signature_reference: "Cabinet" }
    assert.strictEqual((yield* change(session, randomUUID(), signing)).status, 404)
    assert.strictEqual((yield* change((yield* anOffice()).session, id, signing)).status, 404)
    assert.strictEqual((yield* change(yield* anOutsider(orgId), id, signing)).status, 404)
  })

  // papers-12: The signature of a held case does not change (409 `legal_hold`); `expires_on` may.
  it.status(409, "legal_hold: a signed document of a held case; expires_on may still change", function* () {
    const { offboardingId, session } = yield* anOffice()
    const id = yield* idOf(yield* add(session, offboardingId))
    yield* hold(offboardingId, true, null)
    const signing = { status: "signed", signed_by: "Ada", signature_reference: "Cabinet" }
    assert.strictEqual((yield* change(session, id, signing)).status, 200, "what is pending may still be signed")
    for (const released of [null, "2026-02-23T09:00:01Z"]) {
      yield* hold(offboardingId, released === null, released)
      for (const body of [{ status: "pending" }, { signed_by: "Bob" }, { signature_reference: "Lost" }]) {
        const answer = yield* withStatus(409, change(session, id, body))
        assert.deepInclude(answer.body, { code: "legal_hold" })
      }
      const later = yield* change(session, id, {
        status: "signed",
        expires_on: released === null ? null : "2027-01-01"
      })
      assert.strictEqual(later.status, 200, later.text)
    }
    yield* hold(offboardingId, false, "2026-02-23T09:00:00Z")
    assert.strictEqual((yield* change(session, id, { status: "pending" })).status, 200)
  })
})

layer(appWithStorage(inFolder))("DELETE /api/employees/compliance/{docId}", (it) => {
  // papers-13: Deleting asks for a reason, takes the file along, and is 409 under legal hold.
  it.status(
    200,
    "the record and its file are gone, and the link with them; the reason may stand in the query",
    function* () {
      const { offboardingId, orgId, session } = yield* anOffice()
      const files = yield* Files
      for (const [query, body] of [
        ["?reason=sent%20twice", undefined],
        ["", { reason: "sent twice" }]
      ] as const) {
        const { file_url, id } = yield* fileOf(yield* upload(session, offboardingId, [fileNamed("a.pdf", pdf)]))
        const answer = yield* withStatus(200, remove(session, id, query, body))
        assert.deepStrictEqual(answer.body, { success: true })
        assert.strictEqual((yield* Effect.flip(files.head(file_url)))._tag, "FileNotFound")
        assert.strictEqual((yield* send("GET", `/api/upload/files/${file_url}`, { bearer: session })).status, 404)
        assert.strictEqual((yield* remove(session, id, "?reason=sent%20twice")).status, 404)
      }
      assert.include(yield* actionsOf(orgId, { offboardingId }), "document_deleted")
    }
  )

  it.status(
    200,
    "files of cases that are gone, and of uploads that were cut off, are deleted by the job; others stay",
    function* () {
      const { admin, offboardingId, orgId, session } = yield* anOffice()
      const files = yield* Files
      const jobs = yield* Jobs
      const kept = yield* fileOf(yield* upload(session, yield* aCase(admin), [fileNamed("a.pdf", pdf)]))
      const gone = yield* fileOf(yield* upload(session, offboardingId, [fileNamed("a.pdf", pdf)]))
      yield* systemSql`DELETE FROM offboardings WHERE id = ${offboardingId}`
      assert.deepStrictEqual(yield* jobs.run("document-files", orgId), { deleted: 1 })
      assert.strictEqual((yield* Effect.flip(files.head(gone.file_url)))._tag, "FileNotFound")
      yield* TestClock.adjust("2 hours")
      yield* jobs.run("document-files", undefined)
      assert.strictEqual((yield* files.head(kept.file_url)).size, pdf.length)
    }
  )

  it.status(400, "reason_required: missing, or not of 5 to 500 characters", function* () {
    const { offboardingId, session } = yield* anOffice()
    const id = yield* idOf(yield* add(session, offboardingId))
    for (const [query, body] of [
      ["", undefined],
      ["?reason=four", undefined],
      ["", { reason: "x".repeat(501) }],
      ["", { reason: 12345 }],
      ["", { reason: "    a    " }]
    ] as const) {
      const answer = yield* withStatus(400, remove(session, id, query, body))
      assert.deepInclude(answer.body, { code: "reason_required" })
    }
  })

  it.status(
    404,
    "no such document, another organisation's, outside the caller's scope; 403 for managers",
    function* () {
      const { offboardingId, orgId, session } = yield* anOffice()
      const id = yield* idOf(yield* add(session, offboardingId))
      const why = "?reason=sent%20twice"
      assert.strictEqual((yield* remove(session, randomUUID(), why)).status, 404)
      assert.strictEqual((yield* remove((yield* anOffice()).session, id, why)).status, 404)
      assert.strictEqual((yield* remove(yield* anOutsider(orgId), id, why)).status, 404)
      assert.strictEqual((yield* remove(yield* aSession(yield* aMember(orgId, "manager")), id, why)).status, 403)
    }
  )

  // papers-13
  it.status(409, "legal_hold: held, or released less than 7 days ago", function* () {
    const { offboardingId, session } = yield* anOffice()
    const id = yield* idOf(yield* add(session, offboardingId))
    const at = DateTime.subtract(yield* DateTime.now, { days: 6 })
    for (const [held, released] of [
      [true, null],
      [false, DateTime.formatIso(at)]
    ] as const) {
      yield* hold(offboardingId, held, released)
      const answer = yield* withStatus(409, remove(session, id, "?reason=sent%20twice"))
      assert.deepInclude(answer.body, { code: "legal_hold" })
    }
  })
})

layer(TestApp)("GET /api/upload/files/*", (it) => {
  // papers-5: A stored file is had by a signed link for a while.
  // papers-19
  it.status(
    200,
    "a link that works without signing in until it expires, as a download that runs nothing",
    function* () {
      const { offboardingId, session } = yield* anOffice()
      const { file_url } = yield* fileOf(
        yield* upload(session, offboardingId, [fileNamed("a.pdf", pdf), { name: "name", content: 'Ada "x"\u202e' }])
      )
      const answer = yield* withStatus(200, send("GET", `/api/upload/files/${file_url}`, { bearer: session }))
      const body = answer.body
      if (!Predicate.hasProperty(body, "url")) return assert.fail(answer.text)
      assert.deepStrictEqual(Object.keys(Object(body)).toSorted(), ["expires_at", "url"])
      const path = new URL(String(body.url)).pathname
      const file = yield* withStatus(200, send("GET", path))
      assert.strictEqual(file.text, pdf.toString())
      assert.strictEqual(file.headers["x-content-type-options"], "nosniff")
      assert.match(file.headers["content-security-policy"] ?? "", /sandbox/)
      assert.match(file.headers["content-disposition"] ?? "", /^attachment; filename="Ada _x_\.pdf"/)
      assert.strictEqual((yield* send("GET", `${path.slice(0, -1)}${path.endsWith("0") ? "1" : "0"}`)).status, 404)
      yield* TestClock.adjust("15 minutes")
      assert.strictEqual((yield* send("GET", path)).status, 404)
    }
  )

  it.status(400, "no key", function* () {
    const { session } = yield* anOffice()
    assert.strictEqual((yield* send("GET", "/api/upload/files/", { bearer: session })).status, 400)
  })

  it.status(404, "other areas and organisations, out of scope, and every trick with the path", function* () {
    const { offboardingId, orgId, session } = yield* anOffice()
    const { file_url } = yield* fileOf(yield* upload(session, offboardingId, [fileNamed("a.pdf", pdf)]))
    for (const key of [
      `org-exports/${orgId}/x.zip`,
      file_url.replace("documents/", "documents%2F..%2Fdocuments%2F"),
      file_url.replaceAll("/", "%252F"),
      `${file_url}%00`,
      file_url.toUpperCase(),
      "%2e%2e/%2e%2e/etc/passwd"
    ]) {
      const answer = yield* send("GET", `/api/upload/files/${key}`, { bearer: session })
      assert.strictEqual(answer.status, 404, `${key}: ${answer.text}`)
    }
    const other = (yield* anOffice()).session
    assert.strictEqual((yield* send("GET", `/api/upload/files/${file_url}`, { bearer: other })).status, 404)
    const outsider = yield* anOutsider(orgId)
    assert.strictEqual((yield* send("GET", `/api/upload/files/${file_url}`, { bearer: outsider })).status, 404)
    const escaped = `/api/upload/files/${encodeURIComponent(file_url)}`
    assert.strictEqual((yield* send("GET", escaped, { bearer: session })).status, 200)
  })
})

layer(TestApp)("GET /api/upload/compliance-zip/{offboardingId}", (it) => {
  // papers-6: `compliance-zip` answers a short-lived link for each document.
  it.status(200, "one link per document that has a file; an address that was given stands as it is", function* () {
    const { offboardingId, session } = yield* anOffice()
    yield* upload(session, offboardingId, [fileNamed("a.pdf", pdf)])
    yield* add(session, offboardingId)
    yield* add(session, offboardingId, { name: "Elsewhere", fileUrl: "https://files.example.com/nda.pdf" })
    const answer = yield* send("GET", `/api/upload/compliance-zip/${offboardingId}`, { bearer: session })
    assert.strictEqual(answer.status, 200, answer.text)
    const { files } = yield* Schema.decodeUnknownEffect(Schema.toEncoded(CaseFiles))(answer.body)
    assert.deepStrictEqual(files.map(({ expires_at, name }) => [name, expires_at]).toSorted(), [
      ["Elsewhere", null],
      ["a.pdf", "2026-03-02T09:15:00.000Z"]
    ])
    const link = files.find(({ name }) => name === "a.pdf")?.url ?? ""
    assert.strictEqual((yield* send("GET", new URL(link).pathname)).text, pdf.toString())
  })

  it.status(400, "an id that is none", function* () {
    const { session } = yield* anOffice()
    assert.strictEqual((yield* send("GET", "/api/upload/compliance-zip/7", { bearer: session })).status, 400)
  })

  it.status(404, "no such case, or outside the caller's scope", function* () {
    const { offboardingId, orgId, session } = yield* anOffice()
    const path = (id: string) => `/api/upload/compliance-zip/${id}`
    assert.strictEqual((yield* send("GET", path(randomUUID()), { bearer: session })).status, 404)
    assert.strictEqual((yield* send("GET", path(offboardingId), { bearer: yield* anOutsider(orgId) })).status, 404)
  })
})

/** A document with a file, as it was stored before the storage was taken away. */
const aStoredFile = Effect.gen(function* () {
  const { offboardingId, orgId, session } = yield* anOffice()
  const id = yield* idOf(yield* add(session, offboardingId))
  const key = `documents/${orgId}/${offboardingId}/${id}.pdf`
  yield* systemSql`UPDATE compliance_documents SET file_url = ${key}, file_is_stored = true WHERE id = ${id}`
  return { key, offboardingId, session }
})

layer(appWithStorage(nowhere))("GET /api/upload/files/*", (it) => {
  it.status(503, "storage is not configured", function* () {
    const { key, session } = yield* aStoredFile
    assert.strictEqual((yield* send("GET", `/api/upload/files/${key}`, { bearer: session })).status, 503)
  })
})

layer(appWithStorage(nowhere))("GET /api/upload/compliance-zip/{offboardingId}", (it) => {
  it.status(503, "storage is not configured", function* () {
    const { offboardingId, session } = yield* aStoredFile
    yield* withStatus(503, send("GET", `/api/upload/compliance-zip/${offboardingId}`, { bearer: session }))
  })
})

describe("every move of a document by hand (papers-9 to papers-11)", () => {
  const now = DateTime.makeUnsafe("2026-03-02T09:00:00Z")
  const statuses = ["pending", "signed", "completed"] as const
  const document = (status: (typeof statuses)[number], more: Partial<JudgedDocument> = {}): JudgedDocument => ({
    status,
    signed_by: status === "pending" ? null : "Ada",
    signed_at: status === "pending" ? null : now,
    signature_reference: status === "pending" ? null : "Cabinet",
    expires_on: null,
    file_url: null,
    signature_verified_at: null,
    ...more
  })

  // papers-22: `signed_at` is the moment of signing unless it is known, and stays whatever else changes.
  it("signed_at: the moment of a move out of pending or without a day, and what it was for whatever else changes", () => {
    const later = DateTime.add(now, { days: 1 })
    const dayAfter = (before: JudgedDocument, change: Parameters<typeof decideChange>[1]) =>
      decideChange(before, change, { role: "hr", frozen: false, now: later }).pipe(
        Result.match({ onFailure: ({ _tag }) => _tag, onSuccess: ({ after }) => after.signed_at })
      )
    const by = { signed_by: "Grace", signature_reference: "Cabinet" }
    const undated = { signed_at: null }
    assert.deepStrictEqual(dayAfter(document("pending"), { status: "signed", ...by }), later)
    assert.deepStrictEqual(dayAfter(document("pending", { signed_at: now }), { status: "signed", ...by }), later)
    assert.deepStrictEqual(dayAfter(document("signed", undated), { status: "completed" }), later)
    assert.deepStrictEqual(dayAfter(document("signed"), { status: "completed" }), now)
    assert.isNull(dayAfter(document("signed", undated), by))
    assert.isNull(dayAfter(document("signed", undated), { status: "pending" }))
    assert.isNull(dayAfter(document("pending"), by))
    assert.deepStrictEqual(dayAfter(document("pending", { signed_at: now }), by), now)
  })

  it("expires_on is no part of the signature: by anybody, without a reason, a signer or a reference, and under a hold", () => {
    for (const frozen of [false, true]) {
      for (const before of [
        ...statuses.map((status) => document(status)),
        document("signed", { signature_verified_at: now }),
        document("signed", { signed_by: null, signature_reference: null })
      ]) {
        for (const reason of [{}, { reason: "a typing error" }]) {
          const change = { expires_on: CalendarDate.make("2027-01-31"), ...reason }
          const decided = decideChange(before, change, { role: "hr", frozen, now })
          if (Result.isFailure(decided)) return assert.fail(decided.failure._tag)
          assert.deepStrictEqual(decided.success.changed, ["expires_on"])
          assert.isTrue(Option.isNone(decided.success.reason))
        }
      }
    }
  })

  for (const from of statuses) {
    for (const to of statuses) {
      it(`${from} -> ${to}: allowed with signer and reference, announced on a change to signed only`, () => {
        const decided = decideChange(
          document(from),
          { status: to, signed_by: "Ada", signature_reference: "Cabinet" },
          { role: "hr", frozen: false, now }
        )
        if (Result.isFailure(decided)) return assert.fail(decided.failure._tag)
        assert.strictEqual(decided.success.after.status, to)
        assert.strictEqual(decided.success.becomesSigned, to === "signed" && from !== "signed")
      })

      it(`${from} -> ${to}: held, refused unless the document is pending or nothing changes`, () => {
        const decided = decideChange(
          document(from),
          { status: to, signed_by: "Ada", signature_reference: "Cabinet" },
          {
            role: "superadmin",
            frozen: true,
            now
          }
        )
        assert.strictEqual(Result.isSuccess(decided), from === "pending" || from === to)
      })

      it(`${from} -> ${to}: verified by a provider, only an Admin with a reason`, () => {
        const verified = document(from, { signature_verified_at: now })
        const attempt = (role: "hr" | "custom" | "admin", reason?: string) =>
          decideChange(
            verified,
            { status: to, ...(reason === undefined ? {} : { reason }) },
            { role, frozen: false, now }
          ).pipe(Result.match({ onFailure: ({ _tag }) => _tag, onSuccess: () => "taken" }))
        const final = from === to ? "taken" : "PermissionDenied"
        assert.strictEqual(attempt("hr", "a mistake"), final)
        assert.strictEqual(attempt("custom", "a mistake"), final)
        assert.strictEqual(attempt("admin"), from === to ? "taken" : "ReasonRequired")
        assert.strictEqual(attempt("admin", "a mistake"), "taken")
      })
    }
  }
})
