/** One line of the table: what was measured, against the line to reach if there is one. */
interface Line {
  /** The row of the quality document, such as P1. */
  readonly id: string
  readonly what: string
  readonly measured: string
  readonly bar: string
  /** Null for a figure without a line to reach. */
  readonly met: boolean | null
}

export const ratio = (value: number) => value.toFixed(2)
export const whole = (value: number) => Math.round(value).toLocaleString("en-US")

export const atLeast = (id: string, what: string, value: number, bar: number, note = ""): Line => ({
  id,
  what,
  measured: `${ratio(value)}${note}`,
  bar: `>= ${ratio(bar)}`,
  met: value >= bar
})

export const atMost = (id: string, what: string, value: number, bar: number, note = ""): Line => ({
  id,
  what,
  measured: `${ratio(value)}${note}`,
  bar: `<= ${ratio(bar)}`,
  met: value <= bar
})

export const information = (id: string, what: string, measured: string): Line => ({
  id,
  what,
  measured,
  bar: "",
  met: null
})

const verdict = ({ met }: Line) => (met === null ? "" : met ? "met" : "NOT MET")

/** The lines as a Markdown table. */
export const table = (lines: ReadonlyArray<Line>): string => {
  const rows = [
    ["", "pair", "measured", "line", ""],
    ...lines.map((line) => [line.id, line.what, line.measured, line.bar, verdict(line)])
  ]
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const render = (row: ReadonlyArray<string>) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`
  const [head = [], ...body] = rows
  return [render(head), `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`, ...body.map(render)].join("\n")
}
