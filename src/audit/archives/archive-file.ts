import type { StoredAuditEntry } from "@svc/contract/audit/files"
import { Effect } from "effect"

/** A stored row of the log. */
export interface StoredRow {
  readonly seq: bigint
  readonly id: string
  /** ISO 8601 in UTC with milliseconds. */
  readonly created_at: string
  readonly actor_id: string | null
  readonly action: string
  readonly target: string
  readonly details: string
  readonly content_hash: string
  readonly prev_hash: string
  readonly entry_hash: string
}

/** Consecutive entries in the middle of a file, and which they are. */
export interface WrittenEntries {
  readonly rows: number
  readonly fromSeq: bigint
  readonly toSeq: bigint
  readonly fromTs: string
  readonly toTs: string
  /** The whole file: the entries between these two texts. */
  readonly between: (before: string, after: string) => Uint8Array
}

/** A JSON object with the fields of `StoredAuditEntry`, in its order. */
const entryText = (orgId: string, row: StoredRow): string => {
  const entry: Record<keyof StoredAuditEntry, unknown> = {
    org_id: orgId,
    seq: Number(row.seq),
    id: row.id,
    created_at: row.created_at,
    actor_id: row.actor_id,
    action: row.action,
    target: row.target,
    details: row.details,
    content_hash: row.content_hash,
    prev_hash: row.prev_hash,
    entry_hash: row.entry_hash
  }
  return JSON.stringify(entry)
}

const firstCapacity = 256 * 1024

/** Kept free in front of the entries, since how many there are is known in the end only. */
const room = 1024

/** A buffer that grows by half up to a bound, so that the content is in memory once. */
const makeBytes = (bound: number) => {
  let buffer = Buffer.allocUnsafeSlow(firstCapacity)
  let end = room

  const append = (text: string) => {
    const needed = end + Buffer.byteLength(text)
    if (needed > buffer.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(needed, buffer.length * 2))
      buffer.copy(larger, room, room, end)
      buffer = larger
    }
    end += buffer.write(text, end)
  }

  return {
    /** False, and nothing written, where it would go beyond the bound. */
    write: (text: string): boolean => {
      if (end - room + Buffer.byteLength(text) > bound) return false
      append(text)
      return true
    },
    between: (before: string, after: string): Uint8Array => {
      append(after)
      const start = room - Buffer.byteLength(before)
      buffer.write(before, start)
      return buffer.subarray(start, end)
    }
  }
}

/**
 * Entries after this number up to the other, as many as the bounds let into one file: a JSON array's members, one on each
 * line. Undefined where there is none.
 */
export const writeEntries = Effect.fnUntraced(function* <E, R>(options: {
  readonly orgId: string
  readonly after: bigint
  readonly through: bigint
  readonly bounds: { readonly entries: number; readonly bytes: number; readonly entriesPerPage: number }
  readonly page: (after: bigint, limit: number) => Effect.Effect<ReadonlyArray<StoredRow>, E, R>
}) {
  const { bounds, orgId, page, through } = options
  const bytes = makeBytes(bounds.bytes)
  let first: StoredRow | undefined
  let last: StoredRow | undefined
  let rows = 0
  let after = options.after
  while (rows < bounds.entries && after < through) {
    const entries = yield* page(after, Math.min(bounds.entriesPerPage, bounds.entries - rows))
    for (const entry of entries) {
      if (!bytes.write(`${first === undefined ? "" : ",\n"}${entryText(orgId, entry)}`)) {
        return result()
      }
      first ??= entry
      last = entry
      rows += 1
    }
    const end = entries.at(-1)
    if (end === undefined) break
    after = end.seq
  }
  return result()

  function result(): WrittenEntries | undefined {
    return first === undefined || last === undefined
      ? undefined
      : {
          rows,
          fromSeq: first.seq,
          toSeq: last.seq,
          fromTs: first.created_at,
          toTs: last.created_at,
          between: bytes.between
        }
  }
})
