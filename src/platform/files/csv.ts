import { stringify } from "csv-stringify/sync"

// A formula begins with one of these in some spreadsheet, or with a form of them that it folds; tab and line breaks before
// them are skipped.
const dangerous = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b]/

/** A cell that no spreadsheet takes for a formula (log-exports-8). */
const neutralised = (cell: string): string => (dangerous.test(cell) ? `\t${cell}` : cell)

/**
 * Records as RFC 4180 has them, no cell a formula. Cells with a semicolon are quoted too: where that separates the
 * columns, one would end inside of a cell, and what follows could begin a formula (audit-49).
 */
export const csvOf = (records: ReadonlyArray<ReadonlyArray<string>>): string =>
  stringify(
    records.map((cells) => cells.map(neutralised)),
    { record_delimiter: "\r\n", quoted_match: /[;\t\r\n]/ }
  )
