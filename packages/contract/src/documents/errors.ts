import { Schema } from "effect"
import { described } from "../kernel/described.ts"
import { Refusal, sentence } from "../kernel/refusal.ts"

/** Unknown, another organization's, or of a case outside the caller's record scope: one response. */
export class DocumentNotFound extends Refusal<DocumentNotFound>()("DocumentNotFound", 404, {
  error: Schema.tag("Document not found")
}) {}

/** No document in the caller's sight has this file. */
export class FileUnknown extends Refusal<FileUnknown>()("FileUnknown", 404, { error: Schema.tag("File not found") }) {}

/** The body as a whole is over 11 MB (papers-2). */
export class UploadTooLarge extends Refusal<UploadTooLarge>()("UploadTooLarge", 413, {
  error: Schema.tag("The upload is too large. A file can have at most 10 MB")
}) {}

/** The files of all documents together would exceed the organization's storage quota. */
export class StorageQuotaReached extends Refusal<StorageQuotaReached>()("StorageQuotaReached", 409, {
  error: described(Schema.String, "Storage used, storage allowed, and what to do", {
    example:
      "This file of 8.5 MiB exceeds the storage limit: your organization's documents use 19.99 GiB of 20 GiB. " +
      "Delete documents that are no longer needed, or contact support"
  }),
  code: Schema.tag("storage_quota")
}) {}

export class DocumentStorageUnavailable extends Refusal<DocumentStorageUnavailable>()(
  "DocumentStorageUnavailable",
  503,
  { error: sentence("File storage is not configured on this server. Contact support") }
) {}

export class StatusInvalid extends Refusal<StatusInvalid>()("StatusInvalid", 400, {
  error: Schema.tag("Invalid status")
}) {}

export class SignerRequired extends Refusal<SignerRequired>()("SignerRequired", 400, {
  error: Schema.tag("The signer is missing. Send signed_by"),
  code: Schema.tag("signer_required")
}) {}

/** Nothing would show where the signed original is. */
export class ReferenceRequired extends Refusal<ReferenceRequired>()("ReferenceRequired", 400, {
  error: Schema.tag(
    "No file is attached, so the location of the signed document is needed. Send signature_reference with at least 3 characters"
  ),
  code: Schema.tag("reference_required")
}) {}
