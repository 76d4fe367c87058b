import { rows } from "@svc/charts/rows"
import type { AssetSummary } from "@svc/contract/assets/schema"
import { assetSummary } from "../assets/data.ts"
import { Card } from "../design/Card.tsx"
import { Chart } from "../design/Chart.tsx"
import { Bone, Placeholder } from "../design/Placeholder.tsx"
import { useWords } from "../languages/words.ts"
import { useFormat } from "../platform/format.ts"
import { Loaded } from "../platform/Loaded.tsx"

const RecoveryChart = ({ recoveryTimeline }: AssetSummary) => {
  const words = useWords().home
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

/** What is still out, by the day on which it is due back. */
export const Recovery = () => {
  const words = useWords().home
  return (
    <Card title={words.recoveryTitle}>
      <Loaded of={assetSummary} bones={<Bone width={62} tall />} refusals={{}}>
        {(summary) =>
          summary.recoveryTimeline.every(({ count }) => count === 0) ? (
            <Placeholder small icon="laptop" title={words.recoveryNone} text={words.recoveryNoneText} />
          ) : (
            <RecoveryChart {...summary} />
          )
        }
      </Loaded>
    </Card>
  )
}
