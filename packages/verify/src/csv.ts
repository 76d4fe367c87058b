type CsvReading =
  | {
      readonly _tag: "Csv"
      readonly lines: ReadonlyArray<string>
      readonly cells: (line: string) => ReadonlyArray<string>
    }
  | { readonly _tag: "NotCsv"; readonly why: string }

/** The index of the quotation mark that ends the cell which begins at this one, or -1. */
const endOfQuoted = (line: string, start: number) => {
  for (let at = line.indexOf('"', start + 1); at !== -1; at = line.indexOf('"', at + 2)) {
    if (line[at + 1] !== '"') return at
  }
  return -1
}

/** The cells of a record (RFC 4180); undefined if its quotation marks are unbalanced. */
const cellsOf = (line: string): ReadonlyArray<string> | undefined => {
  const cells: Array<string> = []
  for (let at = 0; ;) {
    if (line[at] === '"') {
      const end = endOfQuoted(line, at)
      if (end === -1) return undefined
      cells.push(line.slice(at + 1, end).replaceAll('""', '"'))
      at = end + 1
    } else {
      const comma = line.indexOf(",", at)
      const end = comma === -1 ? line.length : comma
      const cell = line.slice(at, end)
      if (cell.includes('"')) return undefined
      cells.push(cell)
      at = end
    }
    if (at === line.length) return cells
    if (line[at] !== ",") return undefined
    at += 1
  }
}

/** A CSV of the leaver test: RFC 4180, each record on a line of its own that ends with CRLF, all with as many cells. */
export const readCsv = (text: string): CsvReading => {
  const lines = text.split("\r\n")
  if (lines.pop() !== "" || lines.length === 0) {
    return {
      _tag: "NotCsv",
      why: "Its last line does not end with CRLF: it is truncated, or not a CSV of the service."
    }
  }
  const width = cellsOf(lines[0] ?? "")?.length
  for (const [index, line] of lines.entries()) {
    const wrong = (why: string): CsvReading => ({ _tag: "NotCsv", why: `Line ${index + 1} ${why}` })
    if (/[\r\n]/.test(line)) return wrong("holds a line break that is not CRLF.")
    const cells = cellsOf(line)
    if (cells === undefined) return wrong("has unbalanced quotation marks; a row must be one line.")
    if (cells.length !== width) return wrong(`has ${cells.length} cells, the first line ${width}.`)
  }
  return { _tag: "Csv", lines, cells: (line) => cellsOf(line) ?? [] }
}

/** Records of a CSV, its head included; a line break in quotation marks ends none (RFC 4180). */
export const csvRecords = (bytes: Uint8Array) => {
  const quote = 0x22
  const lineFeed = 0x0a
  let records = 0
  let quoted = false
  for (const byte of bytes) {
    if (byte === quote) quoted = !quoted
    else if (byte === lineFeed && !quoted) records += 1
  }
  return records
}
