import { Effect } from "effect"
import { AsyncResult, Atom } from "effect/reactivity"
import { useFirstWords } from "#languages/words.ts"
import { useAtomValue } from "#state/registry.ts"

/** Target and details of an entry for people; the entry page also shows the stored and hashed content. */
export interface EntryText {
  readonly target: (target: string) => string
  readonly details: (details: string) => string
}

const asStored: EntryText = { target: (text) => text, details: (text) => text }

const texts: Readonly<Record<string, () => Promise<EntryText>>> = {
  de: () => import("./entry-text.de.ts").then(({ entryText }) => entryText)
}

// Lazy chunk, as the action names.
const textIn = Atom.family((language: string) =>
  Atom.keepAlive(Atom.make(Effect.promise(async () => (await texts[language]?.().catch(() => undefined)) ?? asStored)))
)

/** The log is written in English; what an entry says in the reader's language. */
export const useEntryText = (): EntryText => {
  const result = useAtomValue(textIn(useFirstWords().language))
  return AsyncResult.isSuccess(result) ? result.value : asStored
}
