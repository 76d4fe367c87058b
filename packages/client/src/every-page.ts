import { Effect, Option, Stream } from "effect"

interface Page<A> {
  readonly data: ReadonlyArray<A>
  readonly meta: { readonly page: number; readonly limit: number; readonly total: number; readonly total_pages: number }
}

/** The most that a page may hold: fewest requests. */
const limit = 100

/**
 * All records of a list, page by page as they are asked for, each once.
 *
 * Page numbers count places, and places shift while records come and go. A record that moves to the next page because one
 * was put before it is left out there, by its id. When the total shrinks, those behind moved up, so the pages are read
 * again from there: none is passed over, also when the one who reads takes records out of the list as they come. What page
 * numbers cannot show is a record put in behind and another taken out before it between the same two requests.
 */
export const everyPage = <A extends { readonly id: string }, E, R>(
  read: (query: { readonly page: number; readonly limit: number }) => Effect.Effect<Page<A>, E, R>
): Stream.Stream<A, E, R> =>
  Stream.suspend(() => {
    const given = new Set<string>()
    const isNew = ({ id }: A) => {
      const before = given.size
      return given.add(id).size > before
    }
    return Stream.paginate({ page: 1, total: 0 }, ({ page, total: before }) =>
      Effect.map(read({ page, limit }), ({ data, meta: { total, total_pages } }) => {
        const gone = Math.max(0, before - total)
        const next = gone > 0 ? Math.max(1, page - Math.ceil(gone / limit)) : page + 1
        const more = gone > 0 || page < total_pages
        return [data.filter(isNew), more ? Option.some({ page: next, total }) : Option.none()] as const
      })
    )
  })
