import { EvidenceApi } from "@svc/contract/evidence/api"
import type { OffboardingId } from "@svc/contract/kernel/ids"
import { clientOf } from "../platform/api.ts"
import { action } from "../platform/atoms.ts"

const evidence = clientOf(EvidenceApi)

/** Everything that proves how the case went, in one signed file. Its making stands in the log. */
export const evidenceOf = action(
  (id: OffboardingId) => evidence.download({ params: { id } }),
  (id) => [`case ${id}`]
)
