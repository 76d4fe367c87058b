import type { OffboardingId } from "@svc/contract/kernel/ids"
import { ReportPdfsApi } from "@svc/contract/report-pdfs/api"
import { clientOf } from "../platform/api.ts"
import { action } from "../platform/atoms.ts"

const pdfs = clientOf(ReportPdfsApi)

/** The case to read and hand on. Its making stands in the log. */
export const pdfOf = action(
  (id: OffboardingId) => pdfs.offboarding({ params: { id } }),
  (id) => [`case ${id}`]
)
