import { appSurface } from "@svc/contract/kernel/surfaces"
import { TrendsApi } from "@svc/contract/trends/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Trends } from "./service.ts"

export const TrendsHttp = HttpApiBuilder.group(
  appSurface.add(TrendsApi),
  "trends",
  Effect.fn(function* (handlers) {
    const trends = yield* Trends
    return handlers.handleAll({
      advanced: ({ query }) => trends.advanced(query),
      benchmarks: () => trends.benchmarks
    })
  })
)
