import type { CompletenessCounts, LeaverTestResult } from "@svc/contract/leaver-test/figures"
import { ReadSource } from "@svc/contract/leaver-test/figures"
import { DateTime, Effect, Schema } from "effect"
import { endOfDay } from "#access/case-clocks"
import type { Population } from "./population.ts"

const decodeSources = Schema.decodeUnknownEffect(Schema.Array(ReadSource))

/** For a period that is not over, a source counts as read when that was so many hours before the test. */
const hoursOld = 48

/** Whether nothing is missing, as far as anything here can tell (`docs/leaver-test.md`, `completeness.json`). */
const isComplete = (
  counts: CompletenessCounts,
  sources: ReadonlyArray<ReadSource>,
  { asOf, to, zone }: { readonly to: string; readonly zone: string; readonly asOf: DateTime.Utc }
): boolean => {
  const ended = endOfDay(to, zone)
  const since = DateTime.isLessThan(asOf, ended) ? DateTime.subtract(asOf, { hours: hoursOld }) : ended
  return (
    counts.leavers_without_case +
      counts.cases_without_record +
      counts.accounts_off_without_case +
      counts.terminated_but_active +
      counts.deleted_cases ===
      0 &&
    sources.some(({ last_read_at }) => last_read_at !== null && DateTime.isGreaterThanOrEqualTo(last_read_at, since))
  )
}

/** What may be missing: for the file by name, for the result by number. */
export const completenessOf = Effect.fnUntraced(function* (
  { casesWithoutRecord, leaversWithoutCase, missing }: Population,
  period: { readonly from: string; readonly to: string; readonly zone: string; readonly asOf: DateTime.Utc }
) {
  const counts: CompletenessCounts = {
    leavers_without_case: leaversWithoutCase.length,
    cases_without_record: casesWithoutRecord.length,
    accounts_off_without_case: missing.accounts_off_without_case.length,
    terminated_but_active: missing.terminated_but_active.length,
    cancelled_cases: missing.cancelled_cases.length,
    deleted_cases: missing.deleted_cases.length
  }
  const sources = yield* Effect.orDie(decodeSources(missing.sources))
  const complete = isComplete(counts, sources, period)
  const counted: LeaverTestResult["completeness"] = { complete, ...counts, sources }
  const { sources: read, ...listed } = missing
  const file = {
    format: "svc-leaver-test-completeness/v1",
    as_of: DateTime.formatIso(period.asOf),
    period: { from: period.from, to: period.to },
    complete,
    leavers_without_case: leaversWithoutCase.map(({ id, ...person }) => ({ employee_id: id, ...person })),
    cases_without_record: casesWithoutRecord.map(({ id, ...person }) => ({ case_id: id, ...person })),
    ...listed,
    sources: read
  }
  return { counted, file }
})
