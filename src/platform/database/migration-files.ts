import { PgConnection } from "@effect/sql-pg"
import { Effect, FileSystem, Path } from "effect"
import { Migrator, SqlClient } from "effect/sql"
import { type DatabaseOptions, loginSettings } from "./connections.ts"
import { inSession } from "./session.ts"

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

/** `-- online`: each statement outside a transaction, as `CREATE INDEX CONCURRENTLY` requires. */
const isOnline = (text: string) => /^-- online$/m.test(text)

/** `-- needs 0110`: an older release cannot work on the tables after this migration. */
const neededBy = (text: string) => {
  const [, needed] = /^-- needs (\d{4})$/m.exec(text) ?? []
  return needed === undefined ? undefined : Number(needed)
}

/**
 * In a separate session during the migration's transaction, whose lock excludes others. An invalid index of a failed
 * attempt is dropped first.
 */
const runOnline = Effect.fnUntraced(function* (options: DatabaseOptions, text: string) {
  const run = inSession(yield* PgConnection.make(loginSettings(options, "migrations")))
  for (const statement of statements(text)) {
    const [, index] = /CREATE (?:UNIQUE )?INDEX CONCURRENTLY IF NOT EXISTS (\w+)/.exec(statement) ?? []
    if (index !== undefined) {
      const [left] = yield* run("SELECT 1 FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid", [index])
      if (left !== undefined) yield* run(`DROP INDEX CONCURRENTLY ${index}`, [])
    }
    yield* run(statement, [])
  }
}, Effect.scoped)

/** No other session sees tables that are created in this transaction. */
const offline = (text: string) => text.replaceAll(/\b(INDEX) CONCURRENTLY\b/gi, "$1")

const runInTransaction = Effect.fnUntraced(function* (text: string) {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(statements(text), (statement) => sql.unsafe(statement).unprepared, { discard: true })
})

interface Manner {
  readonly lockTimeout: string
  /** In one transaction, for an empty database; else each migration in its own. */
  readonly together: boolean
}

/** The migrations of a folder, `NNNN_<domain>_<what>.sql`, in their order. */
export const migrationFiles = Effect.fnUntraced(
  function* (folder: string, options: DatabaseOptions, { lockTimeout, together }: Manner) {
    const fs = yield* FileSystem.FileSystem
    const path = yield* Path.Path
    const apply = Effect.fnUntraced(function* (file: string) {
      const sql = yield* SqlClient.SqlClient
      const text = yield* fs.readFileString(path.join(folder, file))
      // The tables' owner is bound by row-level security as well, and sees rows with this alone.
      yield* sql`SELECT set_config('svc.maintenance', 'on', true)`.unprepared
      // The last before what is online: unlike a SELECT it leaves no snapshot open, for whose end an index would wait.
      yield* sql`SET LOCAL lock_timeout = ${sql.literal(`'${lockTimeout}'`)}`.unprepared
      yield* isOnline(text) && !together ? runOnline(options, text) : runInTransaction(together ? offline(text) : text)
      const needed = neededBy(text)
      if (needed !== undefined) {
        yield* sql`UPDATE platform_schema_floor SET migration_id = greatest(migration_id, ${needed}::int)`.unprepared
      }
    })
    return (yield* fs.readDirectory(folder))
      .map((file) => ({ file, match: /^(\d{4})_(.+)\.sql$/.exec(file) }))
      .flatMap(({ file, match }): ReadonlyArray<Migrator.ResolvedMigration> =>
        match?.[1] === undefined || match[2] === undefined
          ? []
          : [[Number(match[1]), match[2], Effect.succeed(apply(file))]]
      )
      .toSorted(([a], [b]) => a - b)
  },
  Effect.mapError(
    (cause) => new Migrator.MigrationError({ kind: "Failed", message: "Cannot read the migrations", cause })
  )
)
