import { ApiKeyInvalid } from "@svc/contract/kernel/errors"
import { Cause, Effect, Schema, type Types } from "effect"
import { HttpRouter, HttpServerRequest, type HttpServerResponse } from "effect/http"
import { errorResponse } from "#platform/http/error-bodies"
import { KeyEnded, KeyHasEnded } from "./running-calls.ts"

/** The error of a change that the database refused (migration 0016). */
const isRefusedChange = Schema.is(
  Schema.Struct({ reason: Schema.Struct({ cause: Schema.Struct({ code: Schema.Literal("SVKEY") }) }) })
)

const becauseItsKeyEnded = (reason: Cause.Reason<unknown>) =>
  (Cause.isInterruptReason(reason) && reason.annotations.has(KeyEnded.key)) ||
  (Cause.isDieReason(reason) && (reason.defect instanceof KeyHasEnded || isRefusedChange(reason.defect)))

const message = new ApiKeyInvalid().error

/**
 * A request in flight whose key is revoked gets the response for an invalid key (keys-18). It wraps the routes, because
 * an interruption cannot be caught inside one.
 */
export const endedKeyAnswers = HttpRouter.middleware(
  (
    handler
  ): Effect.Effect<HttpServerResponse.HttpServerResponse, Types.unhandled, HttpServerRequest.HttpServerRequest> =>
    Effect.catchCause(handler, (cause) =>
      cause.reasons.some(becauseItsKeyEnded)
        ? Effect.map(HttpServerRequest.HttpServerRequest, (request) => errorResponse(request.url, 401, message))
        : Effect.failCause(cause)
    ),
  { global: true }
)
