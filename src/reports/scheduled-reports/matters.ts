import type { RecordScope } from "@svc/contract/kernel/access"
import type { OrgId } from "@svc/contract/kernel/ids"
import { Context, type DateTime, Effect } from "effect"
import type { Transaction } from "#platform/database/db"
import { layerOf } from "#platform/services/layer-of"
import type { Figures, ReportMatter } from "./content.ts"
import { FiguresRepo } from "./figures-repo.ts"
import { type ReportRow, ReportsRepo } from "./reports-repo.ts"
import { distinct, spanOf } from "./rules.ts"

/** What a report is made of at one moment, and whom it goes to. */
export class ReportMatters extends Context.Service<
  ReportMatters,
  {
    /** Its own and its list's, each once. */
    addressesOf(orgId: OrgId, report: ReportRow): Effect.Effect<ReadonlyArray<string>, never, Transaction>
    /** Of the offboardings in a record scope. */
    of(
      orgId: OrgId,
      report: ReportRow,
      records: RecordScope,
      now: DateTime.Utc
    ): Effect.Effect<ReportMatter, never, Transaction>
  }
>()("svc/scheduled-reports/ReportMatters") {
  static readonly layerNoDeps = layerOf(ReportMatters, function* () {
    const repo = yield* FiguresRepo
    const reports = yield* ReportsRepo

    const of = Effect.fnUntraced(function* (orgId: OrgId, report: ReportRow, records: RecordScope, now: DateTime.Utc) {
      const span = spanOf(report.date_range, now)
      const question = { orgId, records, grouping: report.grouping, filters: report.filters, span, now }
      const figures: Figures =
        report.type === "overdue_tasks"
          ? { _tag: "Tasks", counts: yield* repo.tasks(question), rows: yield* repo.taskRows(question) }
          : {
              _tag: "Offboardings",
              counts: yield* repo.offboardings(question),
              rows: yield* repo.offboardingRows(question)
            }
      const name = yield* repo.organisation(orgId)
      return { report, organisation: name, span, now, figures }
    })

    return ReportMatters.of({
      addressesOf: (orgId, { distribution_list_id, recipients }) =>
        Effect.map(reports.listed(orgId, distribution_list_id), (list) => distinct([...recipients, ...list])),
      of
    })
  })
}
