import { Caller } from "@svc/contract/kernel/access"
import { daysAfter, momentsOf, periodsOf, startOfDay } from "@svc/contract/kernel/calendar"
import { CalendarDate, dayIn } from "@svc/contract/kernel/dates"
import { rangeOf, type ReportRange } from "@svc/contract/kernel/report-range"
import { SlaExportRefused } from "@svc/contract/sla-compliance/errors"
import {
  mostSlaRows,
  type SlaCompliance as Compliance,
  type SlaPeriod,
  slaCsvColumns
} from "@svc/contract/sla-compliance/schema"
import { Context, DateTime, Effect, Option, Ref, type Scope, Stream } from "effect"
import { Audit, refusedUnrecorded } from "#audit/record/service"
import { auditText } from "#audit/record/text"
import { Db } from "#platform/database/db"
import { csvOf } from "#platform/files/csv"
import { type SignedFile, SignedFiles } from "#platform/files/signed-file"
import { makeFairSemaphore } from "#platform/jobs/fair-semaphore"
import { layerOf } from "#platform/services/layer-of"
import { SlaComplianceRepo, type SlaRow } from "./repo.ts"
import { hoursOverdue, ratedOf, resultOf, totalsOf, worstFirst } from "./rules.ts"

/** Concurrent files, of different organizations. */
const atOnce = 2

const purpose = "sla-export-digest"

const encoder = new TextEncoder()

/** A file that is ready to leave. */
export interface SlaExport {
  readonly filename: string
  readonly truncated: boolean
  readonly file: SignedFile
}

const cellsOf = (row: SlaRow, now: DateTime.Utc): ReadonlyArray<string> => [
  row.id,
  row.task,
  row.assigned_to,
  row.employee_name,
  row.department,
  row.offboarding_id,
  row.status,
  row.sla_hours === null ? "" : String(row.sla_hours),
  DateTime.formatIso(row.sla_deadline),
  row.completed_at === null ? "" : DateTime.formatIso(row.completed_at),
  resultOf(row, now),
  String(hoursOverdue(row, now))
]

/** Whether tasks were done by their deadlines. */
export class SlaCompliance extends Context.Service<
  SlaCompliance,
  {
    /** Of the offboardings that the caller sees; without a range of the last 90 days. */
    report(range: ReportRange & { readonly period: SlaPeriod }): Effect.Effect<Compliance, never, Caller>
    /** Writes the CSV, then records it, then hands it out; the file is gone with the scope. */
    open(range: ReportRange): Effect.Effect<SlaExport, SlaExportRefused, Caller | Scope.Scope>
  }
>()("svc/sla-compliance/SlaCompliance") {
  static readonly layerNoDeps = layerOf(SlaCompliance, function* () {
    const db = yield* Db
    const repo = yield* SlaComplianceRepo
    const audit = yield* Audit
    const signedFiles = yield* SignedFiles
    const turns = yield* makeFairSemaphore(atOnce)

    /** The requested days, in the organization's zone. */
    const daysOf = Effect.fnUntraced(function* (range: ReportRange, now: DateTime.Utc) {
      const { orgId } = yield* Caller
      const zone = yield* repo.zone(orgId)
      const today = dayIn(zone, now)
      const days = rangeOf(range) ?? { from: daysAfter(today, -89), to: today }
      return { zone, days }
    })

    const report = Effect.fn("SlaCompliance.report")(function* ({
      period,
      ...range
    }: ReportRange & { readonly period: SlaPeriod }) {
      const { orgId, records } = yield* Caller
      const now = yield* DateTime.now
      const { days, zone } = yield* daysOf(range, now)
      const firsts = periodsOf(period, days)
      const found = yield* repo.report({
        orgId,
        records,
        ...momentsOf(days, zone),
        now,
        periods: firsts.map((first) => startOfDay(first, zone))
      })
      const { breached, completed, notNeeded, onTime, rate, total } = ratedOf(totalsOf(found.periods))
      const periods = new Map(found.periods.map((row) => [row.period, row]))
      const compliance: Compliance = {
        totalSlaTracked: total,
        completedCount: completed,
        onTime,
        notNeeded,
        breachedTotal: breached,
        overallRate: rate,
        byDepartment: worstFirst(found.departments, ({ department }) => department).map((row) => ({
          department: row.department,
          ...ratedOf(row)
        })),
        byAssignee: worstFirst(found.assignees, ({ assignee }) => assignee).map((row) => ({
          assignee: row.assignee,
          ...ratedOf(row)
        })),
        breachTrend: firsts.map((first, index) => ({
          period: CalendarDate.make(first),
          ...ratedOf(periods.get(index + 1))
        })),
        worstItems: found.worst.map((item) => ({ ...item, hoursOverdue: hoursOverdue(item, now) }))
      }
      return compliance
    }, db.report)

    /** Within the limit, and whether there are more. */
    const written = Effect.fnUntraced(function* (range: ReportRange, now: DateTime.Utc) {
      const { orgId, records } = yield* Caller
      const { days, zone } = yield* daysOf(range, now)
      const read = yield* Ref.make(0)
      const pages = repo.rows({ orgId, records, ...momentsOf(days, zone), limit: mostSlaRows + 1 }).pipe(
        Stream.mapEffect((page) =>
          Ref.modify(
            read,
            (before) => [page.slice(0, Math.max(0, mostSlaRows - before)), before + page.length] as const
          )
        ),
        Stream.map((page) => csvOf(page.map((row) => cellsOf(row, now))))
      )
      const file = yield* signedFiles.write(
        purpose,
        Stream.concat(Stream.make(csvOf([slaCsvColumns])), pages).pipe(Stream.map((text) => encoder.encode(text)))
      )
      const rows = yield* Ref.get(read)
      return { days, file, rows: Math.min(rows, mostSlaRows), truncated: rows > mostSlaRows }
    }, db.report)

    const record = Effect.fnUntraced(
      function* ({ days, file, rows, truncated }: Effect.Success<ReturnType<typeof written>>) {
        const { records } = yield* Caller
        const scope = { All: "all", Departments: "departments", DirectReports: "direct reports" }[records._tag]
        yield* audit.record({
          action: "analytics.exported",
          target: auditText`Task deadlines`,
          details: auditText`format: csv, from: ${days.from}, to: ${days.to}, rows: ${rows}, truncated: ${truncated ? "yes" : "no"}, sha256: ${file.sha256}, signing_key: ${Option.getOrElse(file.keyId, () => "none")}, scope: ${scope}`
        })
      },
      db.transact,
      refusedUnrecorded("deadline export", () => new SlaExportRefused())
    )

    const make = Effect.fnUntraced(function* (range: ReportRange) {
      const now = yield* DateTime.now
      const made = yield* written(range, now)
      yield* record(made)
      const { file, truncated } = made
      return { filename: `sla-compliance-${DateTime.formatIsoDateUtc(now)}.csv`, truncated, file }
    })

    const open = Effect.fn("SlaCompliance.open")(function* (range: ReportRange) {
      const { orgId } = yield* Caller
      return yield* turns(orgId, make(range))
    })

    return SlaCompliance.of({ report, open })
  })
}
