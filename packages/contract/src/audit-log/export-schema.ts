import { Schema } from "effect"
import { described } from "../kernel/described.ts"
import { AuditLogFilters } from "./schema.ts"

/**
 * Any text is accepted: an unknown format means `csv`, and anything but `1` means no bundle (log-exports-2,
 * log-exports-7).
 */
const Word = Schema.String.check(Schema.isMaxLength(16_384))

/** The filters of the list, and what is made of the entries (log-exports-1). */
export const AuditExportQuery = {
  ...AuditLogFilters,
  format: Schema.optionalKey(described(Word, "`csv`, `json` or `pdf`; anything else is `csv`", { example: "json" })),
  bundle: Schema.optionalKey(
    described(
      Word,
      "`1` for a ZIP of the export file, its signature, `verification.json` and the public key; not for `pdf`",
      { example: "1" }
    )
  )
}
const Query = Schema.Struct(AuditExportQuery)
export type AuditExportQuery = typeof Query.Type

/** The columns of the CSV, in their order (log-exports-3). */
export const auditCsvColumns = [
  "ID",
  "Timestamp",
  "Actor",
  "Action",
  "Target",
  "Details",
  "Entry Hash",
  "Prev Hash"
] as const

/** Entries in one export; more are refused. */
export const mostExported = 50_000
