import { Access, Caller } from "@svc/contract/kernel/access"
import { DateTime, Effect, Layer, type Types } from "effect"
import { HttpServerRequest, type HttpServerResponse } from "effect/http"
import type { HttpApiEndpoint } from "effect/http-api"
import { AppConfig } from "#platform/config/config"
import { RateLimits } from "./rate-limits.ts"
import {
  checkAnyPermission,
  checkBuiltInRole,
  checkFeature,
  checkMembership,
  checkNotSuspended,
  checkPermission,
  checkRecords,
  checkRole,
  checkStepUp,
  checkWritable,
  isStream,
  requirementOf
} from "./requirements.ts"
import { checkSameOrigin } from "./same-origin.ts"
import { SessionCredential } from "./session-auth.ts"
import { withinLimit } from "./too-many-requests.ts"

/**
 * May the signed-in user do this? In this order: 300 requests a minute per user (60 openings of the live stream, counted
 * apart), membership, suspension, same origin (cookie
 * only), step-up where it comes first, role, permission, records, plan feature, step-up where it comes last, read-only.
 */
export const AccessLayer = Layer.effect(
  Access,
  Effect.gen(function* () {
    const limits = yield* RateLimits
    const { baseUrl } = yield* AppConfig
    const ownOrigin = new URL(baseUrl).origin

    const check = Effect.fnUntraced(function* (
      httpEffect: Effect.Effect<HttpServerResponse.HttpServerResponse, Types.unhandled>,
      endpoint: HttpApiEndpoint.Top,
      caller: Caller["Service"]
    ) {
      const requirement = yield* requirementOf(endpoint)
      yield* Effect.fromResult(checkMembership(caller, requirement))
      if (requirement.whileSuspended !== true) yield* Effect.fromResult(checkNotSuspended(caller))
      if ((yield* SessionCredential) === "cookie") {
        const request = yield* HttpServerRequest.HttpServerRequest
        yield* Effect.fromResult(checkSameOrigin(request, ownOrigin, requirement))
      }
      if (requirement.stepUp === "first") yield* Effect.fromResult(checkStepUp(caller, yield* DateTime.now))
      yield* Effect.fromResult(checkRole(caller, requirement.role))
      yield* Effect.fromResult(checkBuiltInRole(caller, requirement.builtInRole))
      yield* Effect.fromResult(checkPermission(caller, requirement.permission))
      for (const permission of requirement.permissions ?? []) {
        yield* Effect.fromResult(checkPermission(caller, permission))
      }
      yield* Effect.fromResult(checkAnyPermission(caller, requirement.anyPermission))
      yield* Effect.fromResult(checkRecords(caller, requirement.records))
      yield* Effect.fromResult(checkFeature(caller, requirement.feature))
      if (requirement.stepUp === "last" || requirement.stepUp === "own")
        yield* Effect.fromResult(checkStepUp(caller, yield* DateTime.now))
      yield* Effect.fromResult(checkWritable(caller, endpoint.method, requirement))
      return yield* httpEffect
    })

    return Access.of((httpEffect, { endpoint }) =>
      Effect.flatMap(Caller, (caller) =>
        withinLimit(
          limits,
          // A page that has used up its reads is still told when to read again.
          isStream(endpoint)
            ? { key: `stream:${caller.userId}`, limit: 60, windowSeconds: 60 }
            : { key: `user:${caller.userId}`, limit: 300, windowSeconds: 60 },
          check(httpEffect, endpoint, caller)
        )
      )
    )
  })
)
