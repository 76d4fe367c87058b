import { splitDetails } from "@svc/contract/audit/trailer"
import { type Anchor, judgeAnchor, type JudgedAnchor } from "./anchors-read.ts"
import { sameBytes, sha256Hex, textOf } from "./bytes.ts"
import type { Chain } from "./chain-check.ts"
import type { Files } from "./containers.ts"
import { draw, seedOf } from "./draw.ts"
import type { Findings } from "./findings.ts"
import { field, type JsonObject } from "./json.ts"
import type { Drawable } from "./leaver-draw.ts"
import { type Population, readPopulation } from "./population.ts"
import { isId, isTime, type Row } from "./rows.ts"
import { readSample, type SampleSaid } from "./sample-read.ts"
import type { Keys } from "./trust.ts"

/** What the ZIP of a leaver test shows, once its parts were read. */
interface LeaverTestParts {
  readonly zip: string
  readonly manifestPath: string
  readonly manifest: JsonObject
  /** The paths that the manifest lists. */
  readonly listed: ReadonlySet<string>
  readonly files: Files
  /** What `audit.json` shows; undefined when it could not be read. */
  readonly chain: Chain | undefined
  /** Whether no check of `audit.json` and `anchors.json` failed. */
  readonly intact: boolean
  /** Those of `anchors.json`. */
  readonly anchors: ReadonlyArray<Anchor>
}

const always = [
  "population.csv",
  "removals.csv",
  "completeness.json",
  "statistics.json",
  "sample.json",
  "sample.csv",
  "assessment-results.json",
  "report.pdf",
  "audit.json",
  "anchors.json"
]

const fixedAction = "leaver_test_population_fixed"

const fixedDetails =
  /^population sha256: ([0-9a-f]{64}), rows: (\d{1,15}), words sha256: ([0-9a-f]{64}), sample size: (\d{1,15})$/

const leavers = (count: number) => `${count.toLocaleString("en")} ${count === 1 ? "leaver" : "leavers"}`

const checkManifestFields = ({ chain, listed, manifest, manifestPath, zip }: LeaverTestParts, findings: Findings) => {
  const at = { file: `${zip} › ${manifestPath}` }
  const orgId = field(manifest, "org_id")
  if (!isId(orgId) || !isId(field(manifest, "leaver_test_id")) || !isTime(field(manifest, "created_at"))) {
    findings.failed("The manifest is malformed.", "It must contain org_id, leaver_test_id, and created_at.", at)
  } else if (chain !== undefined && chain.orgId !== orgId) {
    findings.failed(
      "The leaver access test belongs to another organization than the entries in it.",
      `It says ${orgId}, they say ${chain.orgId}.`,
      at
    )
  }
  for (const path of always.filter((name) => !listed.has(name))) {
    findings.failed("A required file is missing.", "The manifest does not list it.", {
      file: `${zip} › ${path}`
    })
  }
}

const readParts = ({ files, zip }: LeaverTestParts, findings: Findings) => {
  const populationBytes = files.get("population.csv")
  const reading = populationBytes === undefined ? undefined : readPopulation(populationBytes)
  if (reading?._tag === "NoPopulation") {
    findings.failed("The population could not be read.", reading.why, { file: `${zip} › population.csv` })
  }
  const sampleBytes = files.get("sample.json")
  const said = sampleBytes === undefined ? undefined : readSample(sampleBytes)
  if (sampleBytes !== undefined && said === undefined) {
    findings.failed("The draw could not be read.", "A field of sample.json is missing or malformed.", {
      file: `${zip} › sample.json`
    })
  }
  return { population: reading?._tag === "Population" ? reading.population : undefined, said }
}

/** Holds the population and the words against the entry by which they were fixed; answers that entry. */
const checkFixed = (
  { chain, intact, zip }: LeaverTestParts,
  population: Population,
  said: SampleSaid,
  findings: Findings
): Row | undefined => {
  const audit = `${zip} › audit.json`
  const row = [...(chain?.rows.values() ?? [])].find(({ seq }) => seq === said.populationSeq)
  if (row?.action !== fixedAction) {
    findings.failed(
      "The entry that fixed the population is missing.",
      `sample.json says that it is entry ${said.populationSeq}; audit.json ${
        chain === undefined
          ? "could not be read"
          : row === undefined
            ? "does not show that entry"
            : `has ${row.action} there`
      }.`,
      { file: audit, seq: said.populationSeq }
    )
    return undefined
  }
  const where = { file: audit, seq: row.seq, id: row.id }
  const [, sha256 = "", rows = "", wordsSha256 = "", size = ""] =
    fixedDetails.exec(splitDetails(row.details).said) ?? []
  if (sha256 === "") {
    findings.failed(
      `Entry ${row.seq} does not say what it fixed.`,
      "It must name the SHA-256 and the rows of the population, the SHA-256 of the seed phrase, and the sample size.",
      where
    )
    return undefined
  }
  const failures = findings.failures()
  const count = population.leavers.size
  if (sha256 !== population.sha256 || Number(rows) !== count) {
    findings.failed(
      "The population is not the one that was fixed before the draw.",
      `Its SHA-256 is ${population.sha256}, it has ${count} rows; entry ${row.seq} fixed ${sha256} with ${rows} rows.`,
      { file: `${zip} › population.csv`, seq: row.seq, id: row.id }
    )
  }
  const draws = { file: `${zip} › sample.json`, seq: row.seq, id: row.id }
  if (said.populationSha256 !== population.sha256 || said.populationRows !== count) {
    findings.failed("The draw names another population.", "Its SHA-256 or its rows are not those of population.csv.", {
      file: `${zip} › sample.json`
    })
  }
  if (sha256Hex(said.words) !== wordsSha256) {
    findings.failed(
      "The seed phrase is not the one fixed before the draw.",
      `The SHA-256 that entry ${row.seq} names is not that of the seed phrase in sample.json.`,
      draws
    )
  }
  if (Math.min(said.size, count) !== Math.min(Number(size), count)) {
    findings.failed(
      "The sample size is not the one fixed before the draw.",
      `sample.json says ${said.size}, entry ${row.seq} fixed ${size}.`,
      draws
    )
  }
  if (findings.failures() === failures && intact) {
    findings.proven(
      `The population of ${leavers(count)}, the seed phrase, and the sample size are the ones fixed in the log.`,
      `Entry ${row.seq} (${fixedAction}) names the SHA-256 and the rows of population.csv, the SHA-256 of the seed phrase, and the size.`,
      where
    )
  }
  return row
}

const unsignedWhy: Readonly<Partial<Record<JudgedAnchor["standing"], string>>> = {
  unsigned: "It has no signature",
  foreign: "It is signed with a key that is not available here"
}

/** Finds the anchor that the draw names, and whether it covers the entry that fixed the population. */
const checkAnchor = (
  { anchors, chain, intact, zip }: LeaverTestParts,
  said: SampleSaid,
  fixed: Row | undefined,
  keys: Keys,
  findings: Findings
): Anchor | undefined => {
  const anchor = anchors.find(({ id }) => id === said.anchorId)
  const page = `${zip} › anchors.json`
  if (anchor === undefined) {
    findings.failed("The anchor of the draw is missing.", `sample.json names ${said.anchorId}.`, {
      file: page
    })
    return undefined
  }
  if (anchor.entryHash !== said.anchorHash || anchor.anchoredAt !== said.anchoredAt) {
    findings.failed(
      "The draw names its anchor with another hash or time.",
      `In anchors.json, it covers ${anchor.entryHash} and is dated ${anchor.anchoredAt}.`,
      { file: `${zip} › sample.json` }
    )
  }
  const seq = chain?.numbers.get(anchor.entryHash)
  if (chain === undefined || fixed === undefined) return anchor
  if (seq === undefined || seq < fixed.seq) {
    findings.failed(
      "The anchor of the draw does not cover the population.",
      seq === undefined
        ? "It covers no entry of audit.json."
        : `It covers the log up to entry ${seq}; the population was only fixed by entry ${fixed.seq}.`,
      { file: page, id: anchor.entryId }
    )
    return anchor
  }
  const { standing } = judgeAnchor(anchor, anchor.orgId ?? chain.orgId, keys)
  const unsigned = unsignedWhy[standing]
  if (unsigned !== undefined) {
    findings.notShown(
      "That no one chose the anchor of the draw.",
      `${unsigned}: the maker of these files could have repeated log, anchor, and draw until the sample was convenient.`,
      { file: page, id: anchor.entryId }
    )
  } else if (standing !== "bad" && intact) {
    findings.proven(
      "The population was fixed before the anchor of the draw was made.",
      `The signed anchor of ${anchor.anchoredAt} is over entry ${seq}, whose hash covers entry ${fixed.seq}.`,
      { file: page, seq, id: anchor.entryId }
    )
  }
  return anchor
}

const firstDifference = (one: ReadonlyArray<string>, other: ReadonlyArray<string>) =>
  one.findIndex((item, index) => item !== other[index])

/** Draws the sample again and compares `sample.json` and `sample.csv` with it. */
const checkDraw = (
  { files, zip }: LeaverTestParts,
  population: Population,
  said: SampleSaid,
  anchorHash: string,
  findings: Findings
) => {
  const failures = findings.failures()
  const seed = seedOf({ populationSha256: population.sha256, anchorHash, words: said.words })
  const drawn = draw(seed, population.leavers.keys(), said.size).map(({ leaverId }) => leaverId)
  const at = { file: `${zip} › sample.json` }
  if (seed !== said.seed) {
    findings.failed("The seed of the draw is wrong.", `By the rule it is ${seed}; sample.json says ${said.seed}.`, at)
  }
  if (drawn.length !== said.drawn.length || firstDifference(drawn, said.drawn) !== -1) {
    const place = Math.max(0, firstDifference(drawn, said.drawn))
    findings.failed(
      "The sample is not the one that the rule draws.",
      drawn.length === said.drawn.length
        ? `At place ${place + 1} the rule draws ${drawn[place]}; sample.json says ${said.drawn[place]}.`
        : `The rule draws ${drawn.length}; sample.json lists ${said.drawn.length}.`,
      at
    )
  }
  const written = files.get("sample.csv")
  const expected = population.sampleOf(drawn)
  if (written !== undefined && !sameBytes(written, expected)) {
    const lines = textOf(expected)?.split("\r\n") ?? []
    const line = firstDifference(lines, textOf(written)?.split("\r\n") ?? [])
    findings.failed(
      "sample.csv does not contain the rows that the rule draws.",
      line === -1
        ? "It contains more than those rows of population.csv."
        : `It must contain those rows of population.csv unchanged, in the order of the draw; line ${line + 1} differs.`,
      { file: `${zip} › sample.csv` }
    )
  }
  if (findings.failures() === failures && written !== undefined) {
    findings.proven(
      `The sample of ${leavers(drawn.length)} is the one that the published rule draws.`,
      `Drawn again from population.csv, the anchor, and the seed phrase${said.words === "" ? ", which is empty" : ""}: seed ${seed}. sample.csv contains their rows.`,
      { file: zip }
    )
  }
}

const tellOpen = ({ zip }: LeaverTestParts, findings: Findings) => {
  findings.notShown(
    "That no other sample was drawn before this one.",
    `A test can be repeated, and each has another sample; each leaves an entry ${fixedAction} in the log. Draw one with your own seed phrase, which no one could predict: verify.mjs --sample --words "…".`,
    { file: zip }
  )
  findings.notShown(
    "That the figures are right, and that no leaver is missing from the population.",
    "The figures were not recalculated here: they follow from population.csv and removals.csv by the published rule. For what may be missing, see completeness.json, as the service saw it.",
    { file: zip }
  )
}

/**
 * Whether the population was fixed in the log before the anchor was made, and whether the sample follows from both by
 * the published rule (`docs/leaver-test.md`). Answers what a sample can be drawn from.
 */
export const checkLeaverTest = (parts: LeaverTestParts, keys: Keys, findings: Findings): Drawable | undefined => {
  checkManifestFields(parts, findings)
  const { population, said } = readParts(parts, findings)
  tellOpen(parts, findings)
  if (population === undefined || said === undefined) return undefined
  const fixed = checkFixed(parts, population, said, findings)
  const anchor = checkAnchor(parts, said, fixed, keys, findings)
  if (anchor === undefined) return undefined
  checkDraw(parts, population, said, anchor.entryHash, findings)
  return { file: parts.zip, population, anchorHash: anchor.entryHash, words: said.words, size: said.size }
}
