import { EvidenceReadinessApi } from "@svc/contract/evidence-readiness/api"
import { appSurface } from "@svc/contract/kernel/surfaces"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { ListExports } from "#audit/list-exports/service"
import { evidenceFile } from "./list-csv.ts"
import { EvidenceReadiness } from "./service.ts"

export const EvidenceReadinessHttp = HttpApiBuilder.group(
  appSurface.add(EvidenceReadinessApi),
  "evidence-readiness",
  Effect.fn(function* (handlers) {
    const readiness = yield* EvidenceReadiness
    const lists = yield* ListExports
    return handlers.handleAll({
      report: ({ query }) => readiness.report(query),
      cases: ({ query }) => readiness.cases(query),
      exportCases: ({ query }) => lists.open(evidenceFile, query, readiness.cases)
    })
  })
)
