import { Schema } from "effect"
import { Refusal } from "../kernel/refusal.ts"
import { mostExported } from "./export-schema.ts"

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
