import { ChecklistTemplatesApi } from "@svc/contract/checklist-templates/api"
import { appSurface } from "@svc/contract/kernel/surfaces"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { ChecklistTemplates } from "./service.ts"

export const ChecklistTemplatesHttp = HttpApiBuilder.group(
  appSurface.add(ChecklistTemplatesApi),
  "checklist-templates",
  Effect.fn(function* (handlers) {
    const templates = yield* ChecklistTemplates
    return handlers.handleAll({
      list: ({ query }) => templates.list(query),
      create: ({ payload }) => templates.create(payload),
      standard: () => templates.standard,
      duplicate: ({ params }) => templates.duplicate(params.id),
      get: ({ params }) => templates.show(params.id),
      update: ({ params, payload }) => templates.update(params.id, payload),
      remove: ({ params }) => Effect.as(templates.remove(params.id), { success: true as const }),
      apply: ({ params }) =>
        Effect.map(templates.apply(params.id, params.offboardingId), ({ added, skipped }) => ({
          success: true as const,
          itemsAdded: added,
          itemsSkipped: skipped
        }))
    })
  })
)
