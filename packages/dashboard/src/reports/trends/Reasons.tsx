import { shares } from "@svc/charts/shares"
import type { Summary } from "@svc/contract/reports/schema"
import type { Benchmarks } from "@svc/contract/trends/schema"
import { Card } from "#design/Card.tsx"
import { Chart } from "#design/Chart.tsx"
import { Text, Stack } from "#design/layout.tsx"
import { useWords } from "#languages/words.ts"
import { useFormat } from "#platform/format.ts"

/** Reasons for leaving, own and at other organizations. */
export const Reasons = ({
  others,
  sepTypeCounts
}: Pick<Summary, "sepTypeCounts"> & {
  readonly others: Pick<Benchmarks, "platformSepDist" | "suppressedShare"> | null
}) => {
  const { cases, trends: words } = useWords()
  const { number, percent } = useFormat()
  const elsewhere = [
    ...(others?.platformSepDist ?? []).map(({ separation_type, share }) => ({
      name: cases.separations[separation_type],
      values: [share]
    })),
    ...((others?.suppressedShare ?? 0) > 0 ? [{ name: words.suppressed, values: [others?.suppressedShare ?? 0] }] : [])
  ]
  const all = sepTypeCounts.reduce((sum, { count }) => sum + count, 0)
  return (
    <Card title={words.reasons}>
      <Stack gap={3}>
        <Text size="small" tone="3">
          {all === 0 ? words.reasonsNone : words.reasonsText}
        </Text>
        {all > 0 && (
          <Chart
            label={words.reasons}
            draw={(width) =>
              shares(
                {
                  axis: words.reason,
                  series: [{ name: words.started, tone: "first" }],
                  groups: sepTypeCounts.map(({ count, separation_type }) => ({
                    name: cases.separations[separation_type],
                    values: [count]
                  })),
                  say: (count) => `${number(count)} (${percent((count / all) * 100)})`,
                  gap: "–"
                },
                { width }
              )
            }
          />
        )}
        {elsewhere.length > 0 && (
          <>
            <Text strong>{words.reasonsElsewhere}</Text>
            <Chart
              label={words.reasonsElsewhere}
              draw={(width) =>
                shares(
                  {
                    axis: words.reason,
                    series: [{ name: words.share, tone: "first" }],
                    groups: elsewhere,
                    say: percent,
                    gap: "–"
                  },
                  { width }
                )
              }
            />
          </>
        )}
      </Stack>
    </Card>
  )
}
