import { Context, Effect, Layer, Ref } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { SystemSql } from "./db.ts"

/** True once the process has been told to stop: readiness fails, and answers ask the client to close its connection. */
export class Draining extends Context.Service<Draining, Ref.Ref<boolean>>()("svc/platform/Draining") {
  static readonly layer = Layer.effect(Draining, Ref.make(false))
  /** Built last, so that its end, which sets the flag, comes before that of the listener. */
  static readonly layerAtStop = Layer.effectDiscard(
    Effect.flatMap(Draining, (draining) => Effect.addFinalizer(() => Ref.set(draining, true)))
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
