import { averageDays, oneDecimal } from "@svc/contract/kernel/rounding"
import type { Advanced, Benchmarks, PlatformFigures } from "@svc/contract/trends/schema"
import type { SeparationType } from "@svc/contract/offboardings/schema"

/** Small-cell suppression (k-anonymity): figures of fewer organizations or offboardings are not shown (trends-4). */
export const minPlatformOrgs = 5
export const minPlatformOffboardings = 50

/** Typical figures from industry surveys; the same for everyone (trends-8). */
export const industryTypical: Benchmarks["industry"] = { avgCompletionDays: 21, onTimeRate: 75, completionRate: 85 }

const secondsPerDay = 86_400

/** Durations are kept to the millisecond. */
export const daysOf = (seconds: number, count: number): number | null => averageDays(Math.round(seconds * 1000), count)

const byText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/** How many were completed, and how long they took together. */
interface Took {
  readonly count: number
  readonly seconds: number
}

/** Averages, the longest first. */
const slowestFirst = <Row extends Took>(rows: ReadonlyArray<Row>, nameOf: (row: Row) => string) =>
  rows
    .map((row) => ({ row, count: row.count, avgDays: daysOf(row.seconds, row.count) ?? 0 }))
    .toSorted((one, other) => other.avgDays - one.avgDays || byText(nameOf(one.row), nameOf(other.row)))

export const durationsByDepartment = (
  rows: ReadonlyArray<Took & { readonly department: string }>
): Advanced["timeByDept"] =>
  slowestFirst(rows, ({ department }) => department).map(({ avgDays, count, row }) => ({
    department: row.department,
    avgDays,
    count
  }))

export const durationsByType = (
  rows: ReadonlyArray<Took & { readonly separation_type: SeparationType }>
): Advanced["avgBySepType"] =>
  slowestFirst(rows, ({ separation_type }) => separation_type).map(({ avgDays, count, row }) => ({
    separation_type: row.separation_type,
    avgDays,
    count
  }))

/** Offboardings of one type that one organization created. */
export interface Contribution {
  readonly org_id: string
  readonly separation_type: SeparationType
  readonly total: number
  readonly completed: number
  readonly on_time: number
  /** From creation to completion, of the completed ones. */
  readonly seconds: number
}

const sum = (values: ReadonlyArray<number>) => values.reduce((whole, value) => whole + value, 0)

const median = (values: ReadonlyArray<number>): number => {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = Math.floor(sorted.length / 2)
  return ((sorted[middle] ?? 0) + (sorted[sorted.length - 1 - middle] ?? 0)) / 2
}

/** One organization's contribution: a number of offboardings, and their sum. */
interface Part {
  readonly count: number
  readonly sum: number
}

const isEnough = (counts: ReadonlyArray<number>) =>
  counts.filter((count) => count > 0).length >= minPlatformOrgs && sum(counts) >= minPlatformOffboardings

/**
 * The average over organizations weighted by offboardings, each at most twice the median: none dominates (trends-5).
 * Null if too few contribute to this figure.
 */
export const guardedAverage = (parts: ReadonlyArray<Part>): number | null => {
  const contributing = parts.filter(({ count }) => count > 0)
  const counts = contributing.map(({ count }) => count)
  if (!isEnough(counts)) return null
  const most = 2 * median(counts)
  const weights = counts.map((count) => Math.min(count, most))
  const weighted = contributing.map((part, index) => (part.sum / part.count) * (weights[index] ?? 0))
  return sum(weighted) / sum(weights)
}

const rounded = (value: number | null) => (value === null ? null : oneDecimal(value))

type Shares = Benchmarks["platformSepDist"]

interface Kind {
  readonly type: SeparationType
  /** Counts per organization. */
  readonly counts: ReadonlyArray<number>
}

const together = (kinds: ReadonlyArray<Kind>) =>
  kinds.reduce<ReadonlyArray<number>>(
    (whole, { counts }) => counts.map((count, index) => count + (whole[index] ?? 0)),
    []
  )

/**
 * The shares of those types that enough contribute to; all others are one suppressed share, and where even these are too
 * few the rarest of the rest joins them, so that no difference tells what is not shown (trends-6).
 */
const sharesOf = (kinds: ReadonlyArray<Kind>, totals: ReadonlyArray<number>) => {
  const amount = ({ counts }: Kind) => sum(counts)
  const known = kinds.filter((kind) => amount(kind) > 0).toSorted((one, other) => amount(other) - amount(one))
  const shown = known.filter(({ counts }) => isEnough(counts))
  const merged = known.filter((kind) => !shown.includes(kind))
  while (merged.length > 0 && !isEnough(together(merged))) {
    const rarest = shown.pop()
    if (rarest === undefined) break
    merged.push(rarest)
  }
  const shareOf = (counts: ReadonlyArray<number>) =>
    rounded(guardedAverage(totals.map((count, index) => ({ count, sum: 100 * (counts[index] ?? 0) }))))
  const platformSepDist: Shares = shown
    .map(({ counts, type }) => ({ separation_type: type, share: shareOf(counts) }))
    .flatMap(({ separation_type, share }) => (share === null ? [] : [{ separation_type, share }]))
    .toSorted((one, other) => other.share - one.share || byText(one.separation_type, other.separation_type))
  return { platformSepDist, suppressedShare: merged.length === 0 ? 0 : shareOf(together(merged)) }
}

/** What an organization may know about all others together. */
export const platformOf = (
  contributions: ReadonlyArray<Contribution>
): { readonly platform: PlatformFigures } & Pick<Benchmarks, "platformSepDist" | "suppressedShare"> => {
  const organisations = Object.values(Object.groupBy(contributions, ({ org_id }) => org_id)).map((rows) => rows ?? [])
  const parts = (countOf: (row: Contribution) => number, sumOf: (row: Contribution) => number): ReadonlyArray<Part> =>
    organisations.map((rows) => ({ count: sum(rows.map(countOf)), sum: sum(rows.map(sumOf)) }))
  const totals = organisations.map((rows) => sum(rows.map(({ total }) => total)))
  if (!isEnough(totals)) {
    return {
      platform: {
        avgCompletionDays: null,
        onTimeRate: null,
        completionRate: null,
        totalOffboardings: null,
        sufficientSample: false,
        sufficientCompleted: false
      },
      platformSepDist: [],
      suppressedShare: null
    }
  }
  const types = [...new Set(contributions.map(({ separation_type }) => separation_type))].toSorted(byText)
  const kinds = types.map((type) => ({
    type,
    counts: organisations.map((rows) =>
      sum(rows.map(({ separation_type, total }) => (separation_type === type ? total : 0)))
    )
  }))
  return {
    platform: {
      avgCompletionDays: rounded(
        guardedAverage(
          parts(
            ({ completed }) => completed,
            ({ seconds }) => seconds / secondsPerDay
          )
        )
      ),
      onTimeRate: rounded(
        guardedAverage(
          parts(
            ({ completed }) => completed,
            ({ on_time }) => 100 * on_time
          )
        )
      ),
      completionRate: rounded(
        guardedAverage(
          parts(
            ({ total }) => total,
            ({ completed }) => 100 * completed
          )
        )
      ),
      totalOffboardings: Math.floor(sum(totals) / 10) * 10,
      sufficientSample: true,
      sufficientCompleted: isEnough(organisations.map((rows) => sum(rows.map(({ completed }) => completed))))
    },
    ...sharesOf(kinds, totals)
  }
}
