import { Caller, type RecordScope } from "@svc/contract/kernel/access"
import type { OffboardingId } from "@svc/contract/kernel/ids"
import type { ReportRange } from "@svc/contract/kernel/report-range"
import type { OffboardingNotFound } from "@svc/contract/offboardings/errors"
import type { PdfRefused } from "@svc/contract/report-pdfs/errors"
import { Context, DateTime, Effect, Option } from "effect"
import { RetryLater } from "#platform/http/retry-later"
import { Audit } from "#audit/record/service"
import { auditText, caseTarget } from "#audit/record/text"
import { Cases } from "#offboarding/cases/service"
import { Db } from "#platform/database/db"
import { maxQueuedPerOrganisation, type TypesettingBusy } from "#platform/pdf/typesetting-queue"
import { Reports } from "#reports/reports/service"
import { LeftBehinds } from "#access-removal/left-behind/service"
import { Trends } from "#reports/trends/service"
import { layerOf } from "#platform/services/layer-of"
import { analyticsDocument } from "./analytics-document.ts"
import { type IssuedPdf, IssuedPdfs, type PdfProof } from "./issued-pdfs.ts"
import { offboardingDocument } from "./offboarding-document.ts"
import { ReportPdfsRepo } from "./repo.ts"

/** Maximum entries in a document; the newest ones. */
const mostEntries = 400

/** A copy, and the name of its file. */
export interface NamedPdf {
  readonly pdf: IssuedPdf
  readonly filename: string
}

const proofText = ({ documentId, keyId, sha256 }: PdfProof) =>
  `document_id: ${documentId}, sha256: ${sha256}, signing_key: ${Option.getOrElse(keyId, () => "none")}`

/** A full queue, as the caller is refused. */
const laterOf = ({ ofOrganisation, retryAfterSeconds }: TypesettingBusy) =>
  Effect.fail(
    new RetryLater({
      status: ofOrganisation ? 429 : 503,
      error: ofOrganisation
        ? `${maxQueuedPerOrganisation} PDFs of your organization are being made already. Try again in ${retryAfterSeconds} seconds`
        : `Too many PDFs are being made at the moment. Try again in ${retryAfterSeconds} seconds`,
      retryAfterSeconds
    })
  )

const scopeInWords = (records: RecordScope) => {
  switch (records._tag) {
    case "All":
      return "all departments"
    case "Departments":
      return records.departments.join(", ")
    case "DirectReports":
      return "direct reports"
  }
}

/** Reports as documents: designed, signed, and recorded before they leave. */
export class ReportPdfs extends Context.Service<
  ReportPdfs,
  {
    /** Everything of one case that the caller may see, in its current state. */
    offboarding(id: OffboardingId): Effect.Effect<NamedPdf, OffboardingNotFound | PdfRefused | RetryLater, Caller>
    /** The figures of the offboardings that the caller sees, of the days given or of all time. */
    analytics(range: ReportRange): Effect.Effect<NamedPdf, PdfRefused | RetryLater, Caller>
  }
>()("svc/report-pdfs/ReportPdfs") {
  static readonly layerNoDeps = layerOf(ReportPdfs, function* () {
    const db = yield* Db
    const repo = yield* ReportPdfsRepo
    const cases = yield* Cases
    const leftBehinds = yield* LeftBehinds
    const audit = yield* Audit
    const issued = yield* IssuedPdfs
    const reports = yield* Reports
    const trends = yield* Trends

    const read = Effect.fnUntraced(function* (id: OffboardingId) {
      const { orgId } = yield* Caller
      const shown = yield* cases.show(id)
      return {
        shown,
        timeline: yield* cases.timeline(id, { limit: mostEntries, offset: 0 }),
        background: yield* repo.background(orgId, id),
        leftBehind: yield* leftBehinds.forEvidence(id)
      }
    }, db.transact)

    const offboarding = Effect.fn("ReportPdfs.offboarding")(function* (id: OffboardingId) {
      const now = yield* DateTime.now
      const found = yield* read(id)
      const pdf = yield* issued
        .issue(offboardingDocument(found, now), (proof) =>
          audit.record({
            action: "offboarding.pdf_exported",
            target: caseTarget({
              person_key_id: found.background.person_key_id,
              employee_name: found.shown.employee_name
            }),
            details: auditText`${proofText(proof)}`,
            offboardingId: id
          })
        )
        .pipe(Effect.catchTags({ TypesettingFailed: Effect.die, TypesettingBusy: laterOf }))
      return { pdf, filename: `offboarding-${id}-${DateTime.formatIsoDateUtc(now)}.pdf` }
    })

    const figures = Effect.fnUntraced(function* (range: ReportRange) {
      const { orgId, records } = yield* Caller
      return {
        organisation: yield* repo.organisation(orgId),
        scope: scopeInWords(records),
        summary: yield* reports.summary({ query: range }),
        advanced: yield* trends.advanced(range)
      }
    }, db.report)

    const analytics = Effect.fn("ReportPdfs.analytics")(function* (range: ReportRange) {
      const now = yield* DateTime.now
      const found = yield* figures(range)
      const pdf = yield* issued
        .issue(analyticsDocument(found, now), (proof) =>
          audit.record({
            action: "analytics.exported",
            target: auditText`Reports overview`,
            details: auditText`format: pdf, range: ${range.from ?? "all"}${range.to === undefined ? "" : ` to ${range.to}`}, scope: ${found.scope}, ${proofText(proof)}`
          })
        )
        .pipe(Effect.catchTags({ TypesettingFailed: Effect.die, TypesettingBusy: laterOf }))
      return { pdf, filename: `analytics-${DateTime.formatIsoDateUtc(now)}.pdf` }
    })

    return ReportPdfs.of({ offboarding, analytics })
  })
}
