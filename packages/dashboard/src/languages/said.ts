import { Effect } from "effect"
import { AsyncResult, Atom } from "effect/reactivity"
import { useAtomValue } from "#state/registry.ts"
import { asSent, type Say, sayerIn } from "./sentences.ts"
import { useFirstWords } from "./words.ts"

// Lazy chunk, as the refusals: most screens show no sentence of the service.
const sayersIn = Atom.family((language: string) => Atom.keepAlive(Atom.make(Effect.promise(() => sayerIn(language)))))

/** Translates sentences that the service sends in English. */
export const useSaid = (): Say => {
  const result = useAtomValue(sayersIn(useFirstWords().language))
  return AsyncResult.isSuccess(result) ? result.value : asSent
}
