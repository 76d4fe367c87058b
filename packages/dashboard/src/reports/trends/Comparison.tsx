import { rows } from "@svc/charts/rows"
import type { Benchmarks } from "@svc/contract/trends/schema"
import { Banner } from "#design/Banner.tsx"
import { Card } from "#design/Card.tsx"
import { Chart } from "#design/Chart.tsx"
import { Columns, Text, Stack } from "#design/layout.tsx"
import { useWords } from "#languages/words.ts"
import { useFormat } from "#platform/format.ts"

const figures = ["avgCompletionDays", "onTimeRate", "completionRate"] as const

/** Own figures next to other organizations' (if the sample is large enough) and typical ones. */
export const Comparison = ({
  of: { industry, minPlatformOrgs, org, platform, scoped }
}: {
  readonly of: Benchmarks
}) => {
  const words = useWords().trends
  const { number, percent } = useFormat()
  return (
    <Card title={words.comparison}>
      <Stack>
        <Text size="small" tone="3">
          {words.comparisonText(number(org.totalOffboardings))} {scoped && words.scoped}
        </Text>
        {!platform.sufficientSample && (
          <Banner tone="accent" title={words.sampleTooSmall}>
            {words.sampleTooSmallText(minPlatformOrgs)}
          </Banner>
        )}
        {platform.sufficientSample && !platform.sufficientCompleted && (
          <Text size="small" tone="3">
            {words.completedTooFew}
          </Text>
        )}
        <Columns whole>
          {figures.map((figure) => (
            <Stack gap={2} key={figure}>
              <Text strong>{words.compared[figure]}</Text>
              <Chart
                label={words.compared[figure]}
                draw={(width) =>
                  rows(
                    {
                      axis: words.who,
                      series: [{ name: words.compared[figure], tone: "first" }],
                      groups: [
                        { name: words.own, values: [org[figure]], tone: "first" },
                        { name: words.others, values: [platform[figure]], tone: "second" },
                        { name: words.usual, values: [industry[figure]], tone: "calm" }
                      ],
                      say: figure === "avgCompletionDays" ? words.days : percent,
                      gap: words.tooFew
                    },
                    {
                      width,
                      left: 96,
                      right: 72,
                      ...(figure === "avgCompletionDays" ? {} : { most: 100 })
                    }
                  )
                }
              />
            </Stack>
          ))}
        </Columns>
      </Stack>
    </Card>
  )
}
