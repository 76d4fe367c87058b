import { assert } from "#test/support/suite"
import { Effect } from "effect"
import { faults, inBrowser, looksThroughout, OpenedDashboard } from "./opened.ts"

inBrowser("help", (it) => {
  it.effect("is there for whoever is not signed in, by day, by night and on a phone", function* () {
    const { open } = yield* OpenedDashboard
    const { complaints, page } = yield* open()
    yield* Effect.promise(async () => {
      await page.goto("/help")
      assert.deepStrictEqual(await looksThroughout(page), [])
      await page
        .getByRole("main")
        .getByRole("link", { name: /^Access revocation/ })
        .click()
      await page.getByRole("heading", { level: 1, name: "Access revocation" }).waitFor()
      assert.deepStrictEqual(await looksThroughout(page), [])
      await page.getByRole("link", { name: "Deutsch" }).click()
      await page.getByRole("heading", { level: 1, name: "Zugriffsentzug" }).waitFor()
      assert.deepStrictEqual(await faults(page), [])
      await page.goto("/help/changes?lang=de")
      await page.getByText("nur auf Englisch").waitFor()
      assert.deepStrictEqual(await faults(page), [])
      await page.getByRole("heading", { level: 1, name: "Changelog" }).waitFor()
    })
    assert.deepStrictEqual(complaints, [])
  })

  // dashboard-10
  it.effect("is one click from a screen, beside what is being done there, in the reader's language", function* () {
    const { openAs } = yield* OpenedDashboard
    const { context, page } = yield* openAs("superadmin", "/assets")
    yield* Effect.promise(async () => {
      const opened = context.waitForEvent("page")
      await page.getByRole("link", { name: "How this works" }).click()
      const help = await opened
      await help.getByRole("heading", { level: 1, name: "Equipment" }).waitFor()
      assert.strictEqual(new URL(help.url()).pathname, "/help/assets")
      assert.strictEqual(new URL(page.url()).pathname, "/assets")
    })
  })

  // dashboard-10
  it.effect("is found by what it says from the palette, by keyboard alone", function* () {
    const { openAs } = yield* OpenedDashboard
    const { page } = yield* openAs("hr", "/notifications")
    yield* Effect.promise(async () => {
      await page.keyboard.press("Control+k")
      await page.getByRole("combobox", { name: "Search or run a command" }).fill("erasing")
      await page.getByRole("group", { name: "Help" }).getByRole("option", { name: "People" }).waitFor()
      await page.keyboard.press("Enter")
      await page.waitForURL("**/help/people?lang=en")
      await page.getByRole("heading", { level: 1, name: "People" }).waitFor()
    })
  })
})
