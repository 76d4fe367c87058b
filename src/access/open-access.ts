import { OpenAccess } from "@svc/contract/kernel/access"
import { ByteSize, Effect, Layer } from "effect"
import { HttpIncomingMessage, HttpServerRequest } from "effect/http"
import { AppConfig } from "#platform/config/config"
import { addressBlock, clientAddress } from "./client-address.ts"
import { RateLimits } from "./rate-limits.ts"
import { requirementOf } from "./requirements.ts"
import { checkSameOrigin } from "./same-origin.ts"
import { type Limit, withinLimit } from "./too-many-requests.ts"

/** What anonymous requests of one address share: 300 a minute, on every route of the app together (limits-2). */
export const anonymousLimit = (request: HttpServerRequest.HttpServerRequest): Limit => ({
  key: `anonymous:${addressBlock(clientAddress(request))}`,
  limit: 300,
  windowSeconds: 60
})

/** Bytes read for a caller without a credential. */
const longestForm = ByteSize.kilobytes(16)
/** Signed by who sends it, but only the whole of it can be checked. */
const longestCallback = ByteSize.kilobytes(256)

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
        const { callback, crossSite } = yield* requirementOf(endpoint)
        const answer = Effect.provideService(
          httpEffect,
          HttpIncomingMessage.MaxBodySize,
          callback === true ? longestCallback : longestForm
        )
        return yield* withinLimit(
          limits,
          anonymousLimit(request),
          crossSite === true ? answer : Effect.andThen(Effect.fromResult(checkSameOrigin(request, ownOrigin)), answer)
        )
      })
    )
  })
)
