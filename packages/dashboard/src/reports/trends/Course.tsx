import { columns } from "@svc/charts/columns"
import type { Advanced } from "@svc/contract/trends/schema"
import { useWords } from "#languages/words.ts"
import { useFormat } from "#platform/format.ts"
import { ChartCard } from "./ChartCard.tsx"

/** Started and completed per month; empty months keep their place. */
export const Course = ({ velocityTrend }: Pick<Advanced, "velocityTrend">) => {
  const words = useWords().trends
  const { month, number } = useFormat()
  const series = [
    { name: words.started, tone: "second" as const },
    { name: words.completed, tone: "first" as const }
  ]
  return (
    <ChartCard
      title={words.course}
      about={words.courseText}
      none={velocityTrend.every(({ completed, started }) => started + completed === 0) ? words.courseNone : undefined}
      legend={series}
      draw={(width) =>
        columns(
          {
            axis: words.month,
            series,
            groups: velocityTrend.map(({ completed, month: name, started }) => ({
              name: month(name),
              values: [started, completed]
            })),
            say: number,
            gap: "–"
          },
          { width, height: 220 }
        )
      }
    />
  )
}
