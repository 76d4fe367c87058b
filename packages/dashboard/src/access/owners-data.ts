import { OwnersApi } from "@svc/contract/offboardings/lifecycle-api"
import type { ListAssignees } from "@svc/contract/offboardings/owner-schema"
import { clientOf } from "#platform/api.ts"
import { query } from "#platform/atoms.ts"

const owners = clientOf(OwnersApi)

/** Members who can be made responsible, by name. */
export const assignees = query((of: ListAssignees) => owners.assignees({ query: of }), { keys: () => ["members"] })
