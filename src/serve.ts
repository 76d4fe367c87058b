import { NodeHttpServer, NodeServices } from "@effect/platform-node"
import { Effect, Layer, Option } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { AccessLog } from "#platform/access-log"
import { AppConfig } from "#platform/config"
import { databaseLayer } from "#platform/db"
import { Files } from "#platform/files"
import { Draining } from "#platform/health"
import { makeHttpServer } from "#platform/http-server"
import { Mailer } from "#platform/mail"
import { migrate } from "#platform/migrations"
import { Outbound } from "#platform/outbound"
import { ProcessMetricsLayer } from "#platform/process-metrics"
import { Secrets } from "#platform/secrets"
import { embeddedDatabase } from "#platform/service-database"
import { ServiceLock } from "#platform/service-lock"
import { innermostMessage, StartFailed } from "#platform/start-failed"
import { LoggingLayer, TelemetryLayer } from "#platform/telemetry"
import { Loops, RequestBounds, Routes, Services } from "./App.ts"

const startFailed = (message: string) => new StartFailed({ message })

const databaseAddress = Effect.gen(function* () {
  const { dataDir, databaseUrl } = yield* AppConfig
  if (Option.isSome(databaseUrl)) return databaseUrl.value
  yield* ServiceLock.acquire(dataDir)
  return yield* embeddedDatabase(dataDir)
}).pipe(Effect.mapError((failure) => startFailed(failure.message)))

const DatabaseLayer = Layer.unwrap(
  Effect.gen(function* () {
    const url = yield* databaseAddress
    yield* migrate(url).pipe(
      Effect.mapError((failure) =>
        startFailed(
          `The database of DATABASE_URL cannot be used: ${innermostMessage(failure)}. ` +
            "It takes a PostgreSQL server that is up, and a role that owns the database and may create roles (CREATEROLE)"
        )
      )
    )
    return databaseLayer({ url })
  })
)

const HttpLayer = Layer.unwrap(
  Effect.map(AppConfig, ({ host, port }) =>
    NodeHttpServer.layer(() => makeHttpServer(), { port, host, gracefulShutdownTimeout: "20 seconds" })
  )
)

const Announcement = Layer.effectDiscard(
  Effect.gen(function* () {
    const { baseUrl, dataDir } = yield* AppConfig
    const { address } = yield* HttpServer.HttpServer
    yield* Effect.logInfo(`listening on ${HttpServer.formatAddress(address)}`, { baseUrl, dataDir })
  })
)

/** The whole service over the live outside world; ends when it is interrupted, after the requests in flight. */
export const ServiceLayer = Draining.layerAtStop.pipe(
  Layer.provideMerge(
    Layer.mergeAll(
      HttpRouter.serve(Routes, { disableLogger: true, disableListenLog: true }),
      Loops,
      Announcement,
      ProcessMetricsLayer
    )
  ),
  Layer.provide(HttpLayer),
  Layer.provide(RequestBounds),
  Layer.provide(Services),
  Layer.provide(Layer.mergeAll(Outbound.layer, Mailer.layer, Files.layer, AccessLog.layerNoDeps)),
  Layer.provide(Secrets.layer),
  Layer.provide(DatabaseLayer),
  Layer.provide(TelemetryLayer),
  Layer.provide(LoggingLayer),
  Layer.provide(AppConfig.layer),
  Layer.provide(NodeServices.layer)
)

/** Serves until it is interrupted; fails when it cannot start. */
export const serve = Layer.launch(ServiceLayer).pipe(
  Effect.catchTag("ServeError", (failure) =>
    Effect.fail(startFailed(`HOST and PORT cannot be listened on: ${innermostMessage(failure)}`))
  )
)
