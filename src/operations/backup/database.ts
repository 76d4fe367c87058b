import { Effect, FileSystem, Option, Redacted } from "effect"
import path from "node:path"
import { AppConfig, whereDatabaseIs } from "#platform/config/config"
import type { DatabaseOptions } from "#platform/database/connections"
import { databasePlace } from "#platform/database/place"
import type { DatabaseTls } from "#platform/database/tls"
import { admitService, findSessions } from "#platform/database/start"
import { embeddedDatabase } from "#platform/database/service-database"
import { ServiceLock } from "#platform/start/service-lock"
import { innermostMessage } from "#platform/process/start-failed"
import { refuse, whileTrying } from "./failed.ts"

const failed = whileTrying("The database cannot be reached")

/** The embedded PostgreSQL of a service that runs: where it listens and what it asks are in `DATA_DIR`. */
const ofRunningService = Effect.fnUntraced(function* (dataDir: string) {
  const fs = yield* FileSystem.FileSystem
  const [port, password] = yield* Effect.mapError(
    Effect.all([
      fs.readFileString(path.join(dataDir, "postgres-port")),
      fs.readFileString(path.join(dataDir, "keys", "database-password"))
    ]),
    () => refuse(`The service runs on ${dataDir}, but its database settings cannot be read there`)
  )
  return Redacted.make(`postgres://svc_owner:${password.trim()}@127.0.0.1:${port.trim()}/offboarding`)
})

/** The server itself, without a pooler: a session of hours must not be shared. */
const ofServer = Effect.fnUntraced(function* (options: DatabaseOptions) {
  if ((yield* Effect.mapError(findSessions(options), failed)) === "own") return options
  return yield* refuse(
    "The pooler in front of the database shares sessions, but a backup needs its own. Set DATABASE_MIGRATION_URL " +
      "to PostgreSQL itself, with the role that owns the tables"
  )
})

const addressed = (url: Redacted.Redacted, tls: Option.Option<DatabaseTls>): DatabaseOptions => ({
  url,
  ...Option.match(tls, { onNone: () => ({}), onSome: (given) => ({ tls: given }) })
})

/** Where a database is, for people: without the role and without the password. */
export const nameOf = ({ url }: DatabaseOptions) =>
  Option.match(databasePlace(url), {
    onNone: () => "",
    onSome: ({ database, host, port }) => `${database} at ${host}:${port}`
  })

type Where = Effect.Success<typeof whereDatabaseIs>

const databaseOf = Effect.fnUntraced(function* ({ dataDir, databaseMigration, databaseTls, databaseUrl }: Where) {
  if (Option.isSome(databaseMigration)) return yield* ofServer(databaseMigration.value)
  if (Option.isSome(databaseUrl)) return yield* ofServer(addressed(databaseUrl.value, databaseTls))
  const url = yield* ServiceLock.acquire(dataDir).pipe(
    Effect.andThen(embeddedDatabase(dataDir)),
    Effect.catchTag("DataDirInUse", () => ofRunningService(dataDir)),
    Effect.mapError(failed)
  )
  const options: DatabaseOptions = { url }
  return options
})

/**
 * The service's database as this process's environment names it, as the role that owns the tables: that of
 * `DATABASE_MIGRATION_URL`, else of `DATABASE_URL`, or the embedded one, which is started for as long as the scope lasts
 * unless a service runs it.
 */
export const serviceDatabase = Effect.flatMap(AppConfig, databaseOf)

/** The same for what neither seals nor signs; an embedded one must be there, and is not made. */
export const keptDatabase = Effect.gen(function* () {
  const where = yield* Effect.mapError(whereDatabaseIs, ({ message }) => refuse(message))
  const isEmbedded = Option.isNone(Option.orElse(where.databaseMigration, () => where.databaseUrl))
  const fs = yield* FileSystem.FileSystem
  if (
    isEmbedded &&
    !(yield* Effect.orElseSucceed(fs.exists(path.join(where.dataDir, "keys", "database-password")), () => false))
  ) {
    return yield* refuse(
      `There is no database in the DATA_DIR ${where.dataDir}. Set DATABASE_URL, or the DATA_DIR of the service`
    )
  }
  return yield* databaseOf(where)
})

/**
 * With two roles, grants the role of `DATABASE_URL` access to what the role of `DATABASE_MIGRATION_URL` has restored.
 * Fails with the message to show instead.
 */
export const admitServing = Effect.fnUntraced(function* (owner: DatabaseOptions) {
  const { databaseMigration, databaseTls, databaseUrl } = yield* AppConfig
  if (Option.isNone(databaseMigration) || Option.isNone(databaseUrl)) return
  yield* Effect.mapError(admitService(owner, addressed(databaseUrl.value, databaseTls)), (failure) =>
    refuse(
      `The database is restored, but the role of DATABASE_URL cannot serve it yet: ${innermostMessage(failure)}. ` +
        "Fix that and start the service once with DATABASE_MIGRATION_URL, or run as the role that owns the tables: " +
        "GRANT svc_app, svc_system TO <the role of DATABASE_URL> WITH INHERIT FALSE, SET TRUE (before PostgreSQL " +
        "16: GRANT svc_member TO <that role>)"
    )
  )
})
