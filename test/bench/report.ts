import type { Figure } from "./rounds.ts"

/** Which way a figure is to go. */
type Better = "more" | "less"

/** One line of the table: what was measured, against the line to reach if there is one. */
export interface Line {
  /** The row of the quality document, such as P1. */
  readonly id: string
  readonly what: string
  readonly measured: string
  readonly bar: string
  /** Null for a figure without a line to reach. */
  readonly met: boolean | null
  /** By what share of the line it was missed; 0 where it was met or there is none. */
  readonly missedBy: number
  /** What is compared with the last measurement: null for a text alone. */
  readonly watched: { readonly better: Better; readonly rounds: ReadonlyArray<number>; readonly value: number } | null
}

/** A figure of rounds, or one that was measured once. */
type Measured = number | Figure

const valueOf = (measured: Measured) => (typeof measured === "number" ? measured : measured.median)
const watch = (measured: Measured, better: Better) => ({
  better,
  rounds: typeof measured === "number" ? [] : measured.rounds,
  value: valueOf(measured)
})

export const ratio = (value: Measured) => valueOf(value).toFixed(2)
export const whole = (value: number) => Math.round(value).toLocaleString("en-US")

export const atLeast = (id: string, what: string, measured: Measured, bar: number, note = ""): Line => ({
  id,
  what,
  measured: `${ratio(measured)}${note}`,
  bar: `>= ${ratio(bar)}`,
  met: valueOf(measured) >= bar,
  missedBy: Math.max(0, 1 - valueOf(measured) / bar),
  watched: watch(measured, "more")
})

export const atMost = (id: string, what: string, measured: Measured, bar: number, note = ""): Line => ({
  id,
  what,
  measured: `${ratio(measured)}${note}`,
  bar: `<= ${ratio(bar)}`,
  met: valueOf(measured) <= bar,
  missedBy: Math.max(0, valueOf(measured) / bar - 1),
  watched: watch(measured, "less")
})

/** A figure without a line to reach, which a later measurement is compared with. */
export const watched = (id: string, what: string, measured: Measured, better: Better, note = ""): Line => ({
  ...information(id, what, `${ratio(measured)}${note}`),
  watched: watch(measured, better)
})

export const information = (id: string, what: string, measured: string): Line => ({
  id,
  what,
  measured,
  bar: "",
  met: null,
  missedBy: 0,
  watched: null
})

export const verdict = ({ met, missedBy }: Line) =>
  met === null ? "" : met ? "met" : `NOT MET by ${whole(Math.ceil(missedBy * 100))} %`

/** The lines as a Markdown table. */
export const table = (lines: ReadonlyArray<Line>): string =>
  markdown([
    ["", "pair", "measured", "line", ""],
    ...lines.map((line) => [line.id, line.what, line.measured, line.bar, verdict(line)])
  ])

/** A table, of which the first row is the head. */
export const markdown = (rows: ReadonlyArray<ReadonlyArray<string>>): string => {
  const [head = [], ...body] = rows
  const widths = head.map((_, column) => Math.max(3, ...rows.map((row) => (row[column] ?? "").length)))
  const render = (row: ReadonlyArray<string>) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`
  return [render(head), `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`, ...body.map(render)].join("\n")
}
