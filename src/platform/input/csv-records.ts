import { InvalidRequest } from "@svc/contract/kernel/errors"
import { CsvError, parse } from "csv-parse/sync"
import { Result } from "effect"

/** A line of a CSV file, which line breaks within quotes make several lines of text. */
interface CsvRecord {
  /** The line of the text on which it begins, from 1. */
  readonly line: number
  readonly cells: ReadonlyArray<string>
}

const separators = [",", ";", "\t"] as const

/** The separator that stands most often on the first line outside of quotes; a comma where none does. */
const separatorOf = (text: string) => {
  const [first = ""] = /^(?:"[^"]*"|[^"\n])*/.exec(text.trimStart()) ?? []
  const bare = first.replaceAll(/"[^"]*"/g, "")
  const count = (separator: string) => bare.split(separator).length
  return separators.reduce<string>((best, one) => (count(one) > count(best) ? one : best), ",")
}

/** Normalizes line ends, except inside quotes, where they belong to a cell. */
const withOneLineEnd = (text: string) =>
  text.replaceAll(/"[^"]*"|\r\n?/g, (found) => (found.startsWith('"') ? found : "\n"))

const lineFeed = 10
const carriageReturn = 13

/** Tells the line on which the record begins that follows a byte; asked in the order of the text. */
const lineTeller = (text: string) => {
  const bytes = Buffer.from(text)
  let at = 0
  let line = 1
  return (offset: number) => {
    // Empty lines before the record are none of it.
    for (; at < offset || bytes[at] === lineFeed; at += 1) {
      const byte = bytes[at]
      if (byte === carriageReturn || (byte === lineFeed && bytes[at - 1] !== carriageReturn)) line += 1
    }
    return line
  }
}

const flaws: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: "a quotation mark is not closed",
  CSV_INVALID_CLOSING_QUOTE: "text follows a closing quotation mark. Inside quotes, write a quotation mark twice",
  INVALID_OPENING_QUOTE: "a cell without quotes contains a quotation mark. Quote the cell and write the mark twice"
}

/**
 * The first `most` records of a CSV text (RFC 4180): separated by commas, semicolons, or tabs, as in the first line,
 * with any line ends, with or without a byte order mark. Empty lines are skipped; cells are unchanged, formulas too.
 * Unbalanced quotation marks are refused with the line on which the record starts.
 */
export const parseCsv = (text: string, most: number): Result.Result<ReadonlyArray<CsvRecord>, InvalidRequest> => {
  const plain = withOneLineEnd(text.replace(/^\uFEFF/, ""))
  const lineAfter = lineTeller(plain)
  return Result.try({
    try: () => {
      const records: Array<CsvRecord> = []
      let end = 0
      parse(plain, {
        delimiter: separatorOf(plain),
        record_delimiter: "\n",
        relax_column_count: true,
        skip_empty_lines: true,
        to: most,
        on_record: (cells: Array<string>, { bytes }) => {
          records.push({ line: lineAfter(end), cells })
          end = bytes
          return null
        }
      })
      return records
    },
    catch: (error) => {
      if (!(error instanceof CsvError)) throw error
      const before = error["bytes"]
      const line = lineAfter(typeof before === "number" ? before : 0)
      return new InvalidRequest({ error: `Line ${line}: ${flaws[error.code] ?? "this is not CSV"}` })
    }
  })
}
