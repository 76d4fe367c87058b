import { SavedViewsApi } from "@svc/contract/saved-views/api"
import type { ChangeView, SavedViewId, SaveView } from "@svc/contract/saved-views/schema"
import { Effect } from "effect"
import { clientOf } from "#platform/api.ts"
import { action, queryOne } from "#platform/atoms.ts"

const views = clientOf(SavedViewsApi)
const keys = () => ["views"]

/** The member's own views and shared ones, by name. */
export const savedViews = queryOne(() => Effect.map(views.list({}), ({ rows }) => rows), keys())

export const saveView = action((payload: SaveView) => views.save({ payload }), keys)

export const changeView = action(
  ({ viewId, ...payload }: ChangeView & { readonly viewId: SavedViewId }) =>
    views.change({ params: { viewId }, payload }),
  keys
)

export const removeView = action((viewId: SavedViewId) => views.remove({ params: { viewId } }), keys)
