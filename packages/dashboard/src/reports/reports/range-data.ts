import { ReportsApi } from "@svc/contract/reports/api"
import type { ReportRange } from "@svc/contract/kernel/report-range"
import type { Effect } from "effect"
import { clientOf } from "#platform/api.ts"
import { query } from "#platform/atoms.ts"

const reports = clientOf(ReportsApi)

/** A report for a range or all time: `ofDays((reports, query) => reports.summary({ query }))`. */
export const ofDays = <A, E>(read: (client: typeof reports, query: ReportRange) => Effect.Effect<A, E>) =>
  query((days: ReportRange) => read(reports, days), { keys: () => ["cases"] })
