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

/** On paper a mark is a word behind the text, and what stands below has a column of its own. */
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
        { name: "in time", value: words.count(leavers.in_time) },
        { name: "late", value: words.count(leavers.late) },
        { name: "open", value: words.count(leavers.open) },
        { name: "without a case", value: words.count(leavers.no_case) },
        { name: "not due yet", value: words.count(leavers.not_due) },
        { name: "held no access", value: words.count(leavers.no_access) },
        { name: "exception rate", value: words.percent(leavers.exception_rate) },
        { name: "at most (95 %)", value: words.bound(leavers.exception_bound_95) }
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
    heading("How fast access ended"),
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
    table(tables.exceptions(result, names)),
    table(tables.byCause(result)),
    heading("By tier, app and month"),
    table(tables.byTier(result)),
    table(tables.byApp(result)),
    table(tables.byMonth(result))
  ]
}

/** None where it was not looked for. */
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
    heading("Is the list of leavers complete?"),
    text(words.completenessInWords(result)),
    ...words.whyRows(result).map((sentence) => text(`• ${sentence}`)),
    table(tables.missing(result)),
    table(tables.sources(result)),
    heading("The sample that nobody could pick"),
    text(words.drawInWords(sample)),
    {
      kind: "facts",
      facts: [
        { name: "Population, SHA-256", value: sample.population_sha256 },
        { name: "Fixed by entry", value: String(sample.population_seq) },
        { name: "Anchor", value: sample.anchor_hash },
        { name: "Anchored", value: words.moment(sample.anchored_at) },
        { name: "Auditor's words", value: sample.words === "" ? "none were given" : sample.words },
        { name: "Seed", value: sample.seed }
      ]
    },
    heading("How to verify it yourself"),
    text(
      "verify.html, beside this file in the ZIP, checks all of it in a browser without a network, and names every file of " +
        "which a byte was changed; node verify.mjs does the same, and with --sample draws the sample again. Compare the " +
        "fingerprint of the key that signed with one that you got in another way, such as a contract, a telephone call or an " +
        "earlier export. audit.json has the chain from the entry that fixed the population to the anchor."
    )
  ]
}

/** A leaver test on paper, with the exceptions that its result names. */
export const leaverTestDocument = (facts: TestFacts): PdfDocument => {
  const { organisation, result, test } = facts
  const period = `${words.day(test.parameters.from)} to ${words.day(test.parameters.to)}`
  return {
    title: "Leaver test",
    facts: [
      { name: "Organisation", value: organisation },
      { name: "Who left from", value: `${period}, both inclusive` },
      { name: "As of", value: words.moment(result.as_of) },
      { name: "Test", value: test.id }
    ],
    footer: `${organisation}: leaver test, ${period}, as of ${words.moment(result.as_of)}`,
    blocks: [...opening(facts), ...found(facts), ...leftBehind(facts), ...closing(facts)]
  }
}
