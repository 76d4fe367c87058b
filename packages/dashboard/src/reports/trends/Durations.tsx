import { rows } from "@svc/charts/rows"
import type { Advanced } from "@svc/contract/trends/schema"
import { Split } from "#design/layout.tsx"
import { useWords } from "#languages/words.ts"
import { useFormat } from "#platform/format.ts"
import { ChartCard } from "./ChartCard.tsx"

/** Minimum completed offboardings for a meaningful average. */
const enough = 5

const Duration = ({
  of,
  title
}: {
  readonly title: string
  readonly of: ReadonlyArray<{ readonly name: string; readonly avgDays: number; readonly count: number }>
}) => {
  const words = useWords().trends
  const { number } = useFormat()
  const all = of.reduce((sum, { count }) => sum + count, 0)
  return (
    <ChartCard
      title={title}
      about={words.durationText}
      none={all === 0 ? words.durationNone : undefined}
      few={all < enough ? words.few(all) : undefined}
      draw={(width) =>
        rows(
          {
            axis: title,
            series: [{ name: words.average, tone: "first" }],
            groups: of.map(({ avgDays, count, name }) => ({ name: `${name} (${number(count)})`, values: [avgDays] })),
            say: (days) => words.days(days),
            gap: "–"
          },
          { width, left: Math.min(170, width * 0.4), right: 72 }
        )
      }
    />
  )
}

/** Average days from start to completion, slowest first. */
export const Durations = ({ avgBySepType, timeByDept }: Pick<Advanced, "avgBySepType" | "timeByDept">) => {
  const { cases, reports, trends: words } = useWords()
  return (
    <Split even>
      <Duration
        title={words.byDepartment}
        of={timeByDept.map(({ department, ...one }) => ({
          name: department === "" ? reports.noDepartment : department,
          ...one
        }))}
      />
      <Duration
        title={words.byReason}
        of={avgBySepType.map(({ separation_type, ...one }) => ({ name: cases.separations[separation_type], ...one }))}
      />
    </Split>
  )
}
