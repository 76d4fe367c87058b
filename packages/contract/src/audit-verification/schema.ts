import { Schema } from "effect"
import { Timestamp } from "../kernel/dates.ts"
import { Uuid } from "../kernel/ids.ts"

/**
 * - `content_mismatch`: what the entry says is not what was hashed.
 * - `entry_mismatch`: its number, its content hash or its link is not what was hashed.
 * - `link_mismatch`: it does not name the hash of the entry before it.
 * - `gap`: entries are missing before it, or its number is below 1.
 * - `duplicate`: its number or its id stands in another entry, too.
 * - `head_mismatch`: the last entry is not the one that was written last: the end of the chain is missing or replaced.
 */
export const BreakReason = Schema.Literals([
  "content_mismatch",
  "entry_mismatch",
  "link_mismatch",
  "gap",
  "duplicate",
  "head_mismatch"
])
export type BreakReason = typeof BreakReason.Type

export const BrokenLink = Schema.Struct({
  /** The entry's number in the chain; for `head_mismatch` that of the entry which should be the last. */
  seq: Schema.Finite,
  /** Null for `head_mismatch`: the entry that should be the last may not exist. */
  id: Schema.NullOr(Uuid),
  reason: BreakReason
})
export type BrokenLink = typeof BrokenLink.Type

/** D2, GET /api/audit-log/verify. */
export const ChainReport = Schema.Struct({
  /** Nothing broken among the entries that were checked. */
  ok: Schema.Boolean,
  checked: Schema.Int,
  /** False only for a chain longer than 2,000,000 entries. */
  complete: Schema.Boolean,
  /** The first 1,000, oldest first. */
  broken: Schema.Array(BrokenLink),
  brokenCount: Schema.Int,
  /** When the newest anchor that was checked was made. */
  anchoredThrough: Schema.NullOr(Timestamp)
})
export type ChainReport = typeof ChainReport.Type
