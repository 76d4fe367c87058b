import { Context, DateTime, Effect, Schema, Stream } from "effect"
import { type CopySession, openCopySession } from "#platform/database/copy-session"
import type { DatabaseOptions } from "#platform/database/connections"
import { Files } from "#platform/files/files"
import { Randomness } from "#platform/crypto/random"
import { release } from "@svc/contract/kernel/openapi"
import { beginSnapshot, readCatalogue, readNamedFiles, rowsOf } from "./catalogue-repo.ts"
import { whileTrying } from "./failed.ts"
import { orGone, packedFile } from "./file-packs.ts"
import { type Manifest, manifestName, ManifestText, type Part } from "./manifest.ts"
import { countRows, type OpenBackup, writePart } from "./parts.ts"

/** Bytes before compression at which a part ends and the next starts: a bucket accepts 50 GB per object. */
export const PartBounds = Context.Reference("svc/backup/PartBounds", {
  defaultValue: () => ({ table: 8 * 1024 ** 3, files: 1024 ** 3 })
})

/** Where files are listed that no table names. */
const anchorsFolder = "audit-anchors"
const ledgerFolder = "audit-erasures"

/** The chunks up to this many bytes; the iterator continues after them. */
const upTo = async function* (chunks: AsyncIterator<Uint8Array>, limit: number, ended: () => void) {
  let bytes = 0
  while (bytes < limit) {
    // oxlint-disable-next-line no-await-in-loop -- chunks come in their order.
    const { done, value } = await chunks.next()
    if (done === true) return ended()
    bytes += value.length
    yield value
  }
}

const writeTable = Effect.fn("Backup.writeTable")(function* (
  backup: OpenBackup,
  session: CopySession,
  table: { readonly name: string; readonly columns: string },
  index: number
) {
  const bounds = yield* PartBounds
  const parts: Array<Part> = []
  const chunks = rowsOf(session, table)
  const state = { more: true, rows: 0 }
  while (state.more) {
    const counted = countRows((rows) => {
      state.rows = rows
    })(
      upTo(chunks, bounds.table, () => {
        state.more = false
      })
    )
    const name = `table-${String(index + 1).padStart(4, "0")}-${parts.length + 1}.bin`
    parts.push(yield* writePart(backup, name, counted, () => state.rows))
  }
  return { ...table, rows: parts.reduce((sum, { items }) => sum + items, 0), parts }
})

/** Packs these files, a bounded number of bytes in each pack; answers the packs, and the keys of those that are gone. */
const writeFiles = Effect.fn("Backup.writeFiles")(function* (
  backup: OpenBackup,
  files: Files["Service"],
  keys: ReadonlyArray<string>,
  kind: string
) {
  const bounds = yield* PartBounds
  const parts: Array<Part> = []
  const missing: Array<string> = []
  const left = keys.values()
  let next = left.next()
  while (next.done !== true) {
    let bytes = 0
    let count = 0
    const pack = Stream.unfold(undefined, () =>
      Effect.gen(function* () {
        while (next.done !== true && bytes < bounds.files) {
          const key = next.value
          next = left.next()
          const packed = yield* orGone(packedFile(files, key))
          if (packed === undefined) missing.push(key)
          else {
            count += 1
            return [packed, undefined] as const
          }
        }
        return undefined
      })
    ).pipe(
      Stream.flatMap((packed) => Stream.mapError(packed, whileTrying("A file in storage cannot be read"))),
      Stream.tap((piece) =>
        Effect.sync(() => {
          bytes += piece.length
        })
      )
    )
    const plain = Stream.toAsyncIterableWith(pack, yield* Effect.context<never>())
    parts.push(yield* writePart(backup, `${kind}-${parts.length + 1}.bin`, plain, () => count))
  }
  return { parts, missing }
})

const encode = Schema.encodeEffect(ManifestText)

/** The name of a backup: when, and four random bytes for those of one second. */
const newId = Effect.gen(function* () {
  const randomness = yield* Randomness
  const now = DateTime.formatIso(yield* DateTime.now)
  return `backup-${now.slice(0, 19).replaceAll(/[-:]/g, "")}Z-${yield* randomness.token(4, "hex")}`
})

/**
 * Writes a backup of database and file storage to a place: the rows of one snapshot, the files that they name, the
 * anchors from before it (so that a chain is never older than its anchors), and the erasure ledger from after it. The
 * manifest is last, so that an interrupted backup is invalid.
 */
export const createBackup = Effect.fn("createBackup")(function* (options: {
  readonly database: DatabaseOptions
  readonly to: { readonly files: Files["Service"]; readonly prefix: string }
  readonly key: Uint8Array
}) {
  const files = yield* Files
  const backup: OpenBackup = { ...options.to, key: options.key, id: yield* newId }
  const listed = (folder: string) =>
    files.isConfigured
      ? Effect.mapError(files.list(folder), whileTrying("The file storage cannot be read"))
      : Effect.succeed([])

  const anchors = yield* writeFiles(backup, files, yield* listed(anchorsFolder), "anchors")
  const dataOf = yield* DateTime.now
  const { catalogue, named, tables } = yield* Effect.scoped(
    Effect.gen(function* () {
      const session = yield* Effect.mapError(
        openCopySession(options.database),
        whileTrying("The database cannot be reached")
      )
      yield* beginSnapshot(session)
      const found = yield* readCatalogue(session)
      return {
        catalogue: found,
        named: yield* readNamedFiles(session),
        tables: yield* Effect.forEach(found.tables, (table, index) => writeTable(backup, session, table, index))
      }
    })
  )
  const documents = yield* writeFiles(backup, files, files.isConfigured ? named : [], "files")
  const ledger = yield* writeFiles(backup, files, yield* listed(ledgerFolder), "ledger")

  const { tables: _named, version, ...rest } = catalogue
  const manifest: Manifest = {
    format: "svc-backup/1",
    id: backup.id,
    data_of: dataOf,
    finished_at: yield* DateTime.now,
    service_version: release,
    database_version: version,
    ...rest,
    tables,
    files: [...anchors.parts, ...documents.parts, ...ledger.parts],
    missing_files: documents.missing
  }
  const text = Buffer.from(yield* Effect.orDie(encode(manifest)))
  const written = yield* writePart(
    backup,
    manifestName,
    (async function* () {
      yield text
    })(),
    () => 1
  )
  return { manifest, stored: storedBytes(manifest) + written.stored }
})

/** Bytes that the parts of a backup take where it lies. */
const storedBytes = ({ files, tables }: Manifest): number =>
  [...tables.flatMap(({ parts }) => parts), ...files].reduce((sum, { stored }) => sum + stored, 0)
