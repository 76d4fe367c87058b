import { rows } from "@svc/charts/rows"
import type { AssetSummary } from "@svc/contract/assets/schema"
import { Chart } from "#design/Chart.tsx"
import { useFirstWords } from "#languages/words.ts"
import { useFormat } from "#platform/format.ts"

/** Outstanding equipment by due date. */
export const RecoveryChart = ({ recoveryTimeline }: Pick<AssetSummary, "recoveryTimeline">) => {
  const words = useFirstWords().home
  const { number } = useFormat()
  return (
    <Chart
      label={words.recoveryText}
      draw={(width) =>
        rows(
          {
            axis: words.recoveryTitle,
            series: [{ name: words.recoveryTitle, tone: "first" }],
            groups: recoveryTimeline.map(({ bucket, count, state }) => ({
              name: words.buckets[bucket],
              values: [count],
              tone: state === "overdue" ? "bad" : "first"
            })),
            say: number,
            gap: "–"
          },
          { width }
        )
      }
      legend={[
        { name: words.late1, tone: "bad" },
        { name: words.due1, tone: "first" }
      ]}
    />
  )
}
