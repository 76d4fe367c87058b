import { contentLines, genesisHash, linkLines, type Purge } from "@svc/contract/audit/chain"
import type { BreakReason } from "@svc/contract/audit-verification/schema"
import { hash } from "node:crypto"
import type { Breaks } from "./breaks.ts"

export interface ChainEnd {
  readonly seq: bigint
  readonly entry_hash: string
}

/** A stored entry. */
export interface StoredEntry {
  readonly seq: bigint
  readonly id: string
  /** Null if the column has more than whole milliseconds, which cannot have been hashed. */
  readonly created_at: Date | null
  readonly actor_id: string | null
  readonly action: string
  readonly target: string
  readonly details: string
  readonly content_hash: string
  readonly prev_hash: string
  readonly entry_hash: string
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
 * Walks one chain, oldest first: `arrive` or `next` for each page, `close` with the head. It holds only the end
 * reached, however long the chain is (verification-1). Only what `purge` explains may be missing in front.
 */
export const makeChainWalk = (orgId: string, purge: Purge | undefined, breaks: Breaks) => {
  const beginning: ChainEnd =
    purge === undefined ? { seq: 0n, entry_hash: genesisHash } : { seq: BigInt(purge.through), entry_hash: purge.hash }
  let checked = 0
  let last: ChainEnd | undefined

  const linkReason = (entry: StoredEntry): BreakReason | undefined => {
    if (entry.seq < 1n) return "gap"
    const before = last ?? (entry.seq === 1n ? { seq: 0n, entry_hash: genesisHash } : beginning)
    if (entry.seq === before.seq) return last === undefined ? "gap" : "duplicate"
    if (entry.seq !== before.seq + 1n) return "gap"
    return entry.prev_hash === before.entry_hash ? undefined : "link_mismatch"
  }

  return {
    /** The end that the next entry must continue. */
    end: () => last ?? beginning,
    /** This many entries lead there without a break. */
    arrive: (end: ChainEnd, entries: number) => {
      checked += entries
      last = end
    },
    next: (entry: StoredEntry) => {
      const reason = linkReason(entry) ?? hashReason(orgId, entry)
      if (reason !== undefined) breaks.add(entry.seq, entry.id, reason)
      checked += 1
      last = entry
    },
    /** The head is what the last append left; a chain without entries has the head of a new one. */
    close: (head: ChainEnd | null) => {
      const seq = last?.seq ?? 0n
      if (head === null) breaks.add(seq, null, "head_mismatch")
      else if (head.seq !== seq || head.entry_hash !== (last?.entry_hash ?? genesisHash)) {
        breaks.add(head.seq, null, "head_mismatch")
      }
    },
    checked: () => checked,
    /** The number reached; 0 before the first entry. */
    reached: () => last?.seq ?? 0n
  }
}
