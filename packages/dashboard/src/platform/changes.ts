import { Layer } from "effect"
import { Atom } from "effect/reactivity"
import { registry } from "#state/registry.ts"

export const runtime = Atom.runtime(Layer.empty)

/** The key of every query. */
export const everyKey = "everything"

/** A query's keys with their wildcards: `case 7` is one of `case *`. */
const withKinds = (keys: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...keys.flatMap((key) => (key.includes(" ") ? [key, key.replace(/ \S+$/, " *")] : [key])),
  everyKey
]

/** Change counter of a key. */
const changes = Atom.family((_key: string) => Atom.keepAlive(Atom.make(0)))

/**
 * Invalidates the reading atom with each change of these keys. A read, not `Reactivity`, whose registrations end with the
 * last unmount: a change between two mounts would be missed.
 */
export const dependOn = (get: Atom.AtomContext, keys: ReadonlyArray<string>) => {
  for (const key of withKinds(keys)) get(changes(key))
}

/** Invalidates all queries with one of these keys. */
export const changeKeys = (keys: ReadonlyArray<string>) =>
  Atom.batch(() => {
    for (const key of keys) registry.update(changes(key), (count) => count + 1)
  })

/** Milliseconds within which the event of an own change may arrive. */
const newsTakes = 3_000

/** Own recent changes, already read again: the first event of each is ignored, later ones are not. */
export const ownKeys = (() => {
  const until = new Map<string, number>()
  return {
    add: (keys: ReadonlyArray<string>) => {
      const now = Date.now()
      for (const [key, end] of until) if (end < now) until.delete(key)
      for (const key of keys) until.set(key, now + newsTakes)
    },
    take: (key: string): boolean => {
      const end = until.get(key)
      until.delete(key)
      return end !== undefined && end >= Date.now()
    }
  }
})()
