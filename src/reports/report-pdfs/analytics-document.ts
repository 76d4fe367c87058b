import { columns } from "@svc/charts/columns"
import { rows } from "@svc/charts/rows"
import type { Tone } from "@svc/charts/scene"
import { shares } from "@svc/charts/shares"
import type { Summary } from "@svc/contract/reports/schema"
import type { Advanced } from "@svc/contract/trends/schema"
import { inWords } from "@svc/contract/kernel/words"
import { stageNames } from "@svc/contract/offboardings/stage-names"
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

/** Horizontal bars, for long names; without values a sentence. */
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

/** Reasons, as parts of the whole. */
const separations = (counts: Summary["sepTypeCounts"]): Block => {
  const title = "By reason"
  const all = counts.reduce((sum, { count }) => sum + count, 0)
  if (all === 0) return { kind: "text", text: `${title}: no offboardings started.` }
  const groups = counts.map(({ count, separation_type }) => ({ name: inWords(separation_type), values: [count] }))
  const say = (count: number) => `${count} (${((count / all) * 100).toFixed(1)}%)`
  return {
    kind: "chart",
    title,
    scene: shares(
      { axis: "Reason", series: [{ name: "Offboardings", tone: "first" }], groups, say, gap: none },
      { width }
    )
  }
}

/** The figures of an organization as a document. */
export const analyticsDocument = (
  { advanced, organisation, scope, summary }: AnalyticsFacts,
  now: DateTime.Utc
): PdfDocument => {
  const { licenseReclamation: saved } = summary
  const range = summary.range === null ? "All time" : `${summary.range.from} to ${summary.range.to}, inclusive`
  const at = timeIn(organisation.zone, now)
  const open = summary.stageCounts.reduce((sum, { count }) => sum + Number(count), 0)
  const { done, total } = summary.checklistStats
  const months: Block = {
    kind: "chart",
    title: summary.range === null ? "Started and completed by month, last 12 months" : "Started and completed by month",
    scene: columns(
      {
        axis: "Month",
        series: [
          { name: "Started", tone: "second" },
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
        { name: "past the last day now", value: String(summary.overdueCount) },
        { name: "completed", value: String(summary.completedCount) },
        {
          name: "days on average",
          value: summary.avgCompletionDays === null ? none : summary.avgCompletionDays.toFixed(1)
        }
      ]
    },
    { kind: "heading", text: "Trend" },
    months,
    { kind: "text", text: "Light: started. Dark: completed." },
    ranking(
      "Open offboardings by stage, now",
      "Stage",
      summary.stageCounts.map(({ count, status }) => ({ name: stageNames[status], count: Number(count) })),
      "watch",
      ""
    ),
    { kind: "heading", text: "Departures" },
    separations(summary.sepTypeCounts),
    {
      kind: "table",
      columns: [
        { name: "Department", width: 4 },
        { name: "Offboardings started", width: 1, align: "end" }
      ],
      rows: summary.deptBreakdown.map(({ count, department }) => [
        department === "" ? "No department" : department,
        String(count)
      ]),
      empty: "By department: no offboardings started."
    },
    { kind: "heading", text: "Time to complete" },
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
      empty: "No offboardings completed."
    },
    { kind: "heading", text: "Open tasks, now" },
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
      empty: "No task appears in two or more open offboardings."
    },
    { kind: "heading", text: "Completed work" },
    {
      kind: "facts",
      facts: [
        { name: "Tasks done", value: total === 0 ? "No tasks" : `${done} of ${total}` },
        { name: "Access revocations this month", value: String(saved.licensesThisMonth) },
        { name: "Access revocations this year", value: String(saved.licensesThisYear) }
      ]
    },
    ranking(
      "Access revoked by app",
      "App",
      summary.topServices.map(({ count, service }) => ({ name: service, count })),
      "good",
      "none revoked."
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
      empty: "Savings: no license prices entered."
    }
  ]

  return {
    title: "Offboarding analytics",
    facts: [
      { name: "Organization", value: organisation.name },
      { name: "Period", value: range },
      { name: "Records", value: scope },
      { name: "As of", value: `${at}; days and months are in ${organisation.zone}` }
    ],
    footer: `${organisation.name}: offboarding analytics, ${range}, as of ${at} (${organisation.zone})`,
    blocks
  }
}
