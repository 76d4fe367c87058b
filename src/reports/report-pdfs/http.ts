import { appSurface } from "@svc/contract/kernel/surfaces"
import { ReportPdfsApi } from "@svc/contract/report-pdfs/api"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { answeringRetryLater } from "#platform/http/retry-later"
import { signedHeaders } from "#platform/files/signed-file"
import { type NamedPdf, ReportPdfs } from "./service.ts"

const answer = ({ filename, pdf }: NamedPdf) =>
  HttpServerResponse.uint8Array(pdf.bytes, {
    contentType: "application/pdf",
    headers: { ...signedHeaders(pdf, filename), "x-document-id": pdf.documentId }
  })

export const ReportPdfsHttp = HttpApiBuilder.group(
  appSurface.add(ReportPdfsApi),
  "report-pdfs",
  Effect.fn(function* (handlers) {
    const reports = yield* ReportPdfs
    return handlers.handleAll({
      offboarding: ({ params }) => answeringRetryLater(Effect.map(reports.offboarding(params.id), answer)),
      analytics: ({ query }) => answeringRetryLater(Effect.map(reports.analytics(query), answer))
    })
  })
)
