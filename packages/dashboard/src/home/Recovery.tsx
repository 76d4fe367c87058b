import { assetSummary } from "#work/assets/data.ts"
import { RecoveryChart } from "#work/assets/RecoveryChart.tsx"
import { Card } from "#design/Card.tsx"
import { Skeleton, Placeholder } from "#design/Placeholder.tsx"
import { useFirstWords } from "#languages/words.ts"
import { Loaded } from "#platform/Loaded.tsx"

/** Outstanding equipment by due date. */
export const Recovery = () => {
  const words = useFirstWords().home
  return (
    <Card title={words.recoveryTitle}>
      <Loaded of={assetSummary} skeleton={<Skeleton width={62} tall />}>
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
