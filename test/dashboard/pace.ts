import type { Page } from "playwright-core"

/** Milliseconds. */
const minute = 61_000

/**
 * What a person's pages ask, and the wait until it was less than `most` within a minute: of one person the service takes
 * 300 requests a minute, which a quick machine reaches.
 */
export const makePace = (most: number) => {
  const asked: Array<number> = []
  return {
    count: (page: Page) => {
      page.on("request", (request) => {
        if (new URL(request.url()).pathname.startsWith("/api/")) asked.push(performance.now())
      })
    },
    room: async () => {
      const first = asked.at(-most)
      const wait = first === undefined ? 0 : first + minute - performance.now()
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }
}
