import { steps } from "@svc/charts/steps"
import { type CutFigures, lateAfterHours, type TimeToCut } from "@svc/contract/time-to-cut/schema"
import { Chart } from "../design/Chart.tsx"
import { useWords } from "../languages/words.ts"
import { useFormat } from "../platform/format.ts"
import { useHours } from "./parts.tsx"

/** Where the axis may have a name, in hours. */
const places = [1, 4, 8, 24, 72, 168, 336, 720, 2160, 8760]

const stepsOf = ({ curve }: CutFigures) => curve.map(({ hours: at, remaining }) => ({ at, value: remaining }))

/** The share of cases whose access is not cut yet, by the hours since it was to end. */
export const CutCurve = ({ any, read_back }: Pick<TimeToCut, "any" | "read_back">) => {
  const words = useWords().timeToCut
  const { number } = useFormat()
  const hours = useHours()
  const place = (at: number) => ({ at, name: hours(at) })
  const series = [
    { name: words.evidences.any, tone: "second", steps: stepsOf(any) },
    { name: words.evidences.read_back, tone: "first", steps: stepsOf(read_back) }
  ] as const
  return (
    <Chart
      label={words.curve}
      legend={series.map(({ name, tone }) => ({ name, tone }))}
      draw={(width) =>
        steps(
          {
            axis: words.after,
            // The legend names them; beside the ends of the lines there is no room for it.
            series: series.map((one) => ({ ...one })),
            places: places.map(place),
            limits: [place(lateAfterHours)],
            say: (share) => `${number(Math.round(share * 100))} %`
          },
          { width, height: 220, right: 120 }
        )
      }
    />
  )
}
