import type { ReportRange } from "@svc/contract/kernel/report-range"
import { TrendsApi } from "@svc/contract/trends/api"
import { clientOf } from "#platform/api.ts"
import { query, queryOne } from "#platform/atoms.ts"

const trends = clientOf(TrendsApi)

/** How it went over time; of the last 12 months where no days are given. */
export const advanced = query((days: ReportRange) => trends.advanced({ query: days }), { keys: () => ["cases"] })

/** The last 12 months beside those of others, which change by the hour. */
export const benchmarks = queryOne(() => trends.benchmarks({}), ["benchmarks"])
