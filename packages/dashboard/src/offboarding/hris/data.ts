import { HrisApi } from "@svc/contract/hris/api"
import type { AcceptHrisReview, DismissHrisReview, ListHrisReviews } from "@svc/contract/hris/schema"
import type { HrisReviewId } from "@svc/contract/kernel/ids"
import { clientOf } from "#platform/api.ts"
import { action, query } from "#platform/atoms.ts"

const hris = clientOf(HrisApi)

const synced = () => ["integrations", "reviews", "people", "cases"]

export const syncHris = action((_nothing: void) => hris.sync({}), synced)
export const syncEntra = action((_nothing: void) => hris.syncEntra({}), synced)

export const reviewPage = query((page: ListHrisReviews) => hris.reviews({ query: page }), { keys: () => ["reviews"] })

interface OfReview {
  readonly id: HrisReviewId
}

export const acceptReview = action(
  ({ id, ...payload }: AcceptHrisReview & OfReview) => hris.acceptReview({ params: { id }, payload }),
  () => ["reviews", "cases", "people"]
)

export const dismissReview = action(
  ({ id, ...payload }: DismissHrisReview & OfReview) => hris.dismissReview({ params: { id }, payload }),
  () => ["reviews"]
)
