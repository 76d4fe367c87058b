import { columns } from "@svc/charts/columns"
import { rows } from "@svc/charts/rows"
import type { Tone } from "@svc/charts/scene"
import { shares } from "@svc/charts/shares"
import type { Summary } from "@svc/contract/reports/schema"
import type { Advanced } from "@svc/contract/trends/schema"
import { inWords } from "@svc/contract/kernel/words"
import type { DateTime } from "effect"
import type { Block, PdfDocument } from "#platform/pdf/document"
import type { Organisation } from "./repo.ts"
import { none, timeIn } from "./words.ts"

interface AnalyticsFacts {
  readonly organisation: Organisation
  /** Whose offboardings the caller sees. */
  readonly scope: string
  readonly summary: Summary
  /** Of the same days; without a range of the last 12 months. */
  readonly advanced: Advanced
}

const width = 640

interface Counted {
  readonly name: string
  readonly count: number
}

/** Bars under each other, for names that are long; a heading of nothing says so. */
const ranking = (title: string, axis: string, counts: ReadonlyArray<Counted>, tone: Tone, empty: string): Block =>
  counts.length === 0
    ? { kind: "text", text: `${title}: ${empty}` }
    : {
        kind: "chart",
        title,
        scene: rows(
          {
            axis,
            series: [{ name: "Offboardings", tone }],
            groups: counts.map(({ count, name }) => ({ name, values: [count] })),
            say: String,
            gap: none
          },
          { width, left: 190 }
        )
      }

/** Why people left, as parts of the whole. */
const separations = (counts: Summary["sepTypeCounts"]): Block => {
  const title = "By kind of separation"
  const all = counts.reduce((sum, { count }) => sum + count, 0)
  if (all === 0) return { kind: "text", text: `${title}: no offboarding was begun.` }
  const groups = counts.map(({ count, separation_type }) => ({ name: inWords(separation_type), values: [count] }))
  const say = (count: number) => `${count} (${((count / all) * 100).toFixed(1)} %)`
  return {
    kind: "chart",
    title,
    scene: shares(
      { axis: "Separation", series: [{ name: "Offboardings", tone: "first" }], groups, say, gap: none },
      { width }
    )
  }
}

/** The figures of an organisation for whoever is shown them on paper. */
export const analyticsDocument = (
  { advanced, organisation, scope, summary }: AnalyticsFacts,
  now: DateTime.Utc
): PdfDocument => {
  const { licenseReclamation: saved } = summary
  const range = summary.range === null ? "All time" : `${summary.range.from} to ${summary.range.to}, both inclusive`
  const at = timeIn(organisation.zone, now)
  const open = summary.stageCounts.reduce((sum, { count }) => sum + Number(count), 0)
  const { done, total } = summary.checklistStats
  const months: Block = {
    kind: "chart",
    title: summary.range === null ? "Begun and completed by month, last 12 months" : "Begun and completed by month",
    scene: columns(
      {
        axis: "Month",
        series: [
          { name: "Begun", tone: "second" },
          { name: "Completed", tone: "first" }
        ],
        groups: advanced.velocityTrend.map(({ completed, month, started }) => ({
          name: month,
          values: [started, completed]
        })),
        say: String,
        gap: none
      },
      { width, height: 190 }
    )
  }

  const blocks: ReadonlyArray<Block> = [
    {
      kind: "figures",
      figures: [
        { name: "open now", value: String(open) },
        { name: "past the exit date now", value: String(summary.overdueCount) },
        { name: "completed", value: String(summary.completedCount) },
        {
          name: "days on average",
          value: summary.avgCompletionDays === null ? none : summary.avgCompletionDays.toFixed(1)
        }
      ]
    },
    { kind: "heading", text: "Course" },
    months,
    { kind: "text", text: "Light: begun. Dark: completed." },
    ranking(
      "Open offboardings by stage, now",
      "Stage",
      summary.stageCounts.map(({ count, status }) => ({ name: inWords(status), count: Number(count) })),
      "watch",
      ""
    ),
    { kind: "heading", text: "Who left" },
    separations(summary.sepTypeCounts),
    {
      kind: "table",
      columns: [
        { name: "Department", width: 4 },
        { name: "Offboardings begun", width: 1, align: "end" }
      ],
      rows: summary.deptBreakdown.map(({ count, department }) => [
        department === "" ? "No department" : department,
        String(count)
      ]),
      empty: "By department: no offboarding was begun."
    },
    { kind: "heading", text: "How long it took" },
    {
      kind: "table",
      columns: [
        { name: "Department", width: 4 },
        { name: "Completed", width: 1, align: "end" },
        { name: "Days on average", width: 1, align: "end" }
      ],
      rows: advanced.timeByDept.map(({ avgDays, count, department }) => [
        department === "" ? "No department" : department,
        String(count),
        avgDays.toFixed(1)
      ]),
      empty: "None was completed."
    },
    { kind: "heading", text: "Tasks that wait, now" },
    {
      kind: "table",
      columns: [
        { name: "Task", width: 5 },
        { name: "Open", width: 1, align: "end" },
        { name: "Of", width: 1, align: "end" },
        { name: "Open, %", width: 1, align: "end" }
      ],
      rows: advanced.bottleneckTasks.map(({ pending, pending_pct, task, total }) => [
        task,
        String(pending),
        String(total),
        pending_pct.toFixed(1)
      ]),
      empty: "No task is in two open offboardings or more."
    },
    { kind: "heading", text: "What was done" },
    {
      kind: "facts",
      facts: [
        { name: "Tasks done", value: total === 0 ? "There were none" : `${done} of ${total}` },
        { name: "Accesses removed this month", value: String(saved.licensesThisMonth) },
        { name: "Accesses removed this year", value: String(saved.licensesThisYear) }
      ]
    },
    ranking(
      "Access removed by app",
      "App",
      summary.topServices.map(({ count, service }) => ({ name: service, count })),
      "good",
      "none was removed."
    ),
    {
      kind: "table",
      columns: [
        { name: "Savings in", width: 2 },
        { name: "This month", width: 2, align: "end" },
        { name: "This year", width: 2, align: "end" }
      ],
      rows: saved.byCurrency.map(({ costThisMonth, costThisYear, currency }) => [
        currency,
        costThisMonth.toFixed(2),
        costThisYear.toFixed(2)
      ]),
      empty: "Savings: no price of a licence is known."
    }
  ]

  return {
    title: "Offboarding analytics",
    facts: [
      { name: "Organisation", value: organisation.name },
      { name: "Range", value: range },
      { name: "Of", value: scope },
      { name: "As of", value: `${at}; days and months are those of ${organisation.zone}` }
    ],
    footer: `${organisation.name}: offboarding analytics, ${range}, as of ${at} (${organisation.zone})`,
    blocks
  }
}
