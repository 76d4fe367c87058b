import { appSurface } from "@svc/contract/kernel/surfaces"
import { TimeToCutApi } from "@svc/contract/time-to-cut/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { ListExports } from "#audit/list-exports/service"
import { lateFile } from "./list-csv.ts"
import { TimeToCut } from "./service.ts"

export const TimeToCutHttp = HttpApiBuilder.group(
  appSurface.add(TimeToCutApi),
  "time-to-cut",
  Effect.fn(function* (handlers) {
    const timeToCut = yield* TimeToCut
    const lists = yield* ListExports
    return handlers.handleAll({
      report: ({ query }) => timeToCut.report(query),
      export: ({ query }) => lists.open(lateFile, query, timeToCut.late)
    })
  })
)
