import { contentLines, genesisHash, linkLines } from "@svc/contract/audit/chain"
import type { BreakReason, BrokenLink } from "@svc/contract/audit-verification/schema"
import { hash } from "node:crypto"

/** An entry as it stands in the table. */
export interface StoredEntry {
  readonly seq: bigint
  readonly id: string
  /** Null where the column holds more than whole milliseconds, which nobody could have hashed. */
  readonly created_at: Date | null
  readonly actor_id: string | null
  readonly action: string
  readonly target: string
  readonly details: string
  readonly content_hash: string
  readonly prev_hash: string
  readonly entry_hash: string
}

export interface ChainEnd {
  readonly seq: bigint
  readonly entry_hash: string
}

const linkReason = (before: ChainEnd | undefined, entry: StoredEntry): BreakReason | undefined => {
  if (entry.seq < 1n) return "gap"
  // What retention left over begins the chain; only the very first entry has a known predecessor.
  if (before === undefined) return entry.seq === 1n && entry.prev_hash !== genesisHash ? "link_mismatch" : undefined
  if (entry.seq === before.seq) return "duplicate"
  if (entry.seq !== before.seq + 1n) return "gap"
  return entry.prev_hash === before.entry_hash ? undefined : "link_mismatch"
}

const hashReason = (orgId: string, entry: StoredEntry): BreakReason | undefined => {
  const { created_at } = entry
  // Outside of what a `Date` can hold, a changed time has no ISO form.
  if (created_at === null || Number.isNaN(created_at.getTime())) return "content_mismatch"
  const contentHash = hash(
    "sha256",
    contentLines({
      orgId,
      id: entry.id,
      createdAt: created_at.toISOString(),
      actorId: entry.actor_id,
      action: entry.action,
      target: entry.target,
      details: entry.details
    })
  )
  if (contentHash !== entry.content_hash) return "content_mismatch"
  const entryHash = hash("sha256", linkLines({ orgId, seq: entry.seq, contentHash, prevHash: entry.prev_hash }))
  return entryHash === entry.entry_hash ? undefined : "entry_mismatch"
}

/**
 * Walks one chain, oldest first: `next` for each entry, `end` with the head. It holds the end reached and the first
 * breaks found, however long the chain is (decisions 8; D2, GET /api/audit-log/verify).
 */
export const makeChainWalk = (orgId: string, mostReported: number) => {
  const broken: Array<BrokenLink> = []
  let checked = 0
  let brokenCount = 0
  let last: ChainEnd | undefined

  const report = (seq: bigint, id: string | null, reason: BreakReason) => {
    brokenCount += 1
    if (broken.length < mostReported) broken.push({ seq: Number(seq), id, reason })
  }

  return {
    next: (entry: StoredEntry) => {
      const reason = linkReason(last, entry) ?? hashReason(orgId, entry)
      if (reason !== undefined) report(entry.seq, entry.id, reason)
      checked += 1
      last = entry
    },
    repeated: (entry: Pick<StoredEntry, "seq" | "id">) => report(entry.seq, entry.id, "duplicate"),
    /** The head is what the last append left; a chain without entries has the head of a new one. */
    end: (head: ChainEnd | null) => {
      const seq = last?.seq ?? 0n
      if (head === null) report(seq, null, "head_mismatch")
      else if (head.seq !== seq || head.entry_hash !== (last?.entry_hash ?? genesisHash)) {
        report(head.seq, null, "head_mismatch")
      }
    },
    result: () => ({ checked, broken, brokenCount })
  }
}
