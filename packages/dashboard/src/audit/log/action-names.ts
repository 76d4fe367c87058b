import { Effect } from "effect"
import { AsyncResult, Atom } from "effect/reactivity"
import { useFirstWords } from "#languages/words.ts"
import { useAtomValue } from "#state/registry.ts"

type Names = Readonly<Record<string, string>>

const english = () => import("./actions.en.ts").then(({ auditActions }): Names => auditActions)
const others: Readonly<Record<string, typeof english>> = {
  de: () => import("./actions.de.ts").then(({ auditActions }) => auditActions)
}

// Lazy chunk: loaded with the first entry shown, in one language only.
const namesIn = Atom.family((language: string) =>
  Atom.keepAlive(Atom.make(Effect.promise(() => (others[language] ?? english)().catch((): Names => ({})))))
)

/** Action names by code; undefined until loaded. */
export const useActionNames = (): Names | undefined => {
  const result = useAtomValue(namesIn(useFirstWords().language))
  return AsyncResult.isSuccess(result) ? result.value : undefined
}
