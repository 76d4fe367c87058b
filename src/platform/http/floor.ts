import { Cause, Clock, Context, Effect, Option, SubscriptionRef, type Types } from "effect"
import { HttpRouter, HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"
import { AccessLog } from "#platform/observability/access-log"
import { databaseUnavailable } from "#platform/database/away"
import { Draining } from "./health.ts"
import { errorResponse, unavailableResponse } from "./error-bodies.ts"
import { makeHttpMetrics } from "./metrics.ts"
import { Randomness } from "#platform/crypto/random"
import { CurrentRequest, type RequestRecord } from "#platform/observability/request-record"
import { traceIdOf } from "#platform/observability/trace-links"

const contentType = (response: HttpServerResponse.HttpServerResponse) =>
  ("contentType" in response.body ? response.body.contentType : undefined) ?? response.headers["content-type"] ?? ""

const isJson = (response: HttpServerResponse.HttpServerResponse) => /[/+]json/.test(contentType(response))

/** Only what was asked for it answers with a page. */
const isPage = (response: HttpServerResponse.HttpServerResponse) => contentType(response).startsWith("text/html")

// A body of another type than JSON is, to the documents, a body that is not JSON (platform-37).
const documented = (status: number) => (status === 415 ? 400 : status)
const notJson = "Send the body as JSON with Content-Type: application/json"

const isDecodable = (path: string) => {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/**
 * The request for the router. HEAD is served like GET, without the body, and not by the route for all methods. A path
 * with invalid escapes (`%zz`, `%ff`) is used literally: its route responds.
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

const unconfirmedChange = "The database did not confirm whether the change was saved. Check before you try again"

/**
 * Around every route: a request id (the caller's own when it is harmless), every error as JSON in its surface's
 * shape, defects as `Server error` with the cause in the log only, and one access log line.
 */
export const httpFloor = HttpRouter.middleware(
  Effect.gen(function* () {
    const accessLog = yield* AccessLog
    const randomness = yield* Randomness
    const draining = yield* Draining
    const metrics = makeHttpMetrics()

    const asDocumented = (path: string, response: HttpServerResponse.HttpServerResponse) =>
      errorResponse(path, documented(response.status), response.status === 415 ? notJson : undefined)

    const refusal = (path: string, cause: Cause.Cause<unknown>) => {
      if (Cause.hasInterruptsOnly(cause)) return Effect.interrupt
      const away = databaseUnavailable(cause)
      if (away !== undefined) {
        const answer = unavailableResponse(path, away.unconfirmed ? unconfirmedChange : undefined)
        return Effect.as(Effect.logError("request failed", cause), answer)
      }
      return Effect.flatMap(HttpServerError.causeResponse(cause), ([response]) => {
        const plain = isJson(response) && response.status < 500 ? response : asDocumented(path, response)
        return response.status >= 500
          ? Effect.as(Effect.logError("request failed", cause), plain)
          : Effect.succeed(plain)
      })
    }

    // Every request passes here, so it takes few steps, and side effects share one.
    return (
      handler
    ): Effect.Effect<HttpServerResponse.HttpServerResponse, Types.unhandled, HttpServerRequest.HttpServerRequest> =>
      Effect.withFiber((fiber) => {
        const request = Context.getUnsafe(fiber.context, HttpServerRequest.HttpServerRequest)
        const clock = fiber.getRef(Clock.Clock)
        const started = clock.currentTimeMillisUnsafe()
        const path = request.url.split("?", 1)[0] ?? "/"
        const offered = request.headers["x-request-id"]

        const answer = (requestId: string) => {
          const record: RequestRecord = {
            requestId,
            method: request.method,
            route: undefined,
            orgId: undefined,
            userId: undefined,
            keyId: undefined
          }
          const routed = forRouter(request, path)
          return (
            routed === request ? handler : Effect.provideService(handler, HttpServerRequest.HttpServerRequest, routed)
          ).pipe(
            Effect.map((response) =>
              response.status < 400 || isJson(response) || isPage(response) ? response : asDocumented(path, response)
            ),
            Effect.catchCause((cause) => refusal(path, cause)),
            Effect.provideService(CurrentRequest, record),
            Effect.map((answered) => {
              const ended = clock.currentTimeMillisUnsafe()
              metrics.answered(
                { method: record.method, route: record.route, status: answered.status },
                (ended - started) / 1000,
                fiber.context
              )
              accessLog.write({
                at: ended,
                request: record,
                traceId: traceIdOf(fiber),
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
                ...(SubscriptionRef.getUnsafe(draining) ? { connection: "close" } : {})
              })
            })
          )
        }
        return offered !== undefined && given.test(offered) ? answer(offered) : Effect.flatMap(randomness.uuid, answer)
      })
  }),
  { global: true }
)
