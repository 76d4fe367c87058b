import { Effect, Option, type Redacted, type Result, Schema } from "effect"
import type { VendorAddresses } from "#connections/vendors/protocol/addresses"
import type { VendorAnswer, VendorCalls, VendorReads, VendorUnanswered } from "#connections/vendors/protocol/calls"
import type { Connection } from "#connections/vendors/protocol/connection"
import { type Hidden, isThrottledBy429, listed, type Showing } from "#connections/vendors/protocol/left-behind"
import { bearer, withPlainStatus } from "#connections/vendors/slack/web"

/** The Web API, and whom it shows the lists to. */
export interface SlackWeb {
  readonly url: string
  readonly connection: Connection
}

export const slackWeb = (addresses: VendorAddresses["Service"], connection: Connection): SlackWeb => ({
  url: `${addresses.of("slack")}/api`,
  connection
})

export const showing = (needs: string): Showing => ({ vendor: "Slack", needs, isThrottled: isThrottledBy429 })

/** Answers with the status that HTTP would have had: Slack refuses with 200. */
const plainly = ({ ask, read }: VendorReads): VendorReads => ({
  read: (request) => Effect.map(read(request), withPlainStatus),
  ask: (request) => Effect.map(ask(request), withPlainStatus)
})

const readCursor = Schema.decodeUnknownOption(
  Schema.fromJsonString(
    Schema.Struct({
      next_cursor: Schema.optionalKey(Schema.NullOr(Schema.String)),
      response_metadata: Schema.optionalKey(
        Schema.NullOr(Schema.Struct({ next_cursor: Schema.optionalKey(Schema.NullOr(Schema.String)) }))
      )
    })
  )
)

const withParameter = (url: string, name: string, value: string) => {
  const [path = "", query = ""] = url.split("?")
  const parameters = new URLSearchParams(query)
  parameters.set(name, value)
  return `${path}?${parameters}`
}

/** The next page by cursor; some methods have it at the top, most in `response_metadata`. */
export const byCursor = ({ body }: VendorAnswer, url: string): Option.Option<string> =>
  Option.flatMap(readCursor(body), ({ next_cursor, response_metadata }) => {
    const next = response_metadata?.next_cursor ?? next_cursor ?? ""
    return next === "" ? Option.none() : Option.some(withParameter(url, "cursor", next))
  })

const readPaging = Schema.decodeUnknownOption(
  Schema.fromJsonString(Schema.Struct({ paging: Schema.Struct({ page: Schema.Int, pages: Schema.Int }) }))
)

export const byPage = ({ body }: VendorAnswer, url: string): Option.Option<string> =>
  Option.flatMap(readPaging(body), ({ paging: { page, pages } }) =>
    page < pages ? Option.some(withParameter(url, "page", String(page + 1))) : Option.none()
  )

interface SlackList<Item> {
  readonly method: string
  readonly parameters: Readonly<Record<string, string>>
  readonly token: Redacted.Redacted
  readonly itemsIn: (body: string) => Option.Option<ReadonlyArray<Item>>
  readonly next: (answer: VendorAnswer, url: string) => Option.Option<string>
  readonly showing: Showing
}

export const listOf = <Item>(
  calls: VendorReads,
  { url }: SlackWeb,
  { itemsIn, method, next, parameters, showing, token }: SlackList<Item>
): Effect.Effect<Result.Result<ReadonlyArray<Item>, Hidden>, VendorUnanswered> =>
  listed(plainly(calls), {
    url: `${url}/${method}?${new URLSearchParams(parameters)}`,
    headers: bearer(token),
    itemsIn,
    next,
    showing
  })

export const writeTo = (
  calls: VendorCalls,
  { url }: SlackWeb,
  token: Redacted.Redacted,
  method: string,
  body: object
) =>
  Effect.map(
    calls.write({
      method: "POST",
      url: `${url}/${method}`,
      headers: { ...bearer(token), "content-type": "application/json; charset=utf-8" },
      body: JSON.stringify(body)
    }),
    withPlainStatus
  )
