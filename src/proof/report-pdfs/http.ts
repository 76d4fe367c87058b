import { appSurface } from "@svc/contract/kernel/surfaces"
import { ReportPdfsApi } from "@svc/contract/report-pdfs/api"
import { Effect, Option } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { contentDisposition } from "#platform/http/content-disposition"
import { type NamedPdf, ReportPdfs } from "./service.ts"

const headerOf = (name: string, value: Option.Option<string>) =>
  Option.match(value, { onNone: () => ({}), onSome: (text) => ({ [name]: text }) })

const answer = ({ filename, pdf }: NamedPdf) =>
  HttpServerResponse.uint8Array(pdf.bytes, {
    contentType: "application/pdf",
    headers: {
      "content-disposition": contentDisposition("attachment", filename),
      "cache-control": "no-store",
      "x-document-id": pdf.documentId,
      "x-content-sha256": pdf.sha256,
      ...headerOf("x-signature-ed25519", pdf.signature),
      ...headerOf("x-signing-key-id", pdf.keyId)
    }
  })

export const ReportPdfsHttp = HttpApiBuilder.group(
  appSurface.add(ReportPdfsApi),
  "report-pdfs",
  Effect.fn(function* (handlers) {
    const reports = yield* ReportPdfs
    return handlers.handleAll({
      offboarding: ({ params }) => Effect.map(reports.offboarding(params.id), answer),
      analytics: ({ query }) => Effect.map(reports.analytics(query), answer)
    })
  })
)
