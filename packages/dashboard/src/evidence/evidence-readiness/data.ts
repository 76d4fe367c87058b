import { EvidenceReadinessApi } from "@svc/contract/evidence-readiness/api"
import type { CasesAsked, ListCaseReadiness } from "@svc/contract/evidence-readiness/schema"
import type { ReportRange } from "@svc/contract/kernel/report-range"
import { clientOf } from "#platform/api.ts"
import { action, query } from "#platform/atoms.ts"

const readiness = clientOf(EvidenceReadinessApi)

const keys = ["cases", "case *", "documents", "assets"]

/** Evidence by control. */
export const readinessReport = query(
  (asked: ReportRange & { readonly cases: CasesAsked }) => readiness.report({ query: asked }),
  { keys: () => keys }
)

export const pageSize = 50

/** Offboardings with their missing evidence. */
export const readinessPage = query(
  ({
    offset = 0,
    ...asked
  }: ReportRange & Omit<ListCaseReadiness, "limit" | "offset"> & { readonly offset?: number }) =>
    readiness.cases({ query: { ...asked, offset, limit: pageSize } }),
  { keys: () => keys }
)

/** Evidence by offboarding as CSV. */
export const exportReadiness = action(
  (query: ReportRange & Omit<ListCaseReadiness, "limit" | "offset">) => readiness.exportCases({ query }),
  () => []
)
