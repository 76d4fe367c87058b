import { Effect } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { PrometheusMetrics } from "effect/observability"
import { toPrometheus } from "#platform/metrics/instruments"

/** `/metrics`: Prometheus text. The middleware in front checks the operator token (surfaces-3). */
export const metricsRoute = HttpRouter.add(
  "GET",
  "/metrics",
  Effect.map(PrometheusMetrics.format({ metricNameMapper: toPrometheus }), (text) =>
    HttpServerResponse.text(text, { contentType: "text/plain; version=0.0.4; charset=utf-8" })
  )
)
