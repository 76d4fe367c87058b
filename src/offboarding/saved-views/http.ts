import { appSurface } from "@svc/contract/kernel/surfaces"
import { SavedViewsApi } from "@svc/contract/saved-views/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { SavedViews } from "./service.ts"

export const SavedViewsHttp = HttpApiBuilder.group(
  appSurface.add(SavedViewsApi),
  "saved-views",
  Effect.fn(function* (handlers) {
    const views = yield* SavedViews
    return handlers.handleAll({
      list: () => views.list,
      save: ({ payload }) => views.save(payload),
      change: ({ params, payload }) => views.change(params.viewId, payload),
      remove: ({ params }) => Effect.as(views.remove(params.viewId), { success: true as const })
    })
  })
)
