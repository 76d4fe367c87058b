import type { Languages } from "#languages/words.ts"
import * as first from "./en.ts"
import type * as rest from "./rest.en.ts"

type First = typeof first
type Rest = typeof rest

declare module "#languages/words.ts" {
  interface FirstWords extends First {}
  interface Words extends Rest {}
}

/** What is said until another language was loaded. */
export const firstOfAll = first

/** Every language that the dashboard speaks. */
export const spokenHere: Languages = {
  en: { first: () => Promise.resolve(first), rest: () => import("./rest.en.ts") },
  de: { first: () => import("./de.ts"), rest: () => import("./rest.de.ts") }
}
