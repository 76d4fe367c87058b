import { appSurface } from "@svc/contract/kernel/surfaces"
import { ScheduledReportsApi } from "@svc/contract/scheduled-reports/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { DistributionLists } from "./lists.ts"
import { ScheduledReports } from "./service.ts"

export const ScheduledReportsHttp = HttpApiBuilder.group(
  appSurface.add(ScheduledReportsApi),
  "scheduled-reports",
  Effect.fn(function* (handlers) {
    const reports = yield* ScheduledReports
    const lists = yield* DistributionLists
    return handlers.handleAll({
      list: () => reports.list,
      create: ({ payload }) => reports.create(payload),
      update: ({ params, payload }) => reports.update(params.id, payload),
      preview: ({ params }) => reports.preview(params.id),
      remove: ({ params }) => Effect.as(reports.remove(params.id), { success: true as const }),
      lists: () => lists.list,
      createList: ({ payload }) => lists.create(payload),
      updateList: ({ params, payload }) => lists.update(params.id, payload),
      removeList: ({ params }) => lists.remove(params.id)
    })
  })
)
