import { CasesApi } from "@svc/contract/cases/api"
import { appSurface } from "@svc/contract/kernel/surfaces"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { ListExports } from "#audit/list-exports/service"
import { casesFile } from "./list-csv.ts"
import { Cases } from "./service.ts"

export const CasesHttp = HttpApiBuilder.group(
  appSurface.add(CasesApi),
  "cases",
  Effect.fn(function* (handlers) {
    const cases = yield* Cases
    const lists = yield* ListExports
    return handlers.handleAll({
      list: ({ query }) => cases.list(query),
      export: ({ query }) => lists.open(casesFile, query, cases.list),
      get: ({ params }) => cases.show(params.id),
      create: ({ payload }) => cases.create(payload),
      bulk: ({ payload }) => cases.createMany(payload),
      import: ({ payload, query }) => cases.importCsv(payload, { dryRun: query.dry_run === "true" }),
      clone: ({ params, payload }) => cases.clone(params.id, payload),
      edit: ({ params, payload }) => cases.edit(params.id, payload),
      timeline: ({ params, query }) => cases.timeline(params.id, query)
    })
  })
)
