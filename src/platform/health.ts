import { Context, Effect, Layer, Ref } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { SystemSql } from "./db.ts"

/** Set when the process has been told to stop: readiness fails first, so that no new request is sent here. */
export class Draining extends Context.Service<Draining, Ref.Ref<boolean>>()("svc/platform/Draining") {
  static readonly layer = Layer.effect(
    Draining,
    Effect.tap(Ref.make(false), (draining) => Effect.addFinalizer(() => Ref.set(draining, true)))
  )
}

const ok = HttpServerResponse.jsonUnsafe({ status: "ok" })
const notReady = (reason: string) => HttpServerResponse.jsonUnsafe({ status: "unavailable", reason }, { status: 503 })

/** `/health/live`: the process answers. `/health/ready`: it can serve, or 503 with what is not ready (decisions 1). */
export const healthRoutes = HttpRouter.addAll([
  HttpRouter.route("GET", "/health/live", Effect.succeed(ok)),
  HttpRouter.route(
    "GET",
    "/health/ready",
    Effect.gen(function* () {
      const draining = yield* Draining
      if (yield* Ref.get(draining)) return notReady("shutting down")
      const system = yield* SystemSql
      return yield* system`SELECT 1`.pipe(
        Effect.timeout("2 seconds"),
        Effect.as(ok),
        Effect.catch((error) =>
          Effect.as(Effect.logWarning("the database does not answer", error), notReady("database"))
        )
      )
    })
  )
])
