/** Attempts of one receiver under way at once over all nodes, by how it answered last. */
export interface Pace {
  readonly slow: { readonly ids: ReadonlyArray<string>; readonly room: number }
  readonly fast: { readonly ids: ReadonlyArray<string>; readonly room: number }
  /** Of a receiver that has not been seen yet, or is neither. */
  readonly room: number
}

const slowFrom = 2_000
const quickUpTo = 250
/** So many arrivals in a row, each at once, prove a receiver fast. */
const proof = 50
const remembered = 500

/** The newest entry goes to the end; the oldest is forgotten. */
const remember = (counts: Map<string, number>, id: string, count: number) => {
  counts.delete(id)
  counts.set(id, count)
  const [oldest] = counts.keys()
  if (counts.size > remembered && oldest !== undefined) counts.delete(oldest)
}

/**
 * Remembers how receivers answer: one that hangs holds few of the places, so that many of them cannot starve the
 * others; one that has long answered at once may have many, as it frees them at once.
 */
export const makePace = () => {
  const slow = new Map<string, number>()
  const quick = new Map<string, number>()
  return {
    note: (id: string, attempt: { readonly milliseconds: number; readonly arrived: boolean }) => {
      if (attempt.milliseconds >= slowFrom) remember(slow, id, 1)
      else slow.delete(id)
      if (attempt.arrived && attempt.milliseconds <= quickUpTo) remember(quick, id, (quick.get(id) ?? 0) + 1)
      else quick.delete(id)
    },
    now: (): Pace => ({
      slow: { ids: [...slow.keys()], room: 2 },
      fast: { ids: [...quick].flatMap(([id, count]) => (count >= proof ? [id] : [])), room: 64 },
      room: 16
    })
  }
}
