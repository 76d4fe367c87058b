import { PgClient } from "@effect/sql-pg"
import { Clock, Effect, FileSystem, Path, type Redacted } from "effect"
import { Migrator, SqlClient } from "effect/sql"
import { databaseAt } from "./database-place.ts"

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

const directory = new URL("../../migrations/", import.meta.url)

/**
 * Applies what is not yet applied, in one transaction under the migration table's lock: of two services that start
 * together one works and the other waits. Runs as the connection's own role, the owner of the tables.
 */
export const migrate = Effect.fn("migrate")(function* (url: Redacted.Redacted) {
  const path = yield* Path.Path
  const folder = yield* Effect.orDie(path.fromFileUrl(directory))
  return yield* Migrator.make({})({ loader: fromSqlFiles(folder), table: "platform_migrations" }).pipe(
    Effect.provide(
      PgClient.layerFrom(
        PgClient.makeClient({
          ...databaseAt(url),
          connectTimeout: "5 seconds",
          applicationName: "offboarding-service/migrations"
        })
      )
    ),
    Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())
  )
})
