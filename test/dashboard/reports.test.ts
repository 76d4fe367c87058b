import { assert } from "#test/support/suite"
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import type { Page } from "playwright-core"
import { systemSql } from "#test/support/tables"
import { flaws, inBrowser, OpenedDashboard, seen } from "./opened.ts"
import { follow } from "./walking.ts"

const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text })

const phone = { width: 390, height: 844, theme: "dark" } as const

/** Presses the button and returns the downloaded file. */
const downloaded = async (page: Page, button: string) => {
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: button }).click()])
  return { name: file.suggestedFilename(), content: readFileSync(await file.path()) }
}

const setPlan = (plan: string) => systemSql`UPDATE organisations SET plan = ${plan}`
const setPlanStatus = (status: string) => systemSql`UPDATE organisations SET plan_status = ${status}`

/** How many of the scripts that the page has loaded reckon the scales of charts. */
const withScales = async (page: Page) => {
  const scripts = await page.evaluate<ReadonlyArray<string>>(
    `performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => name.endsWith(".js"))`
  )
  const texts = await Promise.all(scripts.map(async (name) => (await page.request.get(name)).text()))
  return texts.filter((text) => text.includes("paddingInner")).length
}

inBrowser("reports", (it) => {
  it.effect(
    "figures and charts of some days, which stand in the address; a chart is a table, too; the PDF is signed",
    function* () {
      const { openAs } = yield* OpenedDashboard
      const home = yield* openAs("superadmin", "/")
      assert.strictEqual(yield* Effect.promise(() => withScales(home.page)), 0, "Home draws without scales")
      const { complaints, context, page } = yield* openAs("superadmin", "/reports")
      yield* Effect.promise(async () => {
        assert.isAbove(await withScales(page), 0)
        const { stageCounts } = await (await context.request.get("/api/reports/summary")).json()
        const open = stageCounts.reduce((sum: number, { count }: { readonly count: string }) => sum + Number(count), 0)
        await page.getByRole("link", { name: `Open ${open} now` }).waitFor()
        await page.getByText("Sample too small").waitFor()
        await page.getByText("too few", { exact: true }).first().waitFor()
        await page
          .getByText(/^Only \d offboarding completed: too few to compare\.$/)
          .first()
          .waitFor()
        await page.getByText("No license prices set").waitFor()
        assert.deepStrictEqual(await flaws(page), [])

        const course = page.getByRole("figure", { name: "Started and completed" })
        assert.lengthOf(await course.getByRole("row").all(), 13, "a heading and twelve months, empty ones too")
        await course.getByRole("button", { name: "View as table" }).press("Enter")
        await course.getByRole("cell").first().click()
        assert.deepStrictEqual(await flaws(page), [])
        await course.getByRole("button", { name: "Hide table" }).waitFor()

        const days = page.getByRole("combobox", { name: "Period" })
        await days.selectOption("Last year")
        await page.waitForURL(/range=last_year/)
        await page.getByText("No offboardings started or completed in this period.").waitFor()
        await days.selectOption("Custom range")
        await page.getByLabel("From").fill("2026-03-02")
        await page.getByLabel("To", { exact: true }).fill("2026-03-01")
        await page.getByRole("button", { name: "Apply" }).click()
        await page.getByText("must not be after to").waitFor()
        await page.getByLabel("From").fill("2026-01-01")
        await page.getByRole("button", { name: "Apply" }).click()
        await page.waitForURL(/from=2026-01-01&to=2026-03-01/)
        await page.getByText("Jan 1, 2026 – Mar 1, 2026").waitFor()
        await page.goto("/reports?from=2026-01-01")
        await page.getByRole("heading", { name: "Invalid date range" }).waitFor()
        assert.strictEqual(await page.getByRole("button", { name: "Retry" }).count(), 0)

        await page.goto("/reports?range=all_time")
        await seen(page)
        const pdf = await downloaded(page, "Download as PDF")
        assert.match(pdf.name, /^offboarding-analytics-.+\.pdf$/)
        assert.strictEqual(pdf.content.subarray(0, 5).toString(), "%PDF-")
        const { rows } = await (await context.request.get("/api/audit-log?action=analytics.exported")).json()
        assert.isAbove(rows.length, 0, "its making is recorded")
      })
      assert.deepStrictEqual(complaints, [])
      yield* setPlan("starter")
      yield* Effect.promise(async () => {
        await page.getByRole("button", { name: "Download as PDF" }).click()
        await page.getByRole("alert").getByText("Not included in your plan").waitFor()
      })
      yield* setPlan("enterprise")
    }
  )

  it.effect("a manager reads the reports and takes nothing along; what is not theirs is locked", function* () {
    const { openAs } = yield* OpenedDashboard
    const { page } = yield* openAs("manager", "/reports", phone)
    yield* Effect.promise(async () => {
      await page.getByRole("figure", { name: "Started and completed" }).waitFor()
      assert.deepStrictEqual(await flaws(page), [])
      const tabs = page.getByRole("navigation", { name: "Reports" }).getByRole("link")
      assert.deepStrictEqual(await tabs.allInnerTexts(), [
        "Overview",
        "Time to revoke",
        "Task deadlines",
        "Audit readiness"
      ])
      for (const path of ["/reports", "/reports/sla"]) {
        await follow(page, path)
        await seen(page)
        assert.strictEqual(await page.getByRole("button", { name: /Download|Export/ }).count(), 0)
      }
      for (const path of [
        "/reports/scheduled",
        "/reports/leaver-test",
        `/reports/leaver-test/${crypto.randomUUID()}`
      ]) {
        await follow(page, path)
        await page.getByRole("heading", { name: "You don’t have access" }).waitFor()
        assert.strictEqual(await page.getByRole("button", { name: /^(?:New|Create)/ }).count(), 0)
      }
    })
  })

  it.effect(
    "deadlines: nothing yet, then the rate, the course and the latest with the way to their cases; a CSV",
    function* () {
      const { openAs } = yield* OpenedDashboard
      const { complaints, context, page } = yield* openAs("admin", "/reports/sla")
      yield* Effect.promise(async () => {
        await page.getByRole("heading", { name: "No task deadlines in this period" }).waitFor()
      })
      yield* systemSql`
              UPDATE checklist_items SET sla_hours = 24, sla_deadline = now() - (position + 1) * interval '8 days',
                completed_at = CASE position WHEN 0 THEN now() - interval '9 days' WHEN 1 THEN now() - interval '10 days' END
              WHERE offboarding_id = (SELECT id FROM offboardings WHERE status = 'it_revocation' LIMIT 1) AND position < 4`
      yield* Effect.promise(async () => {
        await page.reload()
        await page.getByText("1 of 2 completed").waitFor()
        await page.getByText("50%", { exact: true }).first().waitFor()
        const course = page.getByRole("figure", { name: "Completed on time" })
        const rates = await course.getByRole("cell").allInnerTexts()
        assert.includeMembers(rates, ["100%", "0%", "–"], "a week in which nothing was done is a gap, no zero")
        await page.getByText("Few tasks had a deadline in this period").waitFor()
        assert.deepStrictEqual(await flaws(page), [])
        const csv = await downloaded(page, "Export as CSV")
        assert.match(csv.name, /^deadlines-.+\.csv$/)
        assert.lengthOf(csv.content.toString().trim().split("\r\n"), 5)
        const { rows } = await (await context.request.get("/api/employees?status=it_revocation")).json()
        await page.getByRole("combobox", { name: "Week or month" }).selectOption("By month")
        await page.waitForURL(/period=month/)
        await page.getByRole("combobox", { name: "Period" }).selectOption("Last 30 days")
        await page.waitForURL(/period=month/)
        await page.getByRole("region", { name: "Most overdue" }).getByRole("link").first().click()
        await page.waitForURL(`**/offboardings/${rows[0].id}/tasks`)
      })
      assert.deepStrictEqual(complaints, [])
      yield* setPlan("team")
      yield* Effect.promise(async () => {
        await page.goto("/reports/sla")
        await page.getByRole("heading", { name: "Not included in your plan" }).waitFor()
      })
      yield* setPlan("enterprise")
    }
  )

  it.effect("a report is scheduled with its list, previewed, paused and taken back, edited and deleted", function* () {
    const { openAs } = yield* OpenedDashboard
    const { complaints, context, page } = yield* openAs("superadmin", "/reports/scheduled")
    const reports = async () => (await context.request.get("/api/scheduled-reports")).json()
    yield* Effect.promise(async () => {
      await page.getByRole("heading", { name: "No scheduled reports yet" }).waitFor()
      await page.getByRole("button", { name: "Create list" }).click()
      const list = page.getByRole("dialog", { name: "Create list" })
      await list.getByLabel("Name").fill("The board")
      await list.getByLabel("Recipients").fill("ada@board.example\nnobody")
      await list.getByRole("button", { name: "Create list" }).click()
      await list.getByText("must be an email address").waitFor()
      await list.getByLabel("Recipients").fill("ada@board.example, grace@board.example")
      await list.getByRole("button", { name: "Create list" }).click()
      await row(page, "The board").getByText("ada@board.example, grace@board.example").waitFor()

      await page.getByRole("button", { name: "Create report" }).click()
      const dialog = page.getByRole("dialog", { name: "Create report" })
      await dialog.getByLabel("Name").fill("Leavers of the month")
      await dialog.getByLabel("Schedule").selectOption("Monthly on the 1st")
      await dialog.getByLabel("Period").selectOption("Previous month")
      await dialog.getByRole("button", { name: "Create report" }).click()
      await dialog.getByText("must have at least one email address").waitFor()
      await dialog.getByLabel("Distribution list").selectOption("The board")
      await dialog.getByLabel("Webhook URL for totals (optional)").fill("http://elsewhere.example/")
      await dialog.getByText("Filters: all offboardings").click()
      await dialog.getByRole("checkbox", { name: "Layoff" }).check()
      assert.deepStrictEqual(await flaws(page), [])
      await dialog.getByRole("button", { name: "Create report" }).click()
      await dialog.getByRole("alert").getByText("delivery_webhook: The URL must start with https://").waitFor()
      assert.strictEqual(await dialog.getByLabel("Name").inputValue(), "Leavers of the month", "nothing typed is lost")
      await dialog.getByLabel("Webhook URL for totals (optional)").fill("")
      await dialog.getByRole("button", { name: "Create report" }).click()

      const preview = page.getByRole("dialog", { name: "Preview of Leavers of the month" })
      const said = (name: string) =>
        preview.locator("dt", { hasText: name }).first().locator("xpath=following-sibling::dd[1]").innerText()
      assert.match(await said("Schedule"), /, \d{4}, .+\(Monthly on the 1st\)$/)
      await preview.getByText("grace@board.example: totals").waitFor()
      assert.strictEqual(
        (await said("Recipients")).split(/\s*\n\s*/).join(", "),
        "ada@board.example: totals, grace@board.example: totals"
      )
      assert.match(await said("Period"), /^Previous month: .+ – /)
      assert.match(
        await preview
          .locator("dd")
          .allInnerTexts()
          .then((all) => all.join()),
        /Layoff/
      )
      assert.deepStrictEqual(await flaws(page), [])
      const pdf = await downloaded(page, "Download PDF")
      assert.strictEqual(pdf.content.subarray(0, 5).toString(), "%PDF-")
      await preview.getByRole("button", { name: "Close" }).click()
      assert.deepInclude((await reports())[0], { filters: { separation_type: ["layoff"] }, include_pdf: true })

      const act = async (action: string) => {
        await page.getByRole("button", { name: "Actions for Leavers of the month" }).click()
        await page.getByRole("button", { name: action, exact: true }).click()
      }
      await act("Pause")
      await row(page, "Leavers of the month").getByText("Paused").first().waitFor()
      assert.deepInclude((await reports())[0], { active: false, next: null })
      await page.getByRole("button", { name: "Undo" }).first().click()
      await row(page, "Leavers of the month").getByText("Not sent yet").waitFor()

      await act("Edit")
      const edit = page.getByRole("dialog", { name: "Edit Leavers of the month" })
      await edit.getByLabel("Type", { exact: true }).selectOption("Overdue tasks")
      assert.strictEqual(await edit.getByLabel("Period").count(), 0, "they are those of now")
      await edit.getByLabel("Grouping").selectOption("By assignee")
      await edit.getByRole("button", { name: "Save" }).click()
      await preview.getByText("Overdue when sent").waitFor()
      await preview.getByRole("button", { name: "Close" }).click()

      await page.getByRole("button", { name: "Actions for The board" }).click()
      await page.getByRole("button", { name: "Delete", exact: true }).click()
      const removal = page.getByRole("dialog", { name: "Delete The board?" })
      await removal.getByText("no longer go to its recipients: Leavers of the month").waitFor()
      await removal.getByRole("button", { name: "Delete" }).click()
      await page.getByText("No recipients left: Leavers of the month").waitFor()
      await act("Delete")
      await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click()
      await page.getByRole("heading", { name: "No scheduled reports yet" }).waitFor()
    })
    assert.deepStrictEqual(complaints, [])
    yield* setPlanStatus("canceled")
    yield* Effect.promise(async () => {
      await page.getByRole("button", { name: "Create list" }).click()
      const list = page.getByRole("dialog")
      await list.getByLabel("Name").fill("Nobody's")
      await list.getByLabel("Recipients").fill("ada@board.example")
      await list.getByRole("button", { name: "Create list" }).click()
      await list.getByRole("alert").getByText("Your organization is read-only").waitFor()
    })
    yield* setPlanStatus("active")
    const hr = yield* openAs("hr", "/reports/scheduled")
    yield* Effect.promise(() => hr.page.getByRole("heading", { name: "You don’t have access" }).waitFor())
  })

  it.effect(
    "a leaver test is asked for, watched until it is ready, read, and shared by a link that is seen once",
    function* () {
      const { open, openAs } = yield* OpenedDashboard
      const { complaints, context, page } = yield* openAs("superadmin", "/reports/leaver-test")
      yield* Effect.promise(() => context.request.put("/api/left-behind/settings", { data: { on: true } }))
      const url = yield* Effect.promise(async () => {
        await page.getByRole("heading", { name: "No tests yet" }).waitFor()
        await page.getByRole("button", { name: "Start test" }).click()
        const dialog = page.getByRole("dialog", { name: "Start test" })
        await dialog.getByLabel("To", { exact: true }).fill("2020-01-01")
        await dialog.getByRole("button", { name: "Start test" }).click()
        await dialog.getByText("must not be after to").waitFor()
        await dialog.getByLabel("To", { exact: true }).fill("2027-12-31")
        await dialog.getByLabel("Last day from").fill("2026-01-01")
        await dialog.getByLabel("Auditor’s seed phrase").fill("Nobody could foresee this")
        await dialog.getByRole("button", { name: "Start test" }).click()
        await page.getByRole("heading", { name: "Leavers, Jan 1, 2026 – Dec 31, 2027" }).waitFor()
        await page.getByText("Ready", { exact: true }).waitFor()
        await page.getByRole("heading", { name: "Access over time" }).waitFor()
        await page.getByText("“Nobody could foresee this”").waitFor()
        await page.getByRole("heading", { name: "Orphaned items" }).waitFor()
        await page
          .getByText(/^.+: not scanned for \d+ leavers?$/)
          .first()
          .waitFor()
        await page
          .getByText("node verify.mjs leaver-test-2026-01-01-to-2027-12-31.zip --key signing-key.pem", {
            exact: true
          })
          .waitFor()
        await page.getByRole("link", { name: /^Download the key as signing-key\.pem/ }).waitFor()
        assert.deepStrictEqual(await flaws(page), [])
        const asPage = await page.getByRole("link", { name: "Open report" }).getAttribute("href")
        assert.include(await (await context.request.get(asPage ?? "")).text(), "Exception rate")
        await page.getByRole("combobox", { name: "Figures" }).selectOption("By month")
        await page.getByRole("region", { name: "By month" }).waitFor()
        // A 204 keeps the page open, as a saved file does.
        await page.route(/\/files\//, (route) => route.fulfill({ status: 204 }))
        const zip = page.waitForRequest(/\/files\//)
        await page.getByRole("button", { name: "Download" }).click()
        const file = await context.request.get(new URL((await zip).url()).pathname)
        assert.strictEqual((await file.body()).subarray(0, 2).toString(), "PK")

        await page.getByRole("button", { name: "Create link" }).click()
        const making = page.getByRole("dialog", { name: "Create auditor link" })
        await making.getByRole("button", { name: "Create link" }).click()
        await making
          .getByText("must be")
          .or(making.getByText("Required", { exact: true }))
          .first()
          .waitFor()
        await making.getByLabel("For whom").fill("Auditors Ltd")
        await making.getByLabel("Valid for").selectOption("7 days")
        await making.getByRole("button", { name: "Create link" }).click()
        const made = page.getByRole("dialog", { name: "Link for Auditors Ltd" })
        const url = await made.getByText("/auditor/").innerText()
        assert.deepStrictEqual(await flaws(page), [])
        await page.keyboard.press("Escape")
        await made.getByRole("button", { name: "Done" }).click()
        await page.getByText("Not opened yet").waitFor()
        assert.notInclude(await page.content(), url)
        return new URL(url).pathname
      })
      const auditor = yield* open()
      yield* Effect.promise(async () => {
        await auditor.page.goto(url)
        await auditor.page.getByRole("heading", { name: "Exception rate" }).waitFor()
        await page.reload()
        await page.getByText(/^Opened once/).waitFor()
        await page.getByRole("button", { name: "Revoke link" }).click()
        const revoking = page.getByRole("dialog", { name: "Revoke the link for Auditors Ltd?" })
        await revoking.getByRole("button", { name: "Revoke link" }).click()
        await page.getByText("Revoked", { exact: true }).waitFor()
        assert.strictEqual((await auditor.page.goto(url))?.status(), 404)
      })
      assert.deepStrictEqual(complaints, [])
      // A person named in it was erased: the figures stay, the ZIP does not.
      yield* systemSql`UPDATE leaver_tests SET status = 'withdrawn'`
      const hr = yield* openAs("hr", "/reports/leaver-test", phone)
      yield* Effect.promise(async () => {
        await row(hr.page, "Jan 1, 2026").getByRole("link").click()
        await hr.page.getByText("A person named in this test was erased").waitFor()
        await hr.page.getByRole("heading", { name: "Access over time" }).waitFor()
        assert.strictEqual(await hr.page.getByRole("button", { name: "Download" }).count(), 0)
        assert.deepStrictEqual(await flaws(hr.page), [])
        await hr.page.goto(`/reports/leaver-test/${crypto.randomUUID()}`)
        await hr.page.getByRole("heading", { name: "Not found" }).waitFor()
      })
    }
  )
})
