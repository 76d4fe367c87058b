import { Effect } from "effect"
import { AsyncResult, Atom } from "effect/reactivity"
import { useFirstWords } from "#languages/words.ts"
import { useAtomValue } from "#state/registry.ts"

type Names = Readonly<Record<string, string>>

const english = () => import("./actions.en.ts").then(({ auditActions }): Names => auditActions)
const others: Readonly<Record<string, typeof english>> = {
  de: () => import("./actions.de.ts").then(({ auditActions }) => auditActions)
}

// Many words that the frame does without: they come with the first entry, and in one language.
const namesIn = Atom.family((language: string) =>
  Atom.keepAlive(Atom.make(Effect.promise(() => (others[language] ?? english)().catch((): Names => ({})))))
)

/** What the actions of the audit log are called, by their codes; undefined until the words are there. */
export const useActionNames = (): Names | undefined => {
  const result = useAtomValue(namesIn(useFirstWords().language))
  return AsyncResult.isSuccess(result) ? result.value : undefined
}
