import { ReportsApi } from "@svc/contract/reports/api"
import { clientOf } from "#platform/api.ts"
import { queryOne } from "#platform/atoms.ts"

const reports = clientOf(ReportsApi)

/** Document and legal hold counts. */
export const compliance = queryOne(() => reports.complianceSummary({}), ["cases", "documents"])
