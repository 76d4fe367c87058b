import { Effect, Option, Result, Schema } from "effect"
import { pageAt } from "#connections/vendors/protocol/account-search"
import type {
  VendorAnswer,
  VendorReads,
  VendorUnanswered,
  VendorWrite,
  VendorWrites
} from "#connections/vendors/protocol/calls"
import { bearer } from "#connections/vendors/protocol/client-credentials"
import {
  type Hidden,
  hidden,
  hiddenBy,
  isThrottledBy429,
  listed,
  refusedFor,
  type Showing
} from "#connections/vendors/protocol/left-behind"
import { maybeText, reader } from "#connections/vendors/protocol/vendor-json"
import { type EntraAccount, type Places, reasonIn } from "./look-up.ts"

/** One leaver's account in Entra ID, and what opens Graph. */
export interface EntraReach {
  readonly places: Places
  readonly account: EntraAccount
}

const showing = (permission: string): Showing => ({
  vendor: "Entra ID",
  needs: `the application permission ${permission}`,
  isThrottled: isThrottledBy429
})

const urlOf = ({ places }: EntraReach, path: string) => `${places.graph}/v1.0${path}`

const readNext = reader(Schema.Struct({ "@odata.nextLink": maybeText }))

const nextPage = ({ body }: VendorAnswer, url: string) =>
  Option.flatMap(
    Option.flatMap(readNext(body), (page) => Option.fromNullishOr(page["@odata.nextLink"])),
    (href) => pageAt(href, url)
  )

/** Reads one list of Graph's, all of its pages. */
export const graphList = <A>(item: Schema.Codec<A, unknown>) => {
  const read = reader(Schema.Struct({ value: Schema.Array(item) }))
  return (
    calls: VendorReads,
    reach: EntraReach,
    path: string,
    permission: string
  ): Effect.Effect<Result.Result<ReadonlyArray<A>, Hidden>, VendorUnanswered> =>
    listed<A>(calls, {
      url: urlOf(reach, path),
      headers: bearer(reach.account.token),
      itemsIn: (body) => Option.map(read(body), ({ value }) => value),
      next: nextPage,
      showing: showing(permission)
    })
}

/** Reads one object of Graph's. */
export const graphObject = <A>(item: Schema.Codec<A, unknown>) => {
  const read = reader(item)
  return (
    calls: VendorReads,
    reach: EntraReach,
    path: string,
    permission: string
  ): Effect.Effect<Result.Result<A, Hidden>, VendorUnanswered> =>
    Effect.map(calls.read({ url: urlOf(reach, path), headers: bearer(reach.account.token) }), (answer) =>
      answer.status >= 300
        ? Result.fail(hiddenBy(showing(permission), answer))
        : Option.match(read(answer.body), {
            onNone: () => hidden("Entra ID's answer could not be read", answer.status),
            onSome: (object) => Result.succeed(object)
          })
    )
}

/** The code of a refused read, for the few refusals that say more than their status. */
export const graphCode = (calls: VendorReads, reach: EntraReach, path: string) =>
  Effect.map(calls.read({ url: urlOf(reach, path), headers: bearer(reach.account.token) }), (answer) =>
    answer.status < 300 ? undefined : reasonIn(answer)
  )

export const graphWrite = (
  calls: VendorWrites,
  reach: EntraReach,
  method: VendorWrite["method"],
  path: string,
  body?: object
) =>
  calls.write({
    method,
    url: urlOf(reach, path),
    headers: bearer(reach.account.token),
    body: body === undefined ? "" : JSON.stringify(body)
  })

export const refusal = (permission: string) => (answer: VendorAnswer) =>
  refusedFor(showing(permission), answer, reasonIn(answer))
