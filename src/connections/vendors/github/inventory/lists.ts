import { Effect, Option, Result, Schema } from "effect"
import { type GithubOrg, isThrottled } from "#connections/vendors/github/api"
import type { VendorAnswer, VendorReads, VendorUnanswered, VendorWrite } from "#connections/vendors/protocol/calls"
import {
  closed,
  denied,
  type Hidden,
  isOffList,
  listed,
  refusedFor,
  type Showing
} from "#connections/vendors/protocol/left-behind"

export const showing = (needs: string): Showing => ({ vendor: "GitHub", needs, isThrottled })

const nextLink = /<([^>]+)>\s*;\s*rel="next"/

/** The next page as the answer's `Link` has it, at the address that was asked: the answer may choose the page, and no host. */
export const nextPage = ({ headers }: VendorAnswer, url: string): Option.Option<string> => {
  const next = nextLink.exec(headers["link"] ?? "")?.[1]
  if (next === undefined || !URL.canParse(next)) return Option.none()
  return Option.some(`${url.split("?")[0] ?? url}${new URL(next).search}`)
}

/** Elements as `item` reads them, of a JSON array. */
export const elementsIn = <S extends Schema.Codec<unknown, unknown>>(item: S) =>
  Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Array(item)))

/** GitHub returns 404 for what the token cannot see, so it proves as little as a 403. */
const unseen = (showing: Showing, of: Hidden): Hidden => (of.status === 404 ? denied(showing, 404) : of)

type Shown<Item> = Effect.Effect<Result.Result<ReadonlyArray<Item>, Hidden>, VendorUnanswered>

/** The whole list at a path below the API's address, or why it cannot be seen. */
export const listAt = <Item>(
  calls: VendorReads,
  { api, headers }: GithubOrg,
  path: string,
  itemsIn: (body: string) => Option.Option<ReadonlyArray<Item>>,
  of: Showing
): Shown<Item> => {
  const shown: Shown<Item> = listed(calls, {
    url: `${api}${path}`,
    headers,
    itemsIn,
    next: nextPage,
    showing: of
  })
  return Effect.map(
    shown,
    Result.mapError((why) => unseen(of, why))
  )
}

interface Ending<Item> {
  /** Of the leaver alone: what is not on it is not the leaver's to end. */
  readonly list: Shown<Item>
  readonly is: (item: Item) => boolean
  readonly write: Effect.Effect<VendorAnswer, VendorUnanswered>
  /** What it is, at the beginning of a sentence: "The fine-grained token". */
  readonly what: string
  readonly showing: Showing
}

/** Ends what is on a list of the leaver's, and reads the list again. */
export const endListed = <Item>({ is, list, showing, what, write }: Ending<Item>) =>
  closed({
    write,
    isClosed: isOffList(list, is),
    then: `${what} was removed. Verified in GitHub`,
    refusal: (answer) => refusedFor(showing, answer, isThrottled(answer) ? "rate limit" : undefined)
  })

export const writeAt = (
  { api, headers }: GithubOrg,
  path: string,
  { body, method }: Pick<VendorWrite, "method"> & { readonly body?: object }
): VendorWrite => ({
  method,
  url: `${api}${path}`,
  headers: body === undefined ? headers : { ...headers, "content-type": "application/json" },
  body: body === undefined ? "" : JSON.stringify(body)
})
