import { Cause, Clock, Effect, Metric, Option, Ref, type Types } from "effect"
import { HttpRouter, HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"
import { AccessLog } from "./access-log.ts"
import { databaseAway } from "./database-away.ts"
import { Draining } from "./health.ts"
import { errorResponse, unavailableResponse } from "./error-bodies.ts"
import { Randomness } from "./random.ts"

const contentType = (response: HttpServerResponse.HttpServerResponse) =>
  ("contentType" in response.body ? response.body.contentType : undefined) ?? response.headers["content-type"] ?? ""

const isJson = (response: HttpServerResponse.HttpServerResponse) => /[/+]json/.test(contentType(response))

// A body of another type than JSON is, to the documents, a body that is not JSON.
const documented = (status: number) => (status === 415 ? 400 : status)
const notJson = "Send the body as JSON with Content-Type: application/json"

const requests = Metric.counter("http_requests_total", { description: "Requests answered", incremental: true })
const durations = Metric.histogram("http_request_duration_ms", {
  description: "Milliseconds from the request's arrival to its answer",
  boundaries: [1, 2, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 10_000]
})

const isDecodable = (path: string) => {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/**
 * The request as the router is to see it. HEAD is answered as GET is, without the body, and not by the route that
 * stands for all methods. A path whose escapes decode to nothing (`%zz`, `%ff`) stands for itself: its route answers.
 */
const forRouter = (request: HttpServerRequest.HttpServerRequest, path: string) => {
  const readable =
    path.includes("%") && !isDecodable(path)
      ? request.modify({ url: path.replaceAll("%", "%25") + request.url.slice(path.length) })
      : request
  if (request.method !== "HEAD") return readable
  return new Proxy(readable, { get: (target, key) => (key === "method" ? "GET" : Reflect.get(target, key, target)) })
}

const given = /^[A-Za-z0-9._-]{8,64}$/

const unconfirmedChange =
  "The database did not confirm whether the change was made. Look whether it was before you try again"

/**
 * Around every route: a request id (the caller's own when it is harmless), every error as JSON in its surface's
 * shape, defects as `Server error` with the cause in the log only, and one access log line.
 */
export const httpFloor = HttpRouter.middleware(
  Effect.gen(function* () {
    const accessLog = yield* AccessLog
    const randomness = yield* Randomness
    const draining = yield* Draining
    const counters = new Map<number, Metric.Metric<number, unknown>>()
    const counterFor = (status: number) => {
      const known = counters.get(status)
      if (known !== undefined) return known
      const counter = Metric.withAttributes(requests, { status: String(status) })
      counters.set(status, counter)
      return counter
    }

    return (
      handler
    ): Effect.Effect<HttpServerResponse.HttpServerResponse, Types.unhandled, HttpServerRequest.HttpServerRequest> =>
      Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        const clock = yield* Clock.Clock
        const started = clock.currentTimeMillisUnsafe()
        const path = request.url.split("?", 1)[0] ?? "/"
        const offered = request.headers["x-request-id"]
        const requestId = offered !== undefined && given.test(offered) ? offered : yield* randomness.uuid

        const routed = forRouter(request, path)
        const answered = yield* (
          routed === request ? handler : Effect.provideService(handler, HttpServerRequest.HttpServerRequest, routed)
        ).pipe(
          Effect.map((response) =>
            response.status < 400 || isJson(response)
              ? response
              : errorResponse(path, documented(response.status), response.status === 415 ? notJson : undefined)
          ),
          Effect.catchCause((cause) => {
            if (Cause.hasInterruptsOnly(cause)) return Effect.interrupt
            const away = databaseAway(cause)
            if (away !== undefined) {
              const answer = unavailableResponse(path, away.unconfirmed ? unconfirmedChange : undefined)
              return Effect.as(Effect.logError("request failed", cause), answer)
            }
            return Effect.flatMap(HttpServerError.causeResponse(cause), ([response]) => {
              const plain =
                isJson(response) && response.status < 500
                  ? response
                  : errorResponse(path, documented(response.status), response.status === 415 ? notJson : undefined)
              return response.status >= 500
                ? Effect.as(Effect.logError("request failed", cause), plain)
                : Effect.succeed(plain)
            })
          }),
          Effect.annotateLogs("requestId", requestId)
        )
        const ended = clock.currentTimeMillisUnsafe()
        yield* Metric.update(counterFor(answered.status), 1)
        yield* Metric.update(durations, ended - started)
        accessLog.write({
          at: ended,
          requestId,
          method: request.method,
          path,
          status: answered.status,
          milliseconds: ended - started,
          address: Option.getOrElse(request.remoteAddress, () => "")
        })
        return HttpServerResponse.setHeaders(answered, {
          "x-request-id": requestId,
          "x-content-type-options": "nosniff",
          "cache-control": answered.headers["cache-control"] ?? "no-store",
          // A connection kept alive would hold up the end of the process.
          ...(Ref.getUnsafe(draining) ? { connection: "close" } : {})
        })
      })
  }),
  { global: true }
)
