import { Effect, Schema } from "effect"
import { CalendarDate, Timestamp } from "../kernel/dates.ts"
import { described } from "../kernel/described.ts"
import { ChecklistItemId, OffboardingId } from "../kernel/ids.ts"

export const SlaPeriod = Schema.Literals(["week", "month"])
export type SlaPeriod = typeof SlaPeriod.Type

export const SlaPeriodParam = described(SlaPeriod, "Bucket length of `breachTrend`: `week` (from Monday) or `month`", {
  default: "week"
}).pipe(Schema.withDecodingDefaultKey(Effect.succeed("week" as const)))

const notNeeded = described(
  Schema.Int,
  "Part of `onTime`: marked as not needed on time, instead of done; the CSV's result `not_needed`"
)

/** Of all that was due: done in any way, done in time, done late or still open past the deadline. */
const counts = {
  total: Schema.Int,
  completed: Schema.Int,
  onTime: Schema.Int,
  notNeeded,
  breached: Schema.Int,
  rate: described(
    Schema.NullOr(Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 100 }))),
    "`onTime` as a percentage of `completed`, to one decimal; null if nothing due then was completed",
    { example: 92.3 }
  )
}

export const SlaCompliance = Schema.Struct({
  totalSlaTracked: Schema.Int,
  completedCount: Schema.Int,
  onTime: Schema.Int,
  notNeeded,
  breachedTotal: Schema.Int,
  overallRate: counts.rate,
  byDepartment: Schema.Array(Schema.Struct({ department: Schema.String, ...counts })),
  byAssignee: Schema.Array(Schema.Struct({ assignee: Schema.String, ...counts })),
  /** One row a week or month of the range, oldest first, also of those in which nothing was due. */
  breachTrend: Schema.Array(
    Schema.Struct({ period: described(CalendarDate, "The first day of the week or month"), ...counts })
  ),
  /** The most overdue first. */
  worstItems: Schema.Array(
    Schema.Struct({
      id: ChecklistItemId,
      task: Schema.String,
      assigned_to: Schema.String,
      offboarding_id: OffboardingId,
      employee_name: Schema.String,
      department: Schema.String,
      sla_deadline: Timestamp,
      /** Null while it is open. */
      completed_at: Schema.NullOr(Timestamp),
      hoursOverdue: described(Schema.Finite, "Hours from the deadline to completion, or to now; one decimal")
    })
  )
}).annotate({ identifier: "SlaCompliance" })
export type SlaCompliance = typeof SlaCompliance.Type

/** The columns of the CSV, in their order. */
export const slaCsvColumns = [
  "Task ID",
  "Task",
  "Assigned To",
  "Employee",
  "Department",
  "Offboarding ID",
  "Offboarding Status",
  "SLA Hours",
  "SLA Deadline",
  "Completed At",
  "Result",
  "Hours Overdue"
] as const

/** Maximum rows of a CSV; more are omitted, and `X-Rows-Truncated` has their number. */
export const mostSlaRows = 50_000
