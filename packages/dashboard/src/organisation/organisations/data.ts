import { OwnAccountApi } from "@svc/contract/own-account/api"
import { clientOf } from "#platform/api.ts"
import { queryOne } from "#platform/atoms.ts"

const ownAccount = clientOf(OwnAccountApi)

/** Organizations of the signed-in user. */
export const memberships = queryOne(() => ownAccount.memberships({}), ["memberships"])
