import type { LeaverTestResult } from "@svc/contract/leaver-test/figures"
import type { LeaverTestParameters } from "@svc/contract/leaver-test/schema"
import type { DateTime } from "effect"
import type { Block, PdfDocument } from "#platform/pdf/document"
import { curveScene } from "./curve.ts"
import * as left from "./left-behind-words.ts"
import type { Cell, ReportTable } from "./report-tables.ts"
import * as tables from "./report-tables.ts"
import * as words from "./report-words.ts"

interface TestFacts {
  /** Its name. */
  readonly organisation: string
  readonly test: { readonly id: string; readonly parameters: LeaverTestParameters; readonly created_at: DateTime.Utc }
  readonly result: LeaverTestResult
  /** What the leavers are called now, by id. */
  readonly names: ReadonlyMap<string, string>
}

const heading = (text: string): Block => ({ kind: "heading", text })
const text = (said: string): Block => ({ kind: "text", text: said })

/** In the PDF a badge is a word after the text; the line below has its own column. */
const onPaper = (cell: Cell): string => {
  if (typeof cell === "string") return cell
  return "also" in cell && cell.also !== null ? `${cell.text}, ${cell.also}` : cell.text
}

const table = ({ columns, empty = "", rows }: ReportTable): Block => {
  const shown = columns.flatMap(({ name, paper }, place) => (paper === undefined ? [] : [{ name, place, ...paper }]))
  return {
    kind: "table",
    columns: shown.map(({ place: _place, ...column }) => column),
    rows: rows.map((row) => shown.map(({ place }) => onPaper(row[place] ?? ""))),
    empty
  }
}

const opening = ({ result, test: { parameters } }: TestFacts): ReadonlyArray<Block> => {
  const { leavers } = result.statistics
  return [
    {
      kind: "figures",
      figures: [
        { name: "on time", value: words.count(leavers.in_time) },
        { name: "late", value: words.count(leavers.late) },
        { name: "open", value: words.count(leavers.open) },
        { name: "without an offboarding", value: words.count(leavers.no_case) },
        { name: "not due yet", value: words.count(leavers.not_due) },
        { name: "had no access", value: words.count(leavers.no_access) },
        { name: "exception rate", value: words.percent(leavers.exception_rate) },
        { name: "at most (95%)", value: words.bound(leavers.exception_bound_95) }
      ]
    },
    ...words.rateInWords(leavers).map(text),
    text(words.sampleInWords),
    table(tables.totals(result)),
    heading("What was tested"),
    text(`${words.clocks[parameters.clock].name}. ${words.clocks[parameters.clock].rule}`),
    text(`${words.presets[parameters.preset].name}. ${words.presets[parameters.preset].said}`),
    table(tables.tiers(parameters))
  ]
}

const found = ({ names, result, test }: TestFacts): ReadonlyArray<Block> => {
  const { leavers, removals } = result.statistics
  const exceptions = removals.exceptions + leavers.no_case
  const scene = curveScene(result, test.parameters.tiers, { width: 640, height: 220 })
  return [
    heading("Access over time"),
    { kind: "chart", title: "Share still with access", scene },
    text(words.curveInWords),
    heading("Evidence"),
    text(words.neverObserved(result)),
    table(tables.evidence(result)),
    text(words.afterwards(result)),
    heading("Late and open"),
    ...(result.exceptions.length < exceptions
      ? [
          text(
            `The first ${result.exceptions.length} of ${words.count(exceptions)}; all are in removals.csv and population.csv.`
          )
        ]
      : []),
    table(tables.exceptions(result, names, (date) => date)),
    table(tables.byCause(result)),
    heading("By tier, app, and month"),
    table(tables.byTier(result)),
    table(tables.byApp(result)),
    table(tables.byMonth(result))
  ]
}

/** None if orphaned items were not part of the test. */
const leftBehind = ({ result: { left_behind } }: TestFacts): ReadonlyArray<Block> =>
  left_behind === undefined
    ? []
    : [
        heading(left.leftBehindTitle),
        ...left.leftBehindInWords(left_behind).map(text),
        table(tables.leftBehind(left_behind)),
        table(tables.unseen(left_behind))
      ]

const closing = ({ result }: TestFacts): ReadonlyArray<Block> => {
  const { sample } = result
  return [
    heading("Completeness"),
    text(words.completenessInWords(result)),
    ...words.whyRows(result).map((sentence) => text(`• ${sentence}`)),
    table(tables.missing(result)),
    table(tables.sources(result)),
    heading("Random sample"),
    text(words.drawInWords(sample)),
    {
      kind: "facts",
      facts: [
        { name: "Population, SHA-256", value: sample.population_sha256 },
        { name: "Fixed by entry", value: String(sample.population_seq) },
        { name: "Anchor", value: sample.anchor_hash },
        { name: "Anchored", value: words.moment(sample.anchored_at) },
        { name: "Auditor's seed phrase", value: sample.words === "" ? "none" : sample.words },
        { name: "Seed", value: sample.seed }
      ]
    },
    heading("Verify it yourself"),
    text(
      "verify.html, next to this file in the ZIP, checks everything in a browser without a network and reports every changed " +
        "file. node verify.mjs does the same, and with --sample draws the sample again. Compare the fingerprint of the " +
        "signing key with one that you got another way, such as a contract, a phone call, or an earlier export. audit.json " +
        "has the chain from the entry that fixed the population to the anchor."
    )
  ]
}

/** PDF of a leaver access test, with the exceptions kept in its result. */
export const leaverTestDocument = (facts: TestFacts): PdfDocument => {
  const { organisation, result, test } = facts
  const period = `${words.day(test.parameters.from)} to ${words.day(test.parameters.to)}`
  return {
    title: "Leaver access test",
    facts: [
      { name: "Organization", value: organisation },
      { name: "Last working days", value: `${period}, inclusive` },
      { name: "As of", value: words.moment(result.as_of) },
      { name: "Test", value: test.id }
    ],
    footer: `${organisation}: leaver access test, ${period}, as of ${words.moment(result.as_of)}`,
    blocks: [...opening(facts), ...found(facts), ...leftBehind(facts), ...closing(facts)]
  }
}
