import { Console, Effect, type Schema } from "effect"
import { CliOutput, Flag, GlobalFlag } from "effect/cli"

/** `--json`, before or after the subcommand: one JSON document on stdout and nothing else. */
export const JsonFlag = GlobalFlag.Setting("json")({
  flag: Flag.Boolean("json").pipe(
    Flag.withoutNegation,
    Flag.withDefault(false),
    Flag.withDescription("Print one JSON document and nothing else")
  )
})

/** Whether the words ask for JSON, known before they are understood: a failure to understand them is JSON too. */
export const asksForJson = (args: ReadonlyArray<string>): boolean =>
  args.some((arg) => arg === "--json" || arg === "--json=true")

const isList = (document: Schema.Json): document is ReadonlyArray<Schema.Json> => Array.isArray(document)

const isRecord = (document: Schema.Json): document is { readonly [name: string]: Schema.Json } =>
  typeof document === "object" && document !== null && !isList(document)

// Names are tenants' words: a terminal must not obey what they contain.
const cell = (value: Schema.Json | undefined) =>
  (value === undefined || value === null ? "-" : typeof value === "string" ? value : JSON.stringify(value)).replace(
    /\p{Cc}/gu,
    "\uFFFD"
  )

const padded = (text: string, width: number) => text + " ".repeat(Math.max(0, width - CliOutput.displayWidth(text)))

const aligned = (rows: ReadonlyArray<ReadonlyArray<string>>) => {
  const width = (column: number) => Math.max(...rows.map((row) => CliOutput.displayWidth(row[column] ?? "")))
  return rows
    .map((row) =>
      row
        .map((text, column) => padded(text, width(column)))
        .join("  ")
        .trimEnd()
    )
    .join("\n")
}

/** A list as a table of `columns`, a record as one line per field. */
const readable = (document: Schema.Json, columns: ReadonlyArray<string>): string => {
  if (isList(document)) {
    if (document.length === 0) return "none"
    const rows = document.filter(isRecord).map((row) => columns.map((column) => cell(row[column])))
    return aligned([columns.map((column) => column.toUpperCase()), ...rows])
  }
  return isRecord(document)
    ? aligned(Object.entries(document).map(([name, value]) => [name, cell(value)]))
    : cell(document)
}

/** Prints the result of a command; `columns` are what a list shows of each item without `--json`. */
export const print = Effect.fnUntraced(function* (document: Schema.Json, columns: ReadonlyArray<string> = []) {
  yield* Console.log((yield* JsonFlag) ? JSON.stringify(document) : readable(document, columns))
})

/** Prints the sentence of a failure on stderr. */
export const printFailure = (error: string, json: boolean) =>
  Console.error(json ? JSON.stringify({ error }) : error.replace(/\p{Cc}/gu, "\uFFFD"))

/** Requested help goes to stdout; other help is omitted from JSON and otherwise goes to stderr. */
export const presenter = (json: boolean): CliOutput.Presenter => ({
  present: Effect.fnUntraced(function* (event) {
    const formatter = yield* CliOutput.Formatter
    if (event._tag === "Version") return yield* Console.log(formatter.formatVersion(event.name, event.version))
    const help = formatter.formatHelpDoc(event.helpDoc)
    if (event._tag === "Help" && event.reason === "Requested") {
      return yield* Console.log(json ? JSON.stringify({ help }) : help)
    }
    if (!json) yield* Console.error(help)
  })
})
