import { Schema } from "effect"
import { Refusal } from "../kernel/refusal.ts"

export class ArchiveStorageMissing extends Refusal<ArchiveStorageMissing>()("ArchiveStorageMissing", 503, {
  error: Schema.tag("Archive storage is not configured on this server. Contact support")
}) {}

/** The storage rejected the file, or another archive of the organization took too long. */
export class ArchiveNotWritten extends Refusal<ArchiveNotWritten>()("ArchiveNotWritten", 503, {
  error: Schema.tag(
    "The archive could not be written. Nothing was lost. Try again in a few minutes, and contact support if it fails again"
  ),
  code: Schema.tag("archive_not_written")
}) {}
