import { Array, Effect, Option, Stream } from "effect"

interface Page<A> {
  readonly data: ReadonlyArray<A>
  readonly meta: { readonly total: number; readonly total_pages: number }
}

/** The most that a page may hold: fewest requests. */
const limit = 100

/**
 * All records of a list, page by page as they are asked for, each once.
 *
 * Page numbers count places, and places shift while records come and go. A record that moves to the next page because one
 * was put before it is left out there, by its id. When the total has shrunk, those behind moved up, so the pages before are
 * read once more: none is passed over, also when the one who reads takes records out of the list as they come. What page
 * numbers cannot show is a record put in behind and another taken out before it between the same two requests.
 */
export const everyPage = <A extends { readonly id: string }, E, R>(
  read: (query: { readonly page: number; readonly limit: number }) => Effect.Effect<Page<A>, E, R>
): Stream.Stream<A, E, R> => {
  /** What may have moved from this page to those before it, when so many records are gone since they were read. */
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
