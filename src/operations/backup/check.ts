import { Effect, Schema } from "effect"
import { refuse } from "./failed.ts"
import { isBackupId, manifestName, ManifestText } from "./manifest.ts"
import { countRows, type OpenBackup, readMeasured, readPart, readThrough } from "./parts.ts"

const decode = Schema.decodeUnknownEffect(ManifestText)

/** The manifest of a backup: what it says is what was written under this key, as this backup. */
export const readManifest = Effect.fn("Backup.readManifest")(function* (backup: OpenBackup) {
  if (!isBackupId(backup.id)) {
    return yield* refuse("A backup URL ends with the backup's name, for example backup-20260302T090000Z-1f0c2a9d")
  }
  const chunks: Array<Uint8Array> = []
  yield* readThrough(yield* readPart(backup, manifestName), (chunk) => void chunks.push(chunk))
  const manifest = yield* Effect.mapError(decode(Buffer.concat(chunks).toString("utf8")), () =>
    refuse("This release cannot read the manifest of the backup")
  )
  return manifest.id === backup.id ? manifest : yield* refuse("The backup's name does not match its location")
})

/** Reads the whole of a backup: each byte authenticated, each part as its manifest says, each table with all its rows. */
export const checkBackup = Effect.fn("checkBackup")(function* (backup: OpenBackup) {
  const manifest = yield* readManifest(backup)
  for (const { name, parts, rows } of manifest.tables) {
    let found = 0
    for (const part of parts) {
      const counted = countRows((count) => {
        found += count
      })
      yield* readThrough(counted(yield* readMeasured(backup, part)))
    }
    if (found !== rows) return yield* refuse(`The backup is damaged: ${name} has ${found} rows, not ${rows}`)
  }
  for (const part of manifest.files) yield* readThrough(yield* readMeasured(backup, part))
  return manifest
})
