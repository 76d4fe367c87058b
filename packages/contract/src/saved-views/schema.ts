import { Schema } from "effect"
import { Timestamp } from "../kernel/dates.ts"
import { described } from "../kernel/described.ts"
import { Uuid } from "../kernel/ids.ts"
import { RequiredText, Text } from "../kernel/text.ts"

export const SavedViewId = Uuid.pipe(Schema.brand("SavedViewId"))
export type SavedViewId = typeof SavedViewId.Type

/** Views that a member can save. */
export const maxSavedViews = 20

/**
 * The parameters of the list in the dashboard's URL that a view can hold. Not the search text: it often names a person, whom
 * erasure would not find here.
 */
const FilterName = Schema.Literals([
  "status",
  "sla",
  "open",
  "separation_type",
  "department",
  "owner",
  "exit_date_from",
  "exit_date_to",
  "revocation_failed",
  "legal_hold",
  "sort",
  "order",
  "view"
])

/** Parameters of the list with their texts, for example `{ "department": "Sales" }`. */
export const ViewFilters = Schema.Record(FilterName, Schema.optionalKey(Text(254)))
export type ViewFilters = typeof ViewFilters.Type

const name = described(RequiredText(60), "Its name", { example: "Sales this month" })
const shared = described(Schema.Boolean, "Whether all members of the organization see it")

/** Filters of the list of offboardings under a name. */
export const SavedView = Schema.Struct({
  id: SavedViewId,
  name,
  filters: described(ViewFilters, "Parameters of the list"),
  shared,
  mine: described(Schema.Boolean, "Whether the caller saved it"),
  can_change: described(Schema.Boolean, "Whether the caller can change and delete it"),
  created_at: Timestamp
}).annotate({ identifier: "SavedView" })
export type SavedView = typeof SavedView.Type

export const SavedViews = Schema.Struct({ rows: Schema.Array(SavedView) }).annotate({ identifier: "SavedViews" })
export type SavedViews = typeof SavedViews.Type

export const SaveView = Schema.Struct({
  name,
  filters: described(ViewFilters, "Parameters of the list"),
  shared: Schema.optionalKey(shared)
}).annotate({ identifier: "SaveView" })
export type SaveView = typeof SaveView.Type

/** Omitted fields are unchanged. */
export const ChangeView = Schema.Struct({
  name: Schema.optionalKey(name),
  filters: Schema.optionalKey(described(ViewFilters, "Parameters of the list")),
  shared: Schema.optionalKey(shared)
}).annotate({ identifier: "ChangeView" })
export type ChangeView = typeof ChangeView.Type
