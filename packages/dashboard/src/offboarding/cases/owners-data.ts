import type { OffboardingId, UserId } from "@svc/contract/kernel/ids"
import { OwnersApi } from "@svc/contract/offboardings/lifecycle-api"
import type { ListAssignees } from "@svc/contract/offboardings/owner-schema"
import { clientOf } from "#platform/api.ts"
import { action, query } from "#platform/atoms.ts"

const owners = clientOf(OwnersApi)

/** Members who can be made responsible, by name. */
export const assignees = query((of: ListAssignees) => owners.assignees({ query: of }), { keys: () => ["members"] })

export const setOwner = action(
  ({ id, owner_id }: { readonly id: OffboardingId; readonly owner_id: UserId | null }) =>
    owners.setOwner({ params: { id }, payload: { owner_id } }),
  ({ id }) => [`case ${id}`, "cases"]
)
