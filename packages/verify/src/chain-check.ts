import { genesisHash, readRetentionDetails, retentionAction } from "@svc/contract/audit/chain"
import type { Findings } from "./findings.ts"
import { entryHashOf, judgeRow, type Link, type Malformed, readLink, readRow, type Row } from "./rows.ts"

/** What a file shows of an organisation's log, once checked. */
export interface Chain {
  readonly file: string
  readonly orgId: string
  readonly first: number
  readonly last: number
  /** The hash that the first entry names as its predecessor; none where the file begins with an entry not shown. */
  readonly before: string | undefined
  readonly rows: ReadonlyMap<string, Row>
  /** The numbers of the entries that are shown. */
  readonly shown: ReadonlySet<number>
  /** Every entry's hash by its number, those not shown included. */
  readonly hashes: ReadonlyMap<number, string>
  readonly numbers: ReadonlyMap<string, number>
  /**
   * The removal by retention before the first entry, and when at the latest it was done: its own entry could name any
   * time.
   */
  readonly purge: { readonly through: number; readonly at: number } | undefined
  /** The times of the first and the last entry that is shown. */
  readonly from: string
  readonly to: string
}

/** Yields to the event loop: the page repaints, the command reacts to Ctrl-C. */
export type Breathe = () => Promise<void>

interface Step extends Link {
  readonly row: Row | undefined
  readonly holds: boolean
  readonly hashes: ReadonlyArray<string>
}

const between = 2000

const entry = (row: { readonly seq: number; readonly id: string }) => `Entry ${row.seq} (${row.id})`

const isRow = (reading: Row | Malformed): reading is Row => !("wrong" in reading)
const isLink = (reading: Link | Malformed): reading is Link => !("wrong" in reading)

const mostFrequent = (rows: ReadonlyArray<Row>) => {
  const counts = new Map<string, number>()
  for (const { orgId } of rows) counts.set(orgId, (counts.get(orgId) ?? 0) + 1)
  return [...counts].reduce((most, next) => (next[1] > most[1] ? next : most), ["", 0] as const)[0]
}

const readRows = (file: string, items: ReadonlyArray<unknown>, findings: Findings) => {
  const rows: Array<Row> = []
  items.forEach((item, index) => {
    const reading = readRow(item)
    if (isRow(reading)) {
      rows.push(reading)
      return
    }
    const { wrong, ...where } = reading
    findings.failed(
      `Entry ${where.seq ?? "?"}${where.id === undefined ? "" : ` (${where.id})`} is malformed.`,
      `Item ${index + 1} of the list ${wrong}.`,
      { file, ...where }
    )
  })
  return rows
}

const readLinks = (file: string, items: ReadonlyArray<unknown>, findings: Findings) => {
  const links: Array<Link> = []
  items.forEach((item, index) => {
    const reading = readLink(item)
    if (isLink(reading)) {
      links.push(reading)
      return
    }
    const { wrong, ...where } = reading
    findings.failed(
      `An entry that is not shown${where.seq === undefined ? "" : ` (number ${where.seq})`} has no valid link.`,
      `Item ${index + 1} of the skeleton ${wrong}.`,
      { file, ...where }
    )
  })
  return links
}

/** Checks the hashes, organization, order, and uniqueness of every row. */
const judgeRows = async (
  file: string,
  orgId: string,
  rows: ReadonlyArray<Row>,
  findings: Findings,
  breathe: Breathe
) => {
  const steps: Array<Step> = []
  const ids = new Set<string>()
  let before = 0
  for (const [index, row] of rows.entries()) {
    if (index % between === between - 1) await breathe()
    const where = { file, seq: row.seq, id: row.id }
    const { contentHolds, hashes, linkHolds } = judgeRow(row)
    if (!contentHolds) {
      findings.failed(
        `${entry(row)} was changed.`,
        "Its content does not match its content hash (organization, id, time, actor, action, target, and details are hashed).",
        where
      )
    } else if (!linkHolds) {
      findings.failed(
        `${entry(row)} was changed or moved.`,
        "Its number, content hash, and predecessor do not match its entry hash.",
        where
      )
    }
    if (row.orgId !== orgId) {
      findings.failed(`${entry(row)} belongs to another organization.`, `The other entries belong to ${orgId}.`, where)
    }
    if (row.seq < before) {
      findings.failed(`${entry(row)} is in the wrong place.`, "Entries must be listed oldest first.", where)
    }
    if (ids.has(row.id)) {
      findings.failed(`${entry(row)} appears twice.`, "Two entries of this file have the same id.", where)
    }
    ids.add(row.id)
    before = Math.max(before, row.seq)
    steps.push({ ...row, row, holds: contentHolds && linkHolds && row.orgId === orgId, hashes })
  }
  return steps
}

/** One step per number, in order; of two with the same number, the valid one is kept. */
const inOrder = (file: string, steps: ReadonlyArray<Step>, findings: Findings) => {
  const sorted = steps.toSorted((a, b) => a.seq - b.seq || Number(b.holds) - Number(a.holds))
  const path: Array<Step> = []
  for (const step of sorted) {
    if (path.at(-1)?.seq === step.seq) {
      findings.failed(
        `The number ${step.seq} appears twice${step.row === undefined ? "" : `, the second time as ${step.row.id}`}.`,
        "Each number of a log belongs to exactly one entry.",
        { file, seq: step.seq, ...(step.row === undefined ? {} : { id: step.row.id }) }
      )
    } else path.push(step)
  }
  return path
}

const whereOf = (file: string, step: Step) => ({
  file,
  seq: step.seq,
  ...(step.row === undefined ? {} : { id: step.row.id })
})

/** Follows the path from entry to entry; answers how many could be followed. */
const follow = async (file: string, orgId: string, path: ReadonlyArray<Step>, findings: Findings, breathe: Breathe) => {
  let before: Step | undefined
  for (const [index, step] of path.entries()) {
    if (index % between === between - 1) await breathe()
    let hashes = step.hashes
    if (before !== undefined && step.seq !== before.seq + 1) {
      const [from, to] = [before.seq + 1, step.seq - 1]
      findings.failed(
        from === to ? `Entry ${from} is missing.` : `Entries ${from} to ${to} are missing.`,
        `After entry ${before.seq} comes entry ${step.seq}; neither the entries between nor their links are in the file.`,
        whereOf(file, step)
      )
    } else if (before !== undefined && step.row !== undefined) {
      if (step.holds && !before.hashes.includes(step.row.prevHash)) {
        findings.failed(
          `${entry(step.row)} does not continue entry ${before.seq}.`,
          `It names another predecessor: entry ${before.seq} or entry ${step.seq} was replaced, or one between them removed.`,
          whereOf(file, step)
        )
      }
    } else if (before !== undefined) {
      const made = before.hashes.map((hash) => entryHashOf(orgId, step.seq, step.contentHash, hash))
      hashes = [step.entryHash, ...made]
      if (!made.includes(step.entryHash)) {
        findings.failed(
          `The link of entry ${step.seq}, which is not shown, was changed.`,
          "Its content hash and the previous entry do not match the entry hash in the skeleton.",
          whereOf(file, step)
        )
      } else hashes = [step.entryHash]
    }
    before = { ...step, hashes }
  }
}

/** Reports where the file starts; returns the entry that records a retention purge just before. */
const tellBeginning = (file: string, first: Step, rows: ReadonlyArray<Row>, findings: Findings): Row | undefined => {
  const where = whereOf(file, first)
  if (first.row === undefined) {
    findings.notShown(
      "What the file starts with.",
      `It starts with entry ${first.seq}, of which it has only a link; that link cannot be recalculated.`,
      where
    )
    return undefined
  }
  const { prevHash, seq } = first.row
  if (seq === 1) {
    if (prevHash === genesisHash) {
      findings.proven(
        "The file contains the log from its first entry on.",
        "Entry 1 names 64 zeros as its predecessor.",
        where
      )
    } else {
      findings.failed(
        `${entry(first.row)} cannot be the first.`,
        "Entry 1 must name 64 zeros as its predecessor.",
        where
      )
    }
    return undefined
  }
  const purges = rows.flatMap((row) => {
    const purge = row.action === retentionAction ? readRetentionDetails(row.details) : undefined
    return purge?.through === seq - 1 ? [{ row, purge }] : []
  })
  const fitting = purges.find(({ purge }) => purge.hash === prevHash)
  if (fitting !== undefined) {
    findings.proven(
      `Entries 1 to ${seq - 1} were removed by retention, and nothing else is missing before entry ${seq}.`,
      `${entry(fitting.row)} records that removal with the hash of the last entry removed, which entry ${seq} names as its predecessor.`,
      where
    )
  } else if (purges[0] !== undefined) {
    findings.failed(
      `Entry ${seq} does not follow what retention removed.`,
      `${entry(purges[0].row)} records a removal through entry ${seq - 1}, but with another hash than entry ${seq} names.`,
      where
    )
  } else {
    findings.notShown(
      `What came before entry ${seq}.`,
      `The file starts with entry ${seq}. Entries 1 to ${seq - 1} exist or existed: they are in earlier files, outside the chosen dates, or were removed by retention.`,
      where
    )
  }
  return fitting?.row
}

const count = (n: number, one: string, many = `${one}s`) => `${n.toLocaleString("en")} ${n === 1 ? one : many}`

/**
 * Checks rows and the links between them (chain-2), and says what that proves. Answers what the file shows of the
 * log, for anchors and other files to be held against; undefined when it shows no entry.
 */
export const checkChain = async (
  file: string,
  list: { readonly rows: ReadonlyArray<unknown>; readonly skeleton: ReadonlyArray<unknown> },
  findings: Findings,
  breathe: Breathe
): Promise<Chain | undefined> => {
  const failuresBefore = findings.failures()
  const rows = readRows(file, list.rows, findings)
  const links = readLinks(file, list.skeleton, findings)
  const orgId = mostFrequent(rows)
  const judged = await judgeRows(file, orgId, rows, findings, breathe)
  const skeleton = links.map((link): Step => ({ ...link, row: undefined, holds: true, hashes: [link.entryHash] }))
  const path = inOrder(file, [...judged, ...skeleton], findings)
  const [first] = path
  const last = path.at(-1)
  if (first === undefined || last === undefined || rows.length === 0) {
    findings.notShown("Anything about entries.", "The file contains none.", { file })
    return undefined
  }
  await follow(file, orgId, path, findings, breathe)
  const purging = tellBeginning(file, first, rows, findings)
  if (findings.failures() === failuresBefore) {
    findings.proven(
      `${count(rows.length, "entry is", "entries are")} exactly as recorded.`,
      "Their content matches their content hashes and entry hashes.",
      { file }
    )
    findings.proven(
      `Nothing was inserted, removed, or reordered between entry ${first.seq} and entry ${last.seq}.`,
      `Each entry contains the hash of the previous one${
        links.length === 0
          ? ""
          : `; the skeleton links ${count(links.length, "entry that is", "entries that are")} not shown`
      }.`,
      { file }
    )
  }
  if (links.length > 0) {
    findings.notShown(
      `What ${count(links.length, "entry", "entries")} between those shown say.`,
      "The file proves that they exist and where, not what is in them. Nor does it prove that the filter omitted only what it had to.",
      { file }
    )
  }
  const times = path.flatMap(({ row }) => (row === undefined ? [] : [row.createdAt]))
  return {
    file,
    orgId,
    first: first.seq,
    last: last.seq,
    before: first.row?.prevHash,
    rows: new Map(path.flatMap(({ row }) => (row === undefined ? [] : [[row.id, row] as const]))),
    shown: new Set(path.flatMap(({ row, seq }) => (row === undefined ? [] : [seq]))),
    hashes: new Map(path.map(({ entryHash, seq }) => [seq, entryHash])),
    numbers: new Map(path.map(({ entryHash, seq }) => [entryHash, seq])),
    purge:
      purging === undefined
        ? undefined
        : {
            through: first.seq - 1,
            at: rows.reduce(
              (earliest, { createdAt, seq }) =>
                seq < purging.seq ? earliest : Math.min(earliest, Date.parse(createdAt)),
              Date.now()
            )
          },
    from: times[0] ?? "",
    to: times.at(-1) ?? ""
  }
}
