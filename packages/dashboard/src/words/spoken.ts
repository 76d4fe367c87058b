import type { Languages } from "#languages/words.ts"
import * as first from "./en.ts"
import type * as rest from "./rest.en.ts"

type First = typeof first
type Rest = typeof rest

declare module "#languages/words.ts" {
  interface FirstWords extends First {}
  interface Words extends Rest {}
}

/** Fallback until another language is loaded. */
export const firstOfAll = first

/** All languages of the dashboard. */
export const spokenHere: Languages = {
  en: { first: () => Promise.resolve(first), rest: () => import("./rest.en.ts") },
  de: { first: () => import("./de.ts"), rest: () => import("./rest.de.ts") }
}
