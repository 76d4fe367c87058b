import type { Purge } from "@svc/contract/audit/chain"
import type { BreakReason } from "@svc/contract/audit-verification/schema"
import type { Timestamp } from "@svc/contract/kernel/dates"
import { DateTime } from "effect"
import type { Breaks } from "./breaks.ts"

/** What an anchor says of an entry. */
export interface AnchoredEntry {
  readonly seq: bigint
  readonly entry_id: string
  readonly entry_hash: string
  readonly entry_created_at: Timestamp
  readonly anchored_at: Timestamp
}

export interface RecordedAnchor extends AnchoredEntry {
  readonly signature: string | null
  readonly key_id: string | null
}

/** The entry of an anchor's id as the chain holds it; its time in milliseconds, null where no `Date` can hold it. */
export interface FoundEntry {
  readonly seq: bigint
  readonly entry_hash: string
  readonly created_at: number | null
}

/** A purge and a time at which it had been done at the latest: its own entry's word alone could name any. */
export interface DatedPurge extends Purge {
  readonly at: Date
}

// The shortest audit retention is 3 months (retention-2), of at least 89 days; clocks get the rest.
const shortestRetention = 85 * 24 * 60 * 60 * 1000

/**
 * Whether retention explains the absence of an anchored entry: the purge covers it, and it was old enough. Otherwise a
 * forged purge could hide what was anchored yesterday. Only an anchor's time is signed: its entry was the newest then,
 * so the next one, which the purge covers too, is younger.
 */
const explains = (purge: DatedPurge | undefined, anchor: AnchoredEntry) => {
  if (purge === undefined) return false
  const through = BigInt(purge.through)
  const oldEnough = purge.at.getTime() - shortestRetention
  return (
    (anchor.seq < through
      ? anchor.anchored_at.epochMilliseconds <= oldEnough
      : anchor.seq === through && anchor.entry_hash === purge.hash) &&
    anchor.entry_created_at.epochMilliseconds <= oldEnough
  )
}

/**
 * - `unchecked`: its entry lies beyond what was walked.
 * - `purged`: retention removed its entry.
 */
type AnchorVerdict = "intact" | "unchecked" | "purged" | "anchor_missing" | "anchor_mismatch"

export interface WalkedChain {
  /** The last number that was walked. */
  readonly reached: bigint
  readonly complete: boolean
  readonly purge: DatedPurge | undefined
}

/** What the chain says of an anchor whose signature is in order. */
export const verdictOf = (
  { complete, purge, reached }: WalkedChain,
  anchor: AnchoredEntry,
  found: FoundEntry | null
): AnchorVerdict => {
  if (!complete && (found?.seq ?? anchor.seq) > reached) return "unchecked"
  if (found === null) return explains(purge, anchor) ? "purged" : "anchor_missing"
  return found.entry_hash === anchor.entry_hash &&
    found.created_at === anchor.entry_created_at.epochMilliseconds &&
    found.seq === anchor.seq
    ? "intact"
    : "anchor_mismatch"
}

/** Collects what anchors tell; the same break of the same entry counts once, however many places hold its anchor. */
export const makeAnchorCheck = (breaks: Breaks) => {
  const reported = new Set<string>()
  let through: Timestamp | null = null
  let rolledBack: AnchoredEntry | undefined

  const report = (anchor: AnchoredEntry, reason: BreakReason) => {
    const what = `${reason} ${anchor.seq} ${anchor.entry_id} ${anchor.entry_hash}`
    if (reported.has(what)) return
    reported.add(what)
    breaks.add(anchor.seq, anchor.entry_id, reason)
  }

  return {
    /** Nothing that it says counts. */
    forged: (anchor: AnchoredEntry) => report(anchor, "anchor_forged"),
    /** Answers whether it says something of what was walked. */
    judged: (anchor: AnchoredEntry, verdict: AnchorVerdict): boolean => {
      if (verdict === "unchecked" || verdict === "purged") return false
      if (through === null || DateTime.isGreaterThan(anchor.anchored_at, through)) through = anchor.anchored_at
      if (verdict !== "intact") report(anchor, verdict)
      return true
    },
    /** One from outside of the database that the chain, as it is, cannot have had. */
    contradicted: (anchor: AnchoredEntry) => {
      if (rolledBack === undefined || anchor.seq > rolledBack.seq) rolledBack = anchor
    },
    end: (): { readonly anchoredThrough: Timestamp | null } => {
      if (rolledBack !== undefined) report(rolledBack, "rolled_back")
      return { anchoredThrough: through }
    }
  }
}
