import { Context, Effect, Layer } from "effect"

/*
 * Effect copies contexts for each request: it merges the server's with that of the route's handlers, key by key. Services
 * that are only needed while handlers are constructed (repositories, pools, clients) are not copied, which
 * saves a sixth of a request's CPU (measured).
 *
 *   handlers are constructed --- get, has ---> RequestContextMap ---> all services
 *   a request is served -------- iterates ---> RequestContextMap ---> the carried services, in a map of the request's own
 *
 * Relies on how `Context` of this version of Effect uses its map (`carried-services.test.ts` compares both with a model):
 * - `Context.makeUnsafe` keeps the map that it is given, and a lookup asks its `get` and `has`;
 * - `merge`, and every ninth `add`, copy by iteration;
 * - a context with additions copies itself once it was asked as often as `size` says.
 * A service that is asked for per request and not carried dies there with "Service not found", at the first request.
 */

/** Our keys that are carried anyway. */
type Carried = ReadonlySet<string>

// What is not ours is Effect's: references such as the log level, and what files are read with.
const only = (all: ReadonlyMap<string, unknown>, carried: Carried) =>
  [...all].filter(([key]) => !key.startsWith("svc/") || carried.has(key))

/** Finds all services; a copy has the carried ones only. */
class RequestContextMap extends Map<string, unknown> {
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

  /** More than any number of look-ups: the context never replaces this map by a copy. */
  override get size(): number {
    return Number.POSITIVE_INFINITY
  }
}

/** Answers look-ups of all services; a copy of it has the carried ones. */
export const requestContext = <R>(all: Context.Context<R>, carried: Carried): Context.Context<R> =>
  Context.makeUnsafe<R>(new RequestContextMap(all.mapUnsafe, carried))

/** The handlers are made of all services there are; their requests are given those that are carried. */
export const handlersCarrying =
  (carried: Carried) =>
  <A, E, R>(handlers: Layer.Layer<A, E, R>): Layer.Layer<A, E, R> =>
    Layer.fromBuild((memoMap, scope) =>
      Effect.updateContext(Layer.buildWithMemoMap(handlers, memoMap, scope), (all: Context.Context<R>) =>
        requestContext(all, carried)
      )
    )

/** Of a context those that are carried. */
export const carriedOf = <R>(all: Context.Context<R>, carried: Carried): Context.Context<never> =>
  Context.makeUnsafe<never>(new Map(only(all.mapUnsafe, carried)))
