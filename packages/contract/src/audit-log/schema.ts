import { Schema } from "effect"
import { CalendarDate, Timestamp } from "../kernel/dates.ts"
import { described } from "../kernel/described.ts"
import { EmployeeId, OffboardingId, UserId, Uuid } from "../kernel/ids.ts"
import { WholeNumberParam } from "../kernel/paging.ts"
import { Text } from "../kernel/text.ts"

/** One entry as people read it: personal values opened, or `[erased]`, `[withheld]`, `[unreadable]` (log-1). */
export class AuditEntry extends Schema.Class<AuditEntry>("AuditEntry")({
  id: Uuid,
  action: Schema.String,
  target: Schema.String,
  details: Schema.String,
  created_at: Timestamp,
  /** A hash is recorded; whether the chain is intact, only `verify` tells. */
  is_signed: Schema.Boolean,
  /** Stands only where an API key acted; not in entries from before this was kept. */
  api_key_id: Schema.optionalKey(Uuid),
  /** The name is that of the time of the entry. Both are null where no member acted: the details say who. */
  actor: Schema.Struct({ id: Schema.NullOr(UserId), full_name: Schema.NullOr(Schema.String) })
}) {}

/** What narrows the log; all of it together. */
export const AuditLogFilters = {
  action: Schema.optionalKey(described(Text(200), "Only entries with this action", { example: "api_key.rotated" })),
  actorId: Schema.optionalKey(described(UserId, "Only entries by this user")),
  from: Schema.optionalKey(described(CalendarDate, "Created on or after this day (UTC)")),
  to: Schema.optionalKey(described(CalendarDate, "Created on or before this day (UTC)")),
  offboardingId: Schema.optionalKey(
    described(OffboardingId, "Entries about this offboarding, regardless of their target")
  ),
  orgEmployeeId: Schema.optionalKey(described(EmployeeId, "Entries about this directory record")),
  search: Schema.optionalKey(
    described(
      Text(200),
      "Search in target, details and actor name, and in name and email of the offboarding or directory record concerned",
      { example: "Lovelace" }
    )
  )
}
const Filters = Schema.Struct(AuditLogFilters)
export type AuditLogFilters = typeof Filters.Type

/** What the list is asked for (log-3 to log-8). */
export const AuditLogQuery = {
  limit: WholeNumberParam({ minimum: 1, maximum: 100, default: 50, description: "Entries per page" }),
  offset: WholeNumberParam({
    minimum: 0,
    maximum: 2_147_483_647,
    default: 0,
    description: "Entries to skip, from the newest"
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
