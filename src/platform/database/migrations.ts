import { PgClient } from "@effect/sql-pg"
import { Clock, Data, Effect, FileSystem, Path, Schedule } from "effect"
import { Migrator, SqlClient } from "effect/sql"
import { ownFolder } from "#platform/process/own-files"
import { type DatabaseOptions, loginSettings } from "./connections.ts"
import { migrationFiles } from "./migration-files.ts"
import { codeOf } from "./sqlstate.ts"
import { diedOfDatabase } from "./away.ts"

/** The database was made by a newer version. `message` is what the operator reads. */
class FromTheFuture extends Data.TaggedError("FromTheFuture")<{ readonly message: string }> {}

interface Applied {
  readonly id: number
  readonly name: string
  /** The migration that a release has to know to work on the tables; null before there was such a mark. */
  readonly floor: number | null
}

/** The role cannot become svc_system (42501), or svc_system does not exist (22023). */
const unreadable = new Set(["42501", "22023"])

/** The newest migration that the database has; none where there is no table of them, or none that this role may read. */
const newestApplied = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const [table] = yield* sql<{ readonly readable: boolean; readonly marked: boolean }>`
    SELECT has_table_privilege('platform_migrations', 'SELECT') AS readable,
      to_regclass('platform_schema_floor') IS NOT NULL AS marked
    FROM pg_class WHERE oid = to_regclass('platform_migrations')`
  if (table === undefined) return undefined
  return yield* Effect.gen(function* () {
    // A role that does not own the tables reads this one as svc_system.
    if (!table.readable) yield* sql`SELECT set_config('role', 'svc_system', true)`
    const [row] = yield* sql<Applied>`
      SELECT migration_id AS id, name,
        ${sql.literal(table.marked ? "(SELECT migration_id FROM platform_schema_floor)" : "NULL::int")} AS floor
      FROM platform_migrations ORDER BY migration_id DESC LIMIT 1`
    return row
  }).pipe(
    sql.withTransaction,
    diedOfDatabase,
    Effect.catchIf(
      (failure) => unreadable.has(codeOf(failure)),
      () => Effect.succeed<Applied | undefined>(undefined)
    )
  )
})

/** The migrations of this release, in order. */
export const knownMigrations = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const files = yield* fs.readDirectory(yield* Effect.orDie(path.fromFileUrl(new URL("migrations/", ownFolder))))
  return files
    .flatMap((file) => {
      const [, id, name] = /^(\d{4})_(.+)\.sql$/.exec(file) ?? []
      return id === undefined || name === undefined ? [] : [{ id: Number(id), name }]
    })
    .toSorted((a, b) => a.id - b.id)
})

/**
 * What a newer version made of the tables is nothing that this one may write to, unless that version says that the one
 * before it still can: so a release can be taken back.
 */
const refuseFuture = (known: number, newest: Applied | undefined) => {
  if (newest === undefined || newest.id <= known) return Effect.void
  const newer =
    `The database was created by a newer version of this service: it has the migration ${newest.id} ` +
    `(${newest.name}), but this version only knows up to ${known}.`
  return newest.floor !== null && newest.floor <= known
    ? Effect.logWarning("database has a newer schema that this release supports", {
        migration: newest.id,
        name: newest.name,
        known
      })
    : Effect.fail(new FromTheFuture({ message: `${newer} Start that version or a later one` }))
}

const busy = new Set(["55P03", "40P01"])

const isBusy = (failure: Migrator.MigrationError | { readonly _tag: "SqlError" }) => busy.has(codeOf(failure))

/** Some three minutes in all. */
const untilFree = Schedule.upTo(Schedule.spaced("500 millis"), { times: 70 })

/** The newest migration that this version has, and what the database has; changes nothing. */
export const migrationState = Effect.fn("migrationState")(function* (options: DatabaseOptions) {
  const path = yield* Path.Path
  const folder = yield* Effect.orDie(path.fromFileUrl(new URL("migrations/", ownFolder)))
  const files = yield* migrationFiles(folder, options, { lockTimeout: "2s", together: false })
  return yield* Effect.gen(function* () {
    const newest = yield* newestApplied(yield* SqlClient.SqlClient)
    return { known: files.at(-1)?.[0] ?? 0, applied: newest?.id ?? 0, floor: newest?.floor ?? null }
  }).pipe(
    Effect.provide(PgClient.layerFrom(PgClient.makeClient(loginSettings(options, "doctor")))),
    Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())
  )
})

/** How migrations are applied where they are not those of the service, or where less time is to go by. */
interface Way {
  readonly folder?: URL
  /** How long a migration waits for a table lock, delaying everyone behind it; in PostgreSQL's spelling. */
  readonly lockTimeout?: string
  /** The last one to apply: a restore goes up to the one that its backup was made at, and then on. */
  readonly upTo?: number
}

/**
 * Applies what is not yet applied, under the migration table's lock: of two services that start together one works and
 * the other waits. To an empty database all together; to one in use each in a transaction of its own, which gives way
 * within two seconds where it has to wait for a lock, and tries again: another release may be at work. Runs as the
 * connection's own role, the owner of the tables; where all is applied it may be another one.
 */
export const migrate = Effect.fn("migrate")(function* (
  options: DatabaseOptions,
  { folder = new URL("migrations/", ownFolder), lockTimeout = "2s", upTo: last = Number.POSITIVE_INFINITY }: Way = {}
) {
  const path = yield* Path.Path
  const from = yield* Effect.orDie(path.fromFileUrl(folder))
  const filesOf = (together: boolean) =>
    Effect.map(migrationFiles(from, options, { lockTimeout, together }), (all) => all.filter(([id]) => id <= last))
  const files = yield* filesOf(false)
  const together = yield* filesOf(true)
  const known = files.at(-1)?.[0] ?? 0
  return yield* Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const newest = yield* newestApplied(sql)
    if (newest?.id === known) return []
    const pending = files.findIndex(([id]) => newest !== undefined && id > newest.id)
    const steps =
      newest === undefined ? [files.length] : files.flatMap((_, at) => (pending >= 0 && at >= pending ? [at + 1] : []))
    const chosen = newest === undefined ? together : files
    const done = yield* Effect.forEach(steps, (upTo) =>
      Migrator.make({})({ loader: Effect.succeed(chosen.slice(0, upTo)), table: "platform_migrations" }).pipe(
        Effect.retry({ while: isBusy, schedule: untilFree })
      )
    )
    // After them, so that a newer version that migrates at the same time is noticed.
    yield* refuseFuture(known, yield* newestApplied(sql))
    return done.flat()
  }).pipe(
    Effect.provide(PgClient.layerFrom(PgClient.makeClient(loginSettings(options, "migrations")))),
    Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())
  )
})
