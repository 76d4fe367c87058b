import { ApiAccess, ApiKeyAuth, Caller, type Requirement } from "@svc/contract/kernel/access"
import { ApiKeyInvalid, AuthorizationMissing, TooManyRequests } from "@svc/contract/kernel/errors"
import { Effect, Layer, Option, Redacted, type Types } from "effect"
import { HttpEffect, HttpServerRequest, type HttpServerResponse } from "effect/http"
import { IncomingMessage } from "node:http"
import { BlockedAddresses } from "#access/blocked-addresses"
import { clientAddress } from "#access/client-address"
import { RateLimits } from "#access/rate-limits"
import { checkFeature, checkNotSuspended, checkScope, checkWritable, requirementOf } from "#access/requirements"
import { RunningCalls } from "#access/running-calls"
import { tooManyRequests } from "#access/too-many-requests"
import { noteCaller } from "#platform/observability/request-record"
import { AnswerCall } from "#platform/database/answer-call"
import { ApiKeys, type AuthenticatedKey } from "./service.ts"

const callerOf = (key: AuthenticatedKey): Caller["Service"] => ({
  orgId: key.orgId,
  source: "api",
  userId: null,
  role: null,
  permissions: [],
  records: { _tag: "All" },
  apiKey: { id: key.keyId, name: key.name, prefix: key.prefix, scopes: key.scopes },
  session: null,
  organisation: key.organisation
})

/** Nothing of the body is still to be read: to stop the reading would close the connection without an answer. */
const isReceived = ({ source }: HttpServerRequest.HttpServerRequest) =>
  !(source instanceof IncomingMessage) || source.readableEnded || (source.complete && source.readableFlowing === null)

/** Which key is it? Blocked addresses do not come this far. Each answer is counted in the usage of its key. */
export const ApiKeyAuthLayer = Layer.effect(
  ApiKeyAuth,
  Effect.gen(function* () {
    const apiKeys = yield* ApiKeys
    const blocked = yield* BlockedAddresses
    const running = yield* RunningCalls

    return ApiKeyAuth.of({
      apiKey: (httpEffect, { credential }) => {
        if (Redacted.value(credential) === "") return Effect.fail(new AuthorizationMissing())
        return Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
          const address = clientAddress(request)
          return running.run({
            lookup: apiKeys.authenticate(credential),
            canStop: () => isReceived(request),
            call: (
              key,
              settle
            ): Effect.Effect<
              HttpServerResponse.HttpServerResponse,
              ApiKeyInvalid | Types.unhandled,
              HttpServerRequest.HttpServerRequest
            > => {
              if (Option.isNone(key)) return Effect.andThen(blocked.failed(address), new ApiKeyInvalid())
              const { keyId, orgId } = key.value
              const caller = callerOf(key.value)
              // Added one by one: to merge contexts copies all services for each request.
              const called = httpEffect.pipe(
                Effect.provideService(Caller, caller),
                Effect.provideService(AnswerCall, settle)
              )
              // Counted when the answer is known, whatever made it: this middleware sees neither 400s nor defects.
              return Effect.andThen(noteCaller(caller), called).pipe(
                HttpEffect.withPreResponseHandler((_, response) =>
                  Effect.as(apiKeys.used({ orgId, keyId, status: response.status, address }), response)
                )
              )
            }
          })
        })
      }
    })
  })
)

/** Clients of MCP wait as long as `Retry-After` says; the public API's 429 has no such header, as its documents show it (proof-113). */
const saysWhen = ({ scope }: Requirement) => scope === "mcp"

/**
 * Checks whether the key may make the call, in this order (credentials-5): suspension, plan, 120 requests a minute per
 * key, then the endpoint's requirements: its feature, its scope, and last that a read-only organization refuses writes.
 */
export const ApiAccessLayer = Layer.effect(
  ApiAccess,
  Effect.map(RateLimits, (limits) =>
    ApiAccess.of(
      Effect.fnUntraced(function* (httpEffect, { endpoint }) {
        const caller = yield* Caller
        const requirement = yield* requirementOf(endpoint)
        yield* Effect.fromResult(checkNotSuspended(caller))
        yield* Effect.fromResult(checkFeature(caller, "publicApi"))
        const verdict = yield* limits.consume(`api-key:${caller.apiKey?.id}`, 120, 60)
        if (!verdict.allowed) {
          if (saysWhen(requirement)) return tooManyRequests(verdict.retryAfterSeconds)
          return yield* new TooManyRequests()
        }
        yield* Effect.fromResult(checkFeature(caller, requirement.feature))
        yield* Effect.fromResult(checkScope(caller, requirement.scope))
        yield* Effect.fromResult(checkWritable(caller, endpoint.method, requirement))
        return yield* httpEffect
      })
    )
  )
)
