import { Schema } from "effect"
import { Refusal } from "../kernel/refusal.ts"
import { mostExported } from "./export-schema.ts"

/** Of another organisation, about what the caller does not see, removed by retention, or not there at all: one answer. */
export class AuditEntryNotFound extends Refusal<AuditEntryNotFound>("AuditEntryNotFound")(
  { error: Schema.tag("Audit entry not found") },
  { httpApiStatus: 404 }
) {
  readonly _tag = "AuditEntryNotFound"
}

/** An export is never cut short (log-exports-9). */
export class AuditExportTooLarge extends Refusal<AuditExportTooLarge>("AuditExportTooLarge")(
  {
    error: Schema.tag(
      `More than ${mostExported.toLocaleString("en")} entries match. Narrow the date range with from and to, and export in parts`
    )
  },
  { httpApiStatus: 413 }
) {
  readonly _tag = "AuditExportTooLarge"
}

/** Nothing leaves without its entry in the chain (log-exports-13). */
export class AuditExportRefused extends Refusal<AuditExportRefused>("AuditExportRefused")(
  { error: Schema.tag("The export could not be recorded in the audit log, so it is refused. Try again later") },
  { httpApiStatus: 503 }
) {
  readonly _tag = "AuditExportRefused"
}
