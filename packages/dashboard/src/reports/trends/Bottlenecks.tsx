import { rows } from "@svc/charts/rows"
import type { Advanced } from "@svc/contract/trends/schema"
import { useWords } from "#languages/words.ts"
import { useFormat } from "#platform/format.ts"
import { ChartCard } from "./ChartCard.tsx"

/** Tasks most often not done in open offboardings. */
export const Bottlenecks = ({ bottleneckTasks }: Pick<Advanced, "bottleneckTasks">) => {
  const words = useWords().trends
  const { percent } = useFormat()
  return (
    <ChartCard
      title={words.bottlenecks}
      about={words.bottlenecksText}
      none={bottleneckTasks.length === 0 ? words.bottlenecksNone : undefined}
      draw={(width) =>
        rows(
          {
            axis: words.task,
            series: [{ name: words.waits, tone: "watch" }],
            groups: bottleneckTasks.map(({ pending_pct, task }) => ({ name: task, values: [pending_pct] })),
            say: percent,
            gap: "–"
          },
          { width, left: Math.min(240, width * 0.5), right: 56, most: 100 }
        )
      }
    />
  )
}
