import { type CsvImport, type ImportError, mostImportRows } from "@svc/contract/kernel/csv-import"
import { InvalidRequest } from "@svc/contract/kernel/errors"
import { Effect, Result, Schema, Stream } from "effect"
import type { Multipart } from "effect/http"
import { isUtf8 } from "node:buffer"
import { parseCsv } from "./csv-records.ts"
import { inPlainWords, placedIssues } from "./validation-messages.ts"

/** The body of an import as a handler gets it. */
export type CsvPayload =
  | (typeof CsvImport)[0]["Type"]
  | Uint8Array
  | Stream.Stream<Multipart.Part, Multipart.MultipartError>

/** The columns that an import knows, in lower case with underscores, as in the header. */
interface CsvColumns {
  readonly required: ReadonlyArray<string>
  readonly optional: ReadonlyArray<string>
}

/** A row under the header. */
export interface CsvRow {
  /** Of the file, where the row begins; the header is line 1. */
  readonly line: number
  /** By known column, trimmed; an empty cell is omitted. */
  readonly cells: Readonly<Record<string, string>>
  /** Cells beyond the header's last column, which belong to nothing. */
  readonly surplus: number
}

interface CsvSheet {
  readonly rows: ReadonlyArray<CsvRow>
  /** As written in the file. */
  readonly ignoredColumns: ReadonlyArray<string>
}

const refuse = (error: string) => new InvalidRequest({ error })

const oneFile = "Send the CSV file as one part of the form, named file"

/** The bytes of the form's file. A form over the limits is 413 like every body; a malformed one is 400. */
const fileOf = (parts: Stream.Stream<Multipart.Part, Multipart.MultipartError>) =>
  Effect.gen(function* () {
    const found = yield* parts.pipe(
      Stream.mapEffect((part) => {
        if (part._tag === "File") {
          return Effect.map(part.contentEffect, (bytes) => ({ key: part.key, bytes }))
        }
        // Some clients send the file without a name, which makes it a field.
        return Effect.succeed({ key: part.key, bytes: new TextEncoder().encode(part.value) })
      }),
      Stream.runCollect,
      Effect.catchTag("MultipartError", (error) =>
        error.reason._tag === "Parse"
          ? Effect.fail(refuse("The form is not valid multipart/form-data"))
          : Effect.die(error)
      )
    )
    const [file, ...others] = found.filter(({ key }) => key === "file")
    return file === undefined || others.length > 0 ? yield* refuse(oneFile) : file.bytes
  })

const notText = "The file is not UTF-8. Save it as CSV in UTF-8"

/** UTF-8, or what a byte order mark says. */
const textOf = (bytes: Uint8Array): Result.Result<string, InvalidRequest> => {
  const utf16 =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? "utf-16le"
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? "utf-16be"
        : undefined
  if (utf16 === undefined && !isUtf8(bytes)) return Result.fail(refuse(notText))
  return Result.try({
    try: () => new TextDecoder(utf16 ?? "utf-8", { fatal: true }).decode(bytes),
    catch: () => refuse(notText)
  })
}

/** `Full Name`, `full-name` and `FULL_NAME` are one column. */
const columnNamed = (cell: string) =>
  cell
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, "_")

/** A column's name as a sentence can hold it. */
const shown = (cell: string) => cell.trim().slice(0, 100)

/** Every row is gone through once per column of the header. */
const mostColumns = 500

const sheetOf = (text: string, columns: CsvColumns): Result.Result<CsvSheet, InvalidRequest> =>
  Result.gen(function* () {
    if (text.includes("\u0000")) return yield* Result.fail(refuse("The file must not contain the NUL character"))
    const [header, ...records] = yield* parseCsv(text, mostImportRows + 2)
    if (header === undefined)
      return yield* Result.fail(refuse("The file is empty. Its first line must name the columns"))
    if (records.length > mostImportRows) {
      return yield* Result.fail(refuse(`The file has more than ${mostImportRows} rows. Split it`))
    }
    if (header.cells.length > mostColumns) {
      return yield* Result.fail(refuse(`The file has more than ${mostColumns} columns`))
    }
    const known = new Set([...columns.required, ...columns.optional])
    const names = header.cells.map(columnNamed)
    const twice = names.find((name, at) => known.has(name) && names.indexOf(name) !== at)
    if (twice !== undefined) return yield* Result.fail(refuse(`The first line has the column ${twice} twice`))
    const missing = columns.required.filter((name) => !names.includes(name))
    if (missing.length > 0) {
      return yield* Result.fail(
        refuse(`The first line must name the columns of the file. Missing: ${missing.join(", ")}`)
      )
    }
    return {
      rows: records.map(({ cells, line }) => ({
        line,
        cells: Object.fromEntries(
          names.flatMap((name, at) => {
            const cell = (cells[at] ?? "").trim()
            return known.has(name) && cell !== "" ? [[name, cell]] : []
          })
        ),
        surplus: cells.slice(names.length).filter((cell) => cell.trim() !== "").length
      })),
      ignoredColumns: header.cells.filter((_, at) => !known.has(names[at] ?? "")).map(shown)
    }
  })

const sheetIn = (bytes: Uint8Array, columns: CsvColumns) =>
  Result.flatMap(textOf(bytes), (text) => sheetOf(text, columns))

/**
 * The sheet in an import's body. Refused as a whole (400) if it is not CSV in UTF-8 (or UTF-16 with a byte order mark),
 * has a NUL, more than `mostImportRows` rows, or lacks a required column.
 */
export const readCsvImport = Effect.fn("CsvImport.read")(function* (payload: CsvPayload, columns: CsvColumns) {
  if (Stream.isStream(payload)) {
    const bytes = yield* fileOf(payload)
    return yield* Effect.mapError(Effect.fromResult(sheetIn(bytes, columns)), ({ error }) => refuse(`file: ${error}`))
  }
  if (payload instanceof Uint8Array) return yield* Effect.fromResult(sheetIn(payload, columns))
  return yield* Effect.mapError(Effect.fromResult(sheetOf(payload.csv, columns)), ({ error }) =>
    refuse(`csv: ${error}`)
  )
})

/** Decodes the row's cells by a schema whose fields are named like the columns; reports errors per column. */
export const decodeRow = <S extends Schema.ConstraintDecoder<unknown>>(schema: S) => {
  const decode = Schema.decodeUnknownResult(schema, { errors: "all" })
  return (row: CsvRow): Result.Result<S["Type"], ReadonlyArray<ImportError>> => {
    if (row.surplus > 0) {
      return Result.fail([{ line: row.line, field: null, error: "has more cells than the first line has columns" }])
    }
    return Result.mapError(decode(row.cells), ({ issue }) =>
      placedIssues(issue).map(({ message, name }) => ({
        line: row.line,
        field: name === "" ? null : name,
        error: inPlainWords(message)
      }))
    )
  }
}
