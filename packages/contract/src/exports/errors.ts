import { Schema } from "effect"
import { described } from "../kernel/described.ts"
import { Refusal } from "../kernel/refusal.ts"
import { OrganisationExport } from "./schema.ts"

/** One export at a time per organisation; the body shows the one that is under way. */
export class ExportInProgress extends Refusal<ExportInProgress>("ExportInProgress")(
  {
    error: Schema.tag("An export of this organisation is already being made. Wait until it is ready"),
    code: Schema.tag("export_in_progress"),
    export: OrganisationExport
  },
  { httpApiStatus: 409 }
) {
  readonly _tag = "ExportInProgress"
}

/** Not ready yet, failed, or expired. */
export class ExportUnavailable extends Refusal<ExportUnavailable>("ExportUnavailable")(
  {
    error: described(Schema.String, "What was wrong and what to do", {
      example: "This export has expired and is deleted. Request a new one"
    }),
    code: Schema.Literals(["export_not_ready", "export_failed", "export_expired"])
  },
  { httpApiStatus: 409 }
) {
  readonly _tag = "ExportUnavailable"
}

/** Unknown or another organisation's. */
export class ExportNotFound extends Refusal<ExportNotFound>("ExportNotFound")(
  { error: Schema.tag("Export not found") },
  { httpApiStatus: 404 }
) {
  readonly _tag = "ExportNotFound"
}

export class ExportStorageMissing extends Refusal<ExportStorageMissing>("ExportStorageMissing")(
  { error: Schema.tag("File storage is not configured on this server. Contact support") },
  { httpApiStatus: 503 }
) {
  readonly _tag = "ExportStorageMissing"
}

export class ExportStorageFull extends Refusal<ExportStorageFull>("ExportStorageFull")(
  {
    error: Schema.tag(
      "The disk that files are stored on is nearly full, so no export is made. Try again later or contact support"
    )
  },
  { httpApiStatus: 503 }
) {
  readonly _tag = "ExportStorageFull"
}

/** The storage gave no link, or the download could not be recorded, without which there is none. */
export class ExportDownloadRefused extends Refusal<ExportDownloadRefused>("ExportDownloadRefused")(
  { error: Schema.tag("The download could not be recorded or prepared, so it is refused. Try again later") },
  { httpApiStatus: 503 }
) {
  readonly _tag = "ExportDownloadRefused"
}
