import { NodeHttpServer, NodeServices } from "@effect/platform-node"
import { Effect, Layer, Option } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { Registration } from "#organisation/accounts/registration"
import { AccessLog } from "#platform/observability/access-log"
import { announce } from "#platform/start/announcement"
import { notifyReady } from "#platform/start/notify-ready"
import { AppConfig } from "#platform/config/config"
import { DashboardLayer } from "#platform/dashboard/built-files"
import { diedOfDatabase } from "#platform/database/away"
import { databaseLayer, type DatabaseOptions } from "#platform/database/connections"
import { Files } from "#platform/files/files"
import { adviceFor, admitService, checkRoles, findSessions } from "#platform/database/start"
import { Draining } from "#platform/http/health"
import { makeHttpServer } from "#platform/http/server"
import { checkRestored } from "#platform/start/restored"
import { registerKeys } from "#platform/start/key-register"
import { Mailer } from "#platform/mail/mail"
import { migrate } from "#platform/database/migrations"
import { Outbound } from "#platform/outbound/outbound"
import { ProcessMetricsLayer } from "#platform/observability/process-metrics"
import { Secrets } from "#platform/keys/secrets"
import { embeddedDatabase } from "#platform/database/service-database"
import { ServiceLock } from "#platform/start/service-lock"
import { innermostMessage, StartFailed } from "#platform/process/start-failed"
import { LoggingLayer, TelemetryLayer } from "#platform/observability/telemetry"
import { Loops, RequestBounds, Served, Services, WatchRoutes } from "./App.ts"

const startFailed = (message: string) => new StartFailed({ message })

const databaseOptions = Effect.gen(function* () {
  const { dataDir, databaseTls, databaseUrl } = yield* AppConfig
  if (Option.isSome(databaseUrl)) {
    return { url: databaseUrl.value, ...Option.match(databaseTls, { onNone: () => ({}), onSome: (tls) => ({ tls }) }) }
  }
  yield* ServiceLock.acquire(dataDir)
  return { url: yield* embeddedDatabase(dataDir) }
}).pipe(Effect.mapError((failure) => startFailed(failure.message)))

const unusable = (failure: unknown, variable = "DATABASE_URL") => {
  const said = innermostMessage(failure)
  return startFailed(`The database of ${variable} cannot be used: ${said}. ${adviceFor(failure, said)}`.trim())
}

/** As the role of the database's own address, or as the one that owns the tables. */
const migrateAs = Effect.fnUntraced(function* (options: DatabaseOptions) {
  const { databaseMigration, databaseUrl } = yield* AppConfig
  if (Option.isNone(databaseMigration)) return yield* migrate(options)
  if (Option.isNone(databaseUrl)) {
    return yield* startFailed(
      "DATABASE_MIGRATION_URL requires DATABASE_URL: the same database with the role that serves"
    )
  }
  const owner = yield* Effect.gen(function* () {
    const owner = { ...databaseMigration.value, sessions: yield* findSessions(databaseMigration.value) }
    yield* migrate(owner)
    return owner
  }).pipe(
    diedOfDatabase,
    Effect.catchTags({
      MigrationError: (failure) => Effect.fail(unusable(failure, "DATABASE_MIGRATION_URL")),
      SqlError: (failure) => Effect.fail(unusable(failure, "DATABASE_MIGRATION_URL"))
    })
  )
  return yield* admitService(owner, options)
})

const DatabaseLayer = Layer.unwrap(
  Effect.gen(function* () {
    const given = yield* databaseOptions
    return yield* Effect.gen(function* () {
      const { databaseAnswerTimeout, databaseRead, databaseReadLag } = yield* AppConfig
      const options: DatabaseOptions = {
        ...given,
        answerTimeout: databaseAnswerTimeout,
        sessions: yield* findSessions(given),
        ...Option.match(databaseRead, {
          onNone: () => ({}),
          onSome: (replica) => ({
            replica: { options: { ...replica, answerTimeout: databaseAnswerTimeout }, bound: databaseReadLag }
          })
        })
      }
      if (options.sessions === "shared") {
        yield* Effect.logInfo(
          "pooler shares database sessions: role and timeouts are set per transaction, workers poll"
        )
      }
      yield* migrateAs(options)
      yield* checkRestored(options)
      yield* checkRoles(options)
      yield* registerKeys(options)
      return databaseLayer(options)
    }).pipe(
      diedOfDatabase,
      Effect.catchTags({
        DatabaseRefused: ({ message }) => Effect.fail(startFailed(message)),
        FromTheFuture: ({ message }) => Effect.fail(startFailed(message)),
        KeysRefused: ({ message }) => Effect.fail(startFailed(message)),
        RestoreUnfinished: ({ message }) => Effect.fail(startFailed(message)),
        MigrationError: (failure) => Effect.fail(unusable(failure)),
        SqlError: (failure) => Effect.fail(unusable(failure))
      })
    )
  })
)

const HttpLayer = Layer.unwrap(
  Effect.map(AppConfig, ({ host, port }) =>
    NodeHttpServer.layer(() => makeHttpServer(), { port, host, gracefulShutdownTimeout: "20 seconds" })
  )
)

const Announcement = Layer.effectDiscard(
  Effect.gen(function* () {
    const { address } = yield* HttpServer.HttpServer
    const { isOpen } = yield* Registration
    yield* announce(HttpServer.formatAddress(address), { isEmpty: yield* isOpen })
    yield* notifyReady
  })
)

/** All routes, or only those of a process without the role `http`. */
const Face = Layer.unwrap(
  Effect.map(AppConfig, ({ roles }) =>
    roles.includes("http")
      ? Served.pipe(Layer.provide(DashboardLayer))
      : HttpRouter.serve(WatchRoutes, { disableLogger: true, disableListenLog: true })
  )
)

/** The whole service over the live outside world; ends when it is interrupted, after the requests in flight. */
const ServiceLayer = Draining.layerAtStop.pipe(
  Layer.provideMerge(Layer.mergeAll(Face, Loops, Announcement, ProcessMetricsLayer)),
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

/** Migrates, and checks roles and keys, as each start does before it serves; fails where a start would. */
export const prepareDatabase = Layer.build(DatabaseLayer).pipe(
  Effect.andThen(Effect.logInfo("database is up to date")),
  Effect.scoped,
  Effect.provide(LoggingLayer),
  Effect.provide(AppConfig.layer),
  Effect.provide(NodeServices.layer)
)

/** Serves until it is interrupted; fails when it cannot start. */
export const serve = Layer.launch(ServiceLayer).pipe(
  Effect.catchTag("ServeError", (failure) =>
    Effect.fail(startFailed(`The service cannot listen on HOST and PORT: ${innermostMessage(failure)}`))
  )
)
