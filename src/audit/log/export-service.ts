import { AuditExportRefused, type AuditExportTooLarge } from "@svc/contract/audit-log/errors"
import { type AuditExportQuery, mostExported } from "@svc/contract/audit-log/export-schema"
import type { AuditLogFilters } from "@svc/contract/audit-log/schema"
import { Caller } from "@svc/contract/kernel/access"
import { Context, DateTime, Effect, Option, Ref, type Scope, Stream } from "effect"
import { Audit, refusedUnrecorded } from "#audit/record/service"
import { auditText } from "#audit/record/text"
import { AppConfig } from "#platform/config/config"
import { Db } from "#platform/database/db"
import { type SignedFile, SignedFiles } from "#platform/files/signed-file"
import { signatureNote } from "#platform/keys/signature-note"
import { Signing } from "#platform/keys/signing"
import { makeFairSemaphore } from "#platform/jobs/fair-semaphore"
import { type ZipEntry, zipStream } from "#platform/files/zip-stream"
import { layerOf } from "#platform/services/layer-of"
import { csvFormat, jsonFormat } from "./export-formats.ts"
import { pdfOf } from "./export-pdf.ts"
import { ExportRepo } from "./export-repo.ts"
import { type ExportFormat, filtersInWords, formatOf, nameOf, verificationOf } from "./export-rules.ts"
import { AuditSlices, textOf, withoutBlanks } from "./export-slices.ts"

/** Concurrent exports, of different organizations. */
const atOnce = 2

const purpose = "audit-export-digest"

const encoder = new TextEncoder()

const contentTypes = {
  csv: "text/csv; charset=utf-8",
  json: "application/json",
  pdf: "application/pdf",
  zip: "application/zip"
} as const

/** A file that is ready to leave. */
export interface AuditExport {
  readonly filename: string
  readonly contentType: string
  readonly rows: number
  readonly file: SignedFile
}

/** The audit log as signed files (log-exports-1). */
export class AuditExports extends Context.Service<
  AuditExports,
  {
    /**
     * Writes the file, then records the export, then hands it out; the file is gone with the scope. A caller who sees
     * some records only exports what the list shows them.
     */
    open(
      query: AuditExportQuery
    ): Effect.Effect<AuditExport, AuditExportTooLarge | AuditExportRefused, Caller | Scope.Scope>
  }
>()("svc/audit-log/AuditExports") {
  static readonly layerNoDeps = layerOf(AuditExports, function* () {
    const db = yield* Db
    const repo = yield* ExportRepo
    const slices = yield* AuditSlices
    const audit = yield* Audit
    const signing = yield* Signing
    const { baseUrl } = yield* AppConfig
    const signedFiles = yield* SignedFiles
    const turns = yield* makeFairSemaphore(atOnce)

    const contentOf = (format: ExportFormat, filters: AuditLogFilters, exportedAt: DateTime.Utc) =>
      Effect.gen(function* () {
        const { orgId } = yield* Caller
        const rows = yield* Ref.make(0)
        const parts = slices
          .parts({ filters, onlooker: "caller", most: mostExported, links: format === "json" })
          .pipe(Stream.tap((part) => (part._tag === "Count" ? Ref.set(rows, part.rows) : Effect.void)))
        switch (format) {
          case "csv":
            return { rows, bytes: textOf(csvFormat(), parts) }
          case "json":
            return { rows, bytes: textOf(jsonFormat(orgId, DateTime.formatIso(exportedAt)), parts) }
          case "pdf": {
            const organisation = yield* db.transact(repo.organisationName(orgId))
            const title = {
              organisation,
              exportedAt: DateTime.formatIso(exportedAt),
              filters: Object.entries(filters).map(([name, value]) => `${name}: ${value}`),
              signedBy: signatureNote(signing.keyId, baseUrl)
            }
            return { rows, bytes: pdfOf(title, parts) }
          }
        }
      })

    const zipOf = (file: string, rows: number, exportedAt: DateTime.Utc, written: SignedFile) => {
      const verification = verificationOf({ file, rows, exportedAt, written })
      const modified = DateTime.toDateUtc(exportedAt)
      const entry = (name: string, bytes: Uint8Array): ZipEntry<never, never> => ({
        path: name,
        content: Stream.make(bytes),
        modified
      })
      return zipStream(
        Stream.fromIterable([
          { path: file, content: written.content, modified },
          ...Option.toArray(written.signature).map((signature) =>
            entry(`${file}.sig`, Buffer.from(signature, "base64"))
          ),
          entry("verification.json", encoder.encode(`${JSON.stringify(verification, undefined, 2)}\n`)),
          ...Option.toArray(signing.publicKeyPem).map((pem) => entry("signing-key.pem", encoder.encode(pem)))
        ])
      )
    }

    const record = Effect.fnUntraced(
      function* (details: Record<string, string | number>) {
        const { records } = yield* Caller
        const scope = { All: "all", Departments: "departments", DirectReports: "direct reports" }[records._tag]
        const text = Object.entries({ ...details, scope })
          .map(([name, value]) => `${name}: ${value}`)
          .join(", ")
        yield* audit.record({
          action: "audit_log_exported",
          target: auditText`Audit log`,
          details: auditText`${text}`
        })
      },
      db.transact,
      refusedUnrecorded("audit log export", () => new AuditExportRefused())
    )

    const make = Effect.fnUntraced(function* ({ bundle, format: asked, ...given }: AuditExportQuery) {
      const exportedAt = yield* DateTime.now
      const format = formatOf(asked)
      const filters = withoutBlanks(given)
      const { bytes, rows: counted } = yield* contentOf(format, filters, exportedAt)
      const inner = yield* signedFiles.write(purpose, bytes)
      const rows = yield* Ref.get(counted)
      const filename = nameOf(exportedAt, format)
      const bundled = bundle === "1" && format !== "pdf"
      const whole = bundled ? yield* signedFiles.write(purpose, zipOf(filename, rows, exportedAt, inner)) : inner
      yield* record({
        format,
        rows,
        filters: filtersInWords(filters, rows),
        sha256: inner.sha256,
        ...(bundled ? { bundle_sha256: whole.sha256 } : {}),
        signing_key: Option.getOrElse(signing.keyId, () => "none")
      })
      const made: AuditExport = {
        filename: bundled ? nameOf(exportedAt, "zip") : filename,
        contentType: contentTypes[bundled ? "zip" : format],
        rows,
        file: whole
      }
      return made
    })

    const open = Effect.fn("AuditExports.open")(function* (query: AuditExportQuery) {
      const { orgId } = yield* Caller
      return yield* turns(orgId, make(query))
    })

    return AuditExports.of({ open })
  })
}
