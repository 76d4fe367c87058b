import { Schema } from "effect"
import { Timestamp } from "../kernel/dates.ts"
import { ArchiveId, OrgId, UserId } from "../kernel/ids.ts"

/** What is known of every archive file. */
const recorded = {
  id: ArchiveId,
  /** Where the object is in the storage: `s3://<bucket>/<key>`, or `file:<key>` in the service's own folder. */
  gcs_path: Schema.String,
  /** Hex HMAC-SHA256 of the file, keyed with the server's own secret: only the service can check it. */
  file_digest: Schema.String,
  row_count: Schema.Int,
  from_ts: Timestamp,
  to_ts: Timestamp,
  /** Written by the nightly job or before a purge, without a request. */
  is_auto: Schema.Boolean,
  created_at: Timestamp,
  /** `audit-logs/<org>/<first entry time>_<last entry time>_<count>.json` */
  object_name: Schema.String,
  sha256: Schema.String,
  /** Null while signing is not configured. */
  signing_key_id: Schema.NullOr(Schema.String),
  retention_days: Schema.NullOr(Schema.Int),
  /** Null for archives written before archive retention existed. */
  expires_at: Schema.NullOr(Timestamp)
}

/** An archive as the list shows it (archives-1). */
export class AuditArchive extends Schema.Class<AuditArchive>("AuditArchive")({
  ...recorded,
  /** Null for the service itself, `Deleted user` when the account is gone. */
  exported_by_name: Schema.NullOr(Schema.String)
}) {}

/** The same as POST answers it: the bare row of the table. */
export class CreatedArchive extends Schema.Class<CreatedArchive>("CreatedArchive")({
  ...recorded,
  org_id: OrgId,
  /** Null for the service itself. */
  exported_by: Schema.NullOr(UserId)
}) {}

/** Nothing but archives was written since the previous archive; there is no new file. */
export class ArchiveSkipped extends Schema.Class<ArchiveSkipped>("ArchiveSkipped")({
  skipped: Schema.tag(true),
  reason: Schema.tag("nothing_new"),
  /** When the newest archive that is still kept was written. */
  last_archived_at: Schema.NullOr(Timestamp)
}) {}

/** The newest archives (archives-1). */
export const AuditArchives = Schema.Struct({
  /** The 50 newest, newest first. */
  archives: Schema.Array(AuditArchive)
})
export type AuditArchives = typeof AuditArchives.Type

const months = Schema.Int.check(
  Schema.isBetween({ minimum: 3, maximum: 120 }, { message: "must be a whole number from 3 to 120" })
)

/** How long entries are kept. */
export const AuditRetention = Schema.Struct({
  /** Null until one is chosen: entries are kept indefinitely. */
  audit_retention_months: Schema.NullOr(Schema.Int)
})
export type AuditRetention = typeof AuditRetention.Type

export const SetAuditRetention = Schema.Struct({ audit_retention_months: months })
export type SetAuditRetention = typeof SetAuditRetention.Type

export const archiveRetentionDays = { least: 365, most: 36_500, unlessChosen: 2_555 } as const

const days = Schema.Int.check(
  Schema.isBetween(
    { minimum: archiveRetentionDays.least, maximum: archiveRetentionDays.most },
    { message: "must be a whole number from 365 to 36500" }
  )
)

/** How long the files of archives are kept that are written from now on. */
export const ArchiveRetention = Schema.Struct({
  audit_archive_retention_days: Schema.Int,
  min_days: Schema.Literal(archiveRetentionDays.least),
  default_days: Schema.Literal(archiveRetentionDays.unlessChosen)
})
export type ArchiveRetention = typeof ArchiveRetention.Type

export const SetArchiveRetention = Schema.Struct({ audit_archive_retention_days: days })
export type SetArchiveRetention = typeof SetArchiveRetention.Type
