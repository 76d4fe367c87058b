import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { AppConfig } from "#platform/config/config"

const aYear = 365 * 24 * 60 * 60

/** HSTS where the service is reached by https (RFC 6797). */
export const transportSecurity = Layer.unwrap(
  Effect.map(AppConfig, ({ baseUrl }) =>
    baseUrl.startsWith("https:")
      ? HttpRouter.middleware(
          Effect.map(HttpServerResponse.setHeader("strict-transport-security", `max-age=${aYear}`)),
          { global: true }
        )
      : Layer.empty
  )
)
