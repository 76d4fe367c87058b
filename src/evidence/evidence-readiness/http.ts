import { EvidenceReadinessApi } from "@svc/contract/evidence-readiness/api"
import { appSurface } from "@svc/contract/kernel/surfaces"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { EvidenceReadiness } from "./service.ts"

export const EvidenceReadinessHttp = HttpApiBuilder.group(
  appSurface.add(EvidenceReadinessApi),
  "evidence-readiness",
  Effect.fn(function* (handlers) {
    const readiness = yield* EvidenceReadiness
    return handlers.handleAll({
      report: ({ query }) => readiness.report(query),
      cases: ({ query }) => readiness.cases(query)
    })
  })
)
