import { hash } from "node:crypto"

const sampleFormat = "svc-leaver-test-sample/v1"

/** The seed of the draw (`docs/leaver-test.md`, "The sample that no one could choose"). */
export const seedOf = (from: {
  readonly populationSha256: string
  readonly anchorHash: string
  readonly words: string
}): string => hash("sha256", `${sampleFormat}\n${from.populationSha256}\n${from.anchorHash}\n${from.words}\n`)

/** The leavers whose tickets come first. */
export const drawn = (seed: string, leaverIds: ReadonlyArray<string>, size: number): ReadonlyArray<string> =>
  leaverIds
    .map((id) => ({ id, ticket: hash("sha256", `${seed}:${id}`) }))
    .toSorted((one, other) => (one.ticket < other.ticket ? -1 : 1))
    .slice(0, size)
    .map(({ id }) => id)
