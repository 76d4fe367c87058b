import { assert } from "#test/support/suite"
import { Effect } from "effect"
import { faults, inBrowser, openAsSomebody, OpenedDashboard } from "./opened.ts"

inBrowser("a failed removal", (it) => {
  it.effect(
    "is on every tab, in the list, on the board and in the toast; a retry that succeeds clears it",
    function* () {
      const { openAs, vendor } = yield* OpenedDashboard
      const hr = yield* openAs("hr")
      const { complaints, context, page } = yield* openAsSomebody("superadmin")
      yield* Effect.promise(async () => {
        const made = await context.request.post("/api/employees", {
          data: {
            employee_name: "Omar Haddad",
            employee_email: "omar.haddad@larkspur.example",
            exit_date: "2031-03-14",
            apps_to_revoke: ["Corporate Directory"]
          }
        })
        assert.strictEqual(made.status(), 201, await made.text())
        const { id } = await made.json()

        vendor.behaviour.refusesWith = 403
        await page.goto(`/offboardings/${id}/access`)
        await page.getByRole("button", { name: "Revoke access now" }).click()
        const dialog = page.getByRole("dialog")
        await dialog.getByText("Revokes Omar Haddad's access in these apps.").waitFor()
        await dialog.getByText("Corporate Directory: deactivates the account, then verifies the result.").waitFor()
        assert.strictEqual(await dialog.getByText(/^GET http/).count(), 0, "the calls are folded")
        await dialog.getByText(/calls? to the app$/).click()
        await dialog
          .getByText(/^GET http/)
          .first()
          .waitFor()
        assert.isAtMost(Number(await dialog.evaluate((one) => one.scrollWidth - one.clientWidth)), 0, "it fits")
        await dialog.getByRole("button", { name: "Revoke access now" }).click()
        // The result comes wherever the reader is by then.
        await page.getByRole("link", { name: "Overview" }).click()
        const toasts = page.locator(".toasts")
        const bad = toasts.locator('p[data-tone="bad"]').filter({ hasText: "Omar Haddad: 1 of 1 removal failed" })
        await bad.waitFor()
        assert.deepStrictEqual(await faults(page), [])
        await bad.getByRole("link", { name: "View result" }).click()
        await page.waitForURL(`**/offboardings/${id}/access`)
        const failed = page.getByRole("alert").filter({ hasText: "1 of 1 removal failed" })
        for (const tab of ["Tasks", "Access", "Timeline", "Overview"]) {
          await page.getByRole("link", { name: new RegExp(`^${tab}(?! snapshot)`) }).click()
          await failed.getByText("403").waitFor()
        }
        await failed.getByRole("button", { name: "Retry" }).waitFor()
        await failed.getByRole("button", { name: "Mark as removed" }).waitFor()
        await page.getByRole("region", { name: "Status of this offboarding" }).getByText("1 failed").waitFor()
        assert.deepStrictEqual(await faults(page), [])

        await page.goto("/offboardings?q=Omar")
        const row = page.getByRole("row").filter({ hasText: "Omar Haddad" })
        await row.getByText("1 failed").filter({ visible: true }).waitFor()
        await page.setViewportSize({ width: 390, height: 844 })
        await row.getByText("1 failed").filter({ visible: true }).waitFor()
        await page.goto("/offboardings?q=Omar&view=board")
        await page.getByRole("article").getByText("1 failed").waitFor()

        vendor.behave()
        await page.goto(`/offboardings/${id}/tasks`)
        await failed.getByRole("button", { name: "Retry" }).waitFor()
        // A reading of what others changed delays the next one. A run that the page follows isn't delayed.
        const readAgain = page.waitForResponse((response) => response.url().endsWith(`/api/employees/${id}`))
        const edited = await hr.context.request.patch(`/api/employees/${id}`, { data: { exit_date: "2031-03-15" } })
        assert.strictEqual(edited.status(), 200)
        await readAgain
        await failed.getByRole("button", { name: "Retry" }).click()
        await page.getByRole("dialog").getByRole("button", { name: "Revoke access now" }).click()
        await toasts.getByText("Omar Haddad: access removed in 1 app").waitFor({ timeout: 8_000 })
        await failed.waitFor({ state: "detached" })
      })
      assert.deepStrictEqual(complaints, [])
    }
  )
})
