import { contentLines, genesisHash, linkLines, type Purge } from "@svc/contract/audit/chain"
import type { BreakReason } from "@svc/contract/audit-verification/schema"
import { hash } from "node:crypto"
import type { Breaks } from "./breaks.ts"

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

/** The same, written by the database as whoever hashes it needs it, which is a third of the work for this process. */
export interface WrittenEntry {
  readonly seq: bigint
  /** `contentLines` of the entry; text that is certainly another one where the time has no such form. */
  readonly content: string
  /** `seq`, `content_hash`, `prev_hash` and `entry_hash` with a space between them. */
  readonly link: string
}

export interface ChainEnd {
  readonly seq: bigint
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
 * Walks one chain, oldest first: `follow` or `next` for each page of it, `end` with the head. It holds the end reached,
 * however long the chain is (decisions 8; D2, GET /api/audit-log/verify). Only what `purge` tells of may be missing in
 * front.
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
    /**
     * Whether these entries go on from the end reached with nothing broken. `step` hashes one of them and tells whether
     * it fits; only when all did are they taken over by `arrive`, else they are for `next`.
     */
    follow: () => {
      let { entry_hash: prevHash, seq } = last ?? beginning
      let count = 0
      return {
        step: (entry: WrittenEntry): boolean => {
          const contentHash = hash("sha256", entry.content)
          const next = seq + 1n
          const entryHash = hash("sha256", linkLines({ orgId, seq: next, contentHash, prevHash }))
          if (entry.link !== `${next} ${contentHash} ${prevHash} ${entryHash}`) return false
          seq = next
          prevHash = entryHash
          count += 1
          return true
        },
        arrive: () => {
          checked += count
          last = { seq, entry_hash: prevHash }
        }
      }
    },
    next: (entry: StoredEntry) => {
      const reason = linkReason(entry) ?? hashReason(orgId, entry)
      if (reason !== undefined) breaks.add(entry.seq, entry.id, reason)
      checked += 1
      last = entry
    },
    /** The head is what the last append left; a chain without entries has the head of a new one. */
    end: (head: ChainEnd | null) => {
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
export type ChainWalk = ReturnType<typeof makeChainWalk>
