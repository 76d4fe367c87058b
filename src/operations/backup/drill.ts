import { Clock, Effect, FileSystem, Layer } from "effect"
import path from "node:path"
import type { DatabaseOptions } from "#platform/database/connections"
import { embeddedDatabase } from "#platform/database/service-database"
import { Files } from "#platform/files/files"
import { checkBackup } from "./check.ts"
import { createBackup } from "./create.ts"
import { whileTrying } from "./failed.ts"
import { openPlace } from "./places.ts"
import type { App } from "./restored-app.ts"
import { restoreBackup } from "./restore.ts"

/** Seconds that the work took, to a tenth, and what it answered. */
const timed = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const begun = yield* Clock.currentTimeMillis
    const answer = yield* work
    return { answer, seconds: Math.round(((yield* Clock.currentTimeMillis) - begun) / 100) / 10 }
  })

/**
 * Shows that backups of this database can be restored: makes one, reads it, restores it into a PostgreSQL and a folder of its
 * own, verifies every chain there, and leaves nothing behind but, where a place was given, the backup.
 */
export const drill = Effect.fn("backupDrill")(function* (options: {
  readonly database: DatabaseOptions
  readonly app: App
  readonly key: Uint8Array
  /** None: it is made for the drill alone. */
  readonly to: { readonly files: Files["Service"]; readonly prefix: string } | undefined
}) {
  const fs = yield* FileSystem.FileSystem
  const folder = yield* Effect.mapError(
    fs.makeTempDirectoryScoped({ prefix: "offboarding-drill-" }),
    whileTrying("There is no space for the drill")
  )
  // The database's own user must be able to pass through.
  yield* Effect.ignore(fs.chmod(folder, 0o711))
  const to = options.to ?? {
    files: yield* openPlace({ _tag: "Folder", path: path.join(folder, "backup") }),
    prefix: ""
  }
  const made = yield* timed(createBackup({ database: options.database, to, key: options.key }))
  const { manifest, stored } = made.answer
  const backup = { ...to, id: manifest.id, key: options.key }
  const read = yield* timed(checkBackup(backup))

  const scratch = path.join(folder, "data")
  yield* Effect.mapError(fs.makeDirectory(scratch, { mode: 0o711 }), whileTrying("There is no space for the drill"))
  const url = yield* Effect.mapError(embeddedDatabase(scratch), whileTrying("The drill's PostgreSQL does not start"))
  const files = yield* openPlace({ _tag: "Folder", path: path.join(folder, "files") })
  const restored = yield* timed(
    restoreBackup({ backup, database: { url }, app: options.app, files: "restore", ledger: { _tag: "Lost" } }).pipe(
      Effect.provide(Layer.succeed(Files, files))
    )
  )
  const { chains, erased_again, files: restoredFiles } = restored.answer
  return {
    backup: manifest.id,
    tables: manifest.tables.length,
    rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
    files: restoredFiles,
    missing_files: manifest.missing_files.length,
    stored_bytes: stored,
    create_seconds: made.seconds,
    verify_seconds: read.seconds,
    restore_seconds: restored.seconds,
    erased_again,
    chains_ok: chains.ok,
    chains_behind: chains.behind,
    entries_verified: chains.entries
  }
}, Effect.scoped)
