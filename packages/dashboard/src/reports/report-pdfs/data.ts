import type { ReportRange } from "@svc/contract/kernel/report-range"
import { ReportPdfsApi } from "@svc/contract/report-pdfs/api"
import { clientOf } from "#platform/api.ts"
import { action } from "#platform/atoms.ts"

const pdfs = clientOf(ReportPdfsApi)

/** Analytics PDF for a range; creating it is recorded in the audit log. */
export const analyticsPdf = action(
  (days: ReportRange) => pdfs.analytics({ query: days }),
  () => []
)
