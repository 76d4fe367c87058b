import { Context, Effect, Layer } from "effect"

/*
 * For each request Effect puts the services of the server and those of the route's handlers together, key by key. So
 * neither has those of ours that are only asked for while handlers are made: a sixth of a request's CPU (measured).
 */

/** Keys of ours that are carried all the same. */
type Carried = ReadonlySet<string>

// What is not ours is Effect's: references such as the log level, and what files are read with.
const only = (all: ReadonlyMap<string, unknown>, carried: Carried) =>
  [...all].filter(([key]) => !key.startsWith("svc/") || carried.has(key))

/** Finds all services, but gives whoever copies it those that are carried, and no other. */
class Narrowed extends Map<string, unknown> {
  readonly #all: ReadonlyMap<string, unknown>

  constructor(all: ReadonlyMap<string, unknown>, carried: Carried) {
    super(only(all, carried))
    this.#all = all
  }

  override get(key: string): unknown {
    return this.#all.get(key)
  }

  override has(key: string): boolean {
    return this.#all.has(key)
  }

  /** A context that has been asked as often as its map is large goes on with a copy; it is to ask this one each time. */
  override get size(): number {
    return Number.POSITIVE_INFINITY
  }
}

/** The handlers are made of all services there are; their requests are given those that are carried. */
export const handlersCarrying =
  (carried: Carried) =>
  <A, E, R>(handlers: Layer.Layer<A, E, R>): Layer.Layer<A, E, R> =>
    Layer.fromBuild((memoMap, scope) =>
      Effect.updateContext(Layer.buildWithMemoMap(handlers, memoMap, scope), (all: Context.Context<R>) =>
        Context.makeUnsafe<R>(new Narrowed(all.mapUnsafe, carried))
      )
    )

/** Of a context those that are carried. */
export const carriedOf = <R>(all: Context.Context<R>, carried: Carried): Context.Context<never> =>
  Context.makeUnsafe<never>(new Map(only(all.mapUnsafe, carried)))
