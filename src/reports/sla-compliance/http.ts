import { appSurface } from "@svc/contract/kernel/surfaces"
import { SlaComplianceApi } from "@svc/contract/sla-compliance/api"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { signedFileResponse } from "#platform/files/signed-file"
import { SlaCompliance, type SlaExport } from "./service.ts"

const answer = ({ file, filename, truncated }: SlaExport) => {
  const response = signedFileResponse(file, { filename, contentType: "text/csv; charset=utf-8" })
  return truncated ? HttpServerResponse.setHeader(response, "x-rows-truncated", "true") : response
}

export const SlaComplianceHttp = HttpApiBuilder.group(
  appSurface.add(SlaComplianceApi),
  "sla-compliance",
  Effect.fn(function* (handlers) {
    const compliance = yield* SlaCompliance
    return handlers.handleAll({
      report: ({ query }) => compliance.report(query),
      export: ({ query }) => Effect.map(compliance.open(query), answer)
    })
  })
)
