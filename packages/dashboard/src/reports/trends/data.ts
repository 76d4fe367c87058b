import type { ReportRange } from "@svc/contract/kernel/report-range"
import { TrendsApi } from "@svc/contract/trends/api"
import { clientOf } from "#platform/api.ts"
import { query, queryOne } from "#platform/atoms.ts"

const trends = clientOf(TrendsApi)

/** Trends over time; the last 12 months if no range is given. */
export const advanced = query((days: ReportRange) => trends.advanced({ query: days }), { keys: () => ["cases"] })

/** Benchmarks over the last 12 months; refreshed hourly. */
export const benchmarks = queryOne(() => trends.benchmarks({}), ["benchmarks"])
