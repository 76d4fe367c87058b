import { Context, DateTime, Effect, Fiber, Layer, Option, SubscriptionRef } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { AppConfig } from "#platform/config/config"
import { databaseReady } from "#platform/database/readiness"
import { JobHold } from "#platform/jobs/hold"
import { build } from "#platform/process/build"

const anotherSignal = Effect.callback<void>((resume) => {
  const received = () => resume(Effect.void)
  process.once("SIGTERM", received).once("SIGINT", received)
  return Effect.sync(() => void process.off("SIGTERM", received).off("SIGINT", received))
})

/**
 * Graceful shutdown: true once the process was asked to stop. Readiness fails, and responses ask the client to close
 * its connection.
 */
export class Draining extends Context.Service<Draining, SubscriptionRef.SubscriptionRef<boolean>>()(
  "svc/platform/Draining"
) {
  static readonly layer = Layer.effect(Draining, SubscriptionRef.make(false))
  /**
   * Draining. Built last, so that it ends before the listener: readiness fails, and requests are served for
   * `SHUTDOWN_DELAY`, until load balancers have noticed. A second signal ends the wait (platform-50).
   */
  static readonly layerAtStop = Layer.effectDiscard(
    Effect.gen(function* () {
      const draining = yield* Draining
      const { shutdownDelay } = yield* AppConfig
      yield* Effect.addFinalizer(() =>
        Effect.andThen(
          SubscriptionRef.set(draining, true),
          Effect.raceFirst(Effect.sleep(shutdownDelay), anotherSignal)
        )
      )
    })
  )
}

/** What `healthRoutes` answers. */
export const healthPaths = ["/health", "/health/live", "/health/ready", "/health/version"]

const ok = HttpServerResponse.jsonUnsafe({ status: "ok" })
const notReady = (reason: string) => HttpServerResponse.jsonUnsafe({ status: "unavailable", reason }, { status: 503 })

/** A header, for the answer's body is given: as of when the restored data is that waits for its release. */
const heldHeader = "x-jobs-held"

const version = HttpServerResponse.jsonUnsafe(build)

/** What is typed first: the process answers, and where it tells more. */
const index = HttpServerResponse.jsonUnsafe({
  status: "ok",
  live: "/health/live",
  ready: "/health/ready",
  version: "/health/version"
})

/** `/health`: an index. `/health/version`: which release this process is, and its commit. `/health/live`: the process answers. `/health/ready`: it can serve, or 503 with what is not ready (surfaces-1). */
export const healthRoutes = HttpRouter.addAll([
  HttpRouter.route("GET", "/health", Effect.succeed(index)),
  HttpRouter.route("GET", "/health/version", Effect.succeed(version)),
  HttpRouter.route("GET", "/health/live", Effect.succeed(ok)),
  HttpRouter.route(
    "GET",
    "/health/ready",
    Effect.gen(function* () {
      const draining = yield* Draining
      if (yield* SubscriptionRef.get(draining)) return notReady("shutting down")
      // Detached, for a statement that was sent is waited for.
      const hold = yield* JobHold
      const asked = yield* Effect.forkDetach(Effect.andThen(databaseReady, hold.current))
      return yield* Fiber.join(asked).pipe(
        Effect.timeout("2 seconds"),
        Effect.map(
          Option.match({
            onNone: () => ok,
            onSome: ({ data_of }) => HttpServerResponse.setHeader(ok, heldHeader, DateTime.formatIso(data_of))
          })
        ),
        Effect.catchTag("SessionsShared", ({ message }) =>
          Effect.logError("database sessions are shared", { reason: message }).pipe(
            Effect.annotateLogs("source", "readiness"),
            Effect.as(notReady(message))
          )
        ),
        Effect.catch((error) =>
          Effect.logWarning("database unavailable", error).pipe(
            Effect.annotateLogs("source", "readiness"),
            Effect.as(notReady("database"))
          )
        )
      )
    })
  )
])
