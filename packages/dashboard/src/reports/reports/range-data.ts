import { ReportsApi } from "@svc/contract/reports/api"
import type { ReportRange } from "@svc/contract/kernel/report-range"
import { clientOf } from "#platform/api.ts"
import { query } from "#platform/atoms.ts"

const reports = clientOf(ReportsApi)

/** The figures of some days, or of all time. */
export const summary = query((days: ReportRange) => reports.summary({ query: days }), { keys: () => ["cases"] })
