import { OpenAccess } from "@svc/contract/kernel/access"
import { Effect, Layer } from "effect"
import { HttpServerRequest } from "effect/http"
import { AppConfig } from "#platform/config"
import { addressBlock, clientAddress } from "./client-address.ts"
import { RateLimits } from "./rate-limits.ts"
import { requirementOf } from "./requirements.ts"
import { checkSameOrigin } from "./same-origin.ts"
import { type Limit, withinLimit } from "./too-many-requests.ts"

/** What anonymous requests of one address share: 300 a minute, on every route of the app together (D1, Limits). */
export const anonymousLimit = (request: HttpServerRequest.HttpServerRequest): Limit => ({
  key: `anonymous:${addressBlock(clientAddress(request))}`,
  limit: 300,
  windowSeconds: 60
})

/** Routes without a session: the limit by address, then the same-origin rule (a forged sign-in is an attack, too). */
export const OpenAccessLayer = Layer.effect(
  OpenAccess,
  Effect.gen(function* () {
    const limits = yield* RateLimits
    const { baseUrl } = yield* AppConfig
    const ownOrigin = new URL(baseUrl).origin

    return OpenAccess.of(
      Effect.fnUntraced(function* (httpEffect, { endpoint }) {
        const request = yield* HttpServerRequest.HttpServerRequest
        const { crossSite } = yield* requirementOf(endpoint)
        return yield* withinLimit(
          limits,
          anonymousLimit(request),
          crossSite === true
            ? httpEffect
            : Effect.andThen(Effect.fromResult(checkSameOrigin(request, ownOrigin)), httpEffect)
        )
      })
    )
  })
)
