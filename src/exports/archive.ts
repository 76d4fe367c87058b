import type { ExportCounts } from "@svc/contract/exports/schema"
import { Caller } from "@svc/contract/kernel/access"
import type { ExportId, OrgId } from "@svc/contract/kernel/ids"
import { Context, DateTime, Effect, Option, Stream } from "effect"
import { PersonKeys } from "#audit/record/person-keys"
import { Db } from "#platform/database/db"
import type { StorageError, StorageFull } from "#platform/files/store"
import { Files } from "#platform/files/files"
import { type Measures, measured } from "#platform/files/measured"
import { systemCaller } from "#platform/jobs/system-caller"
import { type ZipEntry, zipStream } from "#platform/files/zip-stream"
import { layerOf } from "#platform/services/layer-of"
import { ExportCatalogue, type RecordSource } from "./catalogue.ts"
import { arrayEnd, arrayPart, storedFilePath } from "./rules.ts"
import { type ReadRecord, type Snapshot, SnapshotRepo, type StoredFile } from "./snapshot-repo.ts"

/** A stored file up to this size is read before its entry begins, so that one that cannot be read has no entry. */
const readAhead = 16 * 1024 * 1024

interface ManifestFile {
  readonly path: string
  /** Null for a stored file. */
  readonly records: number | null
  /** Bytes. */
  readonly size: number
  readonly sha256: string
}

/** What was written to the storage. */
interface WrittenArchive {
  readonly size: number
  readonly sha256: string
  readonly counts: ExportCounts
}

const encoder = new TextEncoder()

/** An organization's data as one ZIP, from one snapshot directly into the storage (organisation-exports-9). */
export class ExportArchive extends Context.Service<
  ExportArchive,
  {
    /** Writes the ZIP to this key, whole or not at all. Whatever goes wrong is a failure or a defect to try again. */
    write(
      of: { readonly orgId: OrgId; readonly exportId: ExportId },
      key: string
    ): Effect.Effect<WrittenArchive, StorageError | StorageFull>
  }
>()("svc/exports/ExportArchive") {
  static readonly layerNoDeps = layerOf(ExportArchive, function* () {
    const db = yield* Db
    const files = yield* Files
    const personKeys = yield* PersonKeys
    const snapshots = yield* SnapshotRepo

    /**
     * The page's records with these fields as their encrypted texts; a person erased in the meantime reads `[erased]`.
     */
    const reveal = Effect.fnUntraced(function* (
      orgId: OrgId,
      fields: ReadonlyArray<string>,
      page: ReadonlyArray<ReadRecord>
    ) {
      const texts = yield* personKeys
        .reveal(
          orgId,
          page.flatMap(({ sealed }) => sealed.map((text) => text ?? ""))
        )
        .pipe(db.transact, Effect.provideService(Caller, systemCaller(orgId)))
      return page.map(({ record, sealed }, row) => {
        const readable = fields.map((field, index) => {
          const text = sealed[index] === null ? null : texts[row * fields.length + index]
          return `${JSON.stringify(field)}:${JSON.stringify(text ?? null)}`
        })
        // The record is an object with a field at least.
        return `${record.slice(0, -1)},${readable.join(",")}}`
      })
    })

    const jsonOf = (
      orgId: OrgId,
      snapshot: Snapshot,
      source: RecordSource,
      ended: (records: number, measures: Measures) => void
    ) =>
      Stream.suspend(() => {
        let records = 0
        const fields = Object.values(source.revealed ?? {})
        const pages = snapshot.records(source)
        const readable =
          fields.length === 0
            ? Stream.map(pages, (page) => page.map(({ record }) => record))
            : Stream.mapEffect(pages, (page) => reveal(orgId, fields, page))
        const text = readable.pipe(
          Stream.map((page) => {
            const part = arrayPart(page, records)
            records += page.length
            return part
          }),
          Stream.concat(Stream.suspend(() => Stream.make(arrayEnd(records)))),
          Stream.filter((part) => part !== ""),
          Stream.map((part) => encoder.encode(part))
        )
        return measured(text, (measures) => ended(records, measures))
      })

    /** None if it cannot be read, which is noted and delays nothing. */
    const contentOf = (file: StoredFile) =>
      Effect.gen(function* () {
        const { size } = yield* files.head(file.key)
        if (size > readAhead) return Stream.orDie(files.get(file.key))
        return Stream.fromIterable(yield* Stream.runCollect(files.get(file.key)))
      }).pipe(
        Effect.retry({ times: 2, while: ({ _tag }) => _tag === "StorageFailed" }),
        Effect.tapError((failure) => Effect.logWarning("stored file missing from a data export", failure)),
        Effect.option
      )

    const write = Effect.fn("ExportArchive.write")(function* (
      { exportId, orgId }: { readonly orgId: OrgId; readonly exportId: ExportId },
      key: string
    ) {
      yield* files.requireRoom
      const { files: fileSources, records: recordSources } = yield* ExportCatalogue
      const now = yield* DateTime.now
      const modified = DateTime.toDateUtc(now)
      const snapshot = yield* snapshots.open(
        orgId,
        recordSources.map(({ table }) => table)
      )
      const written: Array<ManifestFile> = []
      const counts: Record<string, number> = {}
      const missing: Array<{ readonly path: string; readonly error: string }> = []
      let storedFiles = 0

      const recordFiles = Stream.fromIterable(recordSources).pipe(
        Stream.map((source): ZipEntry<never, never> => {
          const path = `${source.type}.json`
          const content = jsonOf(orgId, snapshot, source, (records, measures) => {
            counts[source.type] = records
            written.push({ path, records, ...measures })
          })
          return { path, content, modified }
        })
      )
      const documents = Stream.fromIterable(fileSources).pipe(
        Stream.flatMap((source) => snapshot.files(source)),
        Stream.mapEffect(
          Effect.fnUntraced(function* (file) {
            const path = storedFilePath(file)
            const content = yield* contentOf(file)
            if (Option.isNone(content)) {
              missing.push({ path, error: "The stored file could not be read" })
              return []
            }
            const noted = measured(content.value, (measures) => {
              storedFiles += 1
              written.push({ path, records: null, ...measures })
            })
            return [{ path, content: noted, modified }]
          })
        ),
        Stream.flatMap(Stream.fromIterable)
      )
      const manifest = Stream.suspend(() => {
        const text = JSON.stringify(
          {
            format: "organisation-export/1",
            export_id: exportId,
            organisation_id: orgId,
            created_at: DateTime.formatIso(now),
            files: written,
            file_errors: missing
          },
          undefined,
          2
        )
        return Stream.make({ path: "manifest.json", content: Stream.make(encoder.encode(`${text}\n`)), modified })
      })

      let whole = { size: 0, sha256: "" }
      const zip = measured(
        zipStream(recordFiles.pipe(Stream.concat(documents), Stream.concat(manifest))),
        (measures) => {
          whole = measures
        }
      )
      yield* files.put(key, zip, { contentType: "application/zip" })
      const archive: WrittenArchive = {
        ...whole,
        counts: { records: counts, files: storedFiles, file_errors: missing.length }
      }
      return archive
    }, Effect.scoped)

    return ExportArchive.of({ write })
  })
}
