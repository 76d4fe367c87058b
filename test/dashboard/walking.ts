import type { Page, Request } from "playwright-core"
import { makePace } from "./pace.ts"

/** As a link leads there, which is a third of the work of opening an address. */
export const follow = (page: Page, path: string) =>
  page.evaluate(`new Promise((there) => {
    document.title = ""
    history.pushState(null, "", ${JSON.stringify(path)})
    dispatchEvent(new PopStateEvent("popstate"))
    // Two tabs of one case have one title, which is not set again.
    const until = performance.now() + 1_000
    const look = () => document.title === "" && performance.now() < until ? requestAnimationFrame(look) : there()
    look()
  })`)

/** What the frame asks with each page is left out: of one person the service takes 300 requests a minute. */
export const withoutTheFrame = (page: Page) =>
  page.addInitScript(`{
    const asked = fetch
    globalThis.fetch = (what, ...rest) =>
      /\\/api\\/(?:billing|notifications\\?page=1&limit=1|account\\/memberships)/.test(what.url ?? what)
        ? Promise.reject(new TypeError("left out"))
        : asked(what, ...rest)
    globalThis.EventSource = class extends EventTarget { close() {} }
  }`)

/** Milliseconds: of a call that is cut off the end is not always told. */
const patience = 3_000

/** Until every call of the page has its answer, what came of it is drawn, and its person may ask for more. */
export const answersOf = (page: Page) => {
  const pace = makePace(250)
  pace.count(page)
  const asked = new Set<Request>()
  let isAnswered = () => {}
  const answer = (request: Request) => {
    asked.delete(request)
    if (asked.size === 0) isAnswered()
  }
  // What tells of changes ends with the page.
  page.on("request", (request) => request.resourceType() !== "eventsource" && asked.add(request))
  page.on("requestfinished", answer)
  page.on("requestfailed", answer)
  const drawn = () => page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
  return async () => {
    const until = performance.now() + patience
    await drawn()
    while (asked.size > 0 && performance.now() < until) {
      await new Promise<void>((resolve) => {
        const limit = setTimeout(resolve, until - performance.now())
        isAnswered = () => {
          clearTimeout(limit)
          resolve()
        }
      })
      await drawn()
    }
    asked.clear()
    await pace.room()
  }
}
