import { steps } from "@svc/charts/steps"
import { type CutFigures, lateAfterHours, type TimeToCut } from "@svc/contract/time-to-cut/schema"
import { Chart } from "#design/Chart.tsx"
import { useWords } from "#languages/words.ts"
import { useFormat } from "#platform/format.ts"
import { useHours } from "./parts.tsx"

/** Axis tick candidates, in hours. */
const places = [1, 4, 8, 24, 72, 168, 336, 720, 2160, 8760]

const lastOf = ({ curve }: CutFigures) => curve.at(-1)?.hours ?? 0

/** The line extends past its last step: what is left there is still open. */
const stepsOf = ({ curve }: CutFigures, until: number) => {
  const found = curve.map(({ hours: at, remaining }) => ({ at, value: remaining }))
  return [...found, { at: until, value: found.at(-1)?.value ?? 1 }]
}

/** Survival curve: share of offboardings not revoked, by hours since access end. */
export const CutCurve = ({ any, read_back }: Pick<TimeToCut, "any" | "read_back">) => {
  const words = useWords().timeToCut
  const { number } = useFormat()
  const hours = useHours()
  const place = (at: number) => ({ at, name: hours(at) })
  const until = Math.ceil(Math.max(lastOf(any), lastOf(read_back), lateAfterHours) * 1.25)
  return (
    <Chart
      label={words.curve}
      draw={(width) =>
        steps(
          {
            axis: words.after,
            series: [
              { name: words.evidences.any, tone: "second", steps: stepsOf(any, until) },
              { name: words.evidences.read_back, tone: "first", steps: stepsOf(read_back, until) }
            ],
            places: places.map(place),
            limits: [{ at: lateAfterHours, name: words.lateLine }],
            say: (share) => `${number(Math.round(share * 100))} %`
          },
          { width, height: 220, right: 116 }
        )
      }
    />
  )
}
