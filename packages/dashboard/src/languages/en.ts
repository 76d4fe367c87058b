import type { first } from "./en/first.ts"
import type { rest } from "./en/rest.ts"

/** English is the measure: every other language has the same shape, or does not compile. */
export type FirstWords = typeof first
export type RestWords = typeof rest

/** What the dashboard says. */
export type Words = FirstWords & RestWords
