import { HrisApi } from "@svc/contract/hris/api"
import { clientOf } from "#platform/api.ts"
import { queryOne } from "#platform/atoms.ts"

const hris = clientOf(HrisApi)

/** The first of the people whom the HR system names and somebody has to look at, and how many there are. */
export const waitingReviews = queryOne(() => hris.reviews({ query: { limit: 1, offset: 0 } }), ["reviews"])
