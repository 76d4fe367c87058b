import type { AuditLogFilters } from "@svc/contract/audit-log/schema"
import { AuditExportTooLarge } from "@svc/contract/audit-log/errors"
import { Caller } from "@svc/contract/kernel/access"
import { Array as Arr, Context, DateTime, Effect, Queue, Stream } from "effect"
import { PersonKeys, type ReadingKeys, readingKeys } from "#audit/record/person-keys"
import { Db } from "#platform/database/db"
import { layerOf } from "#platform/services/layer-of"
import { jsonFormat, type ReadableRow, type TextFormat } from "./export-formats.ts"
import { ExportRepo, type StoredRow } from "./export-repo.ts"
import { SealedSearch } from "./sealed-search.ts"

/** Entries, and links of the skeleton, in memory at a time; a page of entries is rendered in some milliseconds. */
const rowsPerPage = 1000
const linksPerPage = 20_000

interface AuditSlice {
  readonly filters: AuditLogFilters
  /** `caller`: only what the list shows the caller. */
  readonly onlooker: "everything" | "caller"
  /** The skeleton continues to the entry with this number, such as that of an anchor. */
  readonly through?: bigint
}

/** A slice in the order of its file: number of entries, the entries, the omitted links. */
export type SlicePart<Row> =
  | { readonly _tag: "Count"; readonly rows: number }
  | { readonly _tag: "Rows"; readonly page: ReadonlyArray<Row> }
  /** As JSON, without brackets. */
  | { readonly _tag: "Links"; readonly json: string }

interface SliceOptions extends AuditSlice {
  /** More entries than this are refused. */
  readonly most?: number
  /** Whether the skeleton is wanted. */
  readonly links: boolean
}

const encoder = new TextEncoder()

/** The file of the parts in this format. */
export const textOf = <E, R>(format: TextFormat, parts: Stream.Stream<SlicePart<ReadableRow>, E, R>) =>
  parts.pipe(
    Stream.map((part) => {
      switch (part._tag) {
        case "Count":
          return format.head(part.rows)
        case "Rows":
          return format.rows(part.page)
        case "Links":
          return format.links(part.json)
      }
    }),
    Stream.concat(Stream.sync(() => format.end())),
    Stream.filter((text) => text !== ""),
    Stream.map((text) => encoder.encode(text))
  )

/** The terms of a search without blanks around them; a blank one searches for nothing. */
export const withoutBlanks = ({ search, ...exact }: AuditLogFilters): AuditLogFilters => {
  const term = search?.trim() ?? ""
  return term === "" ? exact : { ...exact, search: term }
}

/** Entries of the caller's organization in self-verifying files (log-exports-5). */
export class AuditSlices extends Context.Service<
  AuditSlices,
  {
    /**
     * The bytes of an `AuditExportFile`: the matching entries, oldest first, and the skeleton between them. It has one
     * snapshot of the log, and one or two pages of it in memory. Read it outside transactions: it has its own.
     */
    json(slice: AuditSlice): Stream.Stream<Uint8Array, never, Caller>
    /** The same in parts, with readable personal values: `[erased]` if a key was destroyed during the export. */
    parts(options: SliceOptions): Stream.Stream<SlicePart<ReadableRow>, AuditExportTooLarge, Caller>
  }
>()("svc/audit-log/AuditSlices") {
  static readonly layerNoDeps = layerOf(AuditSlices, function* () {
    const db = yield* Db
    const repo = yield* ExportRepo
    const personKeys = yield* PersonKeys
    const sealed = yield* SealedSearch

    type Emit = (part: SlicePart<StoredRow>) => Effect.Effect<unknown>

    const readAll = Effect.fnUntraced(
      function* ({ filters, links, most, onlooker, through }: SliceOptions, emit: Emit) {
        const { orgId, records, userId } = yield* Caller
        const seqs = yield* repo.find(
          orgId,
          {
            filters,
            ...(filters.search === undefined ? {} : { found: yield* sealed.find(orgId, filters.search) }),
            onlooker: { records: onlooker === "everything" ? { _tag: "All" } : records, userId }
          },
          most === undefined ? null : most + 1
        )
        if (most !== undefined && seqs.length > most) return yield* new AuditExportTooLarge()
        yield* emit({ _tag: "Count", rows: seqs.length })
        for (const numbers of Arr.chunksOf(seqs, rowsPerPage)) {
          yield* emit({ _tag: "Rows", page: yield* repo.load(orgId, numbers) })
        }
        const first = seqs[0]
        const last = seqs.at(-1)
        if (!links || first === undefined || last === undefined) return
        const end = Math.max(last, Number(through ?? 0n))
        let next = 0
        for (let after = first; after < end; after += linksPerPage) {
          const until = Math.min(after + linksPerPage, end)
          const start = next
          while (next < seqs.length && (seqs[next] ?? 0) <= until) next += 1
          const except = seqs.slice(start, next)
          // If nothing was omitted there is nothing to read.
          if (except.filter((seq) => seq > after).length === until - after) continue
          yield* emit({ _tag: "Links", json: yield* repo.links(orgId, { after, through: until, except }) })
        }
      },
      db.transact,
      ExportRepo.inOneSnapshot
    )

    // Before the snapshot, in which nothing can be written.
    const choose = Effect.fnUntraced(function* (options: SliceOptions, emit: Emit) {
      const filters = withoutBlanks(options.filters)
      if (filters.search !== undefined) yield* sealed.catchUp((yield* Caller).orgId)
      yield* readAll({ ...options, filters }, emit)
    })

    // In separate transactions, so that a destroyed key opens nothing from then on.
    const reveal = Effect.fnUntraced(function* (page: ReadonlyArray<StoredRow>, kept: ReadingKeys) {
      const { orgId } = yield* Caller
      const texts = yield* personKeys.revealEntries(orgId, page, kept)
      return page.map((row, index): ReadableRow => {
        const read = texts[index]
        return {
          ...row,
          actor_name: read?.actor_name ?? row.actor_name,
          api_key_id: read?.api_key_id ?? null,
          target_text: read?.target ?? row.target,
          details_text: read?.details ?? row.details
        }
      })
    }, db.transact)

    const opened = (options: SliceOptions, kept: ReadingKeys) =>
      // The database reads ahead by two pages while those before are opened and written.
      Stream.callback<SlicePart<StoredRow>, AuditExportTooLarge, Caller>(
        (queue) =>
          Effect.andThen(
            choose(options, (part) => Queue.offer(queue, part)),
            Queue.end(queue)
          ),
        { bufferSize: 2, strategy: "suspend" }
      ).pipe(
        Stream.mapEffect((part): Effect.Effect<SlicePart<ReadableRow>, never, Caller> =>
          part._tag === "Rows"
            ? Effect.map(reveal(part.page, kept), (page) => ({ _tag: "Rows", page }))
            : Effect.succeed(part)
        )
      )

    const parts = (options: SliceOptions) => Stream.suspend(() => opened(options, readingKeys()))

    const json = (slice: AuditSlice) =>
      Stream.unwrap(
        Effect.gen(function* () {
          const { orgId } = yield* Caller
          const exportedAt = DateTime.formatIso(yield* DateTime.now)
          return textOf(jsonFormat(orgId, exportedAt), parts({ ...slice, links: true })).pipe(Stream.orDie)
        })
      )

    return AuditSlices.of({ json, parts })
  })
}
