import { Effect, FileSystem, Option, Redacted } from "effect"
import path from "node:path"
import { AppConfig } from "#platform/config/config"
import type { DatabaseOptions } from "#platform/database/connections"
import { findSessions } from "#platform/database/start"
import { embeddedDatabase } from "#platform/database/service-database"
import { ServiceLock } from "#platform/start/service-lock"
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
    () => refuse(`The service runs on ${dataDir}, and how to reach its database cannot be read there`)
  )
  return Redacted.make(`postgres://svc_owner:${password.trim()}@127.0.0.1:${port.trim()}/offboarding`)
})

/** The address's own server: what a backup does in a session of hours is no transaction that a pooler could lend. */
const ofServer = Effect.fnUntraced(function* (options: DatabaseOptions) {
  if ((yield* Effect.mapError(findSessions(options), failed)) === "own") return options
  return yield* refuse(
    "A pooler before the database shares its sessions, and a backup needs one of its own: name PostgreSQL itself in " +
      "DATABASE_MIGRATION_URL, as the role that owns the tables"
  )
})

/**
 * The service's database as this process's environment names it, as the role that owns the tables: that of
 * `DATABASE_MIGRATION_URL`, else of `DATABASE_URL`, or the embedded one, which is started for as long as the scope lasts
 * unless a service runs it.
 */
export const serviceDatabase = Effect.gen(function* () {
  const { dataDir, databaseMigration, databaseTls, databaseUrl } = yield* AppConfig
  if (Option.isSome(databaseMigration)) return yield* ofServer(databaseMigration.value)
  if (Option.isSome(databaseUrl)) {
    return yield* ofServer({
      url: databaseUrl.value,
      ...Option.match(databaseTls, { onNone: () => ({}), onSome: (tls) => ({ tls }) })
    })
  }
  const url = yield* ServiceLock.acquire(dataDir).pipe(
    Effect.andThen(embeddedDatabase(dataDir)),
    Effect.catchTag("DataDirInUse", () => ofRunningService(dataDir)),
    Effect.mapError(failed)
  )
  const options: DatabaseOptions = { url }
  return options
})
