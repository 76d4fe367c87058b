import { Effect, Redacted } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { anonymousLimit } from "#access/open-access"
import { RateLimits } from "#access/rate-limits"
import { withinLimit } from "#access/too-many-requests"
import { CalendarFeeds } from "./service.ts"

const gone = HttpServerResponse.text(
  "This calendar link is not valid. It may have been replaced or revoked. Create a new one under My account.\n",
  { status: 404 }
)

const headers = { "cache-control": "private, no-store", "x-robots-tag": "noindex", "referrer-policy": "no-referrer" }

/** `/calendar/{token}.ics`: no account, no cookie, under the limit of all anonymous requests. */
export const calendarFeedRoute = HttpRouter.add(
  "GET",
  // A wildcard, as for the portal: a token of any length is only checked by the service.
  "/calendar/*",
  Effect.gen(function* () {
    const feeds = yield* CalendarFeeds
    const limits = yield* RateLimits
    const request = yield* HttpServerRequest.HttpServerRequest
    const { "*": file = "" } = yield* HttpRouter.params
    const answer = Effect.map(feeds.read(Redacted.make(file)), (calendar) =>
      HttpServerResponse.text(calendar, { contentType: "text/calendar; charset=utf-8", headers })
    )
    return yield* withinLimit(
      limits,
      anonymousLimit(request),
      Effect.catchTag(answer, "FeedOpensNothing", () => Effect.succeed(gone))
    )
  })
)
