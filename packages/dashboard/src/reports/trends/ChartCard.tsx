import type { Scene } from "@svc/charts/scene"
import type { ComponentProps } from "preact"
import { Card } from "#design/Card.tsx"
import { Chart } from "#design/Chart.tsx"
import { Text, Stack } from "#design/layout.tsx"

/** Chart card: title, what it counts, a warning for small samples, or an empty state. */
export const ChartCard = ({
  about,
  draw,
  few,
  legend,
  none,
  title
}: Pick<ComponentProps<typeof Chart>, "legend"> & {
  readonly title: string
  readonly about: string
  readonly draw: (width: number) => Scene
  /** Empty state. */
  readonly none?: string | undefined
  /** Warning for a small sample. */
  readonly few?: string | undefined
}) => (
  <Card title={title}>
    <Stack gap={3}>
      <Text size="small" tone="3">
        {none === undefined ? about : none}
      </Text>
      {few !== undefined && none === undefined && (
        <Text size="small" tone="watch">
          {few}
        </Text>
      )}
      {none === undefined && <Chart label={title} draw={draw} {...(legend === undefined ? {} : { legend })} />}
    </Stack>
  </Card>
)
