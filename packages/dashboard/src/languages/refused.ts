import type { AppApi } from "@svc/contract/app-api"
import { Effect, Predicate } from "effect"
import type { HttpApi, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { localeOf } from "./locale.ts"
import { asSent, type Say, sayerIn } from "./sentences.ts"

type GroupsOf<Api> = Api extends HttpApi.HttpApi<infer _, infer Groups> ? Groups : never

type Refusal = Extract<
  HttpApiEndpoint.Errors<HttpApiGroup.Endpoints<GroupsOf<typeof AppApi>>>,
  { readonly _tag: string; readonly error: string }
>

/**
 * Translated refusals by tag; a missing one falls back to the service's sentence. "#" takes the numbers of that sentence in
 * order, `{name}` the refusal's field of that name.
 */
export type Refused = { readonly [Tag in Refusal["_tag"]]?: string }

const tables: Readonly<Record<string, () => Promise<{ readonly refused: Readonly<Record<string, string>> }>>> = {
  en: () => import("./refused.en.ts"),
  de: () => import("./refused.de.ts")
}

/** Fills the placeholders; `say` translates the service's sentence where `{error}` asks for it. */
export const filled = (
  words: string,
  failure: { readonly error: string },
  language: string,
  say: Say = asSent
): string => {
  const numbers = [...failure.error.matchAll(/\d[\d,]*/g)].map(([number]) =>
    number.includes(",") ? Number(number.replaceAll(",", "")).toLocaleString(localeOf(language)) : number
  )
  let at = 0
  return words.replaceAll(/#|\{(\w+)\}/g, (open, name?: string) => {
    if (name === undefined) return numbers[at++] ?? open
    if (name === "error") return say(failure.error)
    const value: unknown = Reflect.get(failure, name)
    return Array.isArray(value) ? value.join(", ") : String(value)
  })
}

const isRefusal = (failure: unknown): failure is { readonly _tag: string; readonly error: string } =>
  Predicate.hasProperty(failure, "_tag") && Predicate.hasProperty(failure, "error") && typeof failure.error === "string"

const said = async <E>(failure: E): Promise<E> => {
  if (!isRefusal(failure)) return failure
  const language = document.documentElement.lang
  const table = await tables[language]?.().catch(() => undefined)
  const words = table?.refused[failure._tag]
  if (words === undefined) return failure
  // The same refusal with a translated sentence.
  return Object.create(failure, {
    error: { value: filled(words, failure, language, await sayerIn(language)), enumerable: true }
  })
}

/** Translates refusals into the reader's language; the table is loaded with the first refusal. */
export const inTheirWords = <A, E, R>(call: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  call.pipe(
    Effect.catch((failure) =>
      Effect.flatMap(
        Effect.promise(() => said(failure)),
        Effect.fail
      )
    )
  )
