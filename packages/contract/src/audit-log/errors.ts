import { Schema } from "effect"
import { Refusal } from "../kernel/refusal.ts"
import { mostExported } from "./export-schema.ts"

/** Another organization's, about records the caller cannot see, removed by retention, or nonexistent: one response. */
export class AuditEntryNotFound extends Refusal<AuditEntryNotFound>()("AuditEntryNotFound", 404, {
  error: Schema.tag("Audit entry not found")
}) {}

/** An export is never cut short (log-exports-9). */
export class AuditExportTooLarge extends Refusal<AuditExportTooLarge>()("AuditExportTooLarge", 413, {
  error: Schema.tag(
    `More than ${mostExported.toLocaleString("en")} entries match. Narrow the date range with from and to, and export in parts`
  )
}) {}

/** Nothing leaves without its entry in the chain (log-exports-13). */
export class AuditExportRefused extends Refusal<AuditExportRefused>()("AuditExportRefused", 503, {
  error: Schema.tag("The export could not be recorded in the audit log, so it was not sent. Try again later")
}) {}
