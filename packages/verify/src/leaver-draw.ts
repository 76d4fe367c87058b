import { draw, seedOf } from "./draw.ts"
import type { Population } from "./population.ts"

/** A test whose sample can be drawn: its population, the anchor, and what the test itself drew by. */
export interface Drawable {
  /** The ZIP. */
  readonly file: string
  readonly population: Population
  readonly anchorHash: string
  readonly words: string
  readonly size: number
}

/** What an auditor asks for instead of what the test drew by. */
export interface SampleWish {
  readonly words?: string
  readonly size?: number
}

/** A leaver who was drawn. */
interface DrawnLeaver {
  readonly ticket: string
  readonly leaverId: string
  readonly name: string
  readonly lastWorkingDay: string
}

/** A sample drawn here, by the published rule. */
export interface DrawnSample {
  readonly file: string
  /** Whether it is another sample than the one of the test: drawn with the auditor's own words or size. */
  readonly own: boolean
  readonly populationSha256: string
  readonly populationRows: number
  readonly anchorHash: string
  readonly words: string
  readonly seed: string
  readonly drawn: ReadonlyArray<DrawnLeaver>
}

export const drawSample = (
  { anchorHash, file, population, size: usualSize, words: usualWords }: Drawable,
  { size = usualSize, words = usualWords }: SampleWish
): DrawnSample => {
  const { leavers, sha256 } = population
  const seed = seedOf({ populationSha256: sha256, anchorHash, words })
  return {
    file,
    own: words !== usualWords || Math.min(size, leavers.size) !== Math.min(usualSize, leavers.size),
    populationSha256: sha256,
    populationRows: leavers.size,
    anchorHash,
    words,
    seed,
    drawn: draw(seed, leavers.keys(), size).map(({ leaverId, ticket }) => ({
      ticket,
      leaverId,
      name: leavers.get(leaverId)?.name ?? "",
      lastWorkingDay: leavers.get(leaverId)?.lastWorkingDay ?? ""
    }))
  }
}
