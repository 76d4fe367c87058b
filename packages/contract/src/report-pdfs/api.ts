import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { behindSession } from "../kernel/behind.ts"
import { described } from "../kernel/described.ts"
import { OffboardingId } from "../kernel/ids.ts"
import { reportQuery } from "../kernel/report-range.ts"
import { group, route } from "../kernel/route.ts"
import { OffboardingNotFound } from "../offboardings/errors.ts"
import { PdfRefused } from "./errors.ts"

const Pdf = Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array({ contentType: "application/pdf" }))

const integrity =
  "Each download is a separate document: `X-Document-Id` is printed in the footer of its pages and stored in its " +
  "metadata as `svc-document-id:<id>`, `X-Content-SHA256` is the hash of exactly these bytes, and with a signing " +
  "key `X-Signature-Ed25519` and `X-Signing-Key-Id` sign them. Id and hash are recorded in the audit log first; " +
  "if that fails, nothing is sent. One PDF is made at a time, organization by organization: with 20 in your organization " +
  "waiting the answer is 429, with too many in total 503, both with `Retry-After`. The file is PDF/UA-1: tagged, " +
  "with a text for each chart. "

/** Reports as documents that can be handed on. */
export class ReportPdfsApi extends HttpApiGroup.make("report-pdfs")
  .add(
    HttpApiEndpoint.get("offboarding", "/offboarding/:id/pdf", {
      params: { id: described(OffboardingId, "The offboarding") },
      success: Pdf,
      error: [OffboardingNotFound, PdfRefused]
    }).annotateMerge(
      route(
        { permission: "offboardings_view", feature: "pdfExport", recording: true },
        "Download an offboarding as PDF",
        "The person and the last day, apps with outcome and evidence, tasks, equipment, documents with their " +
          `hashes, approvals and the timeline, in the offboarding's time zone. ${integrity}Recorded as ` +
          "`offboarding.pdf_exported`."
      )
    ),
    HttpApiEndpoint.get("analytics", "/analytics-pdf", {
      query: reportQuery(10, {}),
      success: Pdf,
      error: PdfRefused
    }).annotateMerge(
      route(
        {
          permissions: ["analytics_view", "analytics_export"],
          feature: "pdfExport",
          recording: true
        },
        "Download the analytics as PDF",
        "The figures of the summary and of the trends, with charts, for the range given, at most 10 years, or " +
          `for all time. ${integrity}Recorded as \`analytics.exported\`.`
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/reports")
  .annotateMerge(group("Report PDFs", "Reports as signed documents")) {}
