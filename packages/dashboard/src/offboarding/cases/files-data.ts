import { CasesApi } from "@svc/contract/cases/api"
import { EvidenceApi } from "@svc/contract/evidence/api"
import type { OffboardingId } from "@svc/contract/kernel/ids"
import { ReportPdfsApi } from "@svc/contract/report-pdfs/api"
import { clientOf } from "#platform/api.ts"
import { action } from "#platform/atoms.ts"
import type { CaseFilters } from "#records/data.ts"

const cases = clientOf(CasesApi)
const evidence = clientOf(EvidenceApi)
const pdfs = clientOf(ReportPdfsApi)

/** Signed evidence package; creating it is recorded in the audit log. */
export const evidenceOf = action(
  (id: OffboardingId) => evidence.download({ params: { id } }),
  (id) => [`case ${id}`]
)

/** PDF of the offboarding; creating it is recorded in the audit log. */
export const pdfOf = action(
  (id: OffboardingId) => pdfs.offboarding({ params: { id } }),
  (id) => [`case ${id}`]
)

/** Offboardings as CSV. */
export const exportCases = action(
  (query: Omit<CaseFilters, "offset">) => cases.export({ query }),
  () => []
)
