import { Array, Effect, Option, Stream } from "effect"

interface Page<A> {
  readonly data: ReadonlyArray<A>
  readonly meta: { readonly total: number; readonly total_pages: number }
}

/** The most that a page may hold: fewest requests. */
const limit = 100

/**
 * All records of a list, page by page on demand, each once.
 *
 * Page numbers count positions, and positions shift while records come and go. A record that moves to the next page
 * because one was inserted before it is skipped there, by its id. If the total has shrunk, later records moved up, so
 * the earlier pages are read again: none is missed, even if the caller removes records while reading. Page numbers
 * cannot reveal one record inserted after, and another removed before, between the same two requests.
 */
export const everyPage = <A extends { readonly id: string }, E, R>(
  read: (query: { readonly page: number; readonly limit: number }) => Effect.Effect<Page<A>, E, R>
): Stream.Stream<A, E, R> => {
  /** Records that may have moved from this page to earlier ones, if this many have disappeared since. */
  const movedUp = Effect.fnUntraced(function* (
    page: number,
    total: number,
    gone: number
  ): Effect.fn.Return<ReadonlyArray<A>, E, R> {
    const back = Math.min(page - 1, Math.ceil(gone / limit))
    if (back <= 0) return []
    const again = yield* Effect.forEach(Array.range(page - back, page - 1), (page) => read({ page, limit }))
    // More may have gone while these were read.
    const goneNow = gone + total - Math.min(total, ...again.map(({ meta }) => meta.total))
    return goneNow > back * limit && back < page - 1
      ? yield* movedUp(page, total, goneNow)
      : again.flatMap(({ data }) => data)
  })

  return Stream.suspend(() => {
    const given = new Set<string>()
    const isNew = ({ id }: A) => {
      const before = given.size
      return given.add(id).size > before
    }
    return Stream.paginate({ page: 1, before: 0 }, ({ before, page }) =>
      Effect.gen(function* () {
        const { data, meta } = yield* read({ page, limit })
        const moved = yield* movedUp(page, meta.total, before - meta.total)
        const next = page < meta.total_pages ? Option.some({ page: page + 1, before: meta.total }) : Option.none()
        return [[...moved, ...data].filter(isNew), next] as const
      })
    )
  })
}
