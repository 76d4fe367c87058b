import { ReportsApi } from "@svc/contract/reports/api"
import { clientOf } from "#platform/api.ts"
import { queryOne } from "#platform/atoms.ts"

const reports = clientOf(ReportsApi)

/** Who leaves within two weeks, the nearest day first. */
export const nextExits = queryOne(() => reports.upcomingExits({ query: { days: 14, limit: 7 } }), ["cases"])

/** What waits for whoever looks, what is due first before the rest. */
export const myTasks = queryOne(() => reports.myTasks({}), ["cases"])

/** Where papers stand. */
export const compliance = queryOne(() => reports.complianceSummary({}), ["cases", "documents"])

/** What Home counts, in one request. */
export const homeFigures = queryOne(() => reports.homeFigures({}), ["cases", "documents", "assets", "residual access"])
