import { layer } from "#test/support/suite"
import { Effect, Exit, Layer, Scope } from "effect"
import { afterAll } from "vitest"

/**
 * As `layer`, but what the blocks of a file are given is made for the first and kept to the last: to make the service and its
 * database costs a quarter of a second each time. For cases that each have an organisation of their own.
 */
export const layerOfFile = <R, E>(made: Layer.Layer<R, E>) => {
  const kept = Scope.makeUnsafe()
  const inner = Layer.makeMemoMapUnsafe()
  const memoMap = Layer.makeMemoMapUnsafe()
  const keeping: Pick<Layer.MemoMap, "get" | "getOrElseMemoize"> = {
    get: (one) => inner.get(one, kept),
    getOrElseMemoize: (one, _, build) => inner.getOrElseMemoize(one, kept, build)
  }
  Object.assign(memoMap, keeping)
  afterAll(() => Effect.runPromise(Scope.close(kept, Exit.void)))
  return layer(made, { memoMap })
}
