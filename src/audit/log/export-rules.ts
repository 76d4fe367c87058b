import type { BundleVerification } from "@svc/contract/audit/files"
import type { AuditLogFilters } from "@svc/contract/audit-log/schema"
import { DateTime, Option } from "effect"
import type { SignedFile } from "#platform/files/signed-file"

export type ExportFormat = "csv" | "json" | "pdf"

/** Any other value falls back to CSV (log-exports-2). */
export const formatOf = (value: string | undefined): ExportFormat =>
  value === "json" || value === "pdf" ? value : "csv"

/** The file's name, the same for all that one export consists of. */
export const nameOf = (exportedAt: DateTime.Utc, extension: string): string =>
  `audit-log-${DateTime.formatIso(exportedAt).slice(0, 19).replaceAll(":", "-")}Z.${extension}`

/**
 * The filters in words that the log can hold unencrypted: a search term may be a person's name, and so may an action
 * that does not exist (audit-48).
 */
export const filtersInWords = (filters: AuditLogFilters, rows: number): string => {
  const { action, search, ...plain } = filters
  const words = [
    ...Object.entries({ ...(rows === 0 ? {} : { action }), ...plain })
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `${name} ${value}`),
    ...(rows === 0 && action !== undefined ? ["an action without entries"] : []),
    ...(search === undefined ? [] : ["a search term"])
  ]
  return words.length === 0 ? "none" : words.join(" and ")
}

/** `verification.json` of a bundle, for the export file in it. */
export const verificationOf = (given: {
  readonly file: string
  readonly rows: number
  readonly exportedAt: DateTime.Utc
  readonly written: Pick<SignedFile, "keyId" | "sha256" | "signature">
}): typeof BundleVerification.Encoded => {
  const { exportedAt, file, rows, written } = given
  const signed = Option.isSome(written.signature)
  return {
    format: "svc-audit-bundle/v1",
    file,
    sha256: written.sha256,
    row_count: rows,
    exported_at: DateTime.formatIso(exportedAt),
    algorithm: "Ed25519",
    key_id: Option.getOrNull(written.keyId),
    signature: Option.getOrNull(written.signature),
    instructions: [
      `Hash the file: sha256sum ${file}. The result is sha256 above, and the sha256 in the details of the audit entry audit_log_exported that the export left in the log.`,
      ...(signed
        ? [
            `Check the signature: openssl pkeyutl -verify -pubin -inkey signing-key.pem -rawin -in ${file} -sigfile ${file}.sig`,
            "Compare signing-key.pem with the key that GET /api/audit-log/signing-key answers, or with a copy that you kept."
          ]
        : ["The server has no signing key, so the file is not signed."]),
      ...(file.endsWith(".json")
        ? ["Recompute the chain from rows and skeleton: each entry_hash covers the content_hash and the prev_hash."]
        : ["Verify the chain from a JSON export: cells of the CSV are readable copies of what was hashed."])
    ]
  }
}
