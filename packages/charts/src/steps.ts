import { scaleLinear, scaleSymlog } from "d3-scale"
import { curveStepAfter, line } from "d3-shape"
import type { Mark, Scene, Tone } from "./scene.ts"

/** A share that begins at 1 and falls, step by step. */
interface Falling {
  readonly name: string
  readonly tone: Tone
  /** In the order of `at`; the value holds from there on. */
  readonly steps: ReadonlyArray<{ readonly at: number; readonly value: number }>
}

interface Place {
  readonly at: number
  readonly name: string
}

interface Steps {
  readonly axis: string
  readonly series: ReadonlyArray<Falling>
  /** Candidates for axis labels; those without room are omitted. The table has a row for each. */
  readonly places: ReadonlyArray<Place>
  /** Upright lines, such as what is allowed. */
  readonly limits: ReadonlyArray<Place>
  readonly say: (share: number) => string
}

const top = 22
const bottom = 26

/** What holds at this place. */
const valueAt = ({ steps }: Falling, at: number) => steps.findLast((step) => step.at <= at)?.value ?? 1

/** Where the axis is longer than this, its beginning gets more room than its end. */
const evenUpTo = 72

/** Shares that fall by steps, to the end of the longest. Two that end at one height have their names under each other. */
export const steps = (
  { axis, limits, places, say, series }: Steps,
  {
    height,
    left = 44,
    right = 64,
    width
  }: { readonly width: number; readonly height: number; readonly left?: number; readonly right?: number }
): Scene => {
  const last = Math.max(
    1,
    ...series.flatMap(({ steps: own }) => own.map(({ at }) => at)),
    ...limits.map(({ at }) => at)
  )
  const range = [left, width - right]
  const x = last <= evenUpTo ? scaleLinear([0, last], range) : scaleSymlog([0, last], range).constant(4)
  const y = scaleLinear([0, 1], [height - bottom, top])
  const marks: Array<Mark> = [0, 0.25, 0.5, 0.75, 1].flatMap((share): Array<Mark> => [
    { kind: "rule", x1: left, x2: width - right, y1: y(share), y2: y(share) },
    { kind: "label", x: left - 8, y: y(share), text: say(share), anchor: "end", role: "axis" }
  ])
  const named = (list: ReadonlyArray<Place>, room: (name: string) => number) => {
    let free = -Infinity
    return list.filter(({ at, name }) => {
      if (at > last || x(at) - room(name) / 2 < free) return false
      free = x(at) + room(name) / 2
      return true
    })
  }
  const room = (name: string) => name.length * 6.5 + 10
  for (const { at, name } of named(places, room)) {
    marks.push({ kind: "rule", x1: x(at), x2: x(at), y1: height - bottom, y2: height - bottom + 4 })
    marks.push({ kind: "label", x: x(at), y: height - bottom / 2 + 2, text: name, anchor: "middle", role: "axis" })
  }
  for (const { at } of limits) marks.push({ kind: "rule", x1: x(at), x2: x(at), y1: top - 6, y2: height - bottom })
  for (const { at, name } of named(limits, room)) {
    const half = room(name) / 2
    const middle = Math.min(Math.max(x(at), left + half), width - half)
    marks.push({ kind: "label", x: middle, y: top - 13, text: name, anchor: "middle", role: "value" })
  }
  const draw = line<{ readonly at: number; readonly value: number }>()
    .curve(curveStepAfter)
    .x(({ at }) => x(at))
    .y(({ value }) => y(value))
  let taken = Infinity
  for (const one of series.toSorted((a, b) => valueAt(a, last) - valueAt(b, last))) {
    const end = { at: last, value: valueAt(one, last) }
    marks.push({ kind: "path", d: draw([{ at: 0, value: 1 }, ...one.steps, end]) ?? "", tone: one.tone })
    const beside = Math.min(y(end.value), taken - 14)
    taken = beside
    marks.push({ kind: "label", x: width - right + 8, y: beside, text: one.name, anchor: "start", role: "value" })
  }
  return {
    width,
    height,
    marks,
    figures: {
      columns: [axis, ...series.map(({ name }) => name)],
      rows: places
        .filter(({ at }) => at <= last)
        .map(({ at, name }) => [name, ...series.map((one) => say(valueAt(one, at)))])
    }
  }
}
