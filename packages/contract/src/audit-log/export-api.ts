import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { AuditExportFile } from "../audit/files.ts"
import { behindSession } from "../kernel/behind.ts"
import { group, route } from "../kernel/route.ts"
import { AuditExportRefused, AuditExportTooLarge } from "./errors.ts"
import { AuditExportQuery } from "./export-schema.ts"

/** The log as a file (log-exports-1). */
export class AuditLogExportApi extends HttpApiGroup.make("audit-log-export")
  .add(
    HttpApiEndpoint.get("export", "/export", {
      query: AuditExportQuery,
      success: [
        Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/csv" })),
        AuditExportFile,
        Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array({ contentType: "application/pdf" })),
        Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array({ contentType: "application/zip" }))
      ],
      error: [AuditExportTooLarge, AuditExportRefused]
    }).annotateMerge(
      route(
        { permission: "audit_export", recording: true },
        "Export the audit log",
        "All matching entries, oldest first, at most 50,000. The headers carry the SHA-256 of the file " +
          "(`X-Content-SHA256`), its Ed25519 signature in base64 (`X-Signature-Ed25519`, if a signing key exists), " +
          "`X-Signing-Key-Id`, `X-Export-Row-Count` and a digest that only the service can check " +
          "(`X-Content-Digest`). 10 in 15 minutes per user and 50 per organization. The export is recorded as " +
          "`audit_log_exported`; if that fails, the export is refused. Verify the chain from the JSON file: CSV " +
          "cells that a spreadsheet could read as formulas start with a tab."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/audit-log")
  .annotateMerge(group("Audit log exports", "The audit log as signed files")) {}
