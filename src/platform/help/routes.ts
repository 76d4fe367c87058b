import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { type PageLanguage, pageLanguage } from "#platform/http/page-language"
import type { helpPages } from "./pages.ts"
import { helpStyle } from "./style.ts"

const renderer = Effect.promise(() => import("./pages.ts"))
const made = new Map<PageLanguage, ReturnType<typeof helpPages>>()

/** Read and rendered when the first reader of a language comes, by what is loaded then. */
const pagesIn = (language: PageLanguage) =>
  Effect.map(renderer, (module) => {
    const pages = made.get(language) ?? module.helpPages(language)
    made.set(language, pages)
    return pages
  })

const answer = (content: string, status = 200) =>
  HttpServerResponse.text(content, {
    status,
    contentType: "text/html; charset=utf-8",
    // The same for all readers, so cacheable; revalidated, so that it matches this release.
    headers: { ...helpStyle.headers, "cache-control": "no-cache", vary: "accept-language" }
  })

const index = HttpRouter.route(
  "GET",
  "/help",
  Effect.gen(function* () {
    const { index } = yield* pagesIn(pageLanguage(yield* HttpServerRequest.HttpServerRequest))
    return answer(index)
  })
)

const topic = HttpRouter.route(
  "GET",
  "/help/:topic",
  Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const { topic = "" } = yield* HttpRouter.params
    const { missing, topics } = yield* pagesIn(pageLanguage(request))
    const page = topics.get(topic)
    return page === undefined ? answer(missing, 404) : answer(page)
  })
)

/** Help pages on each part of the service; without sign-in, from memory. */
export const helpRoutes = HttpRouter.addAll([index, topic])
export const helpPaths = ["/help", "/help/:topic"]
