import { Schema } from "effect"
import { Timestamp } from "../kernel/dates.ts"
import { Uuid } from "../kernel/ids.ts"

/**
 * - `content_mismatch`: the entry's content is not what was hashed.
 * - `entry_mismatch`: its number, its content hash, or its link is not what was hashed.
 * - `subject_mismatch`: its details name another case or person than its indexed columns.
 * - `link_mismatch`: it does not name the hash of the entry before it.
 * - `gap`: entries are missing before it, or its number is below 1.
 * - `duplicate`: another entry has its number or its id too.
 * - `head_mismatch`: the last entry is not the one that was written last: the end of the chain is missing or replaced.
 * - `anchor_missing`: an anchored entry is not in the chain, and retention did not remove it.
 * - `anchor_mismatch`: an anchored entry has another hash, time, or number than its anchor.
 * - `anchor_forged`: no key of this service made the anchor's signature.
 * - `rolled_back`: an anchor kept outside the database is beyond the chain's end, or another entry has its number: the
 *   chain was set back or rewritten together with the anchors in the database.
 */
export const BreakReason = Schema.Literals([
  "content_mismatch",
  "entry_mismatch",
  "subject_mismatch",
  "link_mismatch",
  "gap",
  "duplicate",
  "head_mismatch",
  "anchor_missing",
  "anchor_mismatch",
  "anchor_forged",
  "rolled_back"
])
export type BreakReason = typeof BreakReason.Type

export const BrokenLink = Schema.Struct({
  /**
   * The entry's number in the chain; for `head_mismatch` that of the entry which should be the last, else the anchor's.
   */
  seq: Schema.Finite,
  /** Null for `head_mismatch`: the entry that should be the last may be missing. */
  id: Schema.NullOr(Uuid),
  reason: BreakReason
})
export type BrokenLink = typeof BrokenLink.Type

/** A place outside of the database that keeps anchors. */
export const WitnessReport = Schema.Struct({
  name: Schema.Literals(["storage", "https"]),
  /** How many of its anchors the chain was compared with; null when it could not be asked. */
  checked: Schema.NullOr(Schema.Int),
  /** Why it could not be asked. */
  error: Schema.optionalKey(Schema.String)
})
export type WitnessReport = typeof WitnessReport.Type

/** What a walk over the chain found (verification-2). */
export const ChainReport = Schema.Struct({
  /** Nothing broken among what was checked. A witness that could not be asked does not change it: see `witnesses`. */
  ok: Schema.Boolean,
  checked: Schema.Int,
  /** False only for a chain longer than 2,000,000 entries. */
  complete: Schema.Boolean,
  /** The first 1,000: entries oldest first, then the head, then anchors. */
  broken: Schema.Array(BrokenLink),
  brokenCount: Schema.Int,
  /** When the newest anchor that was checked was made. */
  anchoredThrough: Schema.NullOr(Timestamp),
  /** One for each place outside of the database where anchors are kept. */
  witnesses: Schema.Array(WitnessReport)
})
export type ChainReport = typeof ChainReport.Type
