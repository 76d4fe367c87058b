import { EvidenceApi } from "@svc/contract/evidence/api"
import type { OffboardingId } from "@svc/contract/kernel/ids"
import { ReportPdfsApi } from "@svc/contract/report-pdfs/api"
import { clientOf } from "#platform/api.ts"
import { action } from "#platform/atoms.ts"

const evidence = clientOf(EvidenceApi)
const pdfs = clientOf(ReportPdfsApi)

/** Everything that proves how the case went, in one signed file. Its making stands in the log. */
export const evidenceOf = action(
  (id: OffboardingId) => evidence.download({ params: { id } }),
  (id) => [`case ${id}`]
)

/** The case to read and hand on. Its making stands in the log. */
export const pdfOf = action(
  (id: OffboardingId) => pdfs.offboarding({ params: { id } }),
  (id) => [`case ${id}`]
)
