import { Layer } from "effect"
import { Atom, Reactivity } from "effect/reactivity"
import { registry } from "./registry.ts"

export const runtime = Atom.runtime(Layer.empty)

/** Every query has it. */
export const everyKey = "everything"

/** The keys of a query with those that stand for many: `case 7` is one of `case *`. */
export const withKinds = (keys: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...keys.flatMap((key) => (key.includes(" ") ? [key, key.replace(/ \S+$/, " *")] : [key])),
  everyKey
]

const change = Atom.keepAlive(
  runtime.fn<ReadonlyArray<string>>()((keys) => Reactivity.Reactivity.use((all) => all.invalidate(keys)))
)
registry.mount(change)

/** What has one of these keys is read again, at once where somebody looks at it. */
export const changeKeys = (keys: ReadonlyArray<string>) => registry.set(change, keys)

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
