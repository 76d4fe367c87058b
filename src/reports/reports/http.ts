import { ReportsApi } from "@svc/contract/reports/api"
import { appSurface } from "@svc/contract/kernel/surfaces"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Reports } from "./service.ts"

export const ReportsHttp = HttpApiBuilder.group(
  appSurface.add(ReportsApi),
  "reports",
  Effect.fn(function* (handlers) {
    return handlers.handleAll(yield* Reports)
  })
)
