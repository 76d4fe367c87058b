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
const refuseFuture = Effect.fnUntraced(function* (known: ReadonlyArray<Migrator.ResolvedMigration>) {
  const sql = yield* SqlClient.SqlClient
  const [newest] = yield* sql<{ readonly id: number; readonly name: string }>`
    SELECT migration_id AS id, name FROM platform_migrations ORDER BY migration_id DESC LIMIT 1`
  const last = known.at(-1)?.[0] ?? 0
  if (newest === undefined || newest.id <= last) return
  return yield* new FromTheFuture({
    message:
      `The database was made by a newer version of this service: it has the migration ${newest.id} (${newest.name}), ` +
      `and this version knows those up to ${last}. Start that version or a later one`
  })
})

/**
 * Applies what is not yet applied, in one transaction under the migration table's lock: of two services that start
 * together one works and the other waits. Runs as the connection's own role, the owner of the tables.
 */
export const migrate = Effect.fn("migrate")(function* (options: DatabaseOptions) {
  const path = yield* Path.Path
  const loader = fromSqlFiles(yield* Effect.orDie(path.fromFileUrl(directory)))
  return yield* Migrator.make({})({ loader, table: "platform_migrations" }).pipe(
    Effect.tap(Effect.flatMap(loader, refuseFuture)),
    Effect.provide(PgClient.layerFrom(PgClient.makeClient(loginSettings(options, "migrations")))),
    Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())
  )
})
