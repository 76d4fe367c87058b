import { Schema } from "effect"
import { Refusal, sentence } from "../kernel/refusal.ts"
import { OrganisationExport } from "./schema.ts"

/** One export at a time per organization; the body shows the one in progress. */
export class ExportInProgress extends Refusal<ExportInProgress>()("ExportInProgress", 409, {
  error: Schema.tag("An export of this organization is already in progress. Try again when it is ready"),
  code: Schema.tag("export_in_progress"),
  export: OrganisationExport
}) {}

/** Not ready yet, failed, or expired. */
export class ExportUnavailable extends Refusal<ExportUnavailable>()("ExportUnavailable", 409, {
  error: sentence("This export has expired and was deleted. Request a new one"),
  code: Schema.Literals(["export_not_ready", "export_failed", "export_expired"])
}) {}

/** Unknown or another organization's. */
export class ExportNotFound extends Refusal<ExportNotFound>()("ExportNotFound", 404, {
  error: Schema.tag("Export not found")
}) {}

export class ExportStorageMissing extends Refusal<ExportStorageMissing>()("ExportStorageMissing", 503, {
  error: Schema.tag("File storage is not configured on this server. Contact support")
}) {}

export class ExportStorageFull extends Refusal<ExportStorageFull>()("ExportStorageFull", 503, {
  error: Schema.tag(
    "The file storage disk is nearly full, so the export was not started. Try again later, or contact support"
  )
}) {}

/** The storage gave no link, or the download could not be recorded, without which there is none. */
export class ExportDownloadRefused extends Refusal<ExportDownloadRefused>()("ExportDownloadRefused", 503, {
  error: Schema.tag(
    "The download could not be prepared or recorded in the audit log, so it was refused. Try again later"
  )
}) {}
