import { Schema } from "effect"
import { Multipart } from "effect/http"
import { HttpApiSchema } from "effect/http-api"
import { described } from "./described.ts"
import { Text } from "./text.ts"

/** Rows under the header of a CSV file that is imported, at most. */
export const mostImportRows = 2000

/**
 * What an import takes: `text/csv` as the body, a form with the file under `file`, or `{ csv }` as JSON; of 1 MB at
 * most. `readCsvImport` of the service reads all three.
 */
export const CsvImport = [
  Schema.Struct({ csv: described(Text(1_000_000), "The CSV file as text", { example: "email\nada@example.com\n" }) }),
  Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array({ contentType: "text/csv" })),
  Schema.Struct({ file: Multipart.SingleFileSchema }).pipe(
    HttpApiSchema.asMultipartStream({ maxParts: 10, maxFieldSize: "1 MB" })
  )
] as const

/** `?dry_run=true`: says what an import would do and writes nothing. */
export const DryRun = {
  dry_run: described(Schema.Literals(["true", "false"]), "`true`: report only, write nothing", {
    default: "false"
  }).pipe(Schema.optionalKey)
}

/** What is wrong with one row. */
export const ImportError = Schema.Struct({
  /** Of the file; the header is line 1. */
  line: Schema.Int,
  /** The column; null when the row as a whole is meant. */
  field: Schema.NullOr(Schema.String),
  error: Schema.String
})
export type ImportError = typeof ImportError.Type

/** What an import did, or with `dry_run` would do. */
export const ImportReport = Schema.Struct({
  dry_run: Schema.Boolean,
  /** Rows under the header; empty lines are none. */
  total: Schema.Int,
  imported: Schema.Int,
  /** By line. A row with an error is not imported, the others are. */
  errors: Schema.Array(ImportError),
  /** Columns of the file whose name says nothing to this import. */
  ignored_columns: Schema.Array(Schema.String)
})
export type ImportReport = typeof ImportReport.Type
