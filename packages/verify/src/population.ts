import { sha256Hex, textOf, utf8 } from "./bytes.ts"
import { readCsv } from "./csv.ts"
import { plain } from "./findings.ts"

interface Leaver {
  /** The row as in the file. */
  readonly line: string
  readonly name: string
  readonly lastWorkingDay: string
}

/** The leavers of a test, as `population.csv` lists them. */
export interface Population {
  readonly sha256: string
  readonly leavers: ReadonlyMap<string, Leaver>
  /** The bytes of `sample.csv` when these were drawn, in this order. */
  readonly sampleOf: (leaverIds: ReadonlyArray<string>) => Uint8Array
}

type PopulationReading =
  | { readonly _tag: "Population"; readonly population: Population }
  | { readonly _tag: "NoPopulation"; readonly why: string }

const no = (why: string): PopulationReading => ({ _tag: "NoPopulation", why })

// The rule reads ids with shell tools, so ids must not contain special characters.
const isPlainId = (id: string) => /^[0-9A-Za-z][0-9A-Za-z_-]{0,99}$/.test(id)

/** A cell for reading: without the tab that keeps spreadsheets from taking it for a formula. */
const shown = (cell: string | undefined) => plain((cell ?? "").replace(/^\t/, ""))

/** Reads `population.csv`. */
export const readPopulation = (bytes: Uint8Array): PopulationReading => {
  const text = textOf(bytes)
  if (text === undefined) return no("Its text is not UTF-8.")
  const csv = readCsv(text)
  if (csv._tag === "NotCsv") return no(csv.why)
  const [header = "", ...rows] = csv.lines
  const columns = csv.cells(header)
  const [name, day] = [columns.indexOf("name"), columns.indexOf("last_working_day")]
  if (columns[0] !== "leaver_id" || name === -1 || day === -1) {
    return no("Its first column must be leaver_id, and it must have the columns name and last_working_day.")
  }
  const leavers = new Map<string, Leaver>()
  for (const [index, line] of rows.entries()) {
    const cells = csv.cells(line)
    const id = line.slice(0, line.indexOf(","))
    if (!isPlainId(id)) return no(`Line ${index + 2} does not start with a plain leaver_id.`)
    if (leavers.has(id)) return no(`The leaver ${id} has two rows.`)
    leavers.set(id, { line, name: shown(cells[name]), lastWorkingDay: shown(cells[day]) })
  }
  return {
    _tag: "Population",
    population: {
      sha256: sha256Hex(bytes),
      leavers,
      sampleOf: (ids) =>
        utf8([header, ...ids.map((id) => leavers.get(id)?.line ?? "")].map((line) => `${line}\r\n`).join(""))
    }
  }
}
