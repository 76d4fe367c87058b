import { assert } from "#test/support/suite"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { asSystem, systemSql } from "#test/support/tables"
import { recordsOf } from "./addresses.ts"
import { inBrowser, looksThroughout, OpenedDashboard } from "./opened.ts"

/** A person of the demo who leaves, with a link to their page, two tasks, a laptop and a document. */
const aLeaver = Effect.fnUntraced(function* () {
  const { openAs } = yield* OpenedDashboard
  const { context } = yield* openAs("superadmin")
  const { case: id } = yield* Effect.promise(() => recordsOf(context))
  const tasks = [randomUUID(), randomUUID(), randomUUID()] as const
  const laptop = randomUUID()
  yield* asSystem((sql) =>
    Effect.all([
      sql`DELETE FROM checklist_items WHERE offboarding_id = ${id} AND lower(assigned_to) = 'employee'`,
      sql`INSERT INTO checklist_items (org_id, id, offboarding_id, task, assigned_to, due_date, position, follows, created_at)
          SELECT o.org_id, t.id, o.id, t.task, 'employee', t.due, t.place, t.follows, now()
          FROM offboardings o, (VALUES
            (${tasks[0]}::uuid, 'Hand over your projects', current_date + 5, 1, NULL),
            (${tasks[1]}::uuid, 'Empty your locker', current_date - 9, 2, NULL),
            (${tasks[2]}::uuid, 'Send back what is ours', NULL, 3, 'assets')
          ) AS t (id, task, due, place, follows) WHERE o.id = ${id}`,
      sql`INSERT INTO assets (org_id, id, org_employee_id, item_name, serial_number, category, return_deadline, status, created_at, updated_at)
          SELECT o.org_id, ${laptop}, coalesce(o.org_employee_id, (SELECT e.id FROM org_employees e
            WHERE e.org_id = o.org_id AND e.lower_email = o.lower_employee_email)),
            'MacBook Pro 14"', ${laptop.slice(0, 8)}, 'laptop', current_date + 9, 'deployed', now(), now()
          FROM offboardings o WHERE o.id = ${id}`,
      sql`INSERT INTO compliance_documents (org_id, id, offboarding_id, name, created_at, updated_at)
          SELECT org_id, ${randomUUID()}, id, 'Separation agreement', now(), now() FROM offboardings WHERE id = ${id}`
    ])
  )
  const link = yield* Effect.promise(async () => {
    const answer = await context.request.post(`/api/employees/${id}/portal-link`, {
      data: { reason: "Handed over on paper" }
    })
    return new URL((await answer.json()).url).pathname
  })
  return { id, link, laptop, tasks, context }
})

const trackingOf = (id: string) =>
  Effect.map(
    systemSql<{ readonly n: string }>`SELECT tracking_number AS n FROM assets WHERE id = ${id}`,
    ([row]) => row?.n
  )

const isDone = (id: string) =>
  Effect.map(
    systemSql<{ readonly done: boolean }>`
        SELECT completed_at IS NOT NULL AS done FROM checklist_items WHERE id = ${id}`,
    ([row]) => row?.done
  )

inBrowser("the leaver's page", (it) => {
  it.effect(
    "ticks a task and takes a tracking number in place, by keyboard, and keeps what is typed elsewhere",
    function* () {
      const { open } = yield* OpenedDashboard
      const { laptop, link, tasks } = yield* aLeaver()
      const { complaints, page } = yield* open()
      yield* Effect.promise(async () => {
        await page.goto(link)
        await page.getByRole("link", { name: "3 tasks" }).waitFor()
        assert.deepStrictEqual(await looksThroughout(page), [])
        await page.locator(`#carrier-${laptop}`).fill("UPS")
        await page.locator(`#tracking-${laptop}`).fill("1Z 999")
        await page.getByRole("checkbox", { name: "Hand over your projects", checked: false }).focus()
        await page.keyboard.press("Space")
        await page.getByRole("checkbox", { name: "Hand over your projects", checked: true }).waitFor()
        assert.strictEqual(await page.evaluate("document.activeElement.id"), `tick-${tasks[0]}`)
        assert.include(await page.getByRole("status").textContent(), "2 tasks")
        // What follows a record is not for a hand.
        assert.strictEqual(await page.getByRole("checkbox", { name: "Send back what is ours" }).count(), 0)
        assert.strictEqual(await page.locator(`#tracking-${laptop}`).inputValue(), "1Z 999")
        await page.locator(`#tracking-${laptop}`).press("Enter")
        await page.locator(`#asset-${laptop}`).getByText("On its way").waitFor()
        assert.strictEqual(await page.evaluate("location.pathname"), link)
      })
      assert.isTrue(yield* isDone(tasks[0]))
      assert.strictEqual(yield* trackingOf(laptop), "1Z 999")
      assert.deepStrictEqual(complaints, [])
    }
  )

  it.effect("does all of it without a script, in German; what is refused keeps what was typed", function* () {
    const { baseUrl, open } = yield* OpenedDashboard
    const { laptop, link, tasks } = yield* aLeaver()
    const { context } = yield* open()
    yield* Effect.promise(async () => {
      const plain = await context.browser()?.newContext({ baseURL: baseUrl, javaScriptEnabled: false, locale: "de-DE" })
      const page = await plain?.newPage()
      if (page === undefined) throw new Error("the browser is gone")
      await page.goto(link)
      await page.getByRole("heading", { level: 1, name: /dein letzter Tag/ }).waitFor()
      await page.getByRole("checkbox", { name: "Empty your locker" }).click()
      await page.getByRole("checkbox", { name: "Empty your locker", checked: true }).waitFor()
      assert.isTrue(page.url().endsWith(`${link}?lang=de#task-${tasks[1]}`))
      await page.locator(`#tracking-${laptop}`).fill("x".repeat(101))
      await page.locator(`#save-${laptop}`).click()
      await page.getByText("Gib höchstens 100 Zeichen für die Sendungsnummer").waitFor()
      assert.strictEqual(await page.locator(`#tracking-${laptop}`).inputValue(), "x".repeat(101))
      // Loaded again, where the form was sent to is the page.
      await page.goto(page.url())
      await page.getByRole("link", { name: "English" }).click()
      await page.getByRole("heading", { level: 1, name: /your last day/ }).waitFor()
      assert.deepStrictEqual(await plain?.cookies(), [])
      await plain?.close()
    })
    assert.isTrue(yield* isDone(tasks[1]))
    assert.strictEqual(yield* trackingOf(laptop), "")
  })

  it.effect(
    "a member sends a link, has the URL shown for a reason, and marks what was announced as received",
    function* () {
      const { openAs } = yield* OpenedDashboard
      const { context: maker, id, laptop, link } = yield* aLeaver()
      const { complaints, page } = yield* openAs("superadmin")
      yield* Effect.promise(async () => {
        const announced = await maker.request.patch(`/api${link}/assets/${laptop}`, {
          data: { trackingNumber: "1Z 999", carrier: "UPS" }
        })
        assert.strictEqual(announced.status(), 200, await announced.text())
        await page.goto(`/offboardings/${id}`)
        await page.getByText("URL shown to a member").waitFor()
        await page.getByRole("button", { name: "Send new link" }).click()
        const dialog = page.getByRole("dialog")
        await dialog.getByLabel("Delivery").selectOption({ label: "Only show me the URL" })
        assert.deepStrictEqual(await looksThroughout(page), [])
        await dialog.getByLabel("Why you need the URL").fill("Handed over on paper")
        await dialog.getByRole("button", { name: "Show URL" }).click()
        await dialog.getByText("Shown only once.").waitFor()
        await dialog.getByRole("button", { name: "Close" }).click()
        await page.getByRole("button", { name: "Send new link" }).click()
        await dialog.getByRole("button", { name: "Send link" }).click()
        await page.getByText("emailed to the employee").waitFor()

        await page.goto(`/offboardings/${id}/assets`)
        const row = page.getByRole("row").filter({ hasText: laptop.slice(0, 8) })
        await row.getByText("On its way").waitFor()
        await row.getByRole("button", { name: /^Actions for/ }).click()
        await page.getByRole("button", { name: "Mark as received" }).click()
        await row.getByText("Returned").waitFor()
        assert.deepStrictEqual(await looksThroughout(page), [])
      })
      assert.deepStrictEqual(complaints, [])
    }
  )

  it.effect("where a link has ended it says what to do, also to somebody who is on the page", function* () {
    const { open } = yield* OpenedDashboard
    const { context, id, link, tasks } = yield* aLeaver()
    const { complaints, page } = yield* open()
    yield* Effect.promise(async () => {
      await page.goto(link)
      await page.getByRole("checkbox", { name: "Empty your locker" }).waitFor()
      await context.request.delete(`/api/employees/${id}/portal-link`)
      await page.getByRole("checkbox", { name: "Empty your locker" }).click()
      await page.getByRole("heading", { name: "This link has expired" }).waitFor()
      await page.goto(link)
      await page.getByText("Only the newest link works").waitFor()
      assert.deepStrictEqual(await looksThroughout(page), [])
    })
    assert.isFalse(yield* isDone(tasks[1]))
    assert.deepStrictEqual(complaints, [])
  })
})
