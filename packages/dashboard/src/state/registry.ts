import { type Atom, AtomRegistry } from "effect/reactivity"
import { useLayoutEffect, useState } from "preact/hooks"

/** Atom registry: one per page load. */
export const registry = AtomRegistry.make({ defaultIdleTTL: 60_000 })

/** Subscribes the component to an atom. */
export const useAtomValue = <A>(atom: Atom.Atom<A>): A => {
  const value = registry.get(atom)
  const [, lookAgain] = useState({})
  useLayoutEffect(() => {
    const stop = registry.subscribe(atom, () => lookAgain({}))
    // It might have changed since the render.
    if (registry.get(atom) !== value) lookAgain({})
    return stop
  }, [atom])
  return value
}
