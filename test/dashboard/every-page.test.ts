import { assert } from "#test/support/suite"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { addresses, recordsOf, states } from "./addresses.ts"
import { faults, inBrowser, OpenedDashboard, overflow, seen } from "./opened.ts"
import { answersOf, follow } from "./walking.ts"

const inTheme = (page: Page, theme: string) => page.evaluate(`document.documentElement.dataset.theme = "${theme}"`)

// One of a group of radios, tabs or menu items is in the order of the Tab key; arrows lead to the rest.
const markReachable = `(() => {
  const all = [...document.querySelectorAll("a[href], button, input, select, textarea, summary")]
  const wanted = all.filter((element) =>
    element.checkVisibility({ visibilityProperty: true }) && !element.disabled && element.closest("[inert]") === null &&
    element.tabIndex >= 0 && !(element.type === "radio" && !element.checked))
  for (const element of document.querySelectorAll("[data-reach]")) delete element.dataset.reach
  wanted.forEach((element, index) => { element.dataset.reach = String(index) })
  return wanted.map((element) => (element.getAttribute("aria-label") ?? element.textContent ?? "").trim().slice(0, 40) || element.outerHTML.slice(0, 80))
})()`

const reachedSoFar = `(() => {
  globalThis.reached ??= new Set()
  const note = () => globalThis.reached.add(document.activeElement?.dataset.reach)
  document.addEventListener("focusin", note)
  globalThis.reached.clear()
})()`

/** What the pointer reaches and the Tab key does not. */
const unreachable = async (page: Page) => {
  const wanted = await page.evaluate<ReadonlyArray<string>>(markReachable)
  await page.evaluate(reachedSoFar)
  await page.evaluate("document.activeElement?.blur()")
  let missing: ReadonlyArray<number> = wanted.map((_, index) => index)
  // Once around, and once more where the focus began in the middle.
  for (let rounds = 0; rounds < 2 && missing.length > 0; rounds++) {
    await Promise.all(Array.from({ length: wanted.length + 10 }, () => page.keyboard.press("Tab")))
    missing = await page.evaluate<ReadonlyArray<number>>(
      `[...Array(${wanted.length}).keys()].filter((index) => !globalThis.reached.has(String(index)))`
    )
  }
  return missing.map((index) => wanted[index])
}

inBrowser("every page", (it) => {
  // dashboard-1: Every page holds WCAG 2.2 AA by axe in light and dark, fits 390 pixels, is reached by keyboard alone,
  //   complains of nothing and asks nothing of another origin.
  it.effect(
    "axe finds nothing by day, by night and on a phone; the keyboard reaches all; nothing is too wide, complained of or asked elsewhere",
    function* () {
      const { baseUrl, open, openAs } = yield* OpenedDashboard
      // Two people: of one the service takes 300 requests a minute.
      const [inside, other] = [yield* openAs("superadmin", "/"), yield* openAs("admin", "/")]
      const outside = yield* open()
      const answered = new Map([inside, other, outside].map(({ page }) => [page, answersOf(page)]))
      const elsewhere: Array<string> = []
      for (const { page } of [inside, other, outside]) {
        page.on("request", (request) => {
          if (!request.url().startsWith(`${baseUrl}/`)) elsewhere.push(request.url())
        })
      }
      const found = yield* Effect.promise(async () => {
        const records = await recordsOf(inside.context)
        const personOf = (index: number) => (index % 2 === 0 ? inside : other).page
        const further = states(records)
        // States between pages, as the title tells when the one page has become the next.
        const all = Object.values(addresses).flatMap(({ at, needs, outside: isOutside }, index) => [
          isOutside === true
            ? { path: at(records), page: outside.page }
            : { path: at(records), page: needs === "superadmin" ? inside.page : personOf(index) },
          ...further.slice(index, index + 1).map((path) => ({ path, page: personOf(index) }))
        ])
        const found: Array<string> = []
        for (const { page, path } of all) {
          const say = (what: string) => found.push(`${path}: ${what}`)
          await page.setViewportSize({ width: 1280, height: 900 })
          if (page === outside.page) await page.goto(path)
          else await follow(page, path)
          const stood = await seen(page).then(
            () => true,
            () => false
          )
          if (!stood) {
            say(`nothing is seen: ${await page.locator("body").innerText()}`)
            continue
          }
          await answered.get(page)?.()
          await inTheme(page, "light")
          for (const fault of await faults(page)) say(fault)
          for (const name of await unreachable(page)) say(`the keyboard does not reach “${name}”`)
          if ((await overflow(page)) > 0) say("too wide")
          await inTheme(page, "dark")
          for (const fault of await faults(page, ["color-contrast"])) say(`by night: ${fault}`)
          await page.setViewportSize({ width: 390, height: 844 })
          for (const fault of await faults(page, ["target-size", "scrollable-region-focusable"]))
            say(`on a phone: ${fault}`)
          if ((await overflow(page)) > 0) say("too wide on a phone")
        }
        return found
      })
      assert.deepStrictEqual(found, [])
      assert.deepStrictEqual(
        [inside, other, outside].flatMap(({ complaints }) => complaints),
        []
      )
      assert.deepStrictEqual(elsewhere, [])
    },
    480_000
  )
})
