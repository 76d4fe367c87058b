import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { behindSession } from "../kernel/behind.ts"
import { described } from "../kernel/described.ts"
import { PermissionDenied } from "../kernel/errors.ts"
import { group, route } from "../kernel/route.ts"
import { SavedViewNotFound, TooManyViews } from "./errors.ts"
import { ChangeView, SavedView, SavedViewId, SavedViews, SaveView } from "./schema.ts"

const params = { viewId: described(SavedViewId, "The view") }
const sees = { permission: "offboardings_view" } as const

/** Saved views of the list of offboardings (views-1 to views-4). */
export class SavedViewsApi extends HttpApiGroup.make("saved-views")
  .add(
    HttpApiEndpoint.get("list", "/", { success: SavedViews }).annotateMerge(
      route(sees, "List saved views", "Your own and those that are shared with the organization, by name.")
    ),
    HttpApiEndpoint.post("save", "/", {
      payload: SaveView,
      success: SavedView.pipe(HttpApiSchema.status(201)),
      error: TooManyViews
    }).annotateMerge(
      route(
        sees,
        "Save a view",
        "Filters of the list of offboardings under a name. A shared view shows everyone the offboardings that they see: " +
          "it holds filters, and grants nothing. Your views end with your membership."
      )
    ),
    HttpApiEndpoint.patch("change", "/:viewId", {
      params,
      payload: ChangeView,
      success: SavedView,
      error: [SavedViewNotFound, PermissionDenied]
    }).annotateMerge(
      route(sees, "Change a saved view", "Your own; Super Admins and Admins can change every shared one.")
    ),
    HttpApiEndpoint.delete("remove", "/:viewId", {
      params,
      success: Schema.Struct({ success: Schema.tag(true) }),
      error: [SavedViewNotFound, PermissionDenied]
    }).annotateMerge(
      route(sees, "Delete a saved view", "Your own; Super Admins and Admins can delete every shared one.")
    )
  )
  .pipe(behindSession)
  .prefix("/api/views")
  .annotateMerge(group("Saved views", "Filters of the list of offboardings under a name")) {}
