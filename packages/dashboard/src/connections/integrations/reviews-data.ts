import { HrisApi } from "@svc/contract/hris/api"
import { clientOf } from "#platform/api.ts"
import { queryOne } from "#platform/atoms.ts"

const hris = clientOf(HrisApi)

/** HR reviews that are waiting: the first, and how many. */
export const waitingReviews = queryOne(() => hris.reviews({ query: { limit: 1, offset: 0 } }), ["reviews"])
