import { daysAfter } from "@svc/contract/kernel/calendar"

/** Maximum number of leavings kept per source of an organization. */
export const maxLeavingsPerSource = 100_000

/** Two days at most this far apart belong to one leaving, whose day was corrected. */
const correctionDays = 90

/** A leaving as it is kept. */
export interface KeptLeaving {
  readonly id: string
  readonly left_on: string
  readonly day_told: boolean
  readonly withdrawn: boolean
}

/** What a source reports of one person: a leaving with or without its day, or none. */
interface ReportedLeaving {
  readonly day: string | null
  /** They were hired again after it. */
  readonly former: boolean
}

/** Changes of a person's stored leavings. */
interface LeavingChange {
  /** The row that the report is about; null: there is none yet. */
  readonly seen: string | null
  /** Its day, where the row is new or has another one or was withdrawn. */
  readonly day: { readonly left_on: string; readonly day_told: boolean } | null
  /** Announced and taken back before their day: the person did not leave. */
  readonly removed: ReadonlyArray<string>
  /** Taken back after their day. */
  readonly withdrawn: ReadonlyArray<string>
}

const nothing: LeavingChange = { seen: null, day: null, removed: [], withdrawn: [] }

const isNear = (one: string, other: string) =>
  one <= daysAfter(other, correctionDays) && other <= daysAfter(one, correctionDays)

const dayChange = (row: KeptLeaving, day: string): LeavingChange["day"] =>
  row.day_told && row.left_on === day && !row.withdrawn ? null : { left_on: day, day_told: true }

/**
 * What is kept after a report. A leaving whose day has passed is a fact: a later one of the same person is a second row,
 * and one that the source takes back stays as withdrawn. A leaving that was only announced follows the source.
 */
export const leavingChange = (
  rows: ReadonlyArray<KeptLeaving>,
  reported: ReportedLeaving | null,
  today: string
): LeavingChange => {
  const announced = rows.filter(({ left_on }) => left_on >= today)
  const past = rows.filter(({ left_on }) => left_on < today)
  const standing = past.filter(({ withdrawn }) => !withdrawn)
  const ids = (some: ReadonlyArray<KeptLeaving>) => some.map(({ id }) => id)
  if (reported === null) return { ...nothing, removed: ids(announced), withdrawn: ids(standing) }

  const { day, former } = reported
  if (day === null) {
    const known = announced.at(-1) ?? standing.at(-1)
    return known === undefined
      ? { ...nothing, day: { left_on: today, day_told: false } }
      : { ...nothing, seen: known.id }
  }
  if (former) {
    const known = past.find(({ left_on }) => isNear(left_on, day))
    const later = standing.filter((row) => row.id !== known?.id && row.left_on > day)
    return {
      seen: known?.id ?? null,
      day: known === undefined ? { left_on: day, day_told: true } : dayChange(known, day),
      removed: ids(announced),
      withdrawn: ids(later)
    }
  }
  const known =
    announced.at(-1) ??
    standing.find(({ day_told }) => !day_told) ??
    past.toReversed().find(({ left_on }) => isNear(left_on, day))
  return {
    ...nothing,
    seen: known?.id ?? null,
    day: known === undefined ? { left_on: day, day_told: true } : dayChange(known, day)
  }
}
