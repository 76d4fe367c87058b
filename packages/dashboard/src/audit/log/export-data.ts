import { AuditLogExportApi } from "@svc/contract/audit-log/export-api"
import type { AuditLogFilters } from "@svc/contract/audit-log/schema"
import { Effect } from "effect"
import { clientOf, UnexpectedAnswer } from "#platform/api.ts"
import { action } from "#platform/atoms.ts"

const exports = clientOf(AuditLogExportApi)

/** Export formats. JSON without the ZIP is not offered: parsed and serialized again, its bytes differ from the signed ones. */
export const exportForms = ["json", "csv", "pdf"] as const
export type ExportForm = (typeof exportForms)[number]

/** The exported file with its hash, signing key and entry count. */
export const exportLog = action(
  ({ filters, form }: { readonly filters: AuditLogFilters; readonly form: ExportForm }) =>
    Effect.flatMap(
      exports.export({
        query: { ...filters, format: form, ...(form === "pdf" ? {} : { bundle: "1" }) },
        responseMode: "decoded-and-response"
      }),
      ([content, { headers, status }]) =>
        content instanceof Uint8Array
          ? Effect.succeed({
              content,
              form,
              sha256: headers["x-content-sha256"] ?? "",
              keyId: headers["x-signing-key-id"] ?? null,
              rows: Number(headers["x-export-row-count"] ?? 0)
            })
          : Effect.fail(new UnexpectedAnswer({ status }))
    ),
  // The export itself adds an entry.
  () => ["audit log"]
)
