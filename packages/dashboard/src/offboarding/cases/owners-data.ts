import type { OffboardingId, UserId } from "@svc/contract/kernel/ids"
import { OwnersApi } from "@svc/contract/offboardings/lifecycle-api"
import type { SetOwners } from "@svc/contract/offboardings/owner-schema"
import { clientOf } from "#platform/api.ts"
import { action } from "#platform/atoms.ts"

const owners = clientOf(OwnersApi)

export const setOwner = action(
  ({ id, owner_id }: { readonly id: OffboardingId; readonly owner_id: UserId | null }) =>
    owners.setOwner({ params: { id }, payload: { owner_id } }),
  ({ id }) => [`case ${id}`, "cases"]
)

/** Of several, with a result for each. */
export const setOwners = action(
  (payload: SetOwners) => owners.setOwners({ payload }),
  ({ ids }) => ["cases", ...ids.map((id) => `case ${id}`)]
)
