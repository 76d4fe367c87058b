import { DateTime } from "effect"
import { csvOf } from "./csv.ts"

type Cell = string | number | boolean | DateTime.Utc | null

/** A list as a CSV file. */
export interface ListFile<Row> {
  /** Of the file, and what the audit log calls the list. */
  readonly name: string
  readonly keyOf: (row: Row) => string
  readonly columns: ReadonlyArray<readonly [en: string, de: string, cell: (row: Row) => Cell]>
}

const textOf = (cell: Cell): string => {
  if (cell === null) return ""
  return DateTime.isDateTime(cell) ? DateTime.formatIso(cell) : String(cell)
}

/** Several values in one cell. */
export const joined = (values: ReadonlyArray<string>): string => values.join("; ")

export const headOf = <Row>({ columns }: ListFile<Row>, language: "en" | "de"): string =>
  csvOf([columns.map(([en, de]) => (language === "de" ? de : en))])

export const rowsOf = <Row>({ columns }: ListFile<Row>, rows: ReadonlyArray<Row>): string =>
  csvOf(rows.map((row) => columns.map(([, , cell]) => textOf(cell(row)))))
