import { assert, describe, layer } from "#test/support/suite"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { browserPath } from "#test/verify/browser"
import { faults, OpenedDashboard } from "./opened.ts"

const promise = <A>(run: () => Promise<A>) => Effect.promise(run)

/** What axe finds, and what is wider than the window, by day, by night, and on a phone. */
const looks = async (page: Page): Promise<ReadonlyArray<string>> => {
  const found: Array<string> = []
  for (const colorScheme of ["light", "dark"] as const) {
    for (const width of [1280, 390]) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 844 })
      found.push(...(await faults(page)).map((fault) => `${page.url()}, ${colorScheme}, ${width}: ${fault}`))
      const over = Number(await page.evaluate("document.documentElement.scrollWidth - innerWidth"))
      if (over > 0) found.push(`${page.url()} is ${over} pixels too wide at ${width}`)
    }
  }
  await page.emulateMedia({ colorScheme: "light" })
  await page.setViewportSize({ width: 1280, height: 900 })
  return found
}

describe.skipIf(browserPath === undefined)(
  browserPath === undefined ? "help: SKIPPED, there is no browser (set CHROME_PATH)" : "in a browser",
  () => {
    layer(OpenedDashboard.layer, { timeout: "180 seconds", excludeTestServices: true })("help", (it) => {
      it.effect("is there for whoever is not signed in, by day, by night and on a phone", function* () {
        const { open } = yield* OpenedDashboard
        const { complaints, page } = yield* open()
        yield* promise(async () => {
          await page.goto("/help")
          assert.deepStrictEqual(await looks(page), [])
          await page
            .getByRole("main")
            .getByRole("link", { name: /^Access and its revocation/ })
            .click()
          await page.getByRole("heading", { level: 1, name: "Access and its revocation" }).waitFor()
          assert.deepStrictEqual(await looks(page), [])
          await page.getByRole("link", { name: "Deutsch" }).click()
          await page.getByRole("heading", { level: 1, name: "Zugänge und ihr Entzug" }).waitFor()
          assert.deepStrictEqual(await faults(page), [])
          await page.goto("/help/changes?lang=de")
          await page.getByText("nur auf Englisch").waitFor()
          assert.deepStrictEqual(await faults(page), [])
          await page.getByRole("heading", { level: 1, name: "Changelog" }).waitFor()
        })
        assert.deepStrictEqual(complaints, [])
      })

      it.effect("is one click from a screen, beside what is being done there, in the reader's language", function* () {
        const { openAs } = yield* OpenedDashboard
        const { context, page } = yield* openAs("superadmin", "/assets")
        yield* promise(async () => {
          const opened = context.waitForEvent("page")
          await page.getByRole("link", { name: "How this works" }).click()
          const help = await opened
          await help.getByRole("heading", { level: 1, name: "Assets" }).waitFor()
          assert.strictEqual(new URL(help.url()).pathname, "/help/assets")
          assert.strictEqual(new URL(page.url()).pathname, "/assets")
        })
      })

      it.effect("is found by what it says from the palette, by keyboard alone", function* () {
        const { openAs } = yield* OpenedDashboard
        const { page } = yield* openAs("hr", "/notifications")
        yield* promise(async () => {
          await page.keyboard.press("Control+k")
          await page.getByRole("combobox", { name: "Screens, people and help" }).fill("erasing")
          await page.getByRole("option", { name: /^People\s*Help$/ }).waitFor()
          await page.keyboard.press("Enter")
          await page.waitForURL("**/help/people?lang=en")
          await page.getByRole("heading", { level: 1, name: "People" }).waitFor()
        })
      })
    })
  }
)
