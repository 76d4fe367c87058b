import { rows as rowsChart } from "@svc/charts/rows"
import type { Block, PdfDocument } from "#platform/pdf/document"
import type { ReportContent } from "./content.ts"
import { mostPdfRows } from "./rules.ts"

/** Open offboardings by stage, in the order of the stages. */
const stageBlocks = ({ stages, words }: ReportContent): ReadonlyArray<Block> =>
  stages.length === 0
    ? []
    : [
        {
          kind: "chart",
          title: words.byStage,
          scene: rowsChart(
            {
              axis: words.stage,
              series: [{ name: words.offboardings, tone: "first" }],
              groups: stages.map(({ count, name }) => ({ name, values: [count] })),
              say: String,
              gap: "none"
            },
            { width: 640, left: 190 }
          )
        }
      ]

/** A report as a document. */
export const pdfOf = (content: ReportContent): PdfDocument => ({
  title: content.title,
  facts: content.facts,
  footer: content.title,
  blocks: [
    { kind: "figures", figures: content.figures },
    ...stageBlocks(content),
    ...content.tables.flatMap(({ columns, rows, title: heading, total }): ReadonlyArray<Block> => [
      { kind: "heading", text: heading },
      {
        kind: "table",
        columns: columns.map((name) => ({ name, width: 1 })),
        rows: rows.slice(0, mostPdfRows).map((row) => row.map((cell) => (cell === "" ? "–" : cell))),
        empty: content.words.empty
      },
      ...(total > rows.length ? [{ kind: "text" as const, text: content.words.more(total - rows.length) }] : [])
    ])
  ]
})
