import { assert } from "#test/support/suite"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import type { Page } from "playwright-core"
import { aMember, anOrganisation, aSession, type OrganisationOptions, type OwnRole } from "#test/support/people"
import { leaver } from "#test/support/cases"
import { systemSql } from "#test/support/tables"
import { faults, inBrowser, OpenedDashboard, seen } from "./opened.ts"

const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text })

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true })

const act = async (page: Page, name: string, action: string) => {
  await button(page, `Actions for ${name}`).click()
  await button(page, action).click()
}

const tasksInOrder = (page: Page) =>
  page
    .getByRole("table")
    .locator("tbody td[data-main]")
    .evaluateAll((cells) => cells.map(({ firstChild }) => firstChild?.textContent))

/** Somebody of an organisation of their own. */
const inOwnOrganisation = Effect.fnUntraced(function* (
  path: string,
  holding: "superadmin" | OwnRole = "superadmin",
  options: OrganisationOptions = {}
) {
  const { baseUrl, open } = yield* OpenedDashboard
  const orgId = yield* anOrganisation(options)
  const member = yield* aMember(orgId, holding)
  const token = yield* aSession(member)
  const { complaints, context, page } = yield* open()
  yield* Effect.promise(async () => {
    await context.addCookies([{ name: "access_token", value: token, url: baseUrl, httpOnly: true, sameSite: "Strict" }])
    await page.goto(path)
    await seen(page)
  })
  return { complaints, context, orgId, page }
})

inBrowser("templates", (it) => {
  it.effect("a checklist is made, put in order by keyboard, emptied of a job title, and deleted", function* () {
    const { openAs } = yield* OpenedDashboard
    const { complaints, context, page } = yield* openAs("superadmin", "/templates")
    yield* Effect.promise(async () => {
      await page.getByText("No custom checklists yet").waitFor()
      await page.getByRole("link", { name: "New checklist" }).first().click()
      await page.getByRole("heading", { name: "New checklist" }).waitFor()
      await button(page, "Save checklist").click()
      await page.getByText("Required", { exact: true }).waitFor()
      await page.getByLabel("Name", { exact: true }).fill("Engineers")
      await page.getByLabel("Job title").fill("Engineer")
      await page.getByLabel("Reason").selectOption("Resignation")
      const dialog = page.getByRole("dialog")
      for (const task of ["Hand over", "Return the badge", "Say goodbye"]) {
        await button(page, "Add task").first().click()
        await dialog.getByLabel("Task").fill(task)
        if (task === "Hand over") {
          await dialog.getByLabel("Days before the last day").fill("400")
          await dialog.getByLabel("Deadline (hours)").fill("two")
          await dialog.getByRole("button", { name: "Add task" }).click()
          await dialog.getByText("must be a whole number from 0 to 365").waitFor()
          assert.strictEqual(await dialog.getByLabel("Task").inputValue(), task, "nothing typed is lost")
          await dialog.getByLabel("Days before the last day").fill("3")
          await dialog.getByLabel("Deadline (hours)").fill("")
          await dialog.getByLabel("Assignee", { exact: true }).fill("IT")
          await dialog.getByLabel("Completed").selectOption("When all equipment is returned")
        }
        await dialog.getByRole("button", { name: "Add task" }).click()
        await dialog.waitFor({ state: "detached" })
      }
      await page.getByText("due 3 days before the last day").waitFor()
      await button(page, "Move up: Say goodbye").focus()
      await page.keyboard.press("Enter")
      await page.getByText("Moved to position 2 of 3").waitFor({ state: "attached" })
      await page.keyboard.press("Enter")
      await page.getByText("Moved to position 1 of 3").waitFor({ state: "attached" })
      assert.strictEqual(
        await page.evaluate("document.activeElement.getAttribute('aria-label')"),
        "Move down: Say goodbye"
      )
      await button(page, "Remove: Return the badge").click()
      assert.deepStrictEqual(await tasksInOrder(page), ["Say goodbye", "Hand over"])
      await button(page, "Save checklist").click()
      await row(page, "Engineers").getByText("Engineer · Resignation").first().waitFor()

      await page.getByRole("link", { name: "Engineers" }).click()
      await page.getByRole("heading", { name: "Engineers" }).waitFor()
      await page.getByLabel("Job title").fill("")
      await page.getByLabel("Reason").selectOption("Any")
      await page.getByText("is used only when selected").waitFor()
      await page.getByLabel("Available for new offboardings").uncheck()
      await button(page, "Save checklist").click()
      await row(page, "Engineers").getByText("Inactive").waitFor()
      const { rows } = await (await context.request.get("/api/checklist-templates")).json()
      assert.deepInclude(rows[0], { name: "Engineers", role: null, separation_type: null, is_active: false })
      assert.deepInclude(rows[0].items[1], {
        task: "Hand over",
        assigned_to: "IT",
        due_days_before_exit: 3,
        follows: "assets"
      })

      await page.getByRole("link", { name: "Engineers" }).click()
      await button(page, "Duplicate").click()
      await page.getByRole("heading", { name: "Copy of Engineers" }).waitFor()
      assert.strictEqual(await page.getByLabel("Name", { exact: true }).inputValue(), "Copy of Engineers")
      await page.goBack()
      await page.getByRole("heading", { name: "Engineers", exact: true }).waitFor()
      await button(page, "Delete").click()
      await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click()
      await row(page, "Copy of Engineers").getByText("Inactive").waitFor()
      await page.getByText("9 tasks").click()
      await page.getByText("File the notice and confirm the last day").waitFor()
      await button(page, "Duplicate: Standard checklist for contractors").click()
      await page.getByRole("heading", { name: "Copy of Standard checklist for contractors" }).waitFor()
      assert.strictEqual((await tasksInOrder(page)).length, 4)
      for (const name of ["Copy of Standard checklist for contractors", "Copy of Engineers"]) {
        await page.goto("/templates")
        await page.getByRole("link", { name }).click()
        await button(page, "Delete").click()
        await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click()
        await page.getByRole("dialog").waitFor({ state: "detached" })
      }
      await page.getByText("No custom checklists yet").waitFor()
    })
    assert.deepStrictEqual(complaints, [])
  })

  it.effect("a letter is seen as it will read, names what it does not know, and is made and deleted", function* () {
    const { openAs } = yield* OpenedDashboard
    const { complaints, context, page } = yield* openAs("admin", "/templates/letters")
    yield* Effect.promise(async () => {
      await page.getByRole("link", { name: "New document template" }).first().click()
      const preview = page.getByRole("group", { name: "Preview" })
      await button(page, "Start with an example").click()
      await preview.getByText("Alex Example").waitFor()
      const { rows } = await (await context.request.get("/api/employees?limit=1")).json()
      await page.getByLabel("Preview for").selectOption(String(rows[0].id))
      await preview.getByText(rows[0].employee_name).waitFor()
      const text = page.getByLabel("Text")
      await text.fill(
        "<p>Dear {{employee_nam}},</p><script>alert(1)</script><img src=x onerror=alert(1)><p>&lt;b&gt;</p>"
      )
      await page.getByText("No value for {{employee_nam}}").waitFor()
      assert.strictEqual(await preview.locator("script, img, b").count(), 0)
      await preview.getByText("<b>").waitFor()
      await page.getByLabel("Name", { exact: true }).fill("Farewell")
      await button(page, "Save template").click()
      await page.getByRole("alert").getByText("unknown merge fields: employee_nam").waitFor()
      await text.fill("<p>Dear </p>")
      await text.press("Home")
      for (let step = 0; step < "<p>Dear ".length; step++) await text.press("ArrowRight")
      await button(page, "Name").click()
      assert.strictEqual(await text.inputValue(), "<p>Dear {{employee_name}}</p>")
      await button(page, "Save template").click()
      await row(page, "Farewell").getByText("Other").waitFor()

      const listed = await (await context.request.get("/api/document-templates")).json()
      const made = await context.request.post(`/api/document-templates/${listed.rows[0].id}/generate`, {
        data: { offboardingId: rows[0].id }
      })
      assert.strictEqual(made.status(), 201)
      await page.getByRole("link", { name: "Farewell" }).click()
      await button(page, "Delete").click()
      const dialog = page.getByRole("dialog")
      await dialog.getByRole("button", { name: "Delete" }).click()
      await dialog.getByText("Documents were created from this template").waitFor()
      await dialog.getByRole("button", { name: "Cancel" }).click()
    })
    const manager = yield* openAs("manager", "/templates/letters")
    yield* Effect.promise(async () => {
      assert.strictEqual(await manager.page.getByRole("link", { name: "New document template" }).count(), 0)
      await manager.page.getByRole("link", { name: "Farewell" }).click()
      await manager.page.getByRole("group", { name: "Preview" }).waitFor()
      assert.strictEqual(await manager.page.getByRole("button", { name: "Save template" }).count(), 0)
      await manager.page.goto("/templates/letters/new")
      await manager.page.getByText("You don’t have access").waitFor()
    })
    assert.deepStrictEqual(complaints, [])
  })

  it.effect("an approval chain is made the default, which protects it, and is deleted after", function* () {
    const { openAs } = yield* OpenedDashboard
    const { complaints, context, page } = yield* openAs("superadmin", "/templates/approval-chains")
    yield* Effect.promise(async () => {
      await page.getByRole("link", { name: "New approval chain" }).first().click()
      await page.getByLabel("Name", { exact: true }).fill("Two pairs of eyes")
      await page.getByLabel("Use as the default chain").check()
      await button(page, "Add step").click()
      await page.getByLabel("Approver").nth(1).selectOption("Ada Lindqvist")
      await page.getByLabel("Step name").nth(1).fill("Head of IT")
      await button(page, "Move step 2 up").click()
      await page.getByText("Moved to step 1 of 2").waitFor({ state: "attached" })
      await button(page, "Save chain").click()
      await row(page, "Two pairs of eyes").getByText("Head of IT → Anyone with the role HR").waitFor()
      await row(page, "Two pairs of eyes").getByText("Default").waitFor()
      await page.getByRole("link", { name: "Two pairs of eyes" }).click()
      await button(page, "Delete").click()
      const dialog = page.getByRole("dialog")
      await dialog.getByRole("button", { name: "Delete" }).click()
      await dialog.getByText("Make another chain the default first").waitFor()
      await dialog.getByRole("button", { name: "Cancel" }).click()

      await page.goto("/settings/approvals")
      const chain = page.getByLabel("Default approval chain")
      await chain.locator("option:checked").getByText("Two pairs of eyes").waitFor({ state: "attached" })
      await chain.selectOption("None: HR or an Admin decides")
      await page.getByLabel("Require approval").uncheck()
      await button(page, "Save approvals").click()
      await page.getByText("Settings saved").waitFor()
      const settings = await (await context.request.get("/api/offboarding-initiations/settings")).json()
      assert.deepStrictEqual(settings, { require_initiation_approval: false, default_chain_id: null })
      await context.request.patch("/api/offboarding-initiations/settings", {
        data: { require_initiation_approval: true }
      })

      await page.goto("/templates/approval-chains")
      await page.getByRole("link", { name: "Two pairs of eyes" }).click()
      await button(page, "Delete").click()
      await dialog.getByRole("button", { name: "Delete" }).click()
      await page.getByText("No approval chains yet").waitFor()
    })
    const hr = yield* openAs("hr", "/templates/approval-chains")
    yield* Effect.promise(async () => {
      assert.strictEqual(await hr.page.getByRole("link", { name: "New approval chain" }).count(), 0)
    })
    assert.deepStrictEqual(complaints, [])
  })

  it.effect(
    "without the plan the checklist is kept on the page, and read-only is said where it was tried",
    function* () {
      const none = yield* inOwnOrganisation("/templates/checklists/new", "superadmin", { plan: "none" })
      const ended = yield* inOwnOrganisation("/templates/checklists/new", "superadmin", { planStatus: "canceled" })
      yield* Effect.promise(async () => {
        for (const { page } of [none, ended]) {
          await page.getByLabel("Name", { exact: true }).fill("Ours")
          await button(page, "Save checklist").click()
        }
        await none.page.getByText("Not included in your plan").waitFor()
        await ended.page.getByRole("alert").getByText("Your organization is read-only").waitFor()
        assert.strictEqual(await none.page.getByLabel("Name", { exact: true }).inputValue(), "Ours")
        await none.page.goto("/settings/plan")
        await row(none.page, "Custom checklists").getByText("Starter or higher").waitFor()
        await row(none.page, "Members and open invitations").getByText("2", { exact: true }).waitFor()
        await ended.page.goto("/settings/plan")
        await ended.page.getByText("Your plan has ended").first().waitFor()
      })
    }
  )
})

inBrowser("members", (it) => {
  it.effect("are invited, invited again, and the invitation withdrawn; a seat too many is refused", function* () {
    const { complaints, context, page } = yield* inOwnOrganisation("/members", "superadmin", { plan: "none" })
    yield* Effect.promise(async () => {
      await button(page, "Invite member").click()
      const dialog = page.getByRole("dialog", { name: "Invite member" })
      await dialog.getByLabel("Email").fill("not an address")
      await dialog.getByRole("button", { name: "Send invitation" }).click()
      await dialog.getByText("must be an email address").waitFor()
      await dialog.getByLabel("Email").fill("new@acme.test")
      await dialog.getByLabel("Role").selectOption("HR")
      await dialog.getByLabel("Record access").selectOption("Some departments")
      await dialog.getByRole("button", { name: "Send invitation" }).click()
      await dialog.getByText("must name at least one department").waitFor()
      await dialog.getByLabel("Another department").fill("Sales")
      await dialog.getByRole("button", { name: "Add" }).click()
      await dialog.getByRole("button", { name: "Send invitation" }).click()
      await row(page, "new@acme.test").getByText("HR · Sales").waitFor()

      await button(page, "Invite member").click()
      await dialog.getByLabel("Email").fill("another@acme.test")
      await dialog.getByRole("button", { name: "Send invitation" }).click()
      await dialog.getByText("all are taken").waitFor()
      await dialog.getByRole("button", { name: "Cancel" }).click()

      // The invitation that takes the place of the first has another id.
      const another = page.waitForResponse(
        (answer) => answer.url().endsWith("/api/invites") && answer.request().method() === "GET"
      )
      await button(page, "Send again to new@acme.test").click()
      await page.getByText("New link sent to new@acme.test").waitFor()
      await another
      const invites = await (await context.request.get("/api/invites")).json()
      assert.strictEqual(invites.length, 1)
      assert.deepInclude(invites[0], { role: "hr", scope: "departments", departments: ["Sales"] })
      await button(page, "Withdraw invitation to new@acme.test").click()
      await page.getByRole("dialog").getByRole("button", { name: "Withdraw" }).click()
      await row(page, "new@acme.test").waitFor({ state: "detached" })
    })
    assert.deepStrictEqual(complaints, [])
  })

  it.effect("get another role and are removed; the last Super Admin stays one", function* () {
    const { complaints, context, orgId, page } = yield* inOwnOrganisation("/members")
    yield* aMember(orgId, "hr")
    yield* Effect.promise(async () => {
      await page.reload()
      await row(page, "The hr").getByText("Off").waitFor()
      await act(page, "The superadmin", "Change role")
      const dialog = page.getByRole("dialog")
      await dialog.getByLabel("Role").selectOption("Admin")
      await dialog.getByRole("button", { name: "Save" }).click()
      await dialog.getByText("This is the only Super Admin").waitFor()
      await dialog.getByRole("button", { name: "Cancel" }).click()

      await act(page, "The hr", "Change role")
      await dialog.getByLabel("Role").selectOption("Manager")
      await dialog.getByRole("button", { name: "Save" }).click()
      await row(page, "The hr").getByText("Direct reports").waitFor()
      await page.getByLabel("2FA").selectOption("Without 2FA")
      await page.getByLabel("Role").selectOption("Admin")
      await page.getByText("No results").waitFor()
      await button(page, "Clear filters").click()

      await act(page, "The hr", "Remove")
      await dialog.getByText("API keys they created").waitFor()
      await dialog.getByText("Tasks assigned to them").waitFor()
      await dialog.getByRole("button", { name: "Remove" }).click()
      await row(page, "The hr").waitFor({ state: "detached" })
      const members = await (await context.request.get("/api/members")).json()
      assert.strictEqual(members.length, 1)

      const many = Array.from({ length: 120 }, (_, index) => ({
        ...members[0],
        user_id: randomUUID(),
        full_name: `Member ${index + 1}`
      }))
      await page.route("**/api/members", (route) => route.fulfill({ json: many }))
      await page.reload()
      await page.getByText("1–50 of 120").waitFor()
      assert.strictEqual(await page.locator("tbody tr").count(), 50)
      await button(page, "Next").click()
      await row(page, "Member 100").waitFor()
      await page.getByRole("searchbox").fill("Member 11")
      await row(page, "Member 119").waitFor()
      await page.getByText("of 120").waitFor({ state: "detached" })
      await page.unroute("**/api/members")
      await page.goto("/settings/security")
      await page.getByText("0 of 1 members use 2FA").waitFor()
    })
    assert.deepStrictEqual(complaints, [])
  })

  it.effect("a role is made by its permissions, given, protected while it is held, and deleted", function* () {
    const { complaints, context, page } = yield* inOwnOrganisation("/roles")
    yield* Effect.promise(async () => {
      await page.getByRole("link", { name: "New role" }).click()
      await page.getByLabel("Name", { exact: true }).fill("Super Admin")
      await button(page, "Save role").click()
      await page.getByText("too close to a built-in one").waitFor()
      await page.getByLabel("Name", { exact: true }).fill("Equipment desk")
      await page.getByRole("checkbox", { name: "Manage equipment" }).check()
      await page.getByRole("checkbox", { name: "View equipment" }).check()
      await page.getByText("3 of 19").waitFor()
      await page.getByLabel("Record access").selectOption("All records")
      await button(page, "Save role").click()
      await row(page, "Equipment desk").getByText("3 of 19").waitFor()
      const roles = await (await context.request.get("/api/roles")).json()
      const { id, permissions } = roles.find(({ name }: { readonly name: string }) => name === "Equipment desk")
      assert.sameMembers(permissions, ["offboardings_view", "assets_view", "assets_manage"])
      await context.request.post("/api/invites", { data: { email: "desk@acme.test", role_id: id } })
      await page.getByRole("link", { name: "Equipment desk" }).click()
      await button(page, "Delete").click()
      const dialog = page.getByRole("dialog")
      await dialog.getByRole("button", { name: "Delete" }).click()
      await dialog.getByText("This role is in use: 1 open invitation").waitFor()
      await dialog.getByRole("link", { name: "Show members" }).click()
      await button(page, "Withdraw invitation to desk@acme.test").click()
      await page.getByRole("dialog").getByRole("button", { name: "Withdraw" }).click()
      await page.getByText("Invitation to desk@acme.test withdrawn").waitFor()
      await page.goto(`/roles/${id}`)
      await page.getByRole("checkbox", { name: "Manage equipment" }).uncheck()
      await button(page, "Save role").click()
      await row(page, "Equipment desk").getByText("2 of 19").waitFor()
      await page.getByRole("link", { name: "Equipment desk" }).click()
      await button(page, "Delete").click()
      await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click()
      // The table below has the role as a column.
      await page.getByRole("link", { name: "Equipment desk" }).waitFor({ state: "detached" })
    })
    assert.deepStrictEqual(complaints, [])
  })

  it.effect("an invitation as Admin asks for the password, and goes out once it was given", function* () {
    const { openAs, password } = yield* OpenedDashboard
    const { complaints, page } = yield* openAs("superadmin", "/members")
    yield* Effect.promise(async () => {
      await button(page, "Invite member").click()
      const dialog = page.getByRole("dialog", { name: "Invite member" })
      await dialog.getByLabel("Email").fill("second.admin@larkspur.example")
      await dialog.getByLabel("Role").selectOption("Admin")
      await dialog.getByRole("button", { name: "Send invitation" }).click()
      const asked = page.getByRole("dialog", { name: "Confirm it’s you" })
      await asked.getByLabel("Password").fill(password)
      await asked.getByRole("button", { name: "Confirm" }).click()
      await row(page, "second.admin@larkspur.example").waitFor()
    })
    assert.deepStrictEqual(complaints, [])
  })

  it.effect("whoever manages members gives no more than they hold, and HR does not get in", function* () {
    const { openAs } = yield* OpenedDashboard
    const { page } = yield* inOwnOrganisation("/roles/new", {
      permissions: ["members_manage", "assets_view"]
    })
    yield* Effect.promise(async () => {
      assert.strictEqual(await page.getByRole("checkbox", { name: "Manage settings" }).isDisabled(), true)
      assert.strictEqual(await page.getByRole("checkbox", { name: "View equipment" }).isDisabled(), false)
      await page.goto("/members")
      await seen(page)
      assert.strictEqual(await page.getByRole("button", { name: /^Actions for/ }).count(), 0)
      await page.goto("/templates")
      await page.getByText("No access to templates").waitFor()
      await page.goto("/templates/letters/new")
      await page.getByText("You don’t have access").waitFor()
    })
    const hr = yield* openAs("hr", "/members")
    yield* Effect.promise(async () => {
      await hr.page.getByText("You don’t have access").waitFor()
      await hr.page.goto("/settings/retention")
      await hr.page.getByText("You don’t have access").waitFor()
      await hr.page.goto("/settings/plan")
      await hr.page.getByText("Plan features").first().waitFor()
      assert.strictEqual(await hr.page.getByRole("link", { name: "Retention" }).count(), 0)
    })
  })

  // settings-11
  it.effect(
    "a shorter retention says how many offboardings go, waits, and is taken back; a region is kept",
    function* () {
      const { complaints, context, orgId, page } = yield* inOwnOrganisation("/settings/retention")
      yield* Effect.promise(() => context.request.post("/api/employees", { data: leaver({ no_apps: true }) }))
      yield* systemSql`
              UPDATE offboardings SET status = 'completed', completed_at = now() - interval '3 years' WHERE org_id = ${orgId}`
      yield* Effect.promise(async () => {
        const read = async () => (await context.request.get("/api/organizations/me/retention")).json()
        const save = async (months: string) => {
          await page.getByLabel("Months").fill(months)
          await button(page, "Save retention").click()
        }
        await page.getByText("permanently deleted").waitFor()
        await save("3")
        await page.getByText("must be 6 to 120 months").waitFor()
        await save("24")
        const asked = page.getByRole("dialog", { name: "Delete offboardings after 24 months?" })
        await asked.getByText(/^1 offboarding will be deleted from \w+ \d+, \d{4} on\.$/).waitFor()
        assert.deepStrictEqual(await faults(page), [])
        await asked.getByRole("button", { name: "Cancel" }).click()
        // What fits is no longer called wrong.
        assert.strictEqual(await page.getByText("must be 6 to 120 months").count(), 0)
        assert.include(await read(), { offboarding_retention_months: null })
        await button(page, "Save retention").click()
        await asked.getByRole("button", { name: "Delete offboardings" }).click()
        await page.getByText(/^From \w+ \d+, \d{4} on, closed offboardings will be deleted after 24 months$/).waitFor()
        await page.getByText("Closed offboardings are kept indefinitely").waitFor()
        assert.include(await read(), { offboarding_retention_months: 24, months_in_effect: null })
        await button(page, "Keep indefinitely").click()
        await page.getByText("Retention change canceled").waitFor()
        await button(page, "Keep indefinitely").waitFor({ state: "detached" })
        assert.strictEqual(await page.getByLabel("Months").inputValue(), "")
        assert.include(await read(), { offboarding_retention_months: null, applies_from: null })
        await page.goto("/settings")
        const name = `Acme ${randomUUID().slice(0, 8)}`
        await page.getByLabel("Name", { exact: true }).fill(name)
        await page.getByLabel("Benefits").selectOption("United States")
        // The form stands anew with what was saved, when that has been read again.
        const before = await page.getByLabel("Benefits").elementHandle()
        await button(page, "Save").click()
        await page.getByText("Settings saved").waitFor()
        await before?.waitForElementState("hidden")
        await page.getByLabel("Benefits").selectOption("Neutral")
        const saved = page.waitForResponse((answer) => answer.request().method() === "PATCH")
        await button(page, "Save").click()
        await saved
        const org = await (await context.request.get("/api/organizations/me")).json()
        assert.deepInclude(org, { name, benefits_region: null })
      })
      assert.deepStrictEqual(complaints, [])
    }
  )
})
