import type { Scene } from "@svc/charts/scene"
import type { ComponentProps } from "preact"
import { Card } from "#design/Card.tsx"
import { Chart } from "#design/Chart.tsx"
import { Said, Stack } from "#design/layout.tsx"

/** A chart with its question as its title: what it counts, what has to be known of it, or why there is nothing to draw. */
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
  /** Said where there is nothing to draw. */
  readonly none?: string | undefined
  /** Said where it is too little to build upon. */
  readonly few?: string | undefined
}) => (
  <Card title={title}>
    <Stack gap={3}>
      <Said size="small" tone="3">
        {none === undefined ? about : none}
      </Said>
      {few !== undefined && none === undefined && (
        <Said size="small" tone="watch">
          {few}
        </Said>
      )}
      {none === undefined && <Chart label={title} draw={draw} {...(legend === undefined ? {} : { legend })} />}
    </Stack>
  </Card>
)
