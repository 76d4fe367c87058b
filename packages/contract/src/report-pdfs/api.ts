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
  "Each download is a document of its own: `X-Document-Id` is printed at the foot of its pages and stands in its metadata as " +
  "`svc-document-id:<id>`, `X-Content-SHA256` is the hash of exactly these bytes, and with a signing key " +
  "`X-Signature-Ed25519` and `X-Signing-Key-Id` sign them. Id and hash are in the entry of the audit log that is written " +
  "first; if it cannot be, nothing is sent. One PDF is made at a time, organization by organization: with 20 of yours waiting the " +
  "answer is 429, with too many of all 503, both with `Retry-After`. The file is PDF/UA-1: tagged, with a text for each chart. "

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
        "Who leaves and when, the apps with outcome and proof, tasks, assets, documents with their hashes, approvals and " +
          "what happened, in the zone of the case. " +
          `${integrity}Recorded as \`offboarding.pdf_exported\`.`
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
        "The figures of the summary and of the trends with charts, of the days asked for, at most 10 years, or of all time. " +
          `${integrity}Recorded as \`analytics.exported\`.`
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/reports")
  .annotateMerge(group("Report PDFs", "Reports as signed documents")) {}
