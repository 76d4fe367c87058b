import type { Line } from "./report.ts"
import { ratio } from "./report.ts"

/** What of a measurement is compared with another. */
type Compared = Readonly<Record<string, { readonly commit: string; readonly lines: ReadonlyArray<Line> }>>

/** Of what was measured once alone: no rounds tell what is chance. */
const toleranceOfOne = 0.1

const spreadOf = ({ rounds, value }: NonNullable<Line["watched"]>) =>
  rounds.length < 2 ? Math.abs(value) * toleranceOfOne : Math.max(...rounds) - Math.min(...rounds)

/** What moved by more than the rounds of either measurement are apart. */
export const moved = (before: Compared, after: Compared) =>
  Object.entries(after).flatMap(([bench, { lines }]) =>
    lines.flatMap((line) => {
      const former = before[bench]?.lines.find(({ id, what }) => id === line.id && what === line.what)
      if (former === undefined || former.watched === null || line.watched === null) return []
      const by = line.watched.value - former.watched.value
      if (Math.abs(by) <= Math.max(spreadOf(former.watched), spreadOf(line.watched))) return []
      const worse = by > 0 === (line.watched.better === "less")
      return [
        {
          worse,
          sentence: `${bench}: ${line.what}: ${ratio(former.watched.value)} at ${before[bench]?.commit}, ${ratio(line.watched.value)} now`
        }
      ]
    })
  )
