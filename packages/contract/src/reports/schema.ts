import { Effect, Schema, SchemaGetter } from "effect"
import { CalendarDate, Timestamp } from "../kernel/dates.ts"
import { described } from "../kernel/described.ts"
import { ChecklistItemId, OffboardingId } from "../kernel/ids.ts"
import { UpTo } from "../kernel/paging.ts"
import { OffboardingStatus, SeparationType } from "../offboardings/schema.ts"

/** A number as text, as on the wire. */
export const CountText = Schema.String.annotate({ examples: ["3"] }).check(Schema.isPattern(/^\d+$/))

/** The stages of an offboarding that is open, in their order. */
export const OpenStage = Schema.Literals(["pending", "notice_period", "it_revocation", "asset_recovery"])
export type OpenStage = typeof OpenStage.Type

const Money = Schema.Finite.annotate({ examples: [149.5] })

/** What seats cost a month that were given back, in one currency (proof-36). */
export const CurrencySavings = Schema.Struct({
  currency: described(Schema.String, "ISO 4217", { example: "EUR" }),
  licensesThisMonth: Schema.Int,
  licensesThisYear: Schema.Int,
  costThisMonth: Money,
  costThisYear: Money
})
export type CurrencySavings = typeof CurrencySavings.Type

/** Removed accounts, in the organization's month and year. */
export const LicenseReclamation = Schema.Struct({
  licensesThisMonth: described(
    Schema.Int,
    "Of all apps, including those without a price, which are in no row of `byCurrency`, and those in other currencies"
  ),
  licensesThisYear: described(Schema.Int, "The same for this year; costs are in `currency` only"),
  /** Of the currency with the largest savings this year, as all that follows. */
  costThisMonth: Money,
  costThisYear: Money,
  currency: described(Schema.String, "ISO 4217; `USD` if no price is known", { example: "EUR" }),
  /** The largest savings of the year first; empty while no price is known. */
  byCurrency: Schema.Array(CurrencySavings)
})
export type LicenseReclamation = typeof LicenseReclamation.Type

/** The figures of the overview, of the offboardings that the caller sees (proof-34). */
export const Summary = Schema.Struct({
  /** Null when none was asked for: all time. */
  range: Schema.NullOr(Schema.Struct({ from: CalendarDate, to: CalendarDate })),
  /** Open offboardings by stage now, every stage in its order, whatever the range. */
  stageCounts: Schema.Array(Schema.Struct({ status: OpenStage, count: CountText })),
  /** Of offboardings created in the range; the most frequent first. */
  sepTypeCounts: Schema.Array(Schema.Struct({ separation_type: SeparationType, count: Schema.Int })),
  /** Months with completed offboardings, oldest first; others are omitted. */
  completedByMonth: Schema.Array(
    Schema.Struct({ month: described(Schema.String, "`YYYY-MM`", { example: "2026-03" }), count: Schema.Int })
  ),
  avgCompletionDays: described(
    Schema.NullOr(Schema.Finite),
    "Days from creation to completion of offboardings completed in the range, to one decimal; null if there are none",
    { example: 21.4 }
  ),
  completedCount: Schema.Int,
  overdueCount: described(Schema.Int, "Open now and past the exit date"),
  /** At most 10 apps whose access was removed in the range, by the service or by hand; the most frequent first. */
  topServices: Schema.Array(Schema.Struct({ service: Schema.String, count: Schema.Int })),
  /** Tasks of offboardings created in the range; what is not needed is done. */
  checklistStats: Schema.Struct({ total: Schema.Int, done: Schema.Int }),
  /** Of offboardings created in the range; the largest first, `""` where no department is given. */
  deptBreakdown: Schema.Array(Schema.Struct({ department: Schema.String, count: Schema.Int })),
  licenseReclamation: LicenseReclamation
}).annotate({ identifier: "ReportSummary" })
export type Summary = typeof Summary.Type

/** Digits are a number, possibly a refused one; anything else counts as the default (proof-38). */
const Days = Schema.String.annotate({ format: "int32" }).pipe(
  Schema.decodeTo(
    Schema.Finite.check(
      Schema.makeFilter((days) =>
        Number.isInteger(days) && days >= 1 && days <= 60 ? undefined : "must be a whole number from 1 to 60"
      )
    ),
    {
      decode: SchemaGetter.transform((text: string) => (/^[+-]?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : 14)),
      encode: SchemaGetter.transform(String)
    }
  )
)

export const UpcomingExitsQuery = {
  days: described(Days, "Number of days from today, 1 to 60; a value that is not a number counts as 14", {
    default: "14"
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed("14"))),
  limit: Schema.optionalKey(UpTo({ maximum: 200, description: "Maximum number of rows; default: all" }))
}

/** An open offboarding that ends soon. */
export const UpcomingExit = Schema.Struct({
  id: OffboardingId,
  employee_name: Schema.String,
  department: Schema.String,
  job_title: Schema.String,
  status: OpenStage,
  last_working_day: CalendarDate,
  /** Calendar days in the person's zone, else the organization's; 0 is today. */
  days_remaining: Schema.Int,
  /** Tasks that are neither done nor marked not needed. */
  pending_tasks: Schema.Int
}).annotate({ identifier: "UpcomingExit" })
export type UpcomingExit = typeof UpcomingExit.Type
export const UpcomingExits = Schema.Array(UpcomingExit)

/** A task that waits for the caller. */
export const MyTask = Schema.Struct({
  id: ChecklistItemId,
  task: Schema.String,
  assigned_to: Schema.String,
  due_date: Schema.NullOr(CalendarDate),
  sla_deadline: Schema.NullOr(Timestamp),
  sla_breached: Schema.Boolean,
  offboarding_id: OffboardingId,
  employee_name: Schema.String,
  employee_department: Schema.String,
  exit_date: CalendarDate,
  /** The stage of the offboarding. */
  status: OffboardingStatus
}).annotate({ identifier: "MyTask" })
export type MyTask = typeof MyTask.Type
export const MyTasks = Schema.Array(MyTask)

/** Where papers and interviews stand, in offboardings that the caller sees; numbers as text (proof-40). */
export const ComplianceSummary = Schema.Struct({
  /** Open offboardings: neither completed nor canceled. */
  total_offboardings: CountText,
  /** Open offboardings with a signed NDA. */
  nda_signed: CountText,
  /** Open offboardings with an NDA of which none is signed. */
  nda_pending: CountText,
  /** Open offboardings whose exit interview was held. */
  exit_interview_done: CountText,
  /** Under legal hold, in any stage. */
  legal_hold_count: CountText,
  /** Completed without a signed NDA. */
  closed_without_nda: CountText,
  /** Completed with a document that is still pending. */
  closed_with_pending_documents: CountText
}).annotate({ identifier: "ComplianceSummary" })
export type ComplianceSummary = typeof ComplianceSummary.Type
