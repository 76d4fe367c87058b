import { ChecklistsApi } from "@svc/contract/checklists/api"
import { reasonOf } from "@svc/contract/kernel/reasons"
import { appSurface } from "@svc/contract/kernel/surfaces"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Checklists, type TaskAfter } from "./service.ts"
import { SlaBreaches } from "./sla-breaches.ts"

const shown = (after: TaskAfter) => {
  if (after.unchanged) return { success: true as const, completed: true as const, unchanged: true as const }
  const { notNeededReason, task } = after
  return {
    success: true as const,
    completed: task.completed_at !== null || task.not_needed_at !== null,
    slaHours: task.sla_hours,
    slaDeadline: task.sla_deadline,
    slaBreached: task.sla_breached,
    notNeededAt: task.not_needed_at,
    notNeededReason
  }
}

export const ChecklistsHttp = HttpApiBuilder.group(
  appSurface.add(ChecklistsApi),
  "checklists",
  Effect.fn(function* (handlers) {
    const checklists = yield* Checklists
    const breaches = yield* SlaBreaches
    return handlers.handleAll({
      slaBreaches: ({ query }) => breaches.list(query.limit),
      add: ({ params, payload }) => checklists.add(params.id, payload),
      update: ({ params, payload }) => Effect.map(checklists.update(params.itemId, payload), shown),
      remove: (request) =>
        Effect.gen(function* () {
          const reason = yield* Effect.fromResult(reasonOf(request))
          yield* checklists.remove(request.params.itemId, reason)
          return { success: true as const }
        })
    })
  })
)
