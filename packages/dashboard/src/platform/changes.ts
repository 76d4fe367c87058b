import { Layer } from "effect"
import { Atom } from "effect/reactivity"
import { registry } from "#state/registry.ts"

export const runtime = Atom.runtime(Layer.empty)

/** Every query has it. */
export const everyKey = "everything"

/** The keys of a query with those that stand for many: `case 7` is one of `case *`. */
const withKinds = (keys: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...keys.flatMap((key) => (key.includes(" ") ? [key, key.replace(/ \S+$/, " *")] : [key])),
  everyKey
]

/** How often something with the key changed. */
const changes = Atom.family((_key: string) => Atom.keepAlive(Atom.make(0)))

/**
 * Makes whatever reads it stale with each change of one of these keys. A reading, not `Reactivity`, whose registrations end
 * with the last look: what changed between two looks would be shown as it was.
 */
export const dependOn = (get: Atom.AtomContext, keys: ReadonlyArray<string>) => {
  for (const key of withKinds(keys)) get(changes(key))
}

/** What has one of these keys is read again. */
export const changeKeys = (keys: ReadonlyArray<string>) =>
  Atom.batch(() => {
    for (const key of keys) registry.update(changes(key), (count) => count + 1)
  })

/** So long after it was made the news of one's own change may come. */
const newsTakes = 3_000

/** What was changed here a moment ago and is read again already: the first news of it is none, what follows is some. */
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
