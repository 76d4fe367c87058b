import { rows as rowsChart } from "@svc/charts/rows"
import type { Block, PdfDocument } from "#platform/pdf/document"
import type { ReportContent } from "./content.ts"
import { mostPdfRows } from "./rules.ts"

/** Open offboardings by stage, in the order of the stages. */
const stageBlocks = (stages: ReportContent["stages"]): ReadonlyArray<Block> =>
  stages.length === 0
    ? []
    : [
        {
          kind: "chart",
          title: "Open by stage",
          scene: rowsChart(
            {
              axis: "Stage",
              series: [{ name: "Offboardings", tone: "first" }],
              groups: stages.map(({ count, name }) => ({ name, values: [count] })),
              say: String,
              gap: "none"
            },
            { width: 640, left: 190 }
          )
        }
      ]

/** A report as a document. */
export const pdfOf = ({ facts, figures, stages, tables, title }: ReportContent): PdfDocument => ({
  title,
  facts,
  footer: title,
  blocks: [
    { kind: "figures", figures },
    ...stageBlocks(stages),
    ...tables.flatMap(({ columns, rows, title: heading, total }): ReadonlyArray<Block> => [
      { kind: "heading", text: heading },
      {
        kind: "table",
        columns: columns.map((name) => ({ name, width: 1 })),
        rows: rows.slice(0, mostPdfRows).map((row) => row.map((cell) => (cell === "" ? "–" : cell))),
        empty: "None"
      },
      ...(total > rows.length
        ? [{ kind: "text" as const, text: `${total - rows.length} more are not listed here.` }]
        : [])
    ])
  ]
})
