import { assert } from "#test/support/suite"
import { Effect } from "effect"
import { execFileSync } from "node:child_process"
import { randomUUID } from "node:crypto"
import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import type { Page } from "playwright-core"
import { faults, inBrowser, OpenedDashboard, seen } from "./opened.ts"
import { follow } from "./walking.ts"

const row = (page: Page, text: string | RegExp) => page.locator("tbody tr").filter({ hasText: text }).first()

/** Presses the button and saves the download under its suggested name. */
const kept = async (page: Page, folder: string, name: string) => {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name, exact: true }).last().click()
  ])
  const path = join(folder, file.suggestedFilename())
  await file.saveAs(path)
  return path
}

inBrowser("the audit log", (it) => {
  it.effect("entries are said in words, found by what the address holds, and come by themselves", function* () {
    const { openAs } = yield* OpenedDashboard
    const { complaints, page } = yield* openAs("superadmin", "/audit-log")
    const hr = yield* openAs("hr", "/people")
    yield* Effect.promise(async () => {
      await row(page, "Offboarding canceled").getByText("offboarding_cancelled").waitFor()
      await page.getByRole("searchbox", { name: "Text, person, or email" }).fill("sofia rossi")
      await page.waitForURL(/search=sofia/)
      await page.getByLabel("Action").selectOption("Offboarding started")
      await page.waitForURL(/action=offboarding_created/)
      await row(page, "Offboarding canceled").waitFor({ state: "detached" })
      await seen(page)
      assert.strictEqual(await page.locator("tbody tr").count(), 1)
      await page.getByRole("button", { name: "Clear" }).click()
      await page.waitForURL(/\/audit-log$/)

      await page.getByLabel("Who").selectOption("Miguel Santos")
      await page.waitForURL(/actorId=/)
      await row(page, "Offboarding requested").waitFor()
      await row(page, "Sam Okafor").waitFor({ state: "detached" })
      await page.getByRole("button", { name: "More filters" }).click()
      await page.getByLabel("To").fill("2020-01-01")
      await page.getByText("No results").waitFor()
      assert.match(page.url(), /to=2020-01-01/)
      await page.getByRole("button", { name: "Clear" }).last().click()

      await row(page, "Person added").waitFor()
      await hr.context.request.post("/api/org-employees", {
        data: { full_name: "Nils Aber", email: "nils.aber@larkspur.example" }
      })
      await row(page, "Employee Nils Aber").getByText("Hana Petrova").waitFor()

      await page.goto("/audit-log?limit=7&offset=x&actorId=nobody&action=hand_made")
      await page.getByText("No results").waitFor()
    })
    assert.deepStrictEqual(complaints, [])
  })

  it.effect("an entry shows its hashes, which the browser computes anew, and leads along the chain", function* () {
    const { openAs } = yield* OpenedDashboard
    const { complaints, context, page } = yield* openAs("superadmin", "/audit-log?action=offboarding_cancelled")
    yield* Effect.promise(async () => {
      await page.getByRole("link", { name: "Offboarding canceled" }).click()
      await page.getByRole("heading", { name: "Offboarding canceled" }).waitFor()
      await page.getByText("Entry verified", { exact: true }).waitFor()
      await page.getByText("Stored and hashed content").click()
      await page.getByText(/^Offboarding of \[\[aps:v1:/).waitFor()
      assert.deepStrictEqual(await faults(page), [])
      const number = Number(await page.getByRole("definition").filter({ hasText: /^\d+$/ }).textContent())
      await page.getByRole("link", { name: `Entry ${number - 1}` }).click()
      await page.getByRole("link", { name: `Entry ${number}`, exact: true }).waitFor()
      await page.getByText("Entry verified", { exact: true }).waitFor()
      await page.goBack()
      await page.getByRole("link", { name: "Related entries" }).first().click()
      await page.waitForURL(/offboardingId=/)
      await row(page, "Offboarding started").waitFor()
      await page.getByRole("button", { name: "Only one offboarding" }).click()
      await page.waitForURL(/\/audit-log$/)

      const { rows } = await (await context.request.get("/api/audit-log?limit=1&action=stepped_up")).json()
      await page.route("**/api/audit-log/entries/*", async (route) => {
        const answer = await route.fetch()
        await route.fulfill({
          response: answer,
          json: { ...(await answer.json()), details: "x", stored_details: "x" }
        })
      })
      await page.goto(`/audit-log/entries/${rows[0].id}`)
      await page.getByRole("alert").getByText("Verification failed").waitFor()
      await page.unroute("**/api/audit-log/entries/*")
      for (const id of [randomUUID(), "first"]) {
        await page.goto(`/audit-log/entries/${id}`)
        await page.getByRole("heading", { name: "Not found" }).waitFor()
      }
    })
    assert.deepStrictEqual(complaints, [])
  })

  it.effect("the chain is verified, and what is taken along is proven by the verifier alone", function* () {
    const { openAs } = yield* OpenedDashboard
    const { complaints, page } = yield* openAs("superadmin", "/audit-log/archives")
    yield* Effect.promise(async () => {
      const folder = mkdtempSync(join(tmpdir(), "audit-"))
      await page.getByText("No archives yet").waitFor()
      await page.getByRole("button", { name: "Archive now" }).click()
      await page.getByText(/^\d+ entries archived$/).waitFor()
      await row(page, /\d+ entries/)
        .getByText(/^audit-logs\//)
        .waitFor()
      await page.getByRole("button", { name: "Archive now" }).click()
      await page.getByText("No new entries since the last archive").waitFor()

      await page.getByRole("link", { name: "Integrity", exact: true }).click()
      await page.getByText("Not verified yet").waitFor()
      const verify = page.getByRole("button", { name: "Verify chain" })
      await verify.click()
      await page.getByText("The chain is intact").waitFor()
      await page.getByText("0 anchors compared").waitFor()
      await page.getByText("no anchor yet").waitFor({ state: "detached" })
      await page.getByText("Last verified").getByText("Sam Okafor").waitFor()
      await row(page, "Signed").waitFor()
      const key = await kept(page, folder, "Download key")
      const anchors = await kept(page, folder, "Download anchors")

      await page.getByRole("link", { name: "Entries", exact: true }).click()
      await page.getByRole("button", { name: "Export" }).click()
      const bundle = await kept(page, folder, "Export")
      await page
        .getByRole("dialog")
        .getByText(/^\d+ entries exported$/)
        .waitFor()
      const command =
        (await page
          .getByRole("dialog")
          .getByText(/^node verify\.mjs/)
          .textContent()) ?? ""
      assert.strictEqual(command, `node verify.mjs ${bundle.split("/").at(-1)} --key signing-key.pem`)
      const proof = execFileSync(process.execPath, [
        "packages/verify/dist/verify.mjs",
        bundle,
        "--anchors",
        anchors,
        "--key",
        key
      ])
      assert.match(proof.toString(), /proven/i)

      await page.goto("/audit-log/integrity")
      for (const refused of [false, true]) {
        await verify.click()
        await page.getByText(refused ? "Too many requests" : "The chain is intact").waitFor()
      }
    })
    assert.deepStrictEqual(
      complaints.filter((text) => !text.includes("429")),
      []
    )
  })

  it.effect(
    "how long it is kept is refused where it is wrong, changed after a question, and shortened after a proof",
    function* () {
      const { openAs, password } = yield* OpenedDashboard
      const { complaints, page } = yield* openAs("superadmin", "/audit-log/archives")
      yield* Effect.promise(async () => {
        await page.getByText("Entries are kept indefinitely", { exact: true }).waitFor()
        const keep = async (months: string) => {
          await page.getByLabel("Months").fill(months)
          await page.getByRole("button", { name: "Change retention" }).click()
        }
        await keep("2")
        await page.getByText("must be a whole number from 3 to 120").waitFor()
        await keep("24")
        const asked = page.getByRole("dialog", { name: "Change retention to 24 months?" })
        await asked.getByText("deletes nothing for 30 days").waitFor()
        assert.deepStrictEqual(await faults(page), [])
        await asked.getByRole("button", { name: "Change retention" }).click()
        await page.getByText("Entries are kept for 24 months").waitFor()
        await keep("12")
        await page.getByRole("dialog").getByRole("button", { name: "Change retention" }).click()
        await page.getByLabel("Password").fill(password)
        await page.getByRole("button", { name: "Confirm" }).click()
        await page.getByText("Entries are kept for 12 months").waitFor()

        await page.getByLabel("Days").fill("100")
        await page.getByRole("button", { name: "Save" }).click()
        await page.getByText("must be a whole number from 365 to 36500").waitFor()
        await page.getByLabel("Days").fill("400")
        // The toast of the previous change may still be visible.
        const readAgain = page.waitForResponse(
          (answer) => answer.url().endsWith("/archive-retention") && answer.request().method() === "GET"
        )
        await page.getByRole("button", { name: "Save" }).click()
        await readAgain
        await page.getByText("Retention changed").last().waitFor()

        await page.route("**/api/audit-log/archive-retention", (route) =>
          route.request().method() === "PUT"
            ? route.fulfill({
                status: 402,
                json: {
                  error:
                    "This organization is read-only because its trial or subscription has ended. Choose a plan to make changes",
                  code: "read_only"
                }
              })
            : route.continue()
        )
        await page.getByLabel("Days").fill("500")
        await page.getByRole("button", { name: "Save" }).click()
        await page.getByRole("alert").getByText("Your organization is read-only").waitFor()
        assert.strictEqual(await page.getByLabel("Days").inputValue(), "500")
      })
      assert.deepStrictEqual(complaints, [])
    }
  )

  it.effect("each role is offered what it may do, a smaller plan says so, and a manager is led nowhere", function* () {
    const { openAs } = yield* OpenedDashboard
    const manager = yield* openAs("manager", "/audit-log")
    const hr = yield* openAs("hr", "/audit-log")
    yield* Effect.promise(async () => {
      for (const path of ["", "/integrity", "/archives", `/entries/${randomUUID()}`]) {
        await follow(manager.page, `/audit-log${path}`)
        await manager.page.getByText("You don’t have access").waitFor()
      }
      const place = manager.page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Audit log" })
      assert.strictEqual(await place.count(), 0)

      const { page } = hr
      await row(page, "Signed in").waitFor()
      assert.strictEqual(await page.getByRole("button", { name: "Export" }).count(), 0)
      assert.strictEqual(await page.getByLabel("Who").count(), 0)
      await page.route("**/api/audit-log/archives", (route) =>
        route.fulfill({
          status: 403,
          json: {
            error: "Your plan does not include tamperEvidentAudit. Upgrade to use it",
            feature: "tamperEvidentAudit",
            currentPlan: "starter",
            upgradeRequired: true
          }
        })
      )
      await page.getByRole("link", { name: "Archives", exact: true }).click()
      await page.getByText("Only Super Admins can view and change").waitFor()
      await page.getByText("Not included in your plan").waitFor()
      assert.strictEqual(await page.getByRole("button", { name: /Archive now|Change|Save/ }).count(), 0)
    })
  })

  it.effect(
    "an erasure says what goes, what stays and what stands against it, and the log says that it was",
    function* () {
      const { openAs } = yield* OpenedDashboard
      const { complaints, context, page } = yield* openAs("superadmin", "/people")
      yield* Effect.promise(async () => {
        const find = async (name: string) => {
          const { rows } = await (await context.request.get(`/api/org-employees?q=${name}`)).json()
          return String(rows[0].id)
        }
        const ask = async (id: string) => {
          await page.goto(`/people/${id}`)
          await page.getByRole("button", { name: "More" }).click()
          await page.getByRole("button", { name: "Erase person" }).click()
          return page.getByRole("dialog")
        }
        const { rows } = await (await context.request.get("/api/employees?q=Tomas")).json()
        const hold = (held: boolean) =>
          context.request.put(`/api/employees/${rows[0].id}/legal-hold`, {
            data: { held, reason: "A dispute is coming" }
          })
        await hold(true)
        const refused = await ask(await find("Tomas"))
        await refused.getByRole("alert").getByText("is under legal hold").waitFor()
        await refused.getByText("1 is open and continues without a name").waitFor()
        assert.strictEqual(await refused.getByRole("button", { name: "Erase person" }).count(), 0)
        assert.strictEqual(await refused.getByRole("textbox").count(), 0)
        assert.deepStrictEqual(await faults(page), [])
        await refused.getByRole("link", { name: "Open offboarding" }).click()
        await page.waitForURL(new RegExp(`/offboardings/${rows[0].id}`))

        const id = await find("Peter")
        const dialog = await ask(id)
        await dialog.getByText("1 offboarding loses its name and emails").waitFor()
        await dialog.getByText(/^Kept: .* \d+ audit log entries show \[erased\]/).waitFor()
        await dialog.getByLabel("Type “Peter Walsh” to confirm").fill("Peter Walsh")
        await dialog.getByRole("button", { name: "Erase person" }).click()
        await page.getByRole("heading", { name: "[erased]" }).waitFor()
        await page.goto(`/audit-log?orgEmployeeId=${id}`)
        await row(page, "Person erased").waitFor()
        await row(page, "Offboarding started").getByRole("link").click()
        await page.getByText("their key is destroyed").waitFor()
        await page.getByText("Entry verified", { exact: true }).waitFor()
      })
      assert.deepStrictEqual(complaints, [])
    }
  )
})
