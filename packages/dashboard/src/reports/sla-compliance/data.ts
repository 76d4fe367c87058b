import type { ReportRange } from "@svc/contract/kernel/report-range"
import { SlaComplianceApi } from "@svc/contract/sla-compliance/api"
import type { SlaPeriod } from "@svc/contract/sla-compliance/schema"
import { clientOf } from "#platform/api.ts"
import { action, query } from "#platform/atoms.ts"

const sla = clientOf(SlaComplianceApi)

/** Deadline figures for a range. */
export const kept = query((asked: ReportRange & { readonly period: SlaPeriod }) => sla.report({ query: asked }), {
  keys: () => ["cases"]
})

/** CSV with one row per task; exporting it is recorded in the audit log. */
export const keptCsv = action(
  (days: ReportRange) => sla.export({ query: days }),
  () => []
)
