import { OperatorAuth, OperatorTokenInvalid } from "@svc/contract/kernel/operator"
import { Cause, Effect, Layer, Redacted, type Types } from "effect"
import { HttpRouter, HttpServerRequest, type HttpServerResponse } from "effect/http"
import type { Headers } from "effect/http"
import { AppConfig } from "#platform/config/config"
import { constantTimeEquals } from "#platform/crypto/constant-time"
import { databaseUnavailable } from "#platform/database/away"
import { errorResponse } from "#platform/http/error-bodies"
import { BlockedAddresses } from "./blocked-addresses.ts"
import { clientAddress } from "./client-address.ts"
import { anonymousLimit } from "./open-access.ts"
import { OperatorCall } from "./operator-call.ts"
import { RateLimits } from "./rate-limits.ts"
import { withinLimit } from "./too-many-requests.ts"

const refusal = new OperatorTokenInvalid()

const tokenOf = (headers: Headers.Headers) => /^bearer +(.*)$/i.exec(headers["authorization"] ?? "")?.[1] ?? ""

/**
 * `/rpc` and `/metrics` require the operator token as Bearer (credentials-11). It is checked by the headers: without it
 * no body is read. A wrong one counts as a failed authentication, as on every other surface.
 */
export const operatorOnly = HttpRouter.middleware(
  Effect.gen(function* () {
    const { operatorToken } = yield* AppConfig
    const blocked = yield* BlockedAddresses
    const limits = yield* RateLimits
    const refused = Effect.succeed(errorResponse("/rpc", 401, refusal.error))
    return (
      handler
    ): Effect.Effect<HttpServerResponse.HttpServerResponse, Types.unhandled, HttpServerRequest.HttpServerRequest> =>
      Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
        const token = tokenOf(request.headers)
        if (constantTimeEquals(token, Redacted.value(operatorToken))) return handler
        const counted = token === "" ? Effect.void : blocked.failed(clientAddress(request))
        return withinLimit(limits, anonymousLimit(request), Effect.andThen(counted, refused))
      })
  })
).layer

/**
 * Around every procedure: checks the token again, in case it is mounted without `operatorOnly`, and logs the cause of a
 * failure, which the caller does not get.
 */
export const OperatorAuthLayer = Layer.effect(
  OperatorAuth,
  Effect.gen(function* () {
    const { operatorToken } = yield* AppConfig
    return OperatorAuth.of((effect, { headers, rpc }) => {
      if (!constantTimeEquals(tokenOf(headers), Redacted.value(operatorToken))) return Effect.fail(refusal)
      return Effect.tapCause(effect, (cause) => {
        if (!Cause.hasDies(cause)) return Effect.void
        const noted = databaseUnavailable(cause) === undefined ? Effect.void : OperatorCall.noteDatabaseAway
        return Effect.andThen(noted, Effect.logError("operator command failed", { command: rpc._tag }, cause))
      })
    })
  })
)
