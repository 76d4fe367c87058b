import { ReportsApi } from "@svc/contract/reports/api"
import { appSurface } from "@svc/contract/kernel/surfaces"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Reports } from "./service.ts"

export const ReportsHttp = HttpApiBuilder.group(
  appSurface.add(ReportsApi),
  "reports",
  Effect.fn(function* (handlers) {
    const reports = yield* Reports
    return handlers.handleAll({
      summary: ({ query }) => reports.summary(query),
      upcomingExits: ({ query }) => reports.upcomingExits(query.days, query.limit),
      myTasks: () => reports.myTasks,
      complianceSummary: () => reports.complianceSummary,
      homeFigures: () => reports.homeFigures
    })
  })
)
