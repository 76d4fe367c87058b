import { type Effect, Option, type Result, Schema } from "effect"
import { pageAt } from "#connections/vendors/protocol/account-search"
import type { VendorAnswer, VendorReads, VendorUnanswered } from "#connections/vendors/protocol/calls"
import type { Candidate } from "#connections/vendors/protocol/connection"
import { secret } from "#connections/vendors/protocol/connection-fields"
import {
  type Hidden,
  isThrottledBy429,
  listed,
  type Listing,
  refusedFor,
  type Showing
} from "#connections/vendors/protocol/left-behind"
import { reasonBy } from "#connections/vendors/protocol/reason-code"
import { nextLink, type OktaUser } from "./user.ts"

export const headersOf = (service: Pick<Candidate, "secrets">) => ({
  authorization: `SSWS ${secret(service, "api_token")}`,
  accept: "application/json",
  "content-type": "application/json"
})

export const reasonIn = reasonBy(
  Schema.fromJsonString(Schema.Struct({ errorCode: Schema.String })),
  ({ errorCode }) => errorCode
)

/** The next page, by Okta's header. */
export const nextPage = (answer: VendorAnswer, url: string) =>
  Option.flatMap(nextLink(answer.headers["link"]), (href) => pageAt(href, url))

/** One leaver's account at Okta, and what opens what is theirs. */
export interface OktaReach {
  /** `https://acme.okta.com` */
  readonly base: string
  readonly service: Candidate
  readonly user: OktaUser
}

export const urlOf = ({ base }: OktaReach, path: string) => `${base}/api/v1/${path}`

export const userPath = ({ user }: OktaReach, rest = "") => `users/${encodeURIComponent(user.id)}${rest}`

export const showing = (permission: string): Showing => ({
  vendor: "Okta",
  needs: permission,
  isThrottled: isThrottledBy429
})

export const listing = <Item>(
  reach: OktaReach,
  path: string,
  itemsIn: Listing<Item>["itemsIn"],
  permission: string
): Listing<Item> => ({
  url: urlOf(reach, path),
  headers: headersOf(reach.service),
  itemsIn,
  next: nextPage,
  showing: showing(permission)
})

/** A whole list, or why it is hidden. */
export const listAt = <Item>(
  calls: VendorReads,
  ...asked: Parameters<typeof listing<Item>>
): Effect.Effect<Result.Result<ReadonlyArray<Item>, Hidden>, VendorUnanswered> => listed(calls, listing(...asked))

/** A refused change, with the permission that it is for want of. */
export const refusal = (permission: string) => (answer: VendorAnswer) =>
  refusedFor(showing(permission), answer, reasonIn(answer))
