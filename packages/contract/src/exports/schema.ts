import { Schema } from "effect"
import { Timestamp } from "../kernel/dates.ts"
import { ExportId } from "../kernel/ids.ts"

/**
 * `queued` waits for a worker, also between two tries; `running` is being built; a `ready` one can be downloaded until
 * it is `expired`, 7 days later (organisation-exports-14).
 */
export const ExportStatus = Schema.Literals(["queued", "running", "ready", "failed", "expired"])
export type ExportStatus = typeof ExportStatus.Type

/** What the ZIP holds: records by type, stored files, and stored files that could not be read and are missing. */
export const ExportCounts = Schema.Struct({
  records: Schema.Record(Schema.String, Schema.Int),
  files: Schema.Int,
  file_errors: Schema.Int
})
export type ExportCounts = typeof ExportCounts.Type

/** An export, as returned by requests and the list (organisation-exports-1). */
export class OrganisationExport extends Schema.Class<OrganisationExport>("OrganisationExport")({
  id: ExportId,
  status: ExportStatus,
  /** `Deleted user` when the account is gone. */
  requested_by_name: Schema.String,
  /** Bytes of the ZIP; null until it is ready, as are `counts`. */
  size_bytes: Schema.NullOr(Schema.Finite),
  counts: Schema.NullOr(ExportCounts),
  /** Why it failed, in a sentence. */
  error: Schema.NullOr(Schema.String),
  created_at: Timestamp,
  /** When it became ready or failed. */
  completed_at: Schema.NullOr(Timestamp),
  expires_at: Schema.NullOr(Timestamp),
  download_available: Schema.Boolean
}) {}

/** The newest exports (organisation-exports-6). */
export const OrganisationExports = Schema.Struct({
  /** The 20 newest, newest first. */
  exports: Schema.Array(OrganisationExport),
  storage_configured: Schema.Boolean,
  expires_after_days: Schema.Int
})
export type OrganisationExports = typeof OrganisationExports.Type

/** A link to a ready export (organisation-exports-7). */
export const ExportDownload = Schema.Struct({
  /** Works without signing in until it expires. */
  url: Schema.String,
  /** Seconds. */
  expires_in: Schema.Int
})
export type ExportDownload = typeof ExportDownload.Type
