import { Caller } from "@svc/contract/kernel/access"
import { OrganisationSuspended, ReadOnly } from "@svc/contract/kernel/errors"
import { isReadOnly } from "@svc/contract/kernel/plans"
import { CompatOnly, ScimAccess, ScimCompat, ScimDecoding, ScimLimits, ScimTokenAuth } from "@svc/contract/scim/access"
import { ScimBadRequest, ScimForbidden, ScimNotFound, ScimUnauthorized } from "@svc/contract/scim/errors"
import { Context, Effect, Layer, Option, Redacted, type Types } from "effect"
import { HttpEffect, HttpServerRequest, HttpServerResponse } from "effect/http"
import { type HttpApiEndpoint, HttpApiError } from "effect/http-api"
import { BlockedAddresses } from "#access/blocked-addresses"
import { withStrictBody } from "#platform/http/body-text"
import { addressBlock, clientAddress } from "#access/client-address"
import { describe } from "#access/decoding-sentences"
import { RateLimits } from "#access/rate-limits"
import { isSafeMethod } from "#access/same-origin"
import { errorResponse } from "#platform/http/error-bodies"
import { noteCaller } from "#platform/observability/request-record"
import { callerOf } from "./scim-caller.ts"
import { CurrentMode, ScimTokens, ServedRequest } from "./service.ts"

const surface = "/scim/v2"

/** Counted before anything else is known of the request (scim-6). */
export const ScimLimitsLayer = Layer.effect(
  ScimLimits,
  Effect.map(RateLimits, (limits) =>
    ScimLimits.of((httpEffect) =>
      Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        const verdict = yield* limits.consume(`scim:${addressBlock(clientAddress(request))}`, 120, 60)
        if (verdict.allowed) return yield* httpEffect
        return HttpServerResponse.setHeader(
          errorResponse(surface, 429),
          "retry-after",
          String(verdict.retryAfterSeconds)
        )
      })
    )
  )
)

/** The usual response for a missing route; none if the route exists in both modes. */
const absence = (endpoint: HttpApiEndpoint.Top) =>
  Option.map(Option.fromNullishOr(Context.get(endpoint.annotations, CompatOnly)), ({ allow }) =>
    allow === undefined
      ? errorResponse(surface, 404)
      : HttpServerResponse.setHeader(errorResponse(surface, 405), "allow", allow)
  )

/**
 * Authenticates the token. Blocked addresses are refused before; a missing token does not count as a failure
 * (limits-4).
 */
export const ScimTokenAuthLayer = Layer.effect(
  ScimTokenAuth,
  Effect.gen(function* () {
    const tokens = yield* ScimTokens
    const blocked = yield* BlockedAddresses

    return ScimTokenAuth.of({
      scimToken: (httpEffect, { credential, endpoint }) =>
        Effect.gen(function* () {
          if (Redacted.value(credential) === "") {
            const absent = absence(endpoint)
            return Option.isSome(absent) ? absent.value : yield* new ScimUnauthorized()
          }
          const request = yield* HttpServerRequest.HttpServerRequest
          const found = yield* tokens.authenticate(credential)
          if (Option.isNone(found)) {
            yield* blocked.failed(clientAddress(request))
            return yield* new ScimUnauthorized()
          }
          const token = found.value
          const served = { token, method: request.method, url: request.url }
          const caller = callerOf(token)
          yield* noteCaller(caller, token.integrationId)
          // Told when the answer is known, whatever made it: this middleware sees neither 400s nor defects.
          return yield* httpEffect.pipe(
            Effect.provideService(Caller, caller),
            Effect.provideService(CurrentMode, token.mode),
            Effect.provideService(ServedRequest, served),
            HttpEffect.withPreResponseHandler((_, response) =>
              Effect.as(tokens.answered(served, response.status), response)
            )
          )
        })
    })
  })
)

/**
 * Authorizes the organization. The plan feature is checked when a token is created: a token outlives its plan, because
 * a refused provider would notify no one of a leaver (scim-5).
 */
export const ScimAccessLayer = Layer.succeed(
  ScimAccess,
  ScimAccess.of(
    Effect.fnUntraced(function* (httpEffect, { endpoint }) {
      const { organisation } = yield* Caller
      if (organisation.suspended) return yield* new ScimForbidden({ detail: new OrganisationSuspended().error })
      if (isReadOnly(organisation.planStatus) && !isSafeMethod(endpoint.method)) {
        return yield* new ScimForbidden({ detail: new ReadOnly().error })
      }
      return yield* httpEffect
    })
  )
)

export const ScimCompatLayer = Layer.succeed(
  ScimCompat,
  ScimCompat.of((httpEffect, { endpoint }) =>
    Effect.flatMap(CurrentMode, (mode) => {
      const absent = mode === "compat" ? Option.none() : absence(endpoint)
      return Option.isSome(absent) ? Effect.succeed(absent.value) : httpEffect
    })
  )
)

/** As `DecodingLayer`, in this surface's own words. */
export const ScimDecodingLayer = Layer.succeed(
  ScimDecoding,
  ScimDecoding.of((httpEffect, { endpoint }) =>
    Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
      let flaw: string | undefined
      const reading =
        endpoint.payload.size === 0
          ? httpEffect
          : Effect.provideService(
              httpEffect,
              HttpServerRequest.HttpServerRequest,
              withStrictBody(request, (sentence) => (flaw = sentence))
            )
      return reading.pipe(
        Effect.catch((error): Effect.Effect<never, Types.unhandled | ScimBadRequest | ScimNotFound> => {
          if (!HttpApiError.HttpApiSchemaError.is(error)) return Effect.fail(error)
          if (error.kind === "Body" || error.kind === "ResponseHeaders") return Effect.die(error.cause)
          if (error.kind === "Params") return Effect.fail(new ScimNotFound({ detail: "User not found" }))
          return Effect.fail(new ScimBadRequest({ detail: flaw ?? describe(error, {}) }))
        })
      )
    })
  )
)
