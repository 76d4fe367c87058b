import type { Page } from "playwright-core"

/** What one act took, in milliseconds. */
export interface Taken {
  /** From the input until the page was drawn that answers it, as the browser itself counts (INP); 16 stands for less. */
  readonly answer: number
  /** From the input until what was asked for stood on the screen. */
  readonly shown: number
  /** Of that: from the input until the last question of it was asked, until its answer had come, and until it was drawn. */
  readonly parts: { readonly before: number; readonly service: number; readonly after: number } | undefined
  /** Names of what was asked. */
  readonly asked: ReadonlyArray<string>
}

interface Wish {
  /** Until when it is waited for, as an expression of the page; by default another row, number or heading. */
  readonly until?: string
  /** Nothing is asked of the service. */
  readonly local?: boolean
}

/** Runs in the page before its scripts, and looks once a frame: a look from outside would cost as much as is measured. */
export const recorder = `(() => {
  const events = []
  new PerformanceObserver((list) => events.push(...list.getEntries())).observe({ type: "event", durationThreshold: 16 })
  performance.setResourceTimingBufferSize(10_000)
  const asked = new Set()
  const fetched = window.fetch
  let fresh = []
  window.fetch = (input, ...rest) => {
    const url = String(input.url ?? input)
    if (!asked.has(url)) fresh.push(url)
    asked.add(url)
    return fetched(input, ...rest)
  }
  const texts = (selector) => [...document.querySelectorAll(selector)].map((one) => one.textContent).join("|")
  const shown = () =>
    texts("main h1") + texts("main .pager > span:first-child") + texts("main .placeholder h2") +
    document.querySelector("main tbody tr")?.textContent + document.querySelectorAll("main tbody tr").length
  const busy = () => document.querySelector(".skeleton, [aria-busy=true]") !== null
  const drawn = () => new Promise((resolve) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => resolve(performance.now())
    port2.postMessage(null)
  }))
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const arm = (wish) => {
    fresh = []
    let begun
    const begin = (event) => (begun ??= event.timeStamp)
    for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, begin, { capture: true, once: true })
    const before = shown()
    const until = new Function("before", "return " + (wish.until ?? "act.shown() !== before"))
    return (async () => {
      const late = performance.now() + 30_000
      do {
        await frame()
        if (performance.now() > late) throw new Error("It was not seen in 30 seconds, from " + before + " to " + shown() + ", busy: " + busy() + ", asked: " + fresh)
      } while (begun === undefined || busy() || (!wish.local && fresh.length === 0) || !until(before))
      const { port1, port2 } = new MessageChannel()
      const end = await new Promise((resolve) => {
        port1.onmessage = () => resolve(performance.now())
        port2.postMessage(null)
      })
      await new Promise((resolve) => setTimeout(resolve, 120))
      for (const kind of ["pointerdown", "keydown"]) removeEventListener(kind, begin, { capture: true })
      const answers = events.splice(0).filter((one) => one.interactionId > 0 && one.startTime >= begun - 1)
      const last = performance.getEntriesByType("resource")
        .filter(({ name, startTime, responseEnd }) => startTime >= begun && responseEnd <= end && fresh.includes(name))
        .toSorted((one, other) => one.responseEnd - other.responseEnd).at(-1)
      return {
        answer: Math.max(16, ...answers.map(({ duration }) => duration)),
        shown: end - begun,
        parts: last && { before: last.startTime - begun, service: last.responseEnd - last.startTime, after: end - last.responseEnd },
        asked: wish.local ? [] : fresh.map((url) => new URL(url, location.href).pathname)
      }
    })()
  }
  window.act = { arm: (wish) => { window.act.result = arm(wish).catch((error) => ({ failed: String(error) })) }, shown, busy, texts, drawn }
})()`

/** Until nothing of the page is on its way. */
export const settled = async (page: Page) => {
  await page.locator("h1:visible, h2:visible").first().waitFor()
  await page.locator(".skeleton, [aria-busy=true]").first().waitFor({ state: "detached" })
}

/** Does it once and answers what it took. */
export const timed = async (page: Page, wish: Wish, input: () => Promise<unknown>): Promise<Taken> => {
  await page.evaluate(`act.arm(${JSON.stringify(wish)})`)
  await input()
  const taken = await page.evaluate<Taken | { readonly failed: string }>("act.result")
  if ("failed" in taken) throw new Error(taken.failed)
  return taken
}
