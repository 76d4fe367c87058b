import { DateTime, Effect } from "effect"
import { type CopySession, openCopySession } from "#platform/database/copy-session"
import type { DatabaseOptions } from "#platform/database/connections"
import { migrate } from "#platform/database/migrations"
import { Files } from "#platform/files/files"
import { Randomness } from "#platform/crypto/random"
import { checkBackup } from "./check.ts"
import { refuse, whileTrying } from "./failed.ts"
import { unpackFiles } from "./file-packs.ts"
import {
  beginHold,
  emptyTables,
  endWhatWasMomentary,
  loadRows,
  makePartitions,
  setSequences,
  withoutHindrances
} from "./load-repo.ts"
import type { Manifest } from "./manifest.ts"
import { type OpenBackup, readMeasured } from "./parts.ts"
import { type App, byApp } from "./restored-app.ts"
import { bringLedger, settle } from "./settle.ts"
import {
  requireEmptyDatabase,
  requireEmptyStorage,
  requireKeys,
  requireKnownSchema,
  requireLedger,
  requireLivedOn
} from "./target.ts"

/** Where the ledger of erasures of after the backup is. */
export type Ledger =
  /** In the surviving storage, which the service keeps using. */
  | { readonly _tag: "InStorage" }
  /** In another storage that lived on, or in a copy of it. */
  | { readonly _tag: "Elsewhere"; readonly files: Files["Service"]; readonly prefix: string }
  /** Lost: who was erased after the backup comes back. */
  | { readonly _tag: "Lost" }

interface Restore {
  readonly backup: OpenBackup
  readonly database: DatabaseOptions
  readonly app: App
  /** `keep`: the storage lived on, and only the database is restored. */
  readonly files: "restore" | "keep"
  readonly ledger: Ledger
}

const migrated = (database: DatabaseOptions, upTo?: number) =>
  Effect.mapError(migrate(database, upTo === undefined ? {} : { upTo }), whileTrying("The schema cannot be created"))

const loadTables = Effect.fn("Backup.loadTables")(function* (
  session: CopySession,
  backup: OpenBackup,
  manifest: Manifest
) {
  yield* makePartitions(session, manifest.partitions)
  yield* emptyTables(session, manifest.tables)
  for (const table of manifest.tables) {
    let loaded = 0
    for (const part of table.parts) loaded += yield* loadRows(session, table, yield* readMeasured(backup, part))
    if (loaded !== table.rows) return yield* refuse(`The table ${table.name} loaded ${loaded} rows, not ${table.rows}`)
  }
  yield* setSequences(session, manifest.sequences)
  yield* endWhatWasMomentary(session, yield* DateTime.now)
})

/**
 * Restores a backup into a new database and an empty storage. The whole of it is read and found to be right before anything
 * is written; the rows are one transaction. The service starts only when it has ended well, and sends nothing before the
 * release.
 */
export const restoreBackup = Effect.fn("restoreBackup")(function* (options: Restore) {
  const { backup, database } = options
  const files = yield* Files
  const randomness = yield* Randomness
  const manifest = yield* checkBackup(backup)
  yield* requireKnownSchema(manifest)
  yield* requireKeys(manifest)
  if (options.files === "keep") yield* requireLivedOn(manifest)
  if (options.ledger._tag === "Elsewhere") yield* requireLedger(options.ledger.files, options.ledger.prefix)
  const session = yield* Effect.mapError(openCopySession(database), whileTrying("The database cannot be reached"))
  const target = yield* requireEmptyDatabase(session, manifest)
  if (options.files === "restore" && target === "new" && files.isConfigured) yield* requireEmptyStorage
  if (options.files === "restore" && manifest.files.length > 0 && !files.isConfigured) {
    return yield* refuse("The backup has files, but STORAGE_URL is `none`. Set a storage to restore them into")
  }

  if (target === "new") yield* migrated(database, manifest.migrations.at(-1)?.id)
  yield* beginHold(session, {
    id: yield* randomness.uuid,
    origin: "backup",
    backupId: manifest.id,
    dataOf: manifest.data_of,
    now: yield* DateTime.now
  })
  yield* withoutHindrances(session, loadTables(session, backup, manifest))
  let restored = 0
  if (options.files === "restore") {
    for (const part of manifest.files) restored += yield* unpackFiles(files, yield* readMeasured(backup, part))
  }
  if (options.ledger._tag === "Elsewhere") yield* bringLedger(options.ledger)
  yield* migrated(database)
  const settled = yield* byApp(options.app, database, settle(session))
  return { manifest, files: restored, ...settled }
})
