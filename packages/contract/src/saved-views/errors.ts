import { Schema } from "effect"
import { Refusal } from "../kernel/refusal.ts"
import { maxSavedViews } from "./schema.ts"

/** Unknown, another organization's, or another member's that is not shared: one response. */
export class SavedViewNotFound extends Refusal<SavedViewNotFound>()("SavedViewNotFound", 404, {
  error: Schema.tag("View not found")
}) {}

/** The member has saved as many as they can. */
export class TooManyViews extends Refusal<TooManyViews>()("TooManyViews", 409, {
  error: Schema.tag(`You have ${maxSavedViews} saved views, which is the maximum. Delete one first`),
  code: Schema.tag("too_many_views")
}) {}
