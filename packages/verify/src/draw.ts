import { sha256Hex } from "./bytes.ts"

/** What a draw follows from. */
interface DrawnFrom {
  readonly populationSha256: string
  /** The `entry_hash` of the anchor. */
  readonly anchorHash: string
  readonly words: string
}

interface Ticket {
  readonly ticket: string
  readonly leaverId: string
}

/** The words are hashed as they are: what stands between the third line feed and the last is theirs, line breaks included. */
export const seedOf = ({ anchorHash, populationSha256, words }: DrawnFrom): string =>
  sha256Hex(`svc-leaver-test-sample/v1\n${populationSha256}\n${anchorHash}\n${words}\n`)

/** The first `size` leavers by their tickets (`docs/leaver-test.md`). */
export const draw = (seed: string, leaverIds: Iterable<string>, size: number): ReadonlyArray<Ticket> =>
  [...leaverIds]
    .map((leaverId) => ({ leaverId, ticket: sha256Hex(`${seed}:${leaverId}`) }))
    .toSorted((a, b) => (a.ticket < b.ticket ? -1 : 1))
    .slice(0, size)
