import { rows } from "@svc/charts/rows"
import type { Tone } from "@svc/charts/scene"
import { useWords } from "#languages/words.ts"
import { useFormat } from "#platform/format.ts"
import { ChartCard } from "#reports/trends/ChartCard.tsx"

/** Bar chart of counts. */
export const Counts = ({
  axis,
  counts,
  tone = "first",
  ...said
}: {
  readonly title: string
  readonly about: string
  readonly none: string
  readonly axis: string
  readonly tone?: Tone
  readonly counts: ReadonlyArray<readonly [string, number]>
}) => {
  const words = useWords().reports
  const { number } = useFormat()
  return (
    <ChartCard
      {...said}
      none={counts.every(([, count]) => count === 0) ? said.none : undefined}
      draw={(width) =>
        rows(
          {
            axis,
            series: [{ name: words.count, tone }],
            groups: counts.map(([name, count]) => ({ name, values: [count] })),
            say: number,
            gap: "–"
          },
          { width, left: Math.min(170, width * 0.4) }
        )
      }
    />
  )
}
