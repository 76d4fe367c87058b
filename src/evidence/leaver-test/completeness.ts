import type { CompletenessCounts, IncompleteReason, LeaverTestResult } from "@svc/contract/leaver-test/figures"
import { ReadSource } from "@svc/contract/leaver-test/figures"
import { DateTime, Effect, Schema } from "effect"
import { endOfDay } from "#records/case-clocks"
import { startOfDay } from "@svc/contract/kernel/calendar"
import type { MissingFacts, SourceCoverage } from "./missing-repo.ts"
import type { Population } from "./population-writer.ts"
import { whyIncomplete } from "./report-words.ts"

const decodeSources = Schema.decodeUnknownEffect(Schema.Array(ReadSource))

/** For a period that has not ended, a source counts as read if that was at most this many hours before the test. */
const hoursOld = 48

interface Period {
  readonly from: string
  readonly to: string
  readonly zone: string
  readonly asOf: DateTime.Utc
  /** The first day whose leavings are kept. */
  readonly keptSince: string
}

/** A source with what it can tell. */
type Source = ReadSource & SourceCoverage

const counted = [
  "leavers_without_case",
  "cases_without_record",
  "accounts_off_without_case",
  "terminated_but_active",
  "deleted_cases",
  "deleted_records",
  "leavers_without_day",
  "withdrawn_leavers"
] as const

const reason = (
  code: IncompleteReason["code"],
  of: Partial<Omit<IncompleteReason, "code">> = {}
): IncompleteReason => ({
  code,
  count: null,
  source: null,
  at: null,
  ...of
})

const utc = (date: Date | null) => (date === null ? null : DateTime.fromDateUnsafe(date))

const isAfter = (one: DateTime.Utc | null, other: DateTime.DateTime) =>
  one !== null && DateTime.isGreaterThan(one, other)

/** Since when every source has to have been read: the end of the period, or shortly before the test. */
const readSince = ({ asOf, to, zone }: Period) => {
  const ended = endOfDay(to, zone)
  return DateTime.isLessThan(asOf, ended) ? DateTime.subtract(asOf, { hours: hoursOld }) : ended
}

/** Every source that was read, and every HR system, has to be read again: none makes up for another. */
const sourceReasons = (sources: ReadonlyArray<Source>, period: Period): ReadonlyArray<IncompleteReason> => {
  const asked = sources.filter(({ kind, last_read_at }) => kind === "hr_system" || last_read_at !== null)
  if (asked.length === 0) return [reason("no_source_read")]
  const since = readSince(period)
  const begun = startOfDay(period.from, period.zone)
  // An HR system that names days knows everyone; a directory alone misses people who left before its first read.
  const namesDays = asked.some(({ kind, tells_days }) => kind === "hr_system" && tells_days)
  return asked.flatMap(({ first_read_at, kind, last_read_at: last, left_out_at, name, tells_days }) => {
    if (last === null) return [reason("source_never_read", { source: name })]
    const first = utc(first_read_at)
    const coversOnlyLater = !tells_days && (kind === "hr_system" || !namesDays) && isAfter(first, begun)
    return [
      ...(DateTime.isLessThan(last, since) ? [reason("source_not_read_since", { source: name, at: last })] : []),
      ...(coversOnlyLater ? [reason("source_starts_late", { source: name, at: first })] : []),
      ...(left_out_at === null ? [] : [reason("source_left_out", { source: name, at: utc(left_out_at) })])
    ]
  })
}

/** Why the list of leavers is not shown to be complete; none when it is (`docs/leaver-test.md`, `completeness.json`). */
const reasonsOf = (
  counts: Required<CompletenessCounts>,
  sources: ReadonlyArray<Source>,
  log: MissingFacts["log"],
  period: Period
): ReadonlyArray<IncompleteReason> => {
  const since = utc(log.since)
  const reachesBack =
    log.whole || (since !== null && !DateTime.isGreaterThan(since, startOfDay(period.from, period.zone)))
  return [
    ...counted.flatMap((code) => (counts[code] === 0 ? [] : [reason(code, { count: counts[code] })])),
    ...(reachesBack ? [] : [reason("log_starts_late", { at: since })]),
    ...(period.from >= period.keptSince
      ? []
      : [reason("leavings_expired", { at: DateTime.makeUnsafe(`${period.keptSince}T00:00:00.000Z`) })]),
    ...sourceReasons(sources, period)
  ]
}

/** What may be missing: for the file by name, for the result by number. */
export const completenessOf = Effect.fnUntraced(function* (
  { casesWithoutRecord, leaversWithoutCase, missing }: Population,
  period: Period
) {
  const { coverage, log, sources: listedSources, ...listed } = missing
  const counts: Required<CompletenessCounts> = {
    leavers_without_case: leaversWithoutCase.length,
    cases_without_record: casesWithoutRecord.length,
    accounts_off_without_case: missing.accounts_off_without_case.length,
    terminated_but_active: missing.terminated_but_active.length,
    cancelled_cases: missing.cancelled_cases.length,
    deleted_cases: missing.deleted_cases.length,
    deleted_records: missing.deleted_records.length,
    leavers_without_day: missing.leavers_without_day.length,
    withdrawn_leavers: missing.withdrawn_leavers.length
  }
  const sources = yield* Effect.orDie(decodeSources(listedSources))
  const covered = sources.flatMap((source, place) => {
    const of = coverage[place]
    return of === undefined ? [] : [{ ...source, ...of }]
  })
  const reasons = reasonsOf(counts, covered, log, period)
  const complete = reasons.length === 0
  const why = reasons.map(whyIncomplete)
  const result: LeaverTestResult["completeness"] = { complete, ...counts, sources, why, reasons }
  const file = {
    format: "svc-leaver-test-completeness/v1",
    as_of: DateTime.formatIso(period.asOf),
    period: { from: period.from, to: period.to },
    complete,
    why,
    leavers_without_case: leaversWithoutCase.map(({ hasRecord, id, ...person }) => ({
      employee_id: id,
      ...person,
      has_record: hasRecord
    })),
    cases_without_record: casesWithoutRecord.map(({ hasRecord: _record, id, ...person }) => ({
      case_id: id,
      ...person
    })),
    ...listed,
    log_since: log.since === null ? null : log.since.toISOString(),
    sources: listedSources
  }
  return { counted: result, file }
})
