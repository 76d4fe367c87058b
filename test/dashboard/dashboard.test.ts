import { assert } from "#test/support/suite"
import { Effect } from "effect"
import { TOTP } from "otpauth"
import { inBrowser, OpenedDashboard } from "./opened.ts"

inBrowser("the dashboard", (it) => {
  it.effect("asks who is there, refuses in the service's words, and leads back to where one was going", function* () {
    const { open, password } = yield* OpenedDashboard
    const { complaints, page } = yield* open()
    yield* Effect.promise(async () => {
      await page.goto("/offboardings?open=true")
      await page.waitForURL(/login/)
      await page.getByRole("button", { name: "Sign in" }).click()
      assert.strictEqual(await page.getByText("Required", { exact: true }).count(), 2)
      await page.getByLabel("Email").fill("superadmin@larkspur.example")
      await page.getByLabel("Password").fill("wrong")
      await page.keyboard.press("Enter")
      await page.getByRole("alert").getByText("The email address or the password is wrong").waitFor()
      await page.getByLabel("Password").fill(password)
      await page.keyboard.press("Enter")
      await page.getByRole("heading", { name: "Offboardings" }).waitFor()
      assert.match(page.url(), /\/offboardings\?open=true$/)
    })
    assert.deepStrictEqual(complaints, [])
  })

  it.effect("asks for the second factor where it is on, and one's own menu opens at Home", function* () {
    const { open, openAs, password } = yield* OpenedDashboard
    const hr = yield* openAs("hr", "/")
    const { page } = yield* open()
    yield* Effect.promise(async () => {
      await hr.context.request.post("/api/auth/step-up", { data: { password } })
      const { secret } = await (await hr.context.request.post("/api/auth/2fa/setup")).json()
      const enabled = await hr.context.request.post("/api/auth/2fa/enable", {
        data: { code: new TOTP({ secret }).generate() }
      })
      const { recovery_codes } = await enabled.json()
      await page.goto("/login")
      await page.getByLabel("Email").fill("hr@larkspur.example")
      await page.getByLabel("Password").fill(password)
      await page.keyboard.press("Enter")
      await page.getByRole("heading", { name: "Two-factor authentication" }).waitFor()
      await page.getByLabel("Code").fill("000000")
      await page.getByRole("button", { name: "Verify" }).click()
      await page.getByRole("alert").waitFor()
      // A code of the app serves once, and was shown when the factor was switched on.
      await page.getByLabel("Code").fill(recovery_codes[0])
      await page.keyboard.press("Enter")
      await page.getByRole("heading", { name: "Hello, Hana" }).waitFor()
      // At Home, where only the first words are loaded: after the sign-in, and as the first thing of a page.
      for (const one of [page, hr.page]) {
        await one.getByRole("button", { name: /^Your account/ }).click()
        const menu = one.getByRole("group", { name: "Your account" })
        await menu.getByRole("link", { name: "My account" }).waitFor()
        await one.keyboard.press("Escape")
        await one.getByRole("button", { name: /^Organization: Larkspur/ }).click()
        await one.getByRole("group", { name: "Organization" }).getByText("Larkspur", { exact: false }).first().waitFor()
      }
    })
    assert.deepStrictEqual(hr.complaints, [])
  })

  // dashboard-4: A link of our mails opens its page and uses up nothing by itself.
  it.effect(
    "a mail's links open their pages, which use up nothing by themselves and say what to do with an old one",
    function* () {
      const { open } = yield* OpenedDashboard
      const { complaints, page } = yield* open()
      yield* Effect.promise(async () => {
        const sent: Array<string> = []
        page.on("request", (request) => {
          if (request.method() === "POST") sent.push(new URL(request.url()).pathname)
        })
        await page.goto("/login")
        await page.getByRole("link", { name: "Forgot password?" }).click()
        await page.getByLabel("Email").fill("nobody@larkspur.example")
        await page.keyboard.press("Enter")
        await page.getByText("If an account uses this email").waitFor()

        await page.goto("/reset-password?token=of-last-year")
        await page.getByLabel("New password").fill("a long enough password of this test")
        await page.keyboard.press("Enter")
        await page.getByRole("alert").waitFor()
        await page.getByRole("link", { name: "Request a new link" }).waitFor()

        await page.goto("/verify-email?token=of-last-year")
        await page.getByRole("button", { name: "Confirm email" }).waitFor()
        assert.deepStrictEqual(sent, ["/api/auth/forgot-password", "/api/auth/reset-password"])
        await page.getByRole("button", { name: "Confirm email" }).click()
        await page.getByRole("alert").waitFor()
        await page.getByRole("link", { name: "Request a new link" }).click()
        await page.getByRole("heading", { name: "Register the first organization" }).waitFor()
        assert.strictEqual(await page.getByRole("link", { name: "Help" }).getAttribute("href"), "/help/start?lang=en")
        assert.strictEqual(
          await page.getByRole("link", { name: "Read it" }).getAttribute("href"),
          "/help/privacy?lang=en"
        )
        await page.getByRole("link", { name: "Back to sign-in" }).click()
        // Somebody registered long ago: it is offered by a service that still waits for its first organisation.
        await page.getByRole("button", { name: "Use single sign-on" }).waitFor()
        assert.strictEqual(await page.getByRole("link", { name: "Register the first organization" }).count(), 0)
        await page.route("/api/auth/register", (route) => route.fulfill({ json: { open: true } }))
        await page.reload()
        await page.getByRole("link", { name: "Register the first organization" }).click()
        await page.unroute("/api/auth/register")

        await page.goto("/accept-invite?token=of-last-year")
        await page.getByLabel("Your name").fill("Nora Lind")
        await page.getByLabel("Password").fill("a long enough password of this test")
        await page.keyboard.press("Enter")
        await page.getByRole("alert").waitFor()

        await page.goto("/register")
        await page.getByText("At least 8 characters").waitFor()
        await page.getByRole("button", { name: "Register" }).click()
        assert.strictEqual(await page.getByText("Required", { exact: true }).count(), 4)
        await page.getByText("Accept the privacy notice to continue").waitFor()
      })
      assert.deepStrictEqual(complaints, [])
    }
  )

  it.effect("says what a stage asks for, and leads to where it is done", function* () {
    const { openAs } = yield* OpenedDashboard
    const { page } = yield* openAs("superadmin", "/offboardings?status=it_revocation")
    yield* Effect.promise(async () => {
      await page.locator("tbody a").first().click()
      await page.getByRole("button", { name: "Move to Equipment return" }).click()
      const blocked = page.getByRole("status").filter({ hasText: "To move to “Equipment return”, first complete:" })
      await blocked.getByText("Corporate Directory").waitFor()
      await blocked.getByRole("link", { name: "Go to Access" }).click()
      await page.waitForURL(/\/access$/)
      await page.getByRole("button", { name: "Revoke access now" }).waitFor()
    })
  })

  it.effect("a tick is seen at once; one that is refused goes back, and why is said", function* () {
    const { openAs } = yield* OpenedDashboard
    const { page } = yield* openAs("superadmin", "/offboardings?status=it_revocation")
    yield* Effect.promise(async () => {
      await page.locator("tbody a").first().click()
      // The answer is held back until the page was looked at.
      const { promise: seen, resolve: letGo } = Promise.withResolvers<void>()
      await page.route(/checklist/, async (route) => {
        await seen
        await route.continue()
      })
      const answer = page.waitForResponse(/checklist/)
      const follows = page.getByRole("checkbox", { name: "Revoke access to connected apps" })
      await follows.click()
      assert.isTrue(await follows.isChecked(), "before the answer")
      letGo()
      assert.strictEqual((await answer).status(), 409)
      await page.getByRole("alert").getByText("This task completes automatically").waitFor()
      assert.isFalse(await follows.isChecked(), "after the answer")
    })
  })

  // dashboard-5
  it.effect("revokes after a look at what will be called, shows a failure, tries again and reads back", function* () {
    const { openAs, vendor } = yield* OpenedDashboard
    const { complaints, page } = yield* openAs("superadmin", "/offboardings?status=it_revocation")
    yield* Effect.promise(async () => {
      await page.locator("tbody a").first().click()
      await page.getByRole("link", { name: /^Access(?! revocation| snapshot)/ }).click()
      const sent: Array<string> = []
      page.on("request", (request) => {
        if (request.method() === "POST") sent.push(new URL(request.url()).pathname)
      })
      await page.getByRole("button", { name: "Mark as removed" }).first().click()
      const byHand = page.getByRole("dialog", { name: /Mark .+ as removed/ })
      await byHand.getByLabel("Note (optional)").fill("no")
      await page.keyboard.press("Enter")
      await byHand.getByText(/5/).waitFor()
      await page.keyboard.press("Escape")
      assert.deepStrictEqual(sent, [])

      await page.getByRole("button", { name: "Revoke access now" }).click()
      const preview = page.getByRole("dialog", { name: /^Revoke .+’s access now\?$/ })
      await preview.getByText("Corporate Directory").waitFor()
      assert.deepStrictEqual(sent, ["/api/revoke-access/preview"])
      vendor.behaviour.refusesWith = 403
      await preview.getByRole("button", { name: /^Revoke access in / }).click()
      await page.getByRole("cell", { name: "Failed" }).waitFor()
      const result = page.getByRole("dialog", { name: /failed$/ })
      await result.getByRole("button", { name: "Done" }).click()
      vendor.behave()
      await page.getByRole("button", { name: "Retry" }).first().click()
      await preview.getByRole("button", { name: "Revoke access in 1 app" }).click()
      await page.getByRole("dialog").getByText("Verified in the app").waitFor()
      await page.getByRole("dialog").getByRole("button", { name: "Done" }).click()
      await page.getByText("Verified in the app").waitFor()
      assert.strictEqual(await page.getByRole("button", { name: "Revoke access now" }).count(), 0)
    })
    assert.deepStrictEqual(complaints, [])
  })

  it.effect("asks for the password again where the service wants it, and goes on with what was asked", function* () {
    const { openAs, password } = yield* OpenedDashboard
    const { page } = yield* openAs("superadmin", "/api-keys")
    yield* Effect.promise(async () => {
      await page
        .getByRole("button", { name: /^Actions for / })
        .first()
        .click()
      await page.getByRole("button", { name: "Rotate" }).locator("visible=true").click()
      const dialog = page.getByRole("dialog", { name: /^Rotate / })
      const rotate = dialog.getByRole("button", { name: "Rotate" })
      await rotate.click()
      const asked = page.getByRole("dialog", { name: "Confirm it’s you" })
      await asked.waitFor()
      await page.keyboard.press("Escape")
      await asked.waitFor({ state: "detached" })
      assert.strictEqual(await dialog.count(), 1, "what was about to be done is still there")
      assert.isNull(await rotate.getAttribute("aria-busy"), "declined, nothing goes on")
      await rotate.click()
      await page.getByLabel("Password").fill(password)
      await page.keyboard.press("Enter")
      await page
        .getByRole("dialog", { name: "New API key" })
        .getByText(/^svc_live_[0-9a-f]{32}$/)
        .waitFor()
    })
  })

  it.effect("what one may not do is not offered, and a link to it says what it needs", function* () {
    const { openAs } = yield* OpenedDashboard
    const { page } = yield* openAs("hr", "/webhooks")
    yield* Effect.promise(async () => {
      await page.getByText("You need the permission “settings_manage”").waitFor()
      assert.strictEqual(await page.getByRole("navigation", { name: "Main" }).getByText("Webhooks").count(), 0)
    })
  })
})
