import { Schema } from "effect"
import { CalendarDate } from "../kernel/dates.ts"
import { described } from "../kernel/described.ts"

export const CaseFigures = Schema.Struct({
  open: Schema.Int,
  /** Open, with the last working day today or within the next 14 days. */
  leaving_soon: Schema.Int,
  /** Open, with the last working day before today. */
  overdue: Schema.Int,
  /** Open, with a task past its deadline. */
  sla_breached: Schema.Int,
  /** Open, with a task at risk and none past its deadline. */
  sla_at_risk: Schema.Int,
  /** With an app that a run could not revoke and that no member marked as removed. */
  failed_removals: Schema.Int,
  /** Accounts, not offboardings: open findings. */
  residual_access: Schema.Int
})
export type CaseFigures = typeof CaseFigures.Type

export const AssetFigures = Schema.Struct({ deployed: Schema.Int, lost: Schema.Int })
export type AssetFigures = typeof AssetFigures.Type

export const DocumentFigures = Schema.Struct({
  /** Open offboardings with an NDA of which none is signed. */
  nda_pending: Schema.Int,
  /** Completed with a document that is still pending. */
  closed_with_pending_documents: Schema.Int,
  /** Under legal hold, in any stage. */
  legal_holds: Schema.Int
})
export type DocumentFigures = typeof DocumentFigures.Type

/** Home's counts, each like the list behind it; null if the caller cannot see that list. */
export const HomeFigures = Schema.Struct({
  today: described(CalendarDate, "The day of the figures, in the organization's time zone"),
  offboardings: described(Schema.NullOr(CaseFigures), "Null without `offboardings_view`"),
  assets: described(Schema.NullOr(AssetFigures), "Null without `assets_view`"),
  documents: described(Schema.NullOr(DocumentFigures), "Null without `compliance_view`")
}).annotate({ identifier: "HomeFigures" })
export type HomeFigures = typeof HomeFigures.Type

/** Days from today in which a last working day is soon. */
export const soonDays = 14
