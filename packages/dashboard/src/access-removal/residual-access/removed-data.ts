import type { OffboardingId } from "@svc/contract/kernel/ids"
import { RevocationsApi } from "@svc/contract/revocations/api"
import { clientOf } from "#platform/api.ts"
import { action } from "#platform/atoms.ts"

const revocations = clientOf(RevocationsApi)

interface Removed {
  readonly id: OffboardingId
  readonly service: string
  readonly reason: string
}

/** Records a manual removal. */
export const confirmRemoved = action(
  ({ id, reason, service }: Removed) =>
    revocations.confirmRemoved({ params: { id, service }, payload: reason === "" ? {} : { reason } }),
  ({ id }) => [`case ${id}`, "cases"]
)
