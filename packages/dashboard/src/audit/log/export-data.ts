import { AuditLogExportApi } from "@svc/contract/audit-log/export-api"
import type { AuditLogFilters } from "@svc/contract/audit-log/schema"
import { Effect } from "effect"
import { clientOf, UnexpectedAnswer } from "#platform/api.ts"
import { action } from "#platform/atoms.ts"

const exports = clientOf(AuditLogExportApi)

/** What the log can be taken along as. JSON alone is not offered: read and written again it would be other bytes than were signed. */
export const exportForms = ["json", "csv", "pdf"] as const
export type ExportForm = (typeof exportForms)[number]

/** The file with what the service says of it: its hash, its signing key, and how many entries it holds. */
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
  // It is an entry of its own.
  () => ["audit log"]
)
