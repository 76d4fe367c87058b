import { lines } from "@svc/charts/lines"
import type { SlaCompliance, SlaPeriod } from "@svc/contract/sla-compliance/schema"
import { useWords } from "#languages/words.ts"
import { useFormat } from "#platform/format.ts"
import { ChartCard } from "#reports/trends/ChartCard.tsx"

/** Minimum tasks for a stable line. */
const enough = 10

/** On-time rate per period; a period without completed tasks is a gap, not zero. */
export const Trend = ({
  of: { breachTrend, completedCount, totalSlaTracked },
  period
}: {
  readonly of: SlaCompliance
  readonly period: SlaPeriod
}) => {
  const words = useWords().slaCompliance
  const { day, percent } = useFormat()
  return (
    <ChartCard
      title={words.trend}
      about={words.trendText[period]}
      none={completedCount === 0 ? words.trendNone : undefined}
      few={totalSlaTracked < enough ? words.few : undefined}
      draw={(width) =>
        lines(
          {
            axis: words.first[period],
            series: [{ name: words.rate, tone: "first" }],
            groups: breachTrend.map(({ period: first, rate }) => ({ name: day(first), values: [rate] })),
            say: percent,
            gap: "–"
          },
          { width, height: 220, left: 48, most: 100 }
        )
      }
    />
  )
}
