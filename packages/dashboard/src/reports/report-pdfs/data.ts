import type { ReportRange } from "@svc/contract/kernel/report-range"
import { ReportPdfsApi } from "@svc/contract/report-pdfs/api"
import { clientOf } from "#platform/api.ts"
import { action } from "#platform/atoms.ts"

const pdfs = clientOf(ReportPdfsApi)

/** The figures of these days on paper. Its making stands in the log. */
export const analyticsPdf = action(
  (days: ReportRange) => pdfs.analytics({ query: days }),
  () => []
)
