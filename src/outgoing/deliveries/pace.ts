/** Concurrency limits of one receiver over all nodes, by its latest response times. */
export interface Pace {
  readonly slow: { readonly ids: ReadonlyArray<string>; readonly room: number }
  readonly fast: { readonly ids: ReadonlyArray<string>; readonly room: number }
  /** For a receiver that is neither, or not yet seen. */
  readonly room: number
}

const slowFrom = 2_000
const quickUpTo = 250
/** Consecutive quick deliveries that prove a receiver fast. */
const proof = 50
const remembered = 500

/** LRU: the newest entry goes to the end, the oldest is evicted. */
const remember = (counts: Map<string, number>, id: string, count: number) => {
  counts.delete(id)
  counts.set(id, count)
  const [oldest] = counts.keys()
  if (counts.size > remembered && oldest !== undefined) counts.delete(oldest)
}

/**
 * Adaptive concurrency limit (bulkhead) per receiver: one that hangs gets few concurrent attempts, so that many of them
 * cannot starve the others; one that has long responded quickly gets many. In memory per node, at most `remembered`
 * receivers; a restarted node starts with the middle limit.
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
