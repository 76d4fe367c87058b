import { ReportsApi } from "@svc/contract/reports/api"
import { clientOf } from "#platform/api.ts"
import { queryOne } from "#platform/atoms.ts"

const reports = clientOf(ReportsApi)

/** Departures in the next two weeks, nearest first. */
export const nextExits = queryOne(() => reports.upcomingExits({ query: { days: 14, limit: 7 } }), ["cases"])

/** The reader's open tasks, by due date. */
export const myTasks = queryOne(() => reports.myTasks({}), ["cases"])

/** Document and legal hold counts. */
export const compliance = queryOne(() => reports.complianceSummary({}), ["cases", "documents"])

/** Counts for Home, in one request. */
export const homeFigures = queryOne(() => reports.homeFigures({}), ["cases", "documents", "assets", "residual access"])
