/** Numbers of a seed (mulberry32): the same seed draws the same ones everywhere. */
export const drawsOf = (seed: number) => {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    happens: (share: number) => next() < share,
    between: (least: number, most: number) => least + below(most - least + 1),
    oneOf: <A>(first: A, ...others: ReadonlyArray<A>): A => [first, ...others][below(others.length + 1)] ?? first
  }
}
export type Draws = ReturnType<typeof drawsOf>

/** A share between 0 and 1 that belongs to this text (FNV-1a): what befalls a call does not hang on the order of the others. */
export const shareOf = (text: string): number => {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return ((hash ^ (hash >>> 12)) >>> 0) / 4_294_967_296
}
