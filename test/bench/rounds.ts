import { Effect } from "effect"

/** `BENCH_ROUNDS` rounds of every side, 5 unless given. */
export const rounds = Number(process.env["BENCH_ROUNDS"] ?? 5)

/** What one round of one side measured. */
export interface Round {
  readonly perSecond: number
  /** Of the server's process. */
  readonly cpuMicroseconds: number
}

export const median = (values: ReadonlyArray<number>): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle) - 1] ?? Number.NaN)) / 2
}

/** What several rounds measured: their spread tells what is chance. */
export interface Figure {
  readonly median: number
  readonly rounds: ReadonlyArray<number>
}

export const figureOf = (measured: ReadonlyArray<number>): Figure => ({ median: median(measured), rounds: measured })

/** The median of the ratios of what was measured in the same round. */
export const pairedRatio = (ours: ReadonlyArray<number>, theirs: ReadonlyArray<number>): Figure =>
  figureOf(ours.map((value, round) => value / (theirs[round] ?? Number.NaN)))

/**
 * Runs all sides in turn, `rounds` times after one round of warming up; each round begins with another side, so that
 * none always runs on what the one before it left behind.
 */
export const alternate = Effect.fnUntraced(function* <Side extends string, A, E, R>(
  sides: ReadonlyArray<readonly [Side, (round: number) => Effect.Effect<A, E, R>]>
) {
  const measured = new Map<Side, Array<A>>(sides.map(([name]) => [name, []]))
  for (let round = 0; round <= rounds; round++) {
    const first = round % sides.length
    for (const [name, run] of [...sides.slice(first), ...sides.slice(0, first)]) {
      const result = yield* run(round)
      if (round > 0) measured.get(name)?.push(result)
    }
  }
  return (side: Side): ReadonlyArray<A> => measured.get(side) ?? []
})
