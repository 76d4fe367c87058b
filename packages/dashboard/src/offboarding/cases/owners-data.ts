import type { OffboardingId, UserId } from "@svc/contract/kernel/ids"
import { OwnersApi } from "@svc/contract/offboardings/lifecycle-api"
import { clientOf } from "#platform/api.ts"
import { action } from "#platform/atoms.ts"

const owners = clientOf(OwnersApi)

export const setOwner = action(
  ({ id, owner_id }: { readonly id: OffboardingId; readonly owner_id: UserId | null }) =>
    owners.setOwner({ params: { id }, payload: { owner_id } }),
  ({ id }) => [`case ${id}`, "cases"]
)
