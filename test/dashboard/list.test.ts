import { assert } from "#test/support/suite"
import { Effect } from "effect"
import { readFile } from "node:fs/promises"
import type { Page } from "playwright-core"
import { faults, inBrowser, openAsSomebody, OpenedDashboard } from "./opened.ts"

const stageOf = (page: Page, name: string, stage: string) =>
  page.getByRole("row", { name }).getByRole("cell", { name: stage, exact: true })

const isSound = async (page: Page) => {
  assert.deepStrictEqual(await faults(page), [])
  assert.isAtMost(Number(await page.evaluate("document.documentElement.scrollWidth - innerWidth")), 0)
}

inBrowser("Home and the list", (it) => {
  it.effect("Home: a figure leads to its list, a task is ticked where it stands and taken back", function* () {
    const { openAs } = yield* OpenedDashboard
    const { complaints, page } = yield* openAs("superadmin", "/", { width: 390, height: 844, theme: "dark" })
    yield* Effect.promise(async () => {
      await isSound(page)
      await page.getByRole("heading", { name: "Get started" }).waitFor({ state: "detached" })
      const tasks = page.getByRole("region", { name: "My tasks" })
      // Tasks that are due together come in any order.
      await page.getByRole("button", { name: /^Show all/ }).click()
      const follows = tasks.getByRole("checkbox", { name: "Revoke access to connected apps" }).first()
      await follows.click()
      await page.getByRole("alert").getByText("This task completes automatically").waitFor()
      assert.isFalse(await follows.isChecked())
      const interviews = tasks.getByRole("checkbox", { name: "Conduct the exit interview" })
      const last = interviews.nth((await interviews.count()) - 1)
      await interviews.first().click()
      await page.getByText("Task done").waitFor()
      await last.waitFor({ state: "detached" })
      await page.getByRole("button", { name: "Undo" }).click()
      await last.waitFor()
      await page.getByRole("link", { name: /leave in 14 days/ }).click()
      await page.waitForURL(/open=true&exit_date_from=/)
      // The page before stays until the next is there.
      await page.getByRole("heading", { name: "Offboardings", level: 1 }).waitFor()
      await page.getByRole("row", { name: "Amara Diallo" }).waitFor()
      assert.strictEqual(await page.getByRole("row", { name: "Clara Moreau" }).count(), 0)
    })
    assert.deepStrictEqual(complaints, [])
  })

  it.effect("Home: a failed request has a way to retry; a manager sees their own people", function* () {
    const { openAs } = yield* OpenedDashboard
    const { page } = yield* openAs("manager", "/")
    yield* Effect.promise(async () => {
      await page.getByRole("link", { name: /^Open offboardings 3/ }).waitFor()
      const exits = page.getByRole("region", { name: "Upcoming departures" })
      await exits.getByRole("link", { name: "Amara Diallo" }).waitFor()
      assert.strictEqual(await exits.getByText("Jonas Berg").count(), 0)
      for (const heading of ["Activity", "Get started"]) {
        assert.strictEqual(await page.getByRole("heading", { name: heading }).count(), 0)
      }
      await page
        .getByRole("list", { name: "The next 14 days" })
        .getByRole("link", { name: /1 person leaves/ })
        .waitFor()
      await page.route(/api\/home$/, (route) => route.fulfill({ status: 503 }))
      await page.reload()
      await page.getByRole("button", { name: "Retry" }).waitFor()
      await page.unroute(/api\/home$/)
      await page.getByRole("button", { name: "Retry" }).click()
      await exits.getByRole("link", { name: "Amara Diallo" }).waitFor()
    })
  })

  it.effect("the list opens with the open ones, soonest last day first; tabs are its views", function* () {
    const { openAs } = yield* OpenedDashboard
    const { complaints, context, page } = yield* openAs("superadmin", "/offboardings")
    yield* Effect.promise(async () => {
      const views = page.getByRole("navigation", { name: "Views" })
      const names = () => page.locator("tbody .row-link").allTextContents()
      const listed = async (query: string): Promise<ReadonlyArray<string>> => {
        const { rows } = await (await context.request.get(`/api/employees?${query}`)).json()
        return rows.map(({ employee_name }: { readonly employee_name: string }) => employee_name)
      }
      const go = async (view: string) => {
        await views.getByRole("link", { name: view }).click()
        await views.getByRole("link", { name: view }).and(page.locator("[aria-current=page]")).waitFor()
        await page.locator("[aria-busy=true]").waitFor({ state: "detached" })
      }
      await page.getByRole("row", { name: "Jonas Berg" }).waitFor()
      assert.deepStrictEqual(await names(), await listed("open=true&sort=exit_date&order=asc"))
      await views.getByRole("link", { name: "Open" }).and(page.locator("[aria-current=page]")).waitFor()

      // A filter is added to the view, and all of it is in the address.
      await page.getByRole("searchbox").fill("moreau")
      await page.waitForURL(/open=true&q=moreau|q=moreau&open=true/)
      await page.getByRole("button", { name: "Clear filters" }).click()
      await page.waitForURL(/offboardings$/)

      // No failed removal is said as well as a failed one.
      await views.getByRole("link", { name: "Failed removals 0" }).waitFor()
      assert.strictEqual(await views.locator("[data-tone=bad]").count(), 0)
      await go("Failed removals")
      await page.getByText("Offboardings with an app that a run could not revoke").waitFor()
      await page.waitForURL(/revocation_failed=true/)

      await go("Closed")
      await page.waitForURL(/open=false/)
      await page.getByRole("row", { name: "Sofia Rossi" }).waitFor()
      assert.deepStrictEqual(await names(), await listed("open=false&sort=exit_date&order=desc"))
      await go("Overdue")
      await page.waitForURL(/sla=breached/)

      // Each view says what it would hold.
      await page.route(/api\/employees\?.*exit_date_from/, (route) =>
        route.fulfill({ json: { rows: [], total: 0, limit: 50, offset: 0 } })
      )
      await go("This week")
      await page.getByText("No one leaves this week").waitFor()
      const { searchParams } = new URL(page.url())
      const days = ["exit_date_from", "exit_date_to"].map((name) => new Date(`${searchParams.get(name)}T00:00:00Z`))
      assert.deepStrictEqual(
        days.map((day) => day.getUTCDay()),
        [1, 0]
      )
    })
    assert.deepStrictEqual(complaints, [])
  })

  it.effect("filters are saved as a view, renamed, shared and deleted", function* () {
    const { complaints, page } = yield* openAsSomebody("admin")
    yield* Effect.promise(async () => {
      await page.goto("/offboardings")
      const views = page.getByRole("navigation", { name: "Views" })
      await views.getByRole("link", { name: "Open" }).waitFor()
      assert.strictEqual(await page.getByRole("button", { name: "Save view" }).count(), 0)
      await page.getByLabel("Stage").selectOption("Equipment return")
      await page.getByRole("searchbox").fill("moreau")
      await page.waitForURL(/q=moreau/)
      await page.getByRole("button", { name: "Save view" }).click()
      const dialog = page.getByRole("dialog")
      await dialog.getByLabel("Name").fill("Equipment")
      assert.deepStrictEqual(await faults(page), [])
      await dialog.getByRole("button", { name: "Save view" }).click()
      const saved = views.getByRole("link", { name: "Equipment", exact: true })
      await saved.and(page.locator("[aria-current=page]")).waitFor()
      assert.notInclude(page.url(), "moreau")
      await page.getByRole("button", { name: "Actions for the view Equipment" }).click()
      await page.getByRole("button", { name: "Edit view" }).click()
      await dialog.getByLabel("Name").fill("Laptops")
      await dialog.getByLabel("Share with all members").check()
      await dialog.getByRole("button", { name: "Save" }).click()
      await views.getByRole("link", { name: "Laptops" }).and(page.locator("[aria-current=page]")).waitFor()
      await views.getByRole("link", { name: "Open" }).click()
      await views.getByRole("link", { name: "Laptops" }).click()
      await page.waitForURL(/status=asset_recovery/)
      await page.getByRole("button", { name: "Actions for the view Laptops" }).click()
      await page.getByRole("button", { name: "Delete view" }).click()
      await dialog.getByText("All members lose this view.").waitFor()
      await dialog.getByRole("button", { name: "Delete view" }).click()
      await views.getByRole("link", { name: "Laptops" }).waitFor({ state: "detached" })
    })
    assert.deepStrictEqual(complaints, [])
  })

  it.effect("several are assigned an owner at once", function* () {
    const { complaints, page } = yield* openAsSomebody("admin")
    yield* Effect.promise(async () => {
      await page.goto("/offboardings")
      await page.getByRole("row", { name: "Jonas Berg" }).getByRole("checkbox").check()
      await page.getByRole("row", { name: "Amara Diallo" }).getByRole("checkbox").check()
      await page.getByRole("button", { name: "Assign owner" }).click()
      const dialog = page.getByRole("dialog")
      const self = dialog.getByLabel("Owner", { exact: true }).locator("option", { hasText: "(you)" })
      await self.waitFor({ state: "attached" })
      await dialog.getByLabel("Owner", { exact: true }).selectOption({ label: (await self.textContent()) ?? "" })
      assert.deepStrictEqual(await faults(page), [])
      await dialog.getByRole("button", { name: "Save" }).click()
      await page.getByText("Owner of 2 offboardings changed").waitFor()
      await page.goto("/offboardings?owner=me")
      await page.getByRole("row", { name: "Jonas Berg" }).waitFor()
      await page.getByRole("row", { name: "Amara Diallo" }).waitFor()
    })
    assert.deepStrictEqual(complaints, [])
  })

  it.effect("rows are dense or comfortable, as chosen before; the last day is there at every width", function* () {
    const { openAs } = yield* OpenedDashboard
    const { complaints, page } = yield* openAs("superadmin", "/offboardings")
    yield* Effect.promise(async () => {
      const row = page.getByRole("row", { name: "Jonas Berg" })
      const height = async () => Math.round((await row.boundingBox())?.height ?? 0)
      await row.waitFor()
      assert.isAtMost(await height(), 37)
      await page.getByRole("button", { name: "Comfortable rows" }).click()
      assert.isAtLeast(await height(), 44)
      await page.reload()
      await page.getByRole("button", { name: "Dense rows" }).waitFor()
      assert.isAtLeast(await height(), 44)
      await page.getByRole("button", { name: "Dense rows" }).click()
      await page.getByRole("button", { name: "Comfortable rows" }).waitFor()
      for (const width of [320, 390, 768, 1440]) {
        await page.setViewportSize({ width, height: 844 })
        const cell = await row.getByRole("cell", { name: /^\w+ \d+, \d{4}/ }).boundingBox()
        assert.isAtMost((cell?.x ?? width) + (cell?.width ?? 1), width, `the last day at ${width}`)
        await isSound(page)
      }
    })
    assert.deepStrictEqual(complaints, [])
  })

  it.effect("several move at once and back; what a gate refuses is said for each", function* () {
    const { openAs } = yield* OpenedDashboard
    const { complaints, page } = yield* openAs("superadmin", "/offboardings?status=pending&sort=employee_name")
    yield* Effect.promise(async () => {
      await page.getByRole("checkbox", { name: "Select all on this page" }).check()
      await isSound(page)
      await page.getByRole("button", { name: "Move to…" }).click()
      await page.getByRole("button", { name: "Notice period" }).click()
      await page.getByText("2 offboardings moved to Notice period").waitFor()
      await page.getByText("No results").waitFor()
      await page.getByRole("button", { name: "Undo" }).click()
      await page.getByText("2 offboardings moved back").waitFor()
      await stageOf(page, "Tomas Novak", "Pending").waitFor()

      await page.getByRole("checkbox", { name: "Select Clara Moreau" }).check()
      await page.getByRole("checkbox", { name: "Select Tomas Novak" }).check()
      await page.getByRole("button", { name: "Move to…" }).click()
      await page.getByRole("button", { name: "Completed" }).click()
      const refused = page.getByRole("status").filter({ hasText: "2 offboardings were not changed" })
      await refused.getByText(/Still missing: Corporate Directory/).waitFor()
      await refused.getByText(/confirmation that there is nothing to revoke/).waitFor()
      assert.strictEqual(await refused.getByRole("link", { name: "Open" }).count(), 2)
    })
    assert.deepStrictEqual(complaints, [])
  })

  it.effect("Export CSV saves the list with its filters, as spreadsheets read it", function* () {
    const { openAs } = yield* OpenedDashboard
    const { complaints, page } = yield* openAs("hr", "/offboardings?q=diallo")
    yield* Effect.promise(async () => {
      await page.getByRole("row", { name: "Amara Diallo" }).waitFor()
      const saved = page.waitForEvent("download")
      await page.getByRole("button", { name: "Export CSV" }).click()
      const file = await saved
      assert.match(file.suggestedFilename(), /^Offboardings \d{4}-\d\d-\d\d\.csv$/)
      const text = await readFile(await file.path(), "utf8")
      assert.match(text, /^\ufeffOffboarding ID,Name,/)
      assert.match(text, /^[^\n]*\n[^\n]*Amara Diallo[^\n]*\n$/)
      await page.getByText("CSV exported").waitFor()
      await isSound(page)
    })
    assert.deepStrictEqual(complaints, [])
  })

  it.effect(
    "printed, an offboarding is its content: no menu, no tabs, no buttons, and nothing is cut off",
    function* () {
      const { openAs } = yield* OpenedDashboard
      const { page } = yield* openAs("hr", "/offboardings?q=diallo", { theme: "dark" })
      yield* Effect.promise(async () => {
        await page.getByRole("link", { name: "Amara Diallo" }).click()
        await page.getByRole("heading", { name: "Amara Diallo" }).waitFor()
        await page.emulateMedia({ media: "print" })
        assert.isTrue(await page.getByRole("heading", { name: "Amara Diallo" }).isVisible())
        assert.strictEqual(
          await page.locator(".sidebar:visible, .shell .button:visible, .shell .tabs:visible").count(),
          0
        )
        assert.strictEqual(await page.evaluate("getComputedStyle(document.documentElement).colorScheme"), "light")
        await page.setViewportSize({ width: 700, height: 990 })
        assert.isAtMost(Number(await page.evaluate("document.documentElement.scrollWidth - innerWidth")), 0)
      })
    }
  )

  it.effect("deleting asks why and says what stays under hold; who may not delete is not asked", function* () {
    const { openAs } = yield* OpenedDashboard
    const { context, page } = yield* openAs("superadmin", "/offboardings?q=novak")
    const hr = yield* openAs("hr", "/offboardings?q=novak")
    yield* Effect.promise(async () => {
      await hr.page.getByRole("checkbox", { name: "Select Tomas Novak" }).check()
      await hr.page.getByRole("button", { name: "Move to…" }).waitFor()
      assert.strictEqual(await hr.page.getByRole("button", { name: "Delete" }).count(), 0)

      const { rows } = await (await context.request.get("/api/employees?q=novak")).json()
      const hold = { data: { held: true, reason: "A dispute about the bonus" } }
      await context.request.put(`/api/employees/${rows[0].id}/legal-hold`, hold)
      await page.reload()
      await page.getByRole("checkbox", { name: "Select Tomas Novak" }).check()
      await page.getByRole("button", { name: "Delete" }).click()
      const dialog = page.getByRole("dialog", { name: "Delete 1 offboarding?" })
      await dialog.getByText("1 is under legal hold and will be kept").waitFor()
      await dialog.getByLabel("Reason").fill("no")
      await page.keyboard.press("Enter")
      await dialog.getByText(/5/).first().waitFor()
      await dialog.getByLabel("Reason").fill("Entered twice")
      await page.keyboard.press("Enter")
      await page.getByText("1 offboarding was not changed").waitFor()
      await page.getByRole("row", { name: "Tomas Novak" }).waitFor()
    })
  })

  it.effect("on the board a card goes to another stage by its menu, with the keyboard alone", function* () {
    const { openAs } = yield* OpenedDashboard
    const { complaints, page } = yield* openAs("superadmin", "/offboardings?view=board")
    yield* Effect.promise(async () => {
      await isSound(page)
      await page.getByRole("button", { name: "Move Priya Raman to another stage" }).focus()
      await page.keyboard.press("Enter")
      await page.locator("button:focus", { hasText: "Pending" }).waitFor()
      await page.keyboard.press("ArrowDown")
      await page.locator("button:focus", { hasText: "Access revocation" }).waitFor()
      await page.keyboard.press("Enter")
      const revocation = page.getByRole("region", { name: "Access revocation" })
      await revocation.getByRole("link", { name: "Priya Raman" }).waitFor()
      await page.getByRole("button", { name: "Undo" }).click()
      await page.getByRole("region", { name: "Notice period" }).getByRole("link", { name: "Priya Raman" }).waitFor()
      await page.setViewportSize({ width: 390, height: 844 })
      await isSound(page)
    })
    assert.deepStrictEqual(complaints, [])
  })

  it.effect("opening a menu leaves the focus on an item that has it already", function* () {
    const { openAs } = yield* OpenedDashboard
    const { page } = yield* openAs("superadmin", "/offboardings?view=board")
    yield* Effect.promise(async () => {
      const move = page.getByRole("button", { name: "Move Priya Raman to another stage" })
      const id = await move.getAttribute("popovertarget")
      // The browser reports the opening in a later task. The focus may be on an item by then.
      const focused = await page.evaluate(`new Promise((done) => {
              const menu = document.getElementById(${JSON.stringify(id)})
              const item = [...menu.querySelectorAll("button")].at(-2)
              menu.addEventListener("toggle", () => done([item.textContent, document.activeElement.textContent]))
              menu.showPopover()
              item.focus()
            })`)
      assert.deepStrictEqual(focused, ["Move to Equipment return", "Move to Equipment return"])
    })
  })

  it.effect("a file is looked at before it is written; those who failed are downloaded, and nobody else", function* () {
    const { openAs } = yield* OpenedDashboard
    const { complaints, page } = yield* openAs("superadmin", "/offboardings/import", { width: 390, height: 844 })
    yield* Effect.promise(async () => {
      const csv = "Employee Name,exit_date,colour\nGus Porter,2030-01-31,red\nBo Diddley,31.01.2030,\n"
      await page.getByLabel("CSV file").setInputFiles({
        name: "leavers.csv",
        mimeType: "text/csv",
        buffer: Buffer.from(csv)
      })
      await page.getByText("1 of 2 rows can be imported").waitFor()
      await page.getByText("Ignored columns: colour").waitFor()
      await page.getByRole("cell", { name: /exit_date: must be a date/ }).waitFor()
      assert.strictEqual(await page.getByRole("link", { name: "Gus Porter" }).count(), 0)
      await isSound(page)
      await page.getByRole("button", { name: "Import 1 offboarding" }).click()
      await page.getByText("1 of 2 rows imported").waitFor()
      const saved = page.waitForEvent("download")
      await page.getByRole("button", { name: "Download failed rows" }).click()
      const text = await readFile(await (await saved).path(), "utf8")
      assert.strictEqual(text, "employee_name,exit_date\r\nBo Diddley,31.01.2030\r\n")
      await page.getByRole("link", { name: "Gus Porter" }).click()
      await page.getByRole("heading", { name: "Gus Porter" }).waitFor()
    })
    assert.deepStrictEqual(complaints, [])
  })

  it.effect("the palette finds people of the directory who are not leaving", function* () {
    const { openAs } = yield* OpenedDashboard
    const { page } = yield* openAs("superadmin", "/offboardings")
    yield* Effect.promise(async () => {
      await page.keyboard.press("Control+k")
      await page.getByRole("combobox", { name: "Search or run a command" }).fill("yuki")
      await page
        .getByRole("group", { name: "People" })
        .getByRole("option", { name: /Yuki Tanaka/ })
        .click()
      await page.waitForURL(/\/people\/[0-9a-f-]{36}$/)
    })
  })
})
