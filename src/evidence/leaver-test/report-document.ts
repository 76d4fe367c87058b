import { EvidenceLevel, type Figures, type LeaverTestResult } from "@svc/contract/leaver-test/figures"
import type { LeaverTestParameters } from "@svc/contract/leaver-test/schema"
import type { DateTime } from "effect"
import type { Block, PdfDocument } from "#platform/pdf/document"
import { curveScene } from "./curve.ts"
import * as left from "./left-behind-words.ts"
import * as words from "./report-words.ts"

interface TestFacts {
  /** Its name. */
  readonly organisation: string
  readonly test: { readonly id: string; readonly parameters: LeaverTestParameters; readonly created_at: DateTime.Utc }
  readonly result: LeaverTestResult
  /** What the leavers are called now, by id. */
  readonly names: ReadonlyMap<string, string>
}

const end = "end" as const

const columnsOf = (first: string) => [
  { name: first, width: 2.2 },
  ...["Total", "In time", "Late", "Open", "Not due"].map((name) => ({ name, width: 1, align: end })),
  ...["Exceptions", "At most (95 %)", "Median"].map((name) => ({ name, width: 1.35, align: end }))
]

const rowOf = (name: string, f: Figures): ReadonlyArray<string> => [
  name,
  words.count(f.total),
  words.count(f.in_time),
  words.count(f.late),
  words.count(f.open),
  words.count(f.not_due),
  words.percent(f.exception_rate),
  words.bound(f.exception_bound_95),
  words.hours(f.median_hours)
]

const heading = (text: string): Block => ({ kind: "heading", text })
const text = (said: string): Block => ({ kind: "text", text: said })

const figuresTable = (
  first: string,
  list: ReadonlyArray<Figures & { readonly name: string }>,
  naming: (name: string) => string = (name) => name
): Block => ({
  kind: "table",
  columns: columnsOf(first),
  rows: list.map((one) => rowOf(naming(one.name), one)),
  empty: `By ${first.toLowerCase()}: nothing was tested.`
})

const opening = ({ result, test: { parameters } }: TestFacts): ReadonlyArray<Block> => {
  const { leavers, removals } = result.statistics
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
    {
      kind: "table",
      columns: columnsOf("Of"),
      rows: [rowOf("Leavers", leavers), rowOf("Removals in scope", removals)],
      empty: ""
    },
    heading("What was tested"),
    text(`${words.clocks[parameters.clock].name}. ${words.clocks[parameters.clock].rule}`),
    text(`${words.presets[parameters.preset].name}. ${words.presets[parameters.preset].said}`),
    {
      kind: "table",
      columns: [
        { name: "Tier", width: 1 },
        { name: "Allowed", width: 1 },
        { name: "Apps", width: 4 }
      ],
      rows: words.tierRows(parameters),
      empty: ""
    }
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
    {
      kind: "table",
      columns: [
        { name: "Evidence", width: 2 },
        { name: "Removals", width: 1, align: end },
        { name: "What it means", width: 5 }
      ],
      rows: EvidenceLevel.literals.map((level) => [
        words.evidenceLevels[level].name,
        words.count(result.evidence[level]),
        words.evidenceLevels[level].said
      ]),
      empty: ""
    },
    text(words.afterwards(result)),
    heading("Late and open"),
    ...(result.exceptions.length < exceptions
      ? [
          text(
            `The first ${result.exceptions.length} of ${words.count(exceptions)}; all are in removals.csv and population.csv.`
          )
        ]
      : []),
    {
      kind: "table",
      columns: [
        { name: "Leaver", width: 3 },
        { name: "Last day", width: 1.8 },
        { name: "App", width: 2.2 },
        { name: "Result", width: 1.6 },
        { name: "Cause", width: 2.1 },
        { name: "After", width: 2.9, align: end },
        { name: "Allowed", width: 1.6, align: end }
      ],
      rows: result.exceptions.map((one) => [
        words.nameOf(names, one),
        words.day(one.last_working_day),
        one.app ?? words.none,
        words.results[one.result] + (one.accepted ? ", accepted" : ""),
        words.causes[one.cause].name,
        words.hours(one.hours),
        words.hours(one.allowed_hours)
      ]),
      empty: words.noExceptions
    },
    {
      kind: "table",
      columns: [
        { name: "Cause", width: 2 },
        { name: "Leavers late", width: 1, align: end },
        { name: "Leavers open", width: 1, align: end },
        { name: "Removals late", width: 1, align: end },
        { name: "Removals open", width: 1, align: end },
        { name: "What it means", width: 4 }
      ],
      rows: result.statistics.by_cause.map((one) => [
        words.causes[one.cause].name,
        words.count(one.leavers.late),
        words.count(one.leavers.open),
        words.count(one.removals.late),
        words.count(one.removals.open),
        words.causes[one.cause].said
      ]),
      empty: "By cause: there is none."
    },
    heading("By tier, app and month"),
    figuresTable("Tier", result.statistics.by_tier),
    figuresTable("App", words.worstFirst(result.statistics.by_app)),
    figuresTable("Month", result.statistics.by_month, words.month)
  ]
}

/** None where it was not looked for. */
const leftBehind = ({ result: { left_behind } }: TestFacts): ReadonlyArray<Block> =>
  left_behind === undefined
    ? []
    : [
        heading(left.leftBehindTitle),
        ...left.leftBehindInWords(left_behind).map(text),
        {
          kind: "table",
          columns: [
            { name: "What became of it", width: 4 },
            { name: "Count", width: 1, align: end }
          ],
          rows: left.leftBehindRows(left_behind).map(([name, many]) => [name, words.count(many)]),
          empty: ""
        },
        {
          kind: "table",
          columns: [
            { name: "Not seen at", width: 2 },
            { name: "What", width: 3 },
            { name: "Leavers", width: 1, align: end }
          ],
          rows: left.unseenRows(left_behind).map(([app, kind, leavers]) => [app, kind, words.count(leavers)]),
          empty: left.allSeen
        }
      ]

const closing = ({ result }: TestFacts): ReadonlyArray<Block> => {
  const { sample } = result
  return [
    heading("Is the list of leavers complete?"),
    text(words.completenessInWords(result)),
    ...words.whyRows(result).map((sentence) => text(`• ${sentence}`)),
    {
      kind: "table",
      columns: [
        { name: "What", width: 2 },
        { name: "Count", width: 1, align: end },
        { name: "What it means", width: 4 }
      ],
      rows: words.completenessRows(result).map(([name, count, said]) => [name, words.count(count), said]),
      empty: ""
    },
    {
      kind: "table",
      columns: [
        { name: "Source", width: 2 },
        { name: "Kind", width: 1 },
        { name: "Last read in full", width: 2 }
      ],
      rows: words.sourceRows(result),
      empty: words.noSources
    },
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
