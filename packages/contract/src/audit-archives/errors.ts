import { Schema } from "effect"
import { Refusal } from "../kernel/refusal.ts"

export class ArchiveStorageMissing extends Refusal<ArchiveStorageMissing>("ArchiveStorageMissing")(
  { error: Schema.tag("Archive storage is not configured on this server. Contact support") },
  { httpApiStatus: 503 }
) {
  readonly _tag = "ArchiveStorageMissing"
}

/** The storage did not take the file, or another archive of the organisation took too long. */
export class ArchiveNotWritten extends Refusal<ArchiveNotWritten>("ArchiveNotWritten")(
  {
    error: Schema.tag(
      "The archive could not be written. Nothing is lost: try again in a few minutes, and contact support if it fails again"
    ),
    code: Schema.tag("archive_not_written")
  },
  { httpApiStatus: 503 }
) {
  readonly _tag = "ArchiveNotWritten"
}
