import { assert, layer } from "#test/support/suite"
import { createHash } from "node:crypto"
import { SigningApp } from "#test/audit/log/exporting"
import { anOffboarding } from "#test/erasure/support"
import { entriesOf } from "#test/support/log"
import { readPdf } from "#test/support/pdf"
import { aMember, aSuperAdmin } from "#test/support/people"
import { as } from "#test/support/requests"
import { asOwner, systemSql } from "#test/support/tables"
import { downloadReport } from "./downloading.ts"

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex")

const leaving = (name: string, department: string) => ({
  employee_name: name,
  employee_email: `${name.toLowerCase()}@acme.test`,
  employee_department: department
})

layer(SigningApp)("GET /api/reports/analytics-pdf", (it) => {
  // report-pdfs-2: `GET /api/reports/analytics-pdf` needs `analytics_view`, `analytics_export` and `pdfExport`; audited
  //   `analytics.exported`.
  it.status(200, "the figures as tiles, charts and tables, counted anew from the rows", function* () {
    const member = yield* aSuperAdmin()
    const departments = ["研究", "Sales", "研究"]
    for (const [index, department] of departments.entries()) {
      yield* anOffboarding(member, leaving(`Leaver${index}`, department))
    }
    yield* systemSql`
          UPDATE offboardings SET status = 'completed', created_at = '2026-02-27T21:00:00Z',
            completed_at = '2026-03-01T09:00:00Z'
          WHERE org_id = ${member.orgId} AND employee_name = 'Leaver0'`
    const tasks = yield* systemSql<{ readonly count: number }>`
          SELECT count(*)::int AS count FROM checklist_items WHERE org_id = ${member.orgId}`
    const { bytes, headers, status, text: refused } = yield* downloadReport(member, "analytics-pdf")
    assert.strictEqual(status, 200, refused.slice(0, 300))
    const { info, isTagged, nodes, pages, text } = yield* readPdf(bytes)
    assert.isTrue(isTagged)
    assert.strictEqual(info.Title, "Offboarding analytics")
    for (const part of [
      "2 open now",
      "1 completed",
      "1.5 days on average",
      "研究 2",
      "Sales 1",
      `0 of ${tasks[0]?.count}`
    ]) {
      assert.include(text, part)
    }
    for (const part of ["Period All time", "Records all departments"]) assert.include(text, part)
    const charts = nodes.filter(({ role }) => role === "Figure").map(({ alt }) => alt ?? "")
    assert.isTrue(
      charts.some(
        (alt) => alt.startsWith("Started and completed by month") && alt.endsWith("; 2026-02, 1, 0; 2026-03, 2, 1")
      )
    )
    assert.isTrue(
      charts.some((alt) => alt.startsWith("Open offboardings by stage, now: Stage, Offboardings; Pending, 2"))
    )
    const id = headers["x-document-id"] ?? ""
    for (const page of pages) assert.include(page, `Document ID ${id}`)
    assert.strictEqual(info.Keywords, `svc-document-id:${id}`)
    assert.match(headers["content-disposition"] ?? "", /filename="analytics-2026-03-02\.pdf"/)
  })

  // report-pdfs-2
  it.status(200, "of a range, of the caller's departments, and recorded with id and hash", function* () {
    const member = yield* aSuperAdmin()
    yield* anOffboarding(member, leaving("Ada", "Sales"))
    yield* anOffboarding(member, leaving("Bo", "Research"))
    const scoped = yield* aMember(member.orgId, {
      permissions: ["analytics_view", "analytics_export"],
      scope: "departments",
      departments: ["Sales"]
    })
    const { bytes, headers } = yield* downloadReport(scoped, "analytics-pdf?from=2026-02-01&to=2026-03-31")
    const { text } = yield* readPdf(bytes)
    for (const part of ["2026-02-01 to 2026-03-31, inclusive", "Records Sales", "1 open now"]) {
      assert.include(text, part)
    }
    assert.notInclude(text, "Research")
    assert.strictEqual(headers["x-content-sha256"], sha256(bytes))
    assert.match(headers["x-signature-ed25519"] ?? "", /^[A-Za-z0-9+/]{86}==$/)
    const entries = yield* entriesOf(member.orgId, { action: "analytics.exported" })
    assert.strictEqual(entries.length, 1)
    assert.include(
      JSON.stringify(entries),
      `format: pdf, range: 2026-02-01 to 2026-03-31, scope: Sales, document_id: ${headers["x-document-id"]}, sha256: ${sha256(bytes)}`
    )
  })

  it.status(200, "an organisation without offboardings has a report, too", function* () {
    const { bytes, status } = yield* downloadReport(yield* aSuperAdmin(), "analytics-pdf")
    assert.strictEqual(status, 200)
    const { text } = yield* readPdf(bytes)
    assert.include(text, "No offboardings completed.")
  })

  it.status(400, "a day that is none, one end alone, ends in the wrong order, a range too long", function* () {
    const member = yield* aSuperAdmin()
    for (const query of [
      "from=2026-02-30&to=2026-03-01",
      "from=2026-01-01",
      "to=2026-01-01",
      "from=2026-02-02&to=2026-02-01",
      "from=2010-01-01&to=2026-01-01"
    ]) {
      assert.strictEqual((yield* as(member).get(`/api/reports/analytics-pdf?${query}`)).status, 400, query)
    }
  })

  // report-pdfs-2
  it.status(403, "who may view and not export, and a plan without PDFs", function* () {
    const member = yield* aSuperAdmin()
    const viewer = yield* aMember(member.orgId, { permissions: ["analytics_view"] })
    const refused = yield* as(viewer).get("/api/reports/analytics-pdf")
    assert.strictEqual(refused.status, 403)
    assert.deepInclude(refused.body, { permission: "analytics_export" })
    const starter = yield* aSuperAdmin({ plan: "starter" })
    const lacking = yield* as(starter).get("/api/reports/analytics-pdf")
    assert.strictEqual(lacking.status, 403)
    assert.deepInclude(lacking.body, { feature: "pdfExport", upgradeRequired: true })
  })

  it.status(503, "a PDF that cannot be recorded is not sent", function* () {
    const member = yield* aSuperAdmin()
    yield* anOffboarding(member, leaving("Ada", "Sales"))
    yield* asOwner((sql) => sql`DELETE FROM audit_heads WHERE org_id = ${member.orgId}`)
    const refused = yield* downloadReport(member, "analytics-pdf")
    assert.strictEqual(refused.status, 503)
    assert.isUndefined(refused.headers["x-document-id"])
  })
})
