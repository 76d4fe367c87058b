import { DateTime } from "effect"
import { percentOf } from "@svc/contract/kernel/rounding"

/** Of tasks that were due: all, done in any way, done in time, of these not needed, late or open past the deadline. */
interface Counts {
  readonly total: number
  readonly completed: number
  readonly on_time: number
  readonly not_needed: number
  readonly breached: number
}

const none: Counts = { total: 0, completed: 0, on_time: 0, not_needed: 0, breached: 0 }

/** With the rate of those done in time among those done at all. */
export const ratedOf = ({ breached, completed, not_needed, on_time, total }: Counts = none) => ({
  total,
  completed,
  onTime: on_time,
  notNeeded: not_needed,
  breached,
  rate: percentOf(on_time, completed)
})

const byText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/** By their names, those with the most breaches first. */
export const worstFirst = <Row extends Counts>(rows: ReadonlyArray<Row>, nameOf: (row: Row) => string) =>
  rows.toSorted((one, other) => other.breached - one.breached || byText(nameOf(one), nameOf(other)))

export const totalsOf = (rows: ReadonlyArray<Counts>): Counts =>
  rows.reduce(
    (whole, row) => ({
      total: whole.total + row.total,
      completed: whole.completed + row.completed,
      on_time: whole.on_time + row.on_time,
      not_needed: whole.not_needed + row.not_needed,
      breached: whole.breached + row.breached
    }),
    none
  )

const hour = 3_600_000

/** A task with its deadline, and when it was done or found not needed. */
interface Deadline {
  readonly sla_deadline: DateTime.Utc
  readonly completed_at: DateTime.Utc | null
}

/** `open` still has time; `not_needed` was marked so in time, and `breached` when that came too late. */
type SlaResult = "on_time" | "not_needed" | "breached" | "open"

/** How a task stands to its deadline; the very moment of it is in time to have done it, and too late to have not. */
export const resultOf = (
  { completed_at, not_needed, sla_deadline }: Deadline & { readonly not_needed: boolean },
  now: DateTime.Utc
): SlaResult => {
  if (completed_at === null) return DateTime.isLessThanOrEqualTo(sla_deadline, now) ? "breached" : "open"
  if (DateTime.isGreaterThan(completed_at, sla_deadline)) return "breached"
  return not_needed ? "not_needed" : "on_time"
}

/** To one decimal; 0 while there is time. */
export const hoursOverdue = ({ completed_at, sla_deadline }: Deadline, now: DateTime.Utc): number =>
  Math.round((Math.max(0, (completed_at ?? now).epochMilliseconds - sla_deadline.epochMilliseconds) / hour) * 10) / 10
