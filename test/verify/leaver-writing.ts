import { randomUUID } from "node:crypto"
import { aLog, anAnchor, anExport, aPage, sha256, type Signer, skeletonOf, withManifest } from "./writing.ts"

/*
 * Leaver tests as `docs/leaver-test.md` says, written here a second time and without the service's code, as the rest
 * of the files is in `writing.ts`.
 */

const header =
  "leaver_id,name,email,department,separation_type,source,case_status,last_working_day,employment_ends_on,result,cause"

const aRow = (id: string, at: number) =>
  [
    id,
    at % 5 === 0 ? '"Lovelace, ""Ada"""' : at % 7 === 0 ? '"\t=SUM(A1)"' : `Łukasz Ωmega ${at}`,
    `person${at}@example.com`,
    at % 3 === 0 ? '"Sales; North"' : "Engineering",
    "resignation,hris,completed",
    `2026-01-${String((at % 28) + 1).padStart(2, "0")}`,
    `2026-01-${String((at % 28) + 1).padStart(2, "0")}`,
    at % 9 === 0 ? "late,told_late" : "in_time,"
  ].join(",")

export const csvOf = (lines: ReadonlyArray<string>) => lines.map((line) => `${line}\r\n`).join("")

export const populationOf = (ids: ReadonlyArray<string>) => csvOf([header, ...ids.map(aRow)])

interface DrawnBy {
  readonly population: string
  readonly anchorHash: string
  readonly words: string
}

export const seedOf = ({ anchorHash, population, words }: DrawnBy) =>
  sha256(["svc-leaver-test-sample/v1", sha256(population), anchorHash, words, ""].join("\n"))

export const ticketsOf = (seed: string, ids: ReadonlyArray<string>) =>
  ids.map((id) => `${sha256(`${seed}:${id}`)} ${id}`).toSorted()

export interface LeaverTestOptions {
  readonly ids?: ReadonlyArray<string>
  readonly words?: string
  readonly size?: number
  readonly signer?: Signer
  readonly removals?: string
  /** What the entry fixes instead of what the parts say. */
  readonly fixed?: {
    readonly population?: string
    readonly rows?: number
    readonly words?: string
    readonly size?: number
  }
  readonly action?: string
  /** The number of the entry that is anchored; the population is fixed by entry 4. */
  readonly anchored?: number
  /** The entry with which audit.json begins, the only one that it shows. */
  readonly from?: number
}

/** The parts of a leaver test, its manifest apart; each can be exchanged before `leaverTestFiles` lists them. */
export const aLeaverTest = ({
  action = "leaver_test_population_fixed",
  anchored = 7,
  fixed = {},
  from = 4,
  ids = Array.from({ length: 40 }, () => randomUUID()),
  removals = csvOf(["leaver_id,app", ...ids.map((id) => `${id},Figma`)]),
  signer,
  size = 10,
  words = ""
}: LeaverTestOptions = {}) => {
  const population = populationOf(ids)
  const details = [
    `population sha256: ${sha256(fixed.population ?? population)}`,
    `rows: ${fixed.rows ?? ids.length}`,
    `words sha256: ${sha256(fixed.words ?? words)}`,
    `sample size: ${fixed.size ?? size}`
  ].join(", ")
  const rows = aLog(9, {
    entry: (seq) =>
      seq === 4 ? { action, target: "Leaver access test", details: `${details} | by the job leaver-tests` } : {}
  })
  const shown = rows.slice(from - 1, from)
  const head = rows[anchored - 1]
  if (head === undefined) throw new Error("No such entry")
  const anchor = anAnchor(head, signer)
  const seed = seedOf({ population, anchorHash: anchor.entry_hash, words })
  const drawn = ticketsOf(seed, ids)
    .slice(0, size)
    .map((ticket) => ticket.slice(65))
  const sample = {
    format: "svc-leaver-test-sample/v1",
    population_sha256: sha256(population),
    population_rows: ids.length,
    population_seq: 4,
    anchor_id: anchor.id,
    anchor_hash: anchor.entry_hash,
    anchored_at: anchor.anchored_at,
    words,
    seed,
    size: drawn.length,
    bound_without_exceptions: null,
    drawn
  }
  const lineOf = new Map(population.split("\r\n").map((line) => [line.split(",")[0] ?? "", line]))
  const parts: Record<string, string> = {
    "population.csv": population,
    "removals.csv": removals,
    "completeness.json": JSON.stringify({ format: "svc-leaver-test-completeness/v1", complete: true }),
    "statistics.json": JSON.stringify({ format: "svc-leaver-test-statistics/v1" }),
    "sample.json": JSON.stringify(sample),
    "sample.csv": csvOf([header, ...drawn.map((id) => lineOf.get(id) ?? "")]),
    "assessment-results.json": JSON.stringify({ "assessment-results": { uuid: randomUUID() } }),
    "report.pdf": "%PDF-1.7\nthe same for people\n%%EOF\n",
    "audit.json": JSON.stringify(anExport(shown, skeletonOf(rows.slice(from, 8)))),
    "anchors.json": JSON.stringify(aPage(head.org_id, [anchor], signer)),
    "verify.html": "<!doctype html>\n",
    ...(signer === undefined ? {} : { "signing-key.pem": signer.pem })
  }
  return { orgId: head.org_id, rows, anchor, sample, parts, ids }
}

/** The files of the ZIP. */
export const leaverTestFiles = (
  orgId: string,
  parts: Readonly<Record<string, string | Uint8Array>>,
  signer: Signer | undefined
) => withManifest({ format: "svc-leaver-test/v1", org_id: orgId, leaver_test_id: randomUUID() }, parts, signer)
