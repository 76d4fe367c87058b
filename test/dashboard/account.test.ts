import { assert } from "#test/support/suite"
import { Effect } from "effect"
import { TOTP } from "otpauth"
import { readFileSync } from "node:fs"
import type { Page } from "playwright-core"
import { faults, inBrowser, OpenedDashboard, seen } from "./opened.ts"

const manager = "miguel.santos@larkspur.example"
const hr = "hr@larkspur.example"

const signIn = async (page: Page, password: string, email = manager) => {
  await page.goto("/login")
  await page.getByLabel("Email").fill(email)
  await page.getByLabel("Password").fill(password)
  await page.keyboard.press("Enter")
}

const isWide = (page: Page) => page.evaluate<boolean>("document.documentElement.scrollWidth > innerWidth")

inBrowser("one's own settings", (it) => {
  it.effect("a calendar link is created, shown once, replaced, and revoked", function* () {
    const { openAs, password } = yield* OpenedDashboard
    const { complaints, context, page } = yield* openAs("hr", "/account")
    yield* Effect.promise(async () => {
      await page.getByRole("button", { name: "Create calendar link" }).click()
      const proof = page.getByRole("dialog", { name: "Confirm it’s you" })
      await proof.getByLabel("Password").fill(password)
      await proof.getByRole("button", { name: "Confirm" }).click()
      const link = page.getByText(/^http.+\/calendar\/[\w-]{43}\.ics$/)
      await link.waitFor()
      assert.deepStrictEqual(await faults(page), [])
      const first = new URL((await link.textContent()) ?? "").pathname
      assert.include(await (await context.request.get(first)).text(), "SUMMARY:Last day: ")

      await page.reload()
      await page.getByText("A calendar last loaded it on").waitFor()
      assert.strictEqual(await link.count(), 0)
      await page.getByRole("button", { name: "Create new link" }).click()
      const replace = page.getByRole("dialog", { name: "Create a new calendar link?" })
      await replace.getByRole("button", { name: "Create new link" }).click()
      await link.waitFor()
      assert.strictEqual((await context.request.get(first)).status(), 404)

      await page.getByRole("button", { name: "Revoke link" }).click()
      const revoke = page.getByRole("dialog", { name: "Revoke your calendar link?" })
      await revoke.getByRole("button", { name: "Revoke link" }).click()
      await page.getByRole("button", { name: "Create calendar link" }).waitFor()
      assert.strictEqual(await link.count(), 0)
    })
    assert.deepStrictEqual(complaints, [])
  })

  it.effect("a second factor is set up, asked for, replaced by a recovery code, and switched off", function* () {
    const { open, password } = yield* OpenedDashboard
    const { complaints, page } = yield* open()
    const elsewhere = yield* open({ width: 390, height: 844, theme: "dark" })
    yield* Effect.promise(async () => {
      await signIn(page, password)
      await page.getByRole("heading", { name: "Hello, Miguel" }).waitFor()
      await page.goto("/account/security")
      await page.getByRole("button", { name: "Set up" }).click()
      const proof = page.getByRole("dialog", { name: "Confirm it’s you" })
      await proof.getByLabel("Password").fill(password)
      await proof.getByRole("button", { name: "Confirm" }).click()

      // What a camera reads is the address that the key below it stands in.
      const picture = page.getByRole("img", { name: "QR code for your authenticator app" })
      await picture.waitFor()
      assert.isAbove((await picture.locator("path").getAttribute("d"))?.length ?? 0, 500)
      const secret = (await page.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? ""
      const totp = new TOTP({ secret })
      await page.getByRole("textbox", { name: "Code" }).fill("000000")
      await page.getByRole("button", { name: "Turn on" }).click()
      await page.getByRole("alert").getByText("The code is wrong or expired").waitFor()
      assert.deepStrictEqual(await faults(page), [])
      await page.getByRole("textbox", { name: "Code" }).fill(totp.generate())
      await page.keyboard.press("Enter")

      const shown = page.getByRole("dialog", { name: "Your recovery codes" })
      await page.keyboard.press("Escape")
      const codes = ((await shown.locator("span").first().textContent()) ?? "").split("\n")
      assert.strictEqual(codes.length, 10)
      assert.deepStrictEqual(await faults(page), [])
      const [file] = await Promise.all([
        page.waitForEvent("download"),
        shown.getByRole("button", { name: "Download" }).click()
      ])
      assert.strictEqual(file.suggestedFilename(), "recovery-codes.txt")
      const kept = readFileSync((await file.path()) ?? "", "utf8")
      assert.include(kept, `Recovery codes for ${manager}`)
      for (const code of codes) assert.include(kept, code)
      await shown.getByRole("button", { name: "I have saved them" }).click()
      await page.getByRole("button", { name: "Turn off" }).waitFor()

      // On a phone, in the dark, with a recovery code.
      await signIn(elsewhere.page, password)
      await elsewhere.page.getByRole("heading", { name: "Two-factor authentication" }).waitFor()
      await elsewhere.page.getByRole("textbox", { name: "Code" }).fill(codes[0] ?? "")
      await elsewhere.page.keyboard.press("Enter")
      await elsewhere.page.getByRole("heading", { name: "Hello, Miguel" }).waitFor()

      await page.getByRole("button", { name: "New recovery codes" }).click()
      const renewal = page.getByRole("dialog", { name: "Create new recovery codes?" })
      await renewal.getByRole("button", { name: "Create new codes" }).click()
      assert.strictEqual(await renewal.getByText("Required", { exact: true }).count(), 2)
      await renewal.getByLabel("Password").fill(password)
      await renewal.getByRole("textbox", { name: "Code" }).fill(codes[0] ?? "")
      await renewal.getByRole("button", { name: "Create new codes" }).click()
      await renewal.getByRole("alert").waitFor()
      await renewal.getByRole("textbox", { name: "Code" }).fill(codes[1] ?? "")
      await page.keyboard.press("Enter")
      const renewed = ((await shown.locator("span").first().textContent()) ?? "").split("\n")
      assert.notInclude(renewed, codes[2])
      await shown.getByRole("button", { name: "I have saved them" }).click()

      await page.getByRole("button", { name: "Turn off" }).click()
      const end = page.getByRole("dialog", { name: "Turn off two-factor authentication?" })
      await end.getByLabel("Password").fill(password)
      await end.getByRole("textbox", { name: "Code" }).fill(renewed[0] ?? "")
      await page.keyboard.press("Enter")
      await page.getByRole("button", { name: "Set up" }).waitFor()
    })
    assert.deepStrictEqual(complaints, [])
  })

  it.effect("sessions are told apart and ended; whoever is in one is asked to sign in again", function* () {
    const { open, password } = yield* OpenedDashboard
    const { page } = yield* open()
    const elsewhere = yield* open({ width: 390, height: 844, theme: "dark" })
    yield* Effect.promise(async () => {
      await signIn(page, password)
      await page.getByRole("heading", { name: "Hello, Miguel" }).waitFor()
      await signIn(elsewhere.page, password)
      await elsewhere.page.getByRole("heading", { name: "Hello, Miguel" }).waitFor()
      await page.goto("/account/sessions")
      const rows = page.locator("tbody tr")
      await rows.filter({ hasText: "This device" }).filter({ hasText: "on Linux" }).waitFor()
      const mine = rows.filter({ hasText: "This device" })
      assert.strictEqual(await mine.getByRole("button").count(), 0)
      assert.match((await mine.locator("time").first().getAttribute("title")) ?? "", /\d{4}.*UTC/)
      await page.getByRole("button", { name: "Sign out everywhere else" }).click()
      const asked = page.getByRole("dialog")
      await asked.getByRole("button", { name: "Sign out everywhere else" }).click()
      await asked.waitFor({ state: "detached" })
      await rows.nth(1).waitFor({ state: "detached" })
      await elsewhere.page.goto("/account/sessions")
      await elsewhere.page.waitForURL(/login\?next=%2Faccount%2Fsessions/)
      await elsewhere.page.getByRole("heading", { name: "Sign in" }).waitFor()
      assert.deepStrictEqual(await faults(page), [])
    })
  })

  // dashboard-8: German is complete, at fields and in refusals, too.
  it.effect("a German reader meets no English at a field or in a refusal, and what is chosen stays", function* () {
    const { openAs } = yield* OpenedDashboard
    const { complaints, page } = yield* openAs("hr", "/account")
    yield* Effect.promise(async () => {
      await page.getByLabel("Language").selectOption("de")
      await page.getByRole("heading", { name: "Mein Konto" }).waitFor()
      assert.strictEqual(await page.evaluate("document.documentElement.lang"), "de")
      await page.getByLabel("Dein Name").fill("hana@larkspur.example")
      await page.getByRole("button", { name: "Speichern" }).click()
      await page.getByText("Muss ein Name sein, keine E-Mail-Adresse oder URL").waitFor()
      await page.getByLabel("Dein Name").fill("Hana Petrova-Lind")
      await page.keyboard.press("Enter")
      await page.getByText("Gespeichert", { exact: true }).waitFor()
      await page.getByText("Hana Petrova-Lind").waitFor()

      await page.getByRole("link", { name: "Mitteilungen" }).last().click()
      const first = page.getByRole("checkbox", { name: "Austritt gestartet: Per E-Mail" })
      const second = page.getByRole("checkbox", { name: "Aufgabe überfällig: In der App" })
      const before = [await first.isChecked(), await second.isChecked()]
      const answers = Promise.all([
        page.waitForResponse((answer) => /offboarding.created/.test(answer.request().postData() ?? "")),
        page.waitForResponse((answer) => /sla_breached/.test(answer.request().postData() ?? ""))
      ])
      await first.click()
      await second.click()
      for (const answer of await answers) assert.strictEqual(answer.status(), 200)
      await page.reload()
      await first.waitFor()
      assert.deepStrictEqual(
        [await first.isChecked(), await second.isChecked()],
        before.map((on) => !on)
      )

      await page.getByRole("link", { name: "Sicherheit" }).click()
      await page.getByLabel("Aktuelles Passwort").fill("not what it is")
      await page.getByLabel("Neues Passwort").fill("something else 4711")
      await page.getByRole("button", { name: "Passwort ändern" }).click()
      await page.getByText("Das aktuelle Passwort ist falsch").waitFor()

      await page.getByRole("link", { name: "Profil" }).click()
      await page.getByLabel("Design").selectOption("dark")
      await page.locator("html[data-theme=dark]").waitFor()
      await page.getByLabel("Sprache").selectOption("en")
      await page.getByRole("heading", { name: "My account" }).waitFor()
    })
    assert.deepStrictEqual(complaints, [])
  })

  it.effect("the password changes once the present one is right", function* () {
    const { openAs, password } = yield* OpenedDashboard
    const { page } = yield* openAs("admin", "/account/security")
    yield* Effect.promise(async () => {
      await page.getByLabel("Current password").fill("wrong")
      await page.getByLabel("New password").fill("short")
      await page.getByRole("button", { name: "Change password" }).click()
      await page.getByText("must be at least 8 characters").waitFor()
      await page.getByLabel("New password").fill("larkspur in the long grass")
      await page.keyboard.press("Enter")
      await page.getByRole("alert").getByText("The current password is wrong").waitFor()
      await page.getByLabel("Current password").fill(password)
      await page.keyboard.press("Enter")
      await page.getByText("Password changed").waitFor()
      assert.strictEqual(await page.getByLabel("Current password").inputValue(), "")
    })
  })

  it.effect("data to take along; who is the only Super Admin, or mistypes, stays", function* () {
    const { openAs } = yield* OpenedDashboard
    const { complaints, page } = yield* openAs("superadmin", "/account/data")
    const hr = yield* openAs("hr", "/account/data")
    yield* Effect.promise(async () => {
      const [file] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: "Download my data" }).click()
      ])
      const data = JSON.parse(readFileSync((await file.path()) ?? "", "utf8"))
      assert.strictEqual(data.account.email, "superadmin@larkspur.example")

      await page.getByRole("button", { name: "Close account" }).click()
      const closing = page.getByRole("dialog", { name: "Close your account?" })
      await closing.getByLabel("to confirm").fill("somebody@else.example")
      await page.keyboard.press("Enter")
      await closing.getByText("This isn’t your email").waitFor()
      await closing.getByLabel("to confirm").fill("superadmin@larkspur.example")
      await page.keyboard.press("Enter")
      await closing.getByRole("alert").getByText("only Super Admin").waitFor()
      assert.deepStrictEqual(await faults(page), [])
      await page.keyboard.press("Escape")
      await closing.waitFor({ state: "detached" })
      assert.strictEqual(await page.evaluate("document.activeElement.textContent"), "Close account")

      await page.getByRole("button", { name: "Hand over and close" }).click()
      await page.getByLabel("New owner").getByText("Ada Lindqvist").waitFor({ state: "attached" })

      // Who else is here is not told to those who do not manage members.
      await hr.page.getByRole("button", { name: "Leave organization" }).waitFor()
      assert.strictEqual(await hr.page.getByRole("button", { name: "Hand over" }).count(), 0)
    })
    assert.deepStrictEqual(complaints, [])
  })

  it.effect("whoever leaves is out at once, and their account stays", function* () {
    const { openAs, password } = yield* OpenedDashboard
    const { page } = yield* openAs("hr", "/account/data")
    yield* Effect.promise(async () => {
      await page.getByRole("button", { name: "Leave organization" }).click()
      const asked = page.getByRole("dialog", { name: "Leave Larkspur Studios (demo)?" })
      await asked.getByRole("button", { name: "Leave organization" }).click()
      await page.getByRole("heading", { name: "Sign in" }).waitFor()
      // Not whoever signed in so often above: ten times in a quarter of an hour are all that a person has.
      await signIn(page, password, hr)
      await page.getByRole("heading", { name: "Sign in" }).waitFor({ state: "detached" })
      await page.goto("/account")
      await page.getByText(hr).first().waitFor()
      await page.goto("/account/notifications")
      await page.getByText("You aren’t a member of an organization").waitFor()
    })
  })

  it.effect("no page of it has a fault, in the dark or on a phone, nor scrolls sideways", function* () {
    const { openAs } = yield* OpenedDashboard
    const { complaints, page } = yield* openAs("superadmin", "/account", {
      width: 390,
      height: 844,
      theme: "dark"
    })
    yield* Effect.promise(async () => {
      await page.keyboard.press("Tab")
      await page.getByRole("link", { name: "Skip to main content" }).and(page.locator(":focus")).waitFor()
      await page.keyboard.press("Enter")
      await page.locator("#content:focus").waitFor()
      for (const tab of ["Profile", "Security", "Sessions", "Notifications", "Your data"]) {
        const link = page.getByRole("navigation", { name: "My account" }).getByRole("link", { name: tab })
        await link.click()
        await seen(page)
        assert.deepStrictEqual(await faults(page), [], tab)
        assert.isFalse(await isWide(page), tab)
        assert.strictEqual(await link.getAttribute("aria-current"), "page")
      }
    })
    assert.deepStrictEqual(complaints, [])
  })
})
