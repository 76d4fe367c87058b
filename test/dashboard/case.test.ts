import { assert } from "#test/support/suite"
import { Effect } from "effect"
import type { BrowserContext, Page } from "playwright-core"
import { flaws, inBrowser, openAsSomebody, OpenedDashboard } from "./opened.ts"

/** A case of somebody new, made by its form's route; its id. */
const aCase = async ({ request }: BrowserContext, name: string, more: Readonly<Record<string, unknown>> = {}) => {
  const answer = await request.post("/api/employees", {
    data: {
      employee_name: name,
      exit_date: "2031-03-14",
      employee_email: `${name.split(" ")[0]}@larkspur.example`,
      ...more
    }
  })
  assert.strictEqual(answer.status(), 201, await answer.text())
  return String((await answer.json()).id)
}

const answerOf = async ({ request }: BrowserContext, path: string) => (await request.get(path)).json()

const more = async (page: Page, item: string) => {
  await page.getByRole("button", { name: "More", exact: true }).click()
  await page.getByRole("button", { name: item, exact: true }).click()
}

inBrowser("a case", (it) => {
  // dashboard-5: A case goes from its first stage to completed through the page, and access is revoked after a look at
  //   what would be called, tried again where it failed, and read back.
  it.effect("goes from its first stage to completed, by what each stage asks for", function* () {
    const { complaints, context, page } = yield* openAsSomebody("admin")
    yield* Effect.promise(async () => {
      const id = await aCase(context, "Nora Lind")
      await page.goto(`/offboardings/${id}`)
      await page.getByText("No apps selected yet").waitFor()
      await page.getByRole("button", { name: "Move to Notice period" }).click()
      await page.getByRole("button", { name: "Move to Access revocation" }).click()
      await page.getByRole("button", { name: "Move to Equipment return" }).click()
      const blocked = page.getByRole("status").filter({ hasText: "To move to “Equipment return”, first complete:" })
      await blocked.getByRole("link", { name: "Go to Access" }).click()
      await page.getByRole("button", { name: "Confirm no access" }).click()
      await page.getByText("Confirmed: no access to revoke").waitFor()
      await page.getByRole("button", { name: "Move to Equipment return" }).click()
      await page.getByRole("button", { name: "Move to Completed" }).click()
      await page.getByRole("button", { name: "Confirm return" }).click()
      await page.getByRole("link", { name: /^Tasks/ }).click()
      await page.getByRole("button", { name: "Actions for Conduct the exit interview" }).click()
      await page.getByRole("button", { name: "Mark as not needed" }).click()
      await page.getByRole("dialog").getByLabel("Reason").fill("They moved abroad")
      await page.keyboard.press("Enter")
      await page.getByRole("table").getByText("They moved abroad").waitFor()
      await page.getByLabel("Show").selectOption("Open tasks")
      // One after the other, without waiting for any: none is lost, and the next step is not asked for before them.
      const { promise: asked, resolve: arrive } = Promise.withResolvers<void>()
      await page.route("**/api/employees/checklist/*", async (route) => {
        await asked
        await route.fallback()
      })
      const left = await page.getByRole("checkbox").evaluateAll((boxes) => boxes.map((box) => box.ariaLabel ?? ""))
      for (const task of left) await page.getByRole("checkbox", { name: task }).click()
      await page.getByText("No open tasks").waitFor()
      await page.getByRole("button", { name: "Move to Completed" }).click()
      arrive()
      await page.getByText("Nora Lind moved to Completed").waitFor()
      await page.getByText("Tasks can’t be changed while the offboarding is closed.").waitFor()
      assert.strictEqual((await answerOf(context, `/api/employees/${id}`)).status, "completed")
      await page.getByRole("button", { name: "More", exact: true }).click()
      assert.strictEqual(await page.getByRole("button", { name: "Cancel offboarding" }).count(), 0)
      await page.getByRole("button", { name: "Move to Equipment return" }).click()
      await page.getByRole("button", { name: "Add task" }).waitFor()
    })
    assert.deepStrictEqual(complaints, [])
  })

  it.effect(
    "is commented, and so are its tasks: members are notified, follow and unfollow, comments are deleted",
    function* () {
      const { complaints, context, page } = yield* openAsSomebody("admin")
      yield* Effect.promise(async () => {
        const id = await aCase(context, "Runa Falk")
        await page.goto(`/offboardings/${id}/activity`)
        await page.getByText("No comments yet").waitFor()
        await page.getByRole("button", { name: "Add comment" }).click()
        await page.locator(".field .wrong").waitFor()
        await page.getByLabel("Comment", { exact: true }).fill("The laptop is at reception.\nPlease collect it.")
        const notify = page.getByLabel("Notify", { exact: true })
        await notify.locator("option").nth(1).waitFor({ state: "attached" })
        await notify.selectOption({ index: 1 })
        await page.getByRole("button", { name: /^Don’t notify/ }).waitFor()
        assert.deepStrictEqual(await flaws(page), [])
        await page.getByRole("button", { name: "Add comment" }).click()
        await page.getByRole("article").getByText("The laptop is at reception.").waitFor()
        await page
          .getByRole("article")
          .getByText(/^Notified: /)
          .waitFor()
        assert.strictEqual(await page.getByLabel("Comment", { exact: true }).inputValue(), "")
        await page.getByText("added a comment").waitFor()
        await page.getByRole("button", { name: "Unfollow" }).click()
        await page.getByRole("button", { name: "Follow", exact: true }).waitFor()

        await page.getByRole("link", { name: /^Tasks/ }).click()
        const task = "Conduct the exit interview"
        await page.getByRole("button", { name: `Actions for ${task}` }).click()
        await page.getByRole("button", { name: "Comment", exact: true }).click()
        const dialog = page.getByRole("dialog")
        await dialog.getByText("No comments yet").waitFor()
        await dialog.getByLabel("Comment", { exact: true }).fill("Moved to Friday")
        await dialog.getByRole("button", { name: "Add comment" }).click()
        await dialog.getByRole("article").getByText("Moved to Friday").waitFor()
        assert.deepStrictEqual(await flaws(page), [])
        await page.keyboard.press("Escape")
        await page.getByRole("button", { name: "1 comment" }).click()
        await dialog.getByRole("article").getByText("Moved to Friday").waitFor()
        await page.keyboard.press("Escape")

        await page.goto(`/offboardings/${id}/activity`)
        await page.getByText(`On the task “${task}”`).waitFor()
        await page
          .getByRole("article")
          .filter({ hasText: "reception" })
          .getByRole("button", { name: /^Delete comment/ })
          .click()
        await dialog.getByRole("button", { name: "Delete comment" }).click()
        await page.getByRole("article").filter({ hasText: "reception" }).waitFor({ state: "detached" })
        await page.getByText("deleted a comment").waitFor()
      })
      assert.deepStrictEqual(complaints, [])
    }
  )

  it.effect("has an owner, whom a member chooses and removes", function* () {
    const { complaints, context, page } = yield* openAsSomebody("admin")
    yield* Effect.promise(async () => {
      const id = await aCase(context, "Olga Stein")
      await page.goto(`/offboardings/${id}`)
      await page.getByRole("button", { name: "Assign owner" }).click()
      const dialog = page.getByRole("dialog")
      const owner = dialog.getByLabel("Owner", { exact: true })
      const self = owner.locator("option", { hasText: "(you)" })
      await self.waitFor({ state: "attached" })
      const name = ((await self.textContent()) ?? "").replace(" (you)", "")
      await owner.selectOption({ label: `${name} (you)` })
      assert.deepStrictEqual(await flaws(page), [])
      await dialog.getByRole("button", { name: "Save" }).click()
      await page.getByText(`Owner changed to ${name}`).waitFor()
      await page.goto("/offboardings?owner=me")
      await page.getByText(`Owner: ${name}`).waitFor()
      await page.goto(`/offboardings/${id}/activity`)
      await page.getByText(`made ${name} the owner`).waitFor()
      await page.getByRole("button", { name: `Owner: ${name}` }).click()
      await owner.selectOption({ label: "Unassigned" })
      await dialog.getByRole("button", { name: "Save" }).click()
      await page.getByRole("button", { name: "Assign owner" }).waitFor()
    })
    assert.deepStrictEqual(complaints, [])
  })

  it.effect("a task has an owner, a description and links, at 320 px and without violations", function* () {
    const { complaints, context, page } = yield* openAsSomebody("admin")
    yield* Effect.promise(async () => {
      const id = await aCase(context, "Tilda Rask")
      await page.goto(`/offboardings/${id}/tasks`)
      await page.getByRole("button", { name: "Add task" }).click()
      const dialog = page.getByRole("dialog")
      await dialog.getByLabel("Task").fill("Hand over the keys")
      await dialog.getByLabel("Assignee").fill("Facilities")
      const owner = dialog.getByLabel("Owner", { exact: true })
      const self = owner.locator("option", { hasText: "(you)" })
      await self.waitFor({ state: "attached" })
      const name = ((await self.textContent()) ?? "").replace(" (you)", "")
      await owner.selectOption({ label: `${name} (you)` })
      await dialog.getByLabel("Description").fill("Two keys.\nOne is at the gate.")
      await dialog.getByRole("button", { name: "Add link" }).focus()
      await page.keyboard.press("Enter")
      await dialog.locator("input:focus").waitFor()
      await page.keyboard.type("Key register")
      await dialog.getByLabel("Link 1: URL").fill("http://keys.example.com")
      await dialog.getByRole("button", { name: "Add task" }).click()
      await dialog.getByText("Enter a URL that starts with https://").waitFor()
      await dialog.getByLabel("Link 1: URL").fill("https://keys.example.com")
      assert.deepStrictEqual(await flaws(page), [])
      await dialog.getByRole("button", { name: "Add task" }).click()
      await dialog.waitFor({ state: "detached" })

      const facilities = page.getByRole("region", { name: "Tasks assigned to Facilities" })
      await facilities.getByText(`Owner: ${name}`).waitFor()
      await facilities.getByText("Description, 1 link").click()
      await facilities.getByText("One is at the gate.").waitFor()
      const link = facilities.getByRole("link", { name: "Key register" })
      assert.deepStrictEqual(
        [await link.getAttribute("href"), await link.getAttribute("target"), await link.getAttribute("rel")],
        ["https://keys.example.com", "_blank", "noopener noreferrer"]
      )
      assert.deepStrictEqual(await flaws(page), [])
      await page.setViewportSize({ width: 320, height: 800 })
      const overflow = () => page.locator("html").evaluate((page) => page.scrollWidth - page.clientWidth)
      assert.isAtMost(await overflow(), 0)

      await page.getByRole("button", { name: "Actions for Hand over the keys" }).click()
      await page.getByRole("button", { name: "Edit", exact: true }).click()
      await dialog.getByLabel("Link 1: URL").waitFor()
      assert.isAtMost(await overflow(), 0)
      await dialog.getByRole("button", { name: "Remove link 1" }).click()
      assert.isTrue(await dialog.getByRole("button", { name: "Add link" }).evaluate((one) => one.matches(":focus")))
      await owner.selectOption({ label: "Unassigned" })
      await dialog.getByLabel("Description").fill("")
      await dialog.getByRole("button", { name: "Save" }).click()
      await facilities.getByText(`Owner: ${name}`).waitFor({ state: "detached" })
      const { checklist_items } = await answerOf(context, `/api/employees/${id}`)
      const stored = checklist_items.find((one: { readonly task: string }) => one.task === "Hand over the keys")
      assert.deepInclude(stored, { owner_id: null, description: null, links: [] })
      await page.setViewportSize({ width: 1280, height: 800 })
    })
    assert.deepStrictEqual(complaints, [])
  })

  it.effect(
    "a task is added, changed, not needed and needed again, ticked and unticked, and deleted with a reason",
    function* () {
      const { complaints, context, page } = yield* openAsSomebody("admin")
      yield* Effect.promise(async () => {
        const id = await aCase(context, "Emil Sand")
        await page.goto(`/offboardings/${id}/tasks`)
        await page.getByRole("button", { name: "Add task" }).click()
        const dialog = page.getByRole("dialog")
        await dialog.getByLabel("Task").fill("Return the parking card")
        await dialog.getByLabel("Assignee").fill("Facilities")
        await page.keyboard.press("Enter")
        const facilities = page.getByRole("region", { name: "Tasks assigned to Facilities" })
        await facilities.getByText("Return the parking card").waitFor()

        const menu = (item: string, task = "Return the parking card") =>
          page
            .getByRole("button", { name: `Actions for ${task}` })
            .click()
            .then(() => page.getByRole("button", { name: item, exact: true }).click())
        await menu("Edit")
        await dialog.getByLabel("Task").fill("Return the parking card and the key")
        await dialog.getByLabel("Due").fill("2020-02-03")
        await dialog.getByLabel("Deadline (hours)").fill("many")
        await dialog.getByRole("button", { name: "Save" }).click()
        await dialog.locator("[aria-invalid=true]").waitFor()
        await dialog.getByLabel("Deadline (hours)").fill("48")
        await dialog.getByRole("button", { name: "Save" }).click()
        const task = "Return the parking card and the key"
        await facilities.getByText("Overdue").waitFor()
        await facilities.getByText("Feb 3, 2020").waitFor()

        await menu("Mark as not needed", task)
        await dialog.getByLabel("Reason").fill("no")
        await page.keyboard.press("Enter")
        await dialog.getByText("must be 3 to 500 characters").waitFor()
        await dialog.getByLabel("Reason").fill("They never had one")
        await page.keyboard.press("Enter")
        await facilities.getByText("They never had one").waitFor()
        const tick = page.getByRole("checkbox", { name: task })
        assert.isTrue(await tick.isDisabled())
        await page.getByRole("button", { name: "Undo" }).click()
        await facilities.getByText("They never had one").waitFor({ state: "detached" })

        await tick.check()
        await page.getByText(`Done: ${task}`).waitFor()
        const undone = page.waitForResponse(/checklist/)
        await page.getByRole("button", { name: "Undo" }).click()
        await undone
        assert.isFalse(await tick.isChecked())
        const { checklist_items } = await answerOf(context, `/api/employees/${id}`)
        const stored = checklist_items.find((one: { readonly task: string }) => one.task === task)
        assert.deepInclude(stored, {
          completed: false,
          due_date: "2020-02-03",
          sla_hours: 48,
          not_needed_at: null
        })

        await menu("Delete", task)
        await dialog.getByLabel("Reason").fill("Made by mistake")
        await page.keyboard.press("Enter")
        await facilities.waitFor({ state: "detached" })
      })
      assert.deepStrictEqual(complaints, [])
    }
  )

  it.effect(
    "is edited by the clock of its zone; held it is not deleted; its person's page is made and ended",
    function* () {
      const { openAs } = yield* OpenedDashboard
      const { complaints, context, page } = yield* openAs("superadmin")
      yield* Effect.promise(async () => {
        const id = await aCase(context, "Ida Holm", { manager_email: "ines.carvalho@larkspur.example" })
        await page.goto(`/offboardings/${id}`)
        const dialog = page.getByRole("dialog")
        await more(page, "Edit")
        await dialog.getByLabel("Time zone").selectOption("Asia/Tokyo")
        await dialog.getByLabel("Access ends at").fill("2031-03-14T12:00")
        await dialog.getByLabel("Manager").fill("")
        await dialog.getByLabel("Employment ends on").fill("2031-01-01")
        await dialog.getByRole("button", { name: "Save" }).click()
        await dialog.getByRole("alert").getByText("is before the last working day").waitFor()
        await dialog.getByLabel("Employment ends on").fill("")
        await dialog.getByRole("button", { name: "Save" }).click()
        await dialog.waitFor({ state: "detached" })
        await page.getByRole("definition").filter({ hasText: "Mar 14, 2031, 12:00 PM (Asia/Tokyo)" }).waitFor()
        assert.deepInclude(await answerOf(context, `/api/employees/${id}`), {
          access_ends_at: "2031-03-14T03:00:00.000Z",
          employment_ends_on: null,
          manager_email: null,
          timezone: "Asia/Tokyo"
        })

        await more(page, "Set legal hold")
        await dialog.getByLabel("Reason").fill("Lawsuit of the works council")
        await page.keyboard.press("Enter")
        await page.getByText("Legal hold set").waitFor()
        await more(page, "Delete")
        await dialog.getByText("You can’t delete an offboarding during a legal hold").waitFor()
        assert.strictEqual(await dialog.getByRole("button", { name: "Delete" }).count(), 0)
        await dialog.getByRole("button", { name: "Close" }).click()
        await more(page, "Release legal hold")
        await dialog.getByLabel("Reason").fill("The lawsuit is settled")
        await page.keyboard.press("Enter")
        await page.getByText("Legal hold released").first().waitFor()
        await more(page, "Delete")
        await dialog.getByLabel("Reason").fill("Made by mistake")
        await dialog.getByLabel(/^Type/).fill("Ida")
        await dialog.getByRole("button", { name: "Delete" }).click()
        await dialog.getByText("The name doesn’t match").waitFor()
        await dialog.getByLabel(/^Type/).fill("Ida Holm")
        await dialog.getByRole("button", { name: "Delete" }).click()
        await dialog.getByRole("alert").getByText("less than 7 days ago").waitFor()
        await page.keyboard.press("Escape")

        await page.getByRole("button", { name: "Send link" }).click()
        await dialog.getByLabel("Delivery").selectOption("Email to the employee and show me the URL")
        await dialog.getByRole("button", { name: "Send link" }).click()
        await dialog.locator("[aria-invalid=true]").waitFor()
        await dialog.getByLabel("Why you need the URL").fill("Handed over on paper")
        await dialog.getByRole("button", { name: "Send link" }).click()
        const made = page.getByRole("dialog", { name: "Portal link", exact: true })
        await made.getByText("Link sent to the work email").waitFor()
        const url = await made.getByText(/^http/).textContent()
        const { pathname } = new URL(url ?? "")
        assert.strictEqual((await context.request.get(pathname)).status(), 200)
        await page.getByRole("button", { name: "Close" }).click()
        await page.getByText(/^Valid until/).waitFor()
        await page.getByText("URL shown to a member").waitFor()
        const asked = page.waitForEvent("download")
        await page.getByRole("button", { name: "Download evidence" }).click()
        assert.strictEqual((await asked).suggestedFilename(), "Evidence Ida Holm.zip")
        const pdf = page.waitForEvent("download")
        await more(page, "Download PDF")
        assert.strictEqual((await pdf).suggestedFilename(), "Offboarding Ida Holm.pdf")
      })
      assert.deepStrictEqual(complaints, [])
    }
  )

  it.effect("about another person now offers a new portal link; its country is found by name", function* () {
    const { complaints, context, page } = yield* openAsSomebody("admin")
    yield* Effect.promise(async () => {
      const id = await aCase(context, "Karin Holm")
      assert.strictEqual((await context.request.post(`/api/employees/${id}/portal-link`, { data: {} })).status(), 201)
      await page.goto(`/offboardings/${id}`)
      await page.getByText(/^Valid until/).waitFor()
      const dialog = page.getByRole("dialog")
      await more(page, "Edit")
      await dialog.getByLabel("Email", { exact: true }).fill("karin.berg@larkspur.example")
      await dialog.getByLabel("Find by name or code").fill("germ")
      await dialog.getByLabel("Country or region").selectOption("Germany (DE)")
      await dialog.getByRole("button", { name: "Save" }).click()
      await dialog.waitFor({ state: "detached" })
      await page.getByText("Germany (DE)").waitFor()
      assert.deepInclude(await answerOf(context, `/api/employees/${id}`), { jurisdiction: "DE" })
      await page.getByText(/^Valid until/).waitFor({ state: "detached" })
      const ended = page.getByRole("status").filter({ hasText: "The portal link no longer works" })
      await ended.getByRole("button", { name: "Send new link" }).click()
      await dialog.getByRole("button", { name: "Send link" }).click()
      await page.getByText(/^Valid until/).waitFor()
      await ended.getByRole("button", { name: "Send new link" }).waitFor({ state: "detached" })
    })
    assert.deepStrictEqual(complaints, [])
  })

  it.effect("is cancelled with a reason, which is final; another is deleted, its name typed", function* () {
    const { complaints, context, page } = yield* openAsSomebody("admin")
    yield* Effect.promise(async () => {
      await page.goto(`/offboardings/${await aCase(context, "Otto Lund")}`)
      const dialog = page.getByRole("dialog")
      await more(page, "Cancel offboarding")
      await dialog.getByText("You can’t reopen a canceled offboarding").waitFor()
      await dialog.getByLabel("Reason").fill("ok")
      await page.keyboard.press("Enter")
      await dialog.locator("[aria-invalid=true]").waitFor()
      await dialog.getByLabel("Reason").fill("Decided to stay with us")
      await page.keyboard.press("Enter")
      await page.getByText("Otto Lund’s offboarding was canceled").waitFor()
      await page.getByText("Decided to stay with us").waitFor()
      assert.strictEqual(await page.getByRole("button", { name: /^Move to/ }).count(), 0)

      const id = await aCase(context, "Vera Wren")
      await page.goto(`/offboardings/${id}`)
      await more(page, "Delete")
      await dialog.getByLabel("Reason").fill("Made by mistake")
      await dialog.getByLabel(/^Type/).fill("Vera Wren")
      await page.keyboard.press("Enter")
      await page.waitForURL(/\/offboardings$/)
      await page.goto(`/offboardings/${id}`)
      await page.getByRole("heading", { name: "Not found" }).waitFor()
    })
    assert.deepStrictEqual(complaints, [])
  })

  it.effect("shows on each tab how far it is: the end of access counts down, each part leads to its tab", function* () {
    const { complaints, context, page } = yield* openAsSomebody("superadmin")
    yield* Effect.promise(async () => {
      const end = Date.now() + 3 * 3_600_000 + 30_000
      const id = await aCase(context, "Signe Dahl", {
        access_ends_at: new Date(end).toISOString(),
        apps_to_revoke: ["Corporate Directory"]
      })
      await page.clock.install()
      await page.goto(`/offboardings/${id}`)
      const story = page.getByRole("region", { name: "Status of this offboarding" })
      const timer = story.getByRole("timer")
      await timer.getByText(/^(?:3 hr|2 hr 59 min)$/).waitFor()
      await page.clock.fastForward("02:52:00")
      await timer.getByText(/^[78] min \d+ sec$/).waitFor()
      const shown = await timer.textContent()
      await page.clock.runFor(2_000)
      assert.notStrictEqual(await timer.textContent(), shown, "each second in the last ten minutes")
      await page.clock.fastForward("00:21:00")
      await timer.getByText(/^1[23] min late$/).waitFor()
      await story.getByText("1 app is still open").waitFor()

      const height = async () => (await story.boundingBox())?.height ?? 0
      assert.isAbove(await height(), 70)
      for (const [cell, heading] of [
        ["0 of 9 Tasks", "HR"],
        ["0 of 1 Access", "Apps"],
        ["None Equipment Return not confirmed", "Equipment"],
        ["None Documents", "Documents"]
      ] as const) {
        await story.getByRole("link", { name: cell }).click()
        await page.getByRole("heading", { name: heading, exact: true }).first().waitFor()
        assert.isBelow(await height(), 50, "one line on the other tabs")
      }

      // As the service answers a role without the permissions for both.
      await page.route(`**/api/employees/${id}`, async (route) => {
        const { assets: _assets, documents: _documents, ...rest } = await (await route.fetch()).json()
        await route.fulfill({ json: rest })
      })
      await page.goto(`/offboardings/${id}`)
      await story.getByRole("link", { name: "Tasks" }).waitFor()
      assert.strictEqual(await story.getByRole("link").count(), 3)
    })
    assert.deepStrictEqual(complaints, [])
  })

  // revocation-21
  it.effect(
    "while a run is under way no other is offered, and why is said; it is looked into afterwards",
    function* () {
      const { openAs, vendor } = yield* OpenedDashboard
      const { complaints, context, page } = yield* openAs("superadmin")
      yield* Effect.promise(async () => {
        const id = await aCase(context, "Omar Haddad", { employee_email: "omar.haddad@larkspur.example" })
        await page.goto(`/offboardings/${id}/access`)
        await page.getByRole("button", { name: "Select apps" }).click()
        const dialog = page.getByRole("dialog")
        await dialog.getByRole("checkbox", { name: "Corporate Directory" }).check()
        await dialog.getByRole("button", { name: "Select apps" }).click()
        await page.getByRole("cell", { name: "Corporate Directory" }).waitFor()

        vendor.behaviour.pretendsToWrite = true
        await page.getByRole("button", { name: "Revoke access now" }).click()
        await dialog.getByRole("button", { name: "Revoke access in 1 app" }).click()
        await page.getByText("You can start another run or change apps when this run ends").waitFor()
        for (const name of ["Revoke access now", "Retry", "Select apps"]) {
          assert.strictEqual(await page.getByRole("button", { name }).count(), 0, name)
        }
        await page.reload()
        await page.getByText("You can start another run or change apps when this run ends").waitFor()
        assert.strictEqual(await page.getByRole("button", { name: "Revoke access now" }).count(), 0)
        const app = page.getByRole("row").filter({ hasText: "Corporate Directory" }).filter({ visible: true })
        await app.getByText("Active in the app").waitFor()
        await page.getByText("0 of 1 revoked").waitFor()
        await page.getByRole("link", { name: /^Access\s*1 still active$/ }).waitFor()
        assert.strictEqual(await page.getByText("Revoked", { exact: true }).count(), 0)

        vendor.behave()
        await page.getByRole("button", { name: "Retry" }).first().click()
        await dialog.getByText("Nothing is sent until you confirm").waitFor()
        await dialog.getByRole("button", { name: "Revoke access in 1 app" }).click()
        await dialog.getByText("Verified in the app").waitFor()
        await dialog.getByRole("button", { name: "Done" }).click()
        await page.getByText("Verified in the app").waitFor()
        await page.getByText("1 of 1 revoked").click()
        await page
          .getByRole("region", { name: /^Apps in the run of/ })
          .getByText("Revoked")
          .waitFor()
      })
      assert.deepStrictEqual(complaints, [])
    }
  )

  it.effect("a role sees and does what it may; what is of others is not found", function* () {
    const { openAs } = yield* OpenedDashboard
    const all = yield* openAs("superadmin")
    const manager = yield* openAs("manager")
    const hr = yield* openAs("hr")
    yield* Effect.promise(async () => {
      const { rows } = await answerOf(all.context, "/api/employees?limit=50")
      const of = (name: string) =>
        String(rows.find((one: { readonly employee_name: string }) => one.employee_name === name).id)
      const { page } = manager
      await page.goto(`/offboardings/${of("Priya Raman")}/access`)
      await page.getByRole("cell", { name: "Corporate Directory" }).waitFor()
      assert.strictEqual(await page.getByRole("button", { name: "Revoke access now" }).count(), 0)
      assert.strictEqual(await page.getByRole("button", { name: "Mark as removed" }).count(), 0)
      assert.strictEqual(await page.getByRole("button", { name: "Download evidence" }).count(), 0)
      await page.getByRole("button", { name: "More", exact: true }).click()
      await page.getByRole("button", { name: "Edit", exact: true }).waitFor()
      for (const name of ["Delete", "Set legal hold"]) {
        assert.strictEqual(await page.getByRole("button", { name, exact: true }).count(), 0, name)
      }
      await page.goto(`/offboardings/${of("Priya Raman")}/tasks`)
      await page
        .getByRole("button", { name: /^Actions for/ })
        .first()
        .click()
      await page.getByRole("button", { name: "Mark as not needed" }).waitFor()
      assert.strictEqual(await page.getByRole("button", { name: "Delete", exact: true }).count(), 0, "open")
      for (const id of [of("Jonas Berg"), crypto.randomUUID()]) {
        await page.goto(`/offboardings/${id}`)
        await page.getByRole("heading", { name: "Not found" }).waitFor()
      }
      await hr.page.goto(`/offboardings/${of("Jonas Berg")}`)
      await hr.page.getByRole("button", { name: "More", exact: true }).click()
      await hr.page.getByRole("button", { name: "Cancel offboarding" }).waitFor()
      assert.strictEqual(await hr.page.getByRole("button", { name: "Delete", exact: true }).count(), 0)
    })
    assert.deepStrictEqual([...manager.complaints, ...hr.complaints], [])
  })

  for (const look of [{ theme: "dark" }, { width: 390, height: 844 }] as const) {
    it.effect(`has no fault that axe finds, and fits: ${JSON.stringify(look)}`, function* () {
      const { complaints, context, page } = yield* openAsSomebody("admin", look)
      const found = yield* Effect.promise(async () => {
        const { rows } = await answerOf(context, "/api/employees?q=Amara")
        const found: Array<string> = []
        for (const tab of ["", "/tasks", "/access", "/activity"]) {
          await page.goto(`/offboardings/${rows[0].id}${tab}`)
          found.push(...(await flaws(page)))
        }
        await more(page, "Edit")
        found.push(...(await flaws(page)))
        return found
      })
      assert.deepStrictEqual(found, [])
      assert.deepStrictEqual(complaints, [])
    })
  }
})
