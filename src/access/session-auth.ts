import { Caller, SessionAuth } from "@svc/contract/kernel/access"
import { Unauthenticated } from "@svc/contract/kernel/errors"
import { Cause, Context, Effect, Layer, Option, Redacted, type Types } from "effect"
import { HttpServerRequest, type HttpServerResponse } from "effect/http"
import { databaseUnavailable } from "#platform/database/away"
import { noteCaller } from "#platform/observability/request-record"
import { BlockedAddresses } from "./blocked-addresses.ts"
import { clientAddress } from "./client-address.ts"
import { anonymousLimit } from "./open-access.ts"
import { RateLimits } from "./rate-limits.ts"
import { Sessions } from "./sessions.ts"
import { withinLimit } from "./too-many-requests.ts"

/** How the session was shown: only a cookie is sent by a browser without the page's doing. */
export const SessionCredential = Context.Reference<"cookie" | "bearer">("svc/access/SessionCredential", {
  defaultValue: () => "cookie"
})

type Handler = Effect.Effect<HttpServerResponse.HttpServerResponse, Types.unhandled, Caller>

/**
 * The cookie, else the Bearer token. With both present the cookie decides; the token counts only where the cookie is
 * not valid. A request whose every credential is wrong counts once against its address, one without any does
 * not (access-1).
 */
export const SessionAuthLayer = Layer.effect(
  SessionAuth,
  Effect.gen(function* () {
    const sessions = yield* Sessions
    const blocked = yield* BlockedAddresses
    const limits = yield* RateLimits

    const authenticate = Effect.fnUntraced(function* (
      httpEffect: Handler,
      credential: Redacted.Redacted,
      shown: "cookie" | "bearer"
    ) {
      if (Redacted.value(credential) === "") return yield* new Unauthenticated()
      const caller = yield* sessions.find(credential)
      if (Option.isNone(caller)) return yield* new Unauthenticated()
      yield* noteCaller(caller.value)
      return yield* httpEffect.pipe(
        Effect.provideService(Caller, caller.value),
        Effect.provideService(SessionCredential, shown),
        // Unavailability of the database passes through: another query would hide a COMMIT with an unknown outcome.
        Effect.catchCause((cause) =>
          Cause.hasDies(cause) && databaseUnavailable(cause) === undefined
            ? unlessGone(credential, cause)
            : Effect.failCause(cause)
        )
      )
    })

    /**
     * A failure because a user or membership was deleted during the call (a foreign key, a missing row) is not a
     * defect: the transaction was rolled back, and an ended session gets its usual response (platform-12).
     */
    const unlessGone = <E>(credential: Redacted.Redacted, cause: Cause.Cause<E>) =>
      Effect.flatMap(sessions.find(credential), (caller): Effect.Effect<never, E | Unauthenticated> =>
        Option.isNone(caller)
          ? Effect.andThen(
              Effect.logWarning("request rolled back: session ended during it", cause),
              Effect.fail(new Unauthenticated())
            )
          : Effect.failCause(cause)
      )

    // The last scheme to be tried, so what fails here is a request without a session.
    const refuse = Effect.fnUntraced(function* (credential: Redacted.Redacted) {
      const request = yield* HttpServerRequest.HttpServerRequest
      const cookie = request.cookies["access_token"] ?? ""
      if (Redacted.value(credential) !== "" || cookie !== "") yield* blocked.failed(clientAddress(request))
      return yield* withinLimit(limits, anonymousLimit(request), Effect.fail(new Unauthenticated()))
    })

    return SessionAuth.of({
      cookie: (httpEffect, { credential }) => authenticate(httpEffect, credential, "cookie"),
      bearer: (httpEffect, { credential }) =>
        authenticate(httpEffect, credential, "bearer").pipe(
          Effect.catchIf(
            (error) => error instanceof Unauthenticated,
            () => refuse(credential)
          )
        )
    })
  })
)
