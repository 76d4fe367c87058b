import type { ReportRange } from "@svc/contract/kernel/report-range"
import { TimeToCutApi } from "@svc/contract/time-to-cut/api"
import type { CutEvidence } from "@svc/contract/time-to-cut/schema"
import { clientOf } from "#platform/api.ts"
import { action, query } from "#platform/atoms.ts"

const timeToCut = clientOf(TimeToCutApi)

/** Time to revoke for last days in this range. */
export const cutReport = query(
  (asked: ReportRange & { readonly evidence: CutEvidence }) => timeToCut.report({ query: asked }),
  { keys: () => ["cases", "case *", "residual access"] }
)

/** Late revocations as CSV. */
export const exportLate = action(
  (query: ReportRange & { readonly evidence: CutEvidence }) => timeToCut.export({ query }),
  () => []
)
