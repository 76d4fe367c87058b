import { Schema } from "effect"
import { CalendarDate, Timestamp } from "../kernel/dates.ts"
import { described } from "../kernel/described.ts"
import { EmployeeId, OffboardingId, UserId, Uuid } from "../kernel/ids.ts"
import { WholeNumberParam } from "../kernel/paging.ts"
import { Text } from "../kernel/text.ts"

/** One entry as people read it: personal values opened, or `[erased]`, `[withheld]`, `[unreadable]` (D2, "Audit log entry"). */
export class AuditEntry extends Schema.Class<AuditEntry>("AuditEntry")({
  id: Uuid,
  action: Schema.String,
  target: Schema.String,
  details: Schema.String,
  created_at: Timestamp,
  /** A hash is recorded; whether the chain is intact, only `verify` tells. */
  is_signed: Schema.Boolean,
  /** Both null where the service itself acted; only the name where the account is gone. */
  actor: Schema.Struct({ id: Schema.NullOr(UserId), full_name: Schema.NullOr(Schema.String) })
}) {}

/** What narrows the log; all of it together. */
export const AuditLogFilters = {
  action: Schema.optionalKey(described(Text(200), "Entries of this action", { example: "api_key.rotated" })),
  actorId: Schema.optionalKey(described(UserId, "Entries of what this user did")),
  from: Schema.optionalKey(described(CalendarDate, "Created on this day or later; days are those of UTC")),
  to: Schema.optionalKey(described(CalendarDate, "Created on this day or earlier; days are those of UTC")),
  offboardingId: Schema.optionalKey(
    described(OffboardingId, "Entries about this offboarding, whatever their target says")
  ),
  orgEmployeeId: Schema.optionalKey(described(EmployeeId, "Entries about this directory record")),
  search: Schema.optionalKey(
    described(
      Text(200),
      "In target, details or the actor's name; or in the name or e-mail of the offboarding or directory record concerned",
      { example: "Lovelace" }
    )
  )
}
const Filters = Schema.Struct(AuditLogFilters)
export type AuditLogFilters = typeof Filters.Type

/** D2, GET /api/audit-log. */
export const AuditLogQuery = {
  limit: WholeNumberParam({ minimum: 1, maximum: 100, default: 50, description: "Entries in the answer" }),
  offset: WholeNumberParam({
    minimum: 0,
    maximum: 2_147_483_647,
    default: 0,
    description: "Entries to leave out, from the newest"
  }),
  ...AuditLogFilters
}

/** Newest first. */
export const AuditLogPage = Schema.Struct({
  rows: Schema.Array(AuditEntry),
  total: Schema.Int,
  limit: Schema.Int,
  offset: Schema.Int
})
export type AuditLogPage = typeof AuditLogPage.Type

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
