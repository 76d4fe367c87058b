import { assert } from "#test/support/suite"
import { Effect } from "effect"
import { inBrowser, openAsSomebody, OpenedDashboard } from "./opened.ts"

inBrowser("forms", (it) => {
  it.effect("a press on the words of a checkbox ticks it", function* () {
    const { page } = yield* openAsSomebody("superadmin")
    yield* Effect.promise(async () => {
      for (const [address, opening, words] of [
        ["/settings", undefined, "Revoke access automatically"],
        ["/people", "Import CSV", "Update people whose email is already in the directory"],
        ["/register", undefined, "I accept the privacy notice"]
      ] as const) {
        await page.goto(address)
        if (opening !== undefined) await page.getByRole("button", { name: opening }).click()
        const box = page.getByRole("checkbox", { name: words })
        const before = await box.isChecked()
        await page.locator("label", { hasText: words }).locator("span").click()
        assert.strictEqual(await box.isChecked(), !before, words)
      }
    })
  })

  it.effect(
    "a new offboarding starts empty and offers the draft of before; a changed directory entry warns",
    function* () {
      const { complaints, page } = yield* openAsSomebody("admin")
      yield* Effect.promise(async () => {
        await page.goto("/offboardings/new")
        await page.getByRole("searchbox").fill("Lena")
        await page.getByRole("button", { name: "Choose Lena Vogel" }).click()
        await page.getByText("Edit details").click()
        await page.getByLabel("Full name").fill("Lena")
        const warned = page.getByRole("status").filter({ hasText: "You changed Lena Vogel’s directory details" })
        await warned.getByRole("button", { name: "Restore" }).click()
        assert.strictEqual(await page.getByLabel("Full name").inputValue(), "Lena Vogel")
        await warned.waitFor({ state: "detached" })

        await page.goto("/offboardings")
        await page.goto("/offboardings/new")
        await page.getByRole("searchbox").waitFor()
        const draft = page.getByRole("status").filter({ hasText: "You have an unfinished draft for Lena Vogel" })
        await draft.getByRole("button", { name: "Continue draft" }).click()
        await page.getByRole("button", { name: "Choose a different person" }).waitFor()
        await page.getByText("Edit details").click()
        assert.strictEqual(await page.getByLabel("Full name").inputValue(), "Lena Vogel")

        await page.goto("/offboardings")
        await page.goto("/offboardings/new")
        await draft.getByRole("button", { name: "Discard draft" }).click()
        await draft.waitFor({ state: "detached" })
        await page.reload()
        await page.getByRole("searchbox").waitFor()
        assert.strictEqual(await draft.count(), 0)
      })
      assert.deepStrictEqual(complaints, [])
    }
  )

  it.effect("an import checks the chosen file again, and its button is in reach above two hundred rows", function* () {
    const { complaints, page } = yield* openAsSomebody("admin")
    yield* Effect.promise(async () => {
      await page.goto("/offboardings/import")
      const file = (rows: ReadonlyArray<string>) => ({
        name: "leavers.csv",
        mimeType: "text/csv",
        buffer: Buffer.from(["employee_name,exit_date", ...rows].join("\n"))
      })
      const rows = Array.from({ length: 200 }, (_, row) => `Leaver ${row},2031-03-14`)
      await page.getByLabel("CSV file").setInputFiles(file(rows))
      await page.getByText("200 of 200 rows can be imported").waitFor()
      await page.getByText(/^200 rows have no apps/).waitFor()
      const checked = page.waitForResponse(/import/)
      await page.getByRole("button", { name: "Check rows" }).click()
      assert.strictEqual((await checked).status(), 200)
      await page.getByText("200 of 200 rows can be imported").waitFor()
      assert.strictEqual(await page.getByText("Required", { exact: true }).count(), 0)
      const button = await page.getByRole("button", { name: "Import 200 offboardings" }).boundingBox()
      assert.isBelow((button?.y ?? 9_999) + (button?.height ?? 0), 900)
    })
    assert.deepStrictEqual(complaints, [])
  })

  it.effect(
    "offline, a quiet bar says that nothing is saved, and what failed is read when it is online again",
    function* () {
      const { context, page } = yield* openAsSomebody("admin")
      yield* Effect.promise(async () => {
        // What is loaded ahead fails: that is no reason to load the page again, which would be lost with what was typed.
        const { promise: offline, resolve: cutOff } = Promise.withResolvers<void>()
        await page.route(/Palette.*\.js/, async (route) => {
          await offline
          await route.abort("internetdisconnected")
        })
        const ahead = page.waitForEvent("requestfailed", (request) => request.url().includes("Palette"))
        await page.goto("/offboardings")
        await page.getByRole("heading", { level: 1 }).waitFor()
        await page.locator(".skeleton, [aria-busy=true]").first().waitFor({ state: "detached" })
        await page.getByRole("searchbox").first().fill("Jonas")
        await page.getByRole("link", { name: "Jonas Berg" }).waitFor()
        await context.setOffline(true)
        await page.getByText("You’re offline. Changes aren’t saved.").waitFor()
        cutOff()
        await ahead
        await page.getByRole("searchbox").first().fill("Jonas B")
        await page.getByText("Can’t reach the server").waitFor()
        assert.strictEqual(await page.getByRole("searchbox").first().inputValue(), "Jonas B")
        assert.strictEqual(await page.getByText("Nothing of yours is lost").count(), 0)
        await context.setOffline(false)
        await page.getByRole("link", { name: "Jonas Berg" }).waitFor()
        await page.getByText("You’re offline. Changes aren’t saved.").waitFor({ state: "detached" })
        await page.getByText("Can’t reach the server").waitFor({ state: "detached" })
      })
    }
  )

  it.effect("the focus moves with a page and with what does not fit, not a frame later out of a field", function* () {
    const { complaints, page } = yield* openAsSomebody("admin")
    yield* Effect.promise(async () => {
      await page.goto("/people")
      await page.getByRole("heading", { level: 1, name: "People" }).waitFor()
      const isAtTheHeading = await page.evaluate(`new Promise((there) => {
          new MutationObserver(() => {
            const heading = document.querySelector("h1")
            if (heading?.textContent === "New checklist") there(document.activeElement === heading)
          }).observe(document.body, { childList: true, subtree: true })
          history.pushState(null, "", "/templates/checklists/new")
          dispatchEvent(new PopStateEvent("popstate"))
        })`)
      assert.isTrue(isAtTheHeading)
      const isAtTheField = await page.evaluate(`(async () => {
          document.querySelector("main form").requestSubmit()
          for (let turn = 0; turn < 10; turn++) await undefined
          return document.activeElement.matches("[aria-invalid=true]")
        })()`)
      assert.isTrue(isAtTheField)
    })
    assert.deepStrictEqual(complaints, [])
  })

  it.effect("the palette has what was typed before it came", function* () {
    const { complaints, page } = yield* openAsSomebody("admin")
    yield* Effect.promise(async () => {
      let letGo = () => {}
      const held = new Promise<void>((resolve) => {
        letGo = resolve
      })
      await page.route(/Palette.*\.js/, async (route) => {
        await held
        await route.continue()
      })
      await page.goto("/documents")
      await page.getByRole("heading", { level: 1 }).waitFor()
      await page.keyboard.press("Control+k")
      await page.keyboard.type("Lenx")
      await page.keyboard.press("Backspace")
      await page.keyboard.type("a")
      letGo()
      await page.locator("dialog.palette input").waitFor()
      assert.strictEqual(await page.locator("dialog.palette input").inputValue(), "Lena")
      await page.keyboard.type(" V")
      assert.strictEqual(await page.locator("dialog.palette input").inputValue(), "Lena V")
    })
    assert.deepStrictEqual(complaints, [])
  })

  it.effect("a long name on the board leaves the menu of its card the size of a target", function* () {
    const { context, page } = yield* openAsSomebody("admin")
    yield* Effect.promise(async () => {
      const name = "Maximiliane Donaudampfschifffahrtsgesellschaftskapitänin"
      await context.request.post("/api/employees", { data: { employee_name: name, exit_date: "2031-03-14" } })
      await page.goto("/offboardings?view=board&q=Maximiliane")
      const menu = await page.getByRole("button", { name: `Move ${name} to another stage` }).boundingBox()
      assert.isAtLeast(Math.min(menu?.width ?? 0, menu?.height ?? 0), 24)
    })
  })

  it.effect(
    "a page that was refused with 429 keeps its figures, waits as long as it was told and reads again",
    function* () {
      const { openAs } = yield* OpenedDashboard
      const hr = yield* openAs("hr")
      const { page } = yield* openAsSomebody("admin")
      yield* Effect.promise(async () => {
        await page.goto("/offboardings?q=Wait")
        await page.getByRole("heading", { level: 1 }).waitFor()
        let refused = 0
        await page.route(/\/api\/employees\?/, async (route) => {
          refused += 1
          if (refused > 1) return route.continue()
          return route.fulfill({
            status: 429,
            headers: { "retry-after": "2" },
            contentType: "application/json",
            body: JSON.stringify({ error: "Too many requests. Please slow down." })
          })
        })
        await hr.context.request.post("/api/employees", {
          data: { employee_name: "Wait Longer", exit_date: "2031-03-14" }
        })
        await page.getByRole("link", { name: "Wait Longer" }).waitFor()
        assert.isAbove(refused, 1)
        assert.strictEqual(await page.getByText("Too many requests").count(), 0)
      })
    }
  )

  it.effect("a case without an exit interview asks for none", function* () {
    const { context, page } = yield* openAsSomebody("admin")
    yield* Effect.promise(async () => {
      const { rows } = await (await context.request.get("/api/employees?q=Jonas")).json()
      const failed: Array<string> = []
      page.on("response", (answer) => {
        if (answer.status() === 404) failed.push(answer.url())
      })
      await page.goto(`/offboardings/${rows[0].id}`)
      await page.getByRole("heading", { level: 1 }).waitFor()
      await page.locator(".skeleton, [aria-busy=true]").first().waitFor({ state: "detached" })
      assert.deepStrictEqual(failed, [])
    })
  })
})
