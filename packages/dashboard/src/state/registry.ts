import { type Atom, AtomRegistry } from "effect/reactivity"
import { useLayoutEffect, useState } from "preact/hooks"

/** What the page knows: the values of all its atoms. One for its whole life. */
export const registry = AtomRegistry.make({ defaultIdleTTL: 60_000 })

/** The atom's value, and a new look whenever it changes. */
export const useAtomValue = <A>(atom: Atom.Atom<A>): A => {
  const value = registry.get(atom)
  const [, lookAgain] = useState({})
  useLayoutEffect(() => {
    const stop = registry.subscribe(atom, () => lookAgain({}))
    // It may have changed between the render and now.
    if (registry.get(atom) !== value) lookAgain({})
    return stop
  }, [atom])
  return value
}
