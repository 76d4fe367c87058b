import type { ScheduledReportId } from "@svc/contract/scheduled-reports/schema"
import { DateTime } from "effect"
import { type ReportMatter, rowCount, totalsOf } from "./content.ts"

/** The webhook's body: totals, for any owner (scheduled-reports-4). */
export const webhookBody = (id: ScheduledReportId, { figures, now, organisation, report }: ReportMatter) =>
  JSON.stringify({
    report_id: id,
    report_name: report.name,
    org_name: organisation,
    generated_at: DateTime.formatIso(now),
    date_range: report.date_range,
    summary: totalsOf(figures),
    row_count: rowCount(figures)
  })
