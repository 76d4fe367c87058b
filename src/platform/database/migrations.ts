import { PgClient } from "@effect/sql-pg"
import { Clock, Data, Effect, FileSystem, Path } from "effect"
import { Migrator, SqlClient } from "effect/sql"
import { ownFolder } from "#platform/process/own-files"
import { type DatabaseOptions, loginSettings } from "./db.ts"

/** The database was made by a newer version. `message` is what the operator reads. */
class FromTheFuture extends Data.TaggedError("FromTheFuture")<{ readonly message: string }> {}

/**
 * The statements of a migration file. The driver prepares every statement, so one call is one statement: a `;` at
 * the end of a line ends it, except inside a `$$` body.
 */
export const statements = (text: string): ReadonlyArray<string> =>
  text
    .split(/(\$\$[\s\S]*?\$\$)/)
    .map((part, index) => (index % 2 === 0 ? part.replaceAll(/;[ \t]*(?:--[^\n]*)?$/gm, "\u0000") : part))
    .join("")
    .split("\u0000")
    .map((statement) => statement.trim())
    .filter((statement) => statement.replaceAll(/^\s*--[^\n]*$/gm, "").trim().length > 0)

const fromSqlFiles = Effect.fnUntraced(
  function* (directory: string) {
    const fs = yield* FileSystem.FileSystem
    const path = yield* Path.Path
    const files = yield* fs.readDirectory(directory)
    return files
      .map((file) => ({ file, match: /^(\d{4})_(.+)\.sql$/.exec(file) }))
      .flatMap(({ file, match }): ReadonlyArray<Migrator.ResolvedMigration> =>
        match?.[1] === undefined || match[2] === undefined
          ? []
          : [
              [
                Number(match[1]),
                match[2],
                Effect.succeed(
                  Effect.gen(function* () {
                    const sql = yield* SqlClient.SqlClient
                    const text = yield* fs.readFileString(path.join(directory, file))
                    // The tables' owner is bound by row-level security as well, and sees rows with this alone.
                    yield* sql`SELECT set_config('svc.maintenance', 'on', true)`.unprepared
                    yield* Effect.forEach(statements(text), (statement) => sql.unsafe(statement).unprepared, {
                      discard: true
                    })
                  })
                )
              ]
            ]
      )
      .toSorted(([a], [b]) => a - b)
  },
  Effect.mapError(
    (cause) => new Migrator.MigrationError({ kind: "Failed", message: "Cannot read the migrations", cause })
  )
)

const directory = new URL("migrations/", ownFolder)

/** What a newer version made of the tables is nothing that this one may write to. */
const refuseFuture = (known: number, newest: Applied | undefined) =>
  newest === undefined || newest.id <= known
    ? Effect.void
    : Effect.fail(
        new FromTheFuture({
          message:
            `The database was made by a newer version of this service: it has the migration ${newest.id} (${newest.name}), ` +
            `and this version knows those up to ${known}. Start that version or a later one`
        })
      )

interface Applied {
  readonly id: number
  readonly name: string
}

/** The newest migration that the database has; none where there is no table of them, or none that this role may read. */
const newestApplied = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const [table] = yield* sql<{ readonly readable: boolean }>`
    SELECT has_table_privilege('platform_migrations', 'SELECT') AS readable
    FROM pg_class WHERE oid = to_regclass('platform_migrations')`
  if (table === undefined) return undefined
  return yield* Effect.gen(function* () {
    // A role that does not own the tables reads this one as svc_system.
    if (!table.readable) yield* sql`SELECT set_config('role', 'svc_system', true)`
    const [row] = yield* sql<Applied>`
      SELECT migration_id AS id, name FROM platform_migrations ORDER BY migration_id DESC LIMIT 1`
    return row
  }).pipe(sql.withTransaction, Effect.orElseSucceed((): Applied | undefined => undefined))
})

/**
 * Applies what is not yet applied, in one transaction under the migration table's lock: of two services that start
 * together one works and the other waits. Runs as the connection's own role, the owner of the tables; where all is
 * applied it may be another one.
 */
export const migrate = Effect.fn("migrate")(function* (options: DatabaseOptions) {
  const path = yield* Path.Path
  const loader = fromSqlFiles(yield* Effect.orDie(path.fromFileUrl(directory)))
  const last = Effect.map(loader, (known) => known.at(-1)?.[0] ?? 0)
  return yield* Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const known = yield* last
    if ((yield* newestApplied(sql))?.id === known) return []
    const done = yield* Migrator.make({})({ loader, table: "platform_migrations" })
    // After them, so that a newer version that migrates at the same time is noticed.
    yield* refuseFuture(known, yield* newestApplied(sql))
    return done
  }).pipe(
    Effect.provide(PgClient.layerFrom(PgClient.makeClient(loginSettings(options, "migrations")))),
    Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())
  )
})
