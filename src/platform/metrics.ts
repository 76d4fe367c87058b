import { Effect, Redacted } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { PrometheusMetrics } from "effect/observability"
import { AppConfig } from "./config.ts"
import { constantTimeEquals } from "./constant-time.ts"
import { errorResponse } from "./error-bodies.ts"

/** `/metrics`: Prometheus text for whoever holds the operator token (decisions 1). */
export const metricsRoute = HttpRouter.add(
  "GET",
  "/metrics",
  Effect.gen(function* () {
    const { operatorToken } = yield* AppConfig
    const request = yield* HttpServerRequest.HttpServerRequest
    const given = request.headers["authorization"] ?? ""
    if (!constantTimeEquals(given, `Bearer ${Redacted.value(operatorToken)}`)) {
      return errorResponse("/metrics", 401, "Missing or invalid operator token")
    }
    return HttpServerResponse.text(yield* PrometheusMetrics.format(), {
      contentType: "text/plain; version=0.0.4; charset=utf-8"
    })
  })
)
