// A formula begins with one of these in some spreadsheet, or with a form of them that it folds; tab and line breaks before
// them are skipped.
const dangerous = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b]/

const quotedIfIn = /[",;\t\r\n]/

/** A cell that no spreadsheet takes for a formula (log-exports-8), quoted where that is needed. */
const cellOf = (value: string): string => {
  const cell = dangerous.test(value) ? `\t${value}` : value
  return quotedIfIn.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

/**
 * Records as RFC 4180 has them, no cell a formula. Cells with a semicolon are quoted too: where that separates the
 * columns, one would end inside of a cell, and what follows could begin a formula (audit-49).
 */
export const csvOf = (records: ReadonlyArray<ReadonlyArray<string>>): string => {
  let text = ""
  for (const cells of records) {
    let before = ""
    for (const cell of cells) {
      text += before + cellOf(cell)
      before = ","
    }
    text += "\r\n"
  }
  return text
}
