import { assert } from "#test/support/suite"
import { Effect } from "effect"
import { faults, inBrowser, openAsSomebody, OpenedDashboard, overflow } from "./opened.ts"

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
        vendor.behaviour.delayMilliseconds = 4_000
        await page.goto(`/offboardings/${id}/access`)
        await page.getByRole("button", { name: "Revoke access now" }).click()
        const dialog = page.getByRole("dialog", { name: "Revoke Omar Haddad’s access now?" })
        await dialog.getByText("omar.haddad@larkspur.example").waitFor()
        await dialog.getByText("Deactivates the account, then verifies the result.").waitFor()
        assert.strictEqual(await dialog.getByText(/^GET http/).count(), 0, "the calls are folded")
        assert.strictEqual(await page.evaluate("document.activeElement?.tagName"), "H2", "the title is read first")
        // Enter confirms nothing; the words of a row are the label of its checkbox.
        const sent: Array<string> = []
        page.on("request", (request) => {
          if (request.method() === "POST") sent.push(new URL(request.url()).pathname)
        })
        const box = dialog.getByRole("checkbox", { name: "Corporate Directory" })
        await box.press("Enter")
        await dialog.getByText("Deactivates the account").click()
        assert.isFalse(await box.isChecked())
        await dialog.getByText("0 of 1 app", { exact: true }).waitFor()
        assert.isTrue(await dialog.getByRole("button", { name: "Revoke access in 0 apps" }).isDisabled())
        await dialog.getByText("Deactivates the account").click()
        await dialog.getByText("1 of 1 app", { exact: true }).waitFor()
        assert.deepStrictEqual(sent, [])
        const foot = await dialog.locator("footer").getByRole("button").allTextContents()
        assert.deepStrictEqual(foot, ["Cancel", "Revoke access in 1 app"], "the dangerous button is last")
        await dialog.getByText(/calls? to the app$/).click()
        await dialog
          .getByText(/^GET http/)
          .first()
          .waitFor()
        assert.isAtMost(Number(await dialog.evaluate((one) => one.scrollWidth - one.clientWidth)), 0, "it fits")
        assert.deepStrictEqual(await faults(page), [])
        await dialog.getByRole("button", { name: "Revoke access in 1 app" }).click()
        const running = page.getByRole("dialog", { name: "Revoking Omar Haddad’s access" })
        await running.getByText("Revoking", { exact: true }).waitFor()
        await running.getByRole("progressbar", { name: "Apps done" }).waitFor()
        assert.deepStrictEqual(await faults(page), [])
        await running.getByRole("button", { name: "Close" }).click()
        // The result comes wherever the reader is by then.
        await page.getByRole("link", { name: "Overview" }).click()
        const toasts = page.locator(".toasts")
        const bad = toasts.locator('p[data-tone="bad"]').filter({ hasText: "Omar Haddad: 1 of 1 removal failed" })
        await bad.waitFor()
        assert.deepStrictEqual(await faults(page), [])
        await page.getByRole("alert").filter({ hasText: "Corporate Directory: removal failed." }).waitFor()
        await bad.getByRole("link", { name: "View result" }).click()
        await page.waitForURL(`**/offboardings/${id}/access`)
        const failed = page.getByRole("region", { name: "Status of this offboarding" })
        const tabs = page.getByRole("navigation", { name: "Sections of this offboarding" })
        const announced = page.getByRole("alert").filter({ hasText: "removal failed." })
        for (const tab of ["Tasks", "Access 1 failed", "Activity", "Overview"]) {
          await tabs.getByRole("link", { name: tab }).click()
          await failed.getByText("Corporate Directory: removal failed.").waitFor()
          await failed.getByText("403").waitFor()
          await failed.getByText(/Retries automatically on/).waitFor()
        }
        assert.strictEqual(await announced.count(), 0, "on other tabs it is not announced again")
        await failed.getByRole("button", { name: "Retry now" }).waitFor()
        await failed.getByRole("button", { name: "Mark as removed…" }).waitFor()
        await failed.getByRole("link", { name: "Details" }).click()
        const open = page.getByRole("row").filter({ hasText: "What happened" })
        await open.getByText("403").waitFor()
        await open.getByText(/Retries automatically on/).waitFor()
        await tabs.getByRole("link", { name: "Overview" }).click()
        await failed.getByText("1 failed").waitFor()
        assert.deepStrictEqual(await faults(page), [])

        await page.goto("/offboardings")
        const view = page
          .getByRole("navigation", { name: "Views" })
          .getByRole("link", { name: /^Failed removals [1-9]/ })
        await view.locator("[data-tone=bad]").waitFor()
        await view.click()
        await page.waitForURL(/revocation_failed=true/)
        await page.locator("tr[data-bad]", { hasText: "Omar" }).waitFor()
        await page.goto("/offboardings?q=Omar")
        const row = page.getByRole("row").filter({ hasText: "Omar Haddad" })
        await row.getByText("1 failed").filter({ visible: true }).waitFor()
        await page.setViewportSize({ width: 390, height: 844 })
        await row.getByText("1 failed").filter({ visible: true }).waitFor()
        await page.goto("/offboardings?q=Omar&view=board")
        await page.getByRole("article").getByText("1 failed").waitFor()

        vendor.behave()
        await page.goto(`/offboardings/${id}/tasks`)
        await failed.getByRole("button", { name: "Retry now" }).waitFor()
        // A reading of what others changed delays the next one. A run that the page follows isn't delayed.
        const readAgain = page.waitForResponse((response) => response.url().endsWith(`/api/employees/${id}`))
        const edited = await hr.context.request.patch(`/api/employees/${id}`, { data: { exit_date: "2031-03-15" } })
        assert.strictEqual(edited.status(), 200)
        await readAgain
        await failed.getByRole("button", { name: "Retry now" }).click()
        await dialog.getByRole("button", { name: "Revoke access in 1 app" }).click()
        const succeeded = failed.getByText("Corporate Directory: access removed and verified.")
        const result = page.getByRole("dialog", { name: "Access revoked and verified in 1 app" })
        await Promise.all([succeeded.waitFor(), result.waitFor({ timeout: 12_000 })])
        await result.getByText("Verified in the app").waitFor()
        await result.getByRole("button", { name: "Done" }).click()
        assert.strictEqual(
          await toasts.getByText("Omar Haddad: access removed").count(),
          0,
          "it was seen in the dialog"
        )
        await succeeded.waitFor({ state: "detached" })
        assert.strictEqual(await failed.getByText("removal failed").count(), 0)
      })
      assert.deepStrictEqual(complaints, [])
    }
  )

  it.effect("is the dialog's result; there it is tried again, or marked as removed", function* () {
    const { vendor } = yield* OpenedDashboard
    const { complaints, context, page } = yield* openAsSomebody("superadmin")
    const failing = async (name: string, email: string) => {
      const made = await context.request.post("/api/employees", {
        data: {
          employee_name: name,
          employee_email: email,
          exit_date: "2031-03-14",
          apps_to_revoke: ["Corporate Directory"]
        }
      })
      assert.strictEqual(made.status(), 201, await made.text())
      const { id } = await made.json()
      vendor.add({ userName: email })
      vendor.behaviour.refusesWith = 403
      await page.goto(`/offboardings/${id}/access`)
      await page.getByRole("button", { name: "Revoke access now" }).click()
      await page.getByRole("button", { name: "Revoke access in 1 app" }).click()
      const result = page.getByRole("dialog", { name: "Access revoked in 0 of 1 app, Corporate Directory failed" })
      await result.getByText("403").waitFor()
      return result
    }
    yield* Effect.promise(async () => {
      await page.setViewportSize({ width: 320, height: 640 })
      const first = await failing("Sanna Niemi", "sanna.niemi@larkspur.example")
      assert.deepStrictEqual(await faults(page), [])
      assert.isAtMost(await overflow(page), 0, "no sideways scroll")
      vendor.behave()
      await first.getByRole("button", { name: "Retry: Corporate Directory" }).click()
      const good = page.getByRole("dialog", { name: "Access revoked and verified in 1 app" })
      await good.getByText("Sanna Niemi: verified in 1 app").waitFor()
      assert.strictEqual(await good.getByRole("listitem").count(), 1)
      await good.getByRole("button", { name: "Done" }).click()

      const second = await failing("Elif Kaya", "elif.kaya@larkspur.example")
      await second.getByRole("button", { name: "Mark as removed: Corporate Directory" }).click()
      const marking = page.getByRole("dialog", { name: "Mark Corporate Directory as removed?" })
      await marking.getByRole("button", { name: "Mark as removed" }).click()
      const marked = page.getByRole("dialog", { name: "Access revoked in 0 of 1 app, 1 confirmed manually" })
      await marked.getByText("Confirmed manually", { exact: true }).waitFor()
      assert.strictEqual(await marked.getByRole("button", { name: /Retry|Mark as removed/ }).count(), 0)
      vendor.behave()
    })
    assert.deepStrictEqual(complaints, [])
  })
})
