import { MembersApi } from "@svc/contract/members/api"
import { clientOf } from "../platform/api.ts"
import { queryOne } from "../platform/atoms.ts"

const members = clientOf(MembersApi)

/** Who belongs to the organisation, for whoever may see it. */
export const memberList = queryOne(() => members.list({}), ["members"])
