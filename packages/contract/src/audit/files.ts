import { Schema } from "effect"
import { Timestamp } from "../kernel/dates.ts"
import { LeaverTestId, OffboardingId, OrgId, UserId, Uuid } from "../kernel/ids.ts"

/**
 * The files for checking the log outside the service. Verifiers read them as plain JSON; every hash is computed from
 * these fields alone (chain-2).
 */
const Hash = Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/))

/** An entry exactly as stored and hashed: personal values are sealed tokens. */
export const StoredAuditEntry = Schema.Struct({
  org_id: OrgId,
  seq: Schema.Int,
  id: Uuid,
  created_at: Timestamp,
  actor_id: Schema.NullOr(UserId),
  action: Schema.String,
  target: Schema.String,
  details: Schema.String,
  content_hash: Hash,
  prev_hash: Hash,
  entry_hash: Hash
})
export type StoredAuditEntry = typeof StoredAuditEntry.Type

/** The same with what people read, which no hash covers. */
export const ExportedAuditEntry = Schema.Struct({
  ...StoredAuditEntry.fields,
  target_text: Schema.String,
  details_text: Schema.String,
  /** As the actor was called at the time, where the entry keeps it. */
  actor_name: Schema.NullOr(Schema.String),
  /** Stands only where an API key acted, as the details say. */
  api_key_id: Schema.optionalKey(Uuid)
})
export type ExportedAuditEntry = typeof ExportedAuditEntry.Type

/** An entry that is not shown; enough to carry the chain over it. */
export const SkeletonLink = Schema.Struct({ seq: Schema.Int, content_hash: Hash, entry_hash: Hash })
export type SkeletonLink = typeof SkeletonLink.Type

/** Signed checkpoint (anchor) of the chain's head at a time (anchors-1). */
export const ChainAnchor = Schema.Struct({
  id: Uuid,
  org_id: OrgId,
  entry_id: Uuid,
  entry_hash: Hash,
  entry_created_at: Timestamp,
  anchored_at: Timestamp,
  source: Schema.Literals(["hourly", "nightly", "archive", "migration"]),
  /** Base64 of 64 bytes; null while signing is not configured. */
  signature: Schema.NullOr(Schema.String),
  key_id: Schema.NullOr(Schema.String),
  /** `recorded`: signed when the anchor was made. `served`: signed later; only in older files. */
  signed_at: Schema.NullOr(Schema.Literals(["recorded", "served"]))
})
export type ChainAnchor = typeof ChainAnchor.Type

export const PublicSigningKey = Schema.Struct({
  algorithm: Schema.Literal("Ed25519"),
  key_id: Schema.String,
  public_key_pem: Schema.String
})

/** A page of anchors (anchors-1); also each file of anchors outside of the database, and `anchors.json` of a bundle. */
export const AnchorPage = Schema.Struct({
  format: Schema.Literal("svc-audit-anchor/v1"),
  org_id: OrgId,
  /** The signed message with the names of its fields in braces, one line each. */
  signed_message: Schema.String,
  /** The key that signs now. */
  key: Schema.NullOr(PublicSigningKey),
  /** The keys before it that signed any of these anchors. */
  former_keys: Schema.optionalKey(Schema.Array(PublicSigningKey)),
  anchors: Schema.Array(ChainAnchor)
})
export type AnchorPage = typeof AnchorPage.Type

/** With the number of its entry, as it stands outside of the database. */
export const NumberedAnchor = Schema.Struct({ ...ChainAnchor.fields, seq: Schema.Int })
export type NumberedAnchor = typeof NumberedAnchor.Type

/** `audit-anchors/<org>/anchors.json` in the storage: the newest 500, newest first. */
export const AnchorFile = Schema.Struct({
  ...AnchorPage.fields,
  anchors: Schema.Array(NumberedAnchor),
  /** Anchors kept here that the chain in the database contradicts: it was rolled back, cut or rewritten. */
  contradicted: Schema.Array(NumberedAnchor)
})
export type AnchorFile = typeof AnchorFile.Type

/** The JSON export (log-exports-4). Rows oldest first; `skeleton` for entries that a filter omitted between them. */
export const AuditExportFile = Schema.Struct({
  exported_at: Timestamp,
  row_count: Schema.Int,
  rows: Schema.Array(ExportedAuditEntry),
  skeleton: Schema.Array(SkeletonLink)
})
export type AuditExportFile = typeof AuditExportFile.Type

/** `audit-logs/<org>/<first>_<last>_<count>.json`: consecutive entries, oldest first, with the anchor of the last. */
export const AuditArchiveFile = Schema.Struct({
  format: Schema.Literal("svc-audit-archive/v1"),
  org_id: OrgId,
  archived_at: Timestamp,
  row_count: Schema.Int,
  entries: Schema.Array(StoredAuditEntry),
  anchors: AnchorPage
})
export type AuditArchiveFile = typeof AuditArchiveFile.Type

/** `verification.json` of an export bundle. */
export const BundleVerification = Schema.Struct({
  format: Schema.Literal("svc-audit-bundle/v1"),
  /** The name of the export file in the bundle; its detached signature is `<file>.sig`. */
  file: Schema.String,
  sha256: Hash,
  row_count: Schema.Int,
  exported_at: Timestamp,
  algorithm: Schema.Literal("Ed25519"),
  /** Null, like the signature, while signing is not configured. */
  key_id: Schema.NullOr(Schema.String),
  /** Base64. */
  signature: Schema.NullOr(Schema.String),
  /** How to check it with common tools, in words. */
  instructions: Schema.Array(Schema.String)
})
export type BundleVerification = typeof BundleVerification.Type

/** `manifest.json` of a case's evidence; `manifest.json.sig` is the detached signature over its bytes. */
export const EvidenceManifest = Schema.Struct({
  format: Schema.Literal("svc-evidence/v1"),
  org_id: OrgId,
  offboarding_id: OffboardingId,
  created_at: Timestamp,
  key_id: Schema.NullOr(Schema.String),
  /** The numbers of all entries about the case when it was made: each of them is in `audit.json`. */
  entries: Schema.optionalKey(Schema.Array(Schema.Int)),
  files: Schema.Array(Schema.Struct({ path: Schema.String, size: Schema.Int, sha256: Hash }))
})
export type EvidenceManifest = typeof EvidenceManifest.Type

/** `manifest.json` of a leaver test; `manifest.json.sig` is the detached signature over its bytes. */
export const LeaverTestManifest = Schema.Struct({
  format: Schema.Literal("svc-leaver-test/v1"),
  org_id: OrgId,
  leaver_test_id: LeaverTestId,
  created_at: Timestamp,
  key_id: Schema.NullOr(Schema.String),
  files: EvidenceManifest.fields.files
})
export type LeaverTestManifest = typeof LeaverTestManifest.Type
