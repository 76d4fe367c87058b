import { Schema } from "effect"
import { CalendarDate, Timestamp } from "../kernel/dates.ts"
import { described } from "../kernel/described.ts"
import { OffboardingId } from "../kernel/ids.ts"
import { MyTasks, UpcomingExit } from "../reports/schema.ts"

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

/** What can need attention, worst first. */
export const AttentionKind = Schema.Literals([
  "failed_removal",
  "reactivated",
  "connection_refused",
  "deadline_missed",
  "approval",
  "equipment_late",
  "document_unsigned",
  "no_apps"
])
export type AttentionKind = typeof AttentionKind.Type

/** One thing that needs attention. */
export const AttentionRow = Schema.Struct({
  id: described(Schema.String, "Of the request, of the finding or of the item; else of the offboarding and its app"),
  offboarding_id: Schema.NullOr(OffboardingId),
  person: described(Schema.NullOr(Schema.String), "The leaver, or the holder of the equipment"),
  subject: described(Schema.String, "The app, the first task, the item or the first document; empty if there is none"),
  count: described(Schema.Int, "Tasks or documents that the row covers; 1 otherwise"),
  since: Schema.NullOr(Timestamp),
  day: described(Schema.NullOr(CalendarDate), "The last working day, or the day by which the equipment was due"),
  next_attempt_at: described(
    Schema.NullOr(Timestamp),
    "Next automatic attempt of a failed removal: its retry, else the scheduled end of access"
  )
})
export type AttentionRow = typeof AttentionRow.Type

/** The things of one kind. */
export const Attention = Schema.Struct({
  kind: AttentionKind,
  total: Schema.Int,
  rows: described(Schema.Array(AttentionRow), "At most 10")
})
export type Attention = typeof Attention.Type

/** An open offboarding that ends soon, with how far it is. */
export const Leaver = Schema.Struct({
  ...UpcomingExit.fields,
  tasks: Schema.Int,
  apps: Schema.Int,
  closed_apps: described(
    Schema.Int,
    "Apps whose access was revoked or marked as removed, and whose account was not seen active since"
  ),
  failed_apps: Schema.Int,
  access_ends_at: described(Schema.NullOr(Timestamp), "Scheduled end of access; null if none is set")
})
export type Leaver = typeof Leaver.Type

/** A last working day of open offboardings. */
export const LeavingDay = Schema.Struct({
  day: CalendarDate,
  total: Schema.Int,
  people: described(
    Schema.Array(Schema.Struct({ id: OffboardingId, name: Schema.String, failed: Schema.Boolean })),
    "At most 3, those with a failed removal first"
  )
})
export type LeavingDay = typeof LeavingDay.Type

/** Everything on Home, within the caller's record scope; a figure is null if the caller cannot see the list behind it. */
export const Home = Schema.Struct({
  today: described(CalendarDate, "The day of the figures, in the organization's time zone"),
  offboardings: described(Schema.NullOr(CaseFigures), "Null without `offboardings_view`"),
  assets: described(Schema.NullOr(AssetFigures), "Null without `assets_view`"),
  documents: described(Schema.NullOr(DocumentFigures), "Null without `compliance_view`"),
  attention: described(Schema.Array(Attention), "Only kinds that have something, worst first"),
  days: described(Schema.Array(LeavingDay), "Days with leavers among today and the 13 days after it"),
  leaving: described(Schema.Array(Leaver), "At most 8 leavers of today and the 14 days after it, soonest first"),
  tasks: described(MyTasks, "At most 50 of the caller's open tasks, earliest due date first")
}).annotate({ identifier: "Home" })
export type Home = typeof Home.Type

/** Days from today in which a last working day is soon. */
export const soonDays = 14
