import { assert } from "#test/support/suite"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { vendorName } from "#demo/people"
import { anIdentityProvider, metadataOf } from "#test/support/saml-idp"
import { faults, inBrowser, OpenedDashboard, seen } from "./opened.ts"

/** Gives the password where it is asked for again, and goes on when `then` is seen. */
const stepUp = async (page: Page, password: string, then: ReturnType<Page["locator"]>) => {
  const asked = page.getByRole("dialog", { name: "Confirm it’s you" })
  await asked.or(then).first().waitFor()
  if ((await asked.count()) > 0) {
    await asked.getByLabel("Password").fill(password)
    await asked.getByRole("button", { name: "Confirm" }).click()
  }
  await then.waitFor()
}

const card = (page: Page, name: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("link", { name, exact: true }) })

inBrowser("connections", (it) => {
  it.effect(
    "an app is connected by its own fields, refused in words with nothing lost, set, and disconnected",
    function* () {
      const { openAs, password, vendor } = yield* OpenedDashboard
      const { complaints, context, page } = yield* openAs("superadmin", "/integrations")
      yield* Effect.promise(async () => {
        await card(page, vendorName).getByText("Connected", { exact: true }).waitFor()
        // A logo is decoration next to the name; an app without one has letters.
        const logoOf = (name: string) => card(page, name).locator(".app-mark[aria-hidden=true]")
        const drawn = await logoOf("Okta")
          .locator("use")
          .evaluate((use) => use.getAttribute("href"))
        assert.match(drawn ?? "", /^\/static\/app-marks-provider-.*\.svg#okta$/)
        assert.strictEqual((await context.request.get(drawn ?? "")).status(), 200)
        assert.strictEqual(await logoOf("Slack").textContent(), "Sl")
        await card(page, "Okta").getByRole("button", { name: "Connect" }).click()
        const okta = page.getByRole("dialog", { name: "Connect Okta" })
        await okta.getByRole("button", { name: "Connect" }).click()
        assert.strictEqual(await okta.getByText("Required", { exact: true }).count(), 2)
        assert.strictEqual(await okta.getByLabel("API token").getAttribute("type"), "password")
        await page.keyboard.press("Escape")

        await card(page, "Help desk").getByRole("button", { name: "Connect" }).click()
        const desk = page.getByRole("dialog", { name: "Connect Help desk" })
        await desk.getByLabel("Project key").waitFor()
        await desk.getByLabel("Type", { exact: true }).selectOption("Zendesk")
        await desk.getByLabel("Subdomain").waitFor()
        assert.strictEqual(await desk.getByLabel("Project key").count(), 0)
        assert.deepStrictEqual(await faults(page), [])
        await page.keyboard.press("Escape")

        await page.getByRole("button", { name: "Connect custom app" }).click()
        const own = page.getByRole("dialog", { name: "Connect custom app" })
        await own.getByLabel("Name").fill("Wiki")
        await own.getByLabel("URL").fill(vendor.baseUrl)
        await own.getByLabel("Token").fill("wrong")
        await own.getByRole("button", { name: "Connect" }).click()
        await stepUp(page, password, own.getByRole("alert"))
        assert.strictEqual(await own.getByLabel("Name").inputValue(), "Wiki")
        await own.getByLabel("Token").fill(vendor.token)
        await own.getByRole("button", { name: "Connect" }).click()
        await own.waitFor({ state: "detached" })

        await page.getByRole("searchbox", { name: "Find an app" }).fill("wik")
        await page.waitForURL(/q=wik/)
        assert.strictEqual(await page.getByRole("main").getByRole("listitem").count(), 1)
        await card(page, "Wiki").getByRole("link", { name: "Wiki" }).click()
        await page.getByRole("heading", { name: "Wiki" }).waitFor()
        await page.getByText("••••••••").waitFor()
        await page.getByLabel("Use this connection").click()
        await page.getByRole("definition").filter({ hasText: "Turned off" }).waitFor()
        const list = async () => (await context.request.get("/api/integrations")).json()
        assert.deepInclude(
          (await list()).find(({ service_name }: { readonly service_name: string }) => service_name === "Wiki"),
          { connection_status: false }
        )
        await page.getByRole("button", { name: "Reconnect" }).click()
        const again = page.getByRole("dialog", { name: "Reconnect Wiki" })
        assert.strictEqual(await again.getByLabel("URL").inputValue(), vendor.baseUrl)
        assert.strictEqual(await again.getByLabel("Token").inputValue(), "")
        await again.getByLabel("Token").fill(vendor.token)
        await again.getByRole("button", { name: "Connect" }).click()
        await page.getByRole("definition").filter({ hasText: "Connected" }).waitFor()

        await page.getByRole("button", { name: "Disconnect" }).click()
        const end = page.getByRole("dialog", { name: "Disconnect Wiki?" })
        await end.getByText("People, offboardings, and the audit log are kept").waitFor()
        await end.getByRole("button", { name: "Disconnect" }).click()
        await page.waitForURL(/\/integrations$/)
        await card(page, "Okta").waitFor()
        await card(page, "Wiki").waitFor({ state: "detached" })
        assert.lengthOf(await list(), 1)
      })
      assert.deepStrictEqual(complaints, [])
    }
  )

  it.effect(
    "one by OAuth that this service is not registered for says whom to ask; a way back says how it went",
    function* () {
      const { openAs, password } = yield* OpenedDashboard
      const { page } = yield* openAs("admin", "/integrations/github")
      yield* Effect.promise(async () => {
        await page.getByRole("button", { name: "Connect" }).click()
        const dialog = page.getByRole("dialog", { name: "Connect GitHub" })
        await dialog.getByLabel("GitHub organization").fill("acme")
        await dialog.getByRole("button", { name: "Continue to GitHub" }).click()
        await stepUp(page, password, dialog.getByText("is not configured on this service"))
        await page.goto("/integrations?error=oauth_denied&service=github")
        await page.getByText("Access wasn’t granted").waitFor()
      })
      const hr = yield* openAs("hr", "/integrations")
      yield* Effect.promise(async () => {
        await card(hr.page, vendorName).waitFor()
        assert.strictEqual(await hr.page.getByRole("button", { name: /^Connect/ }).count(), 0)
        await card(hr.page, vendorName).getByRole("link").click()
        await hr.page.getByRole("heading", { name: vendorName }).waitFor()
        await hr.page.getByText("Yes, of departing employees").waitFor()
        assert.strictEqual(await hr.page.getByRole("button", { name: "Disconnect" }).count(), 0)
        assert.strictEqual(await hr.page.getByText("Stored settings").count(), 0)
      })
    }
  )

  it.effect("what a sync left is accepted or dismissed, and what was decided meanwhile is said", function* () {
    const { openAs } = yield* OpenedDashboard
    const { complaints, page } = yield* openAs("hr", "/integrations/reviews")
    const review = {
      id: "0197a000-0000-7000-8000-000000000001",
      origin: "hris",
      kind: "left_in_past",
      status: "waiting",
      employee_id: "0197a000-0000-7000-8000-000000000002",
      employee_name: "Nils Voss",
      employee_email: "nils.voss@larkspur.example",
      last_day: "2026-01-02",
      offboarding_id: null,
      created_at: "2026-02-03T09:00:00.000Z",
      decided_at: null
    }
    yield* Effect.promise(async () => {
      await page.getByText("No changes to review").waitFor()
      // No HR system can be reached from here: what it leaves is told as the service tells it.
      let rows: ReadonlyArray<unknown> = [review]
      await page.route(/\/hris\/reviews\?/, (route) =>
        route.fulfill({ json: { rows, total: rows.length, limit: 25, offset: 0 } })
      )
      await page.route(/\/hris\/reviews\/.+\/accept$/, (route) =>
        route.fulfill({
          status: 409,
          json: {
            error: "This review item is no longer waiting. Reload it to see the result",
            code: "not_waiting"
          }
        })
      )
      const dismissed: Array<unknown> = []
      await page.route(/\/hris\/reviews\/.+\/dismiss$/, async (route) => {
        dismissed.push(route.request().postDataJSON())
        rows = []
        await route.fulfill({ json: { ...review, status: "dismissed" } })
      })
      await page.reload()
      const row = page.getByRole("row").filter({ hasText: "Nils Voss" })
      await row.getByText("Last day in the past").waitFor()
      await row.getByRole("button", { name: "Accept" }).click()
      const accept = page.getByRole("dialog", { name: "Accept the finding for Nils Voss?" })
      assert.strictEqual(await accept.getByLabel("Last day").inputValue(), "2026-01-02")
      assert.deepStrictEqual(await faults(page), [])
      await accept.getByRole("button", { name: "Accept" }).click()
      await accept.getByRole("alert").getByText("is no longer waiting").waitFor()
      await page.keyboard.press("Escape")
      await row.getByRole("button", { name: "Dismiss" }).click()
      const dismiss = page.getByRole("dialog", { name: "Dismiss the finding for Nils Voss?" })
      await dismiss.getByLabel("Reason").fill("x")
      await dismiss.getByRole("button", { name: "Dismiss" }).click()
      await dismiss.getByText(/must be 3/i).waitFor()
      await dismiss.getByLabel("Reason").fill("On sabbatical")
      await dismiss.getByRole("button", { name: "Dismiss" }).click()
      await page.getByText("No changes to review").waitFor()
      assert.deepStrictEqual(dismissed, [{ reason: "On sabbatical" }])
    })
    assert.deepStrictEqual(complaints, [])
  })

  it.effect(
    "provisioning: a planted misconfiguration is named, the right set-up is played line by line, and it ends",
    function* () {
      const { baseUrl, openAs, password } = yield* OpenedDashboard
      const { complaints, context, page } = yield* openAs("superadmin", "/integrations/scim")
      yield* Effect.promise(async () => {
        await page.getByRole("button", { name: "Set up provisioning" }).click()
        const making = page.getByRole("dialog", { name: "Set up provisioning" })
        await making.getByLabel("Literal").check()
        await making.getByRole("button", { name: "Create token" }).click()
        const made = page.getByRole("dialog", { name: "Paste these at your provider" })
        await stepUp(page, password, made)
        const secret = made.getByText(/^[0-9a-f]{64}$/)
        const first = (await secret.textContent()) ?? ""
        await page.keyboard.press("Escape")
        await secret.waitFor()
        await made.getByRole("button", { name: "I’ve copied it" }).click()

        // Planted: the mode that evaluates no filter, and an address without its path.
        await page.getByLabel("URL at the provider").fill("http://svc.test")
        await page.getByRole("button", { name: "Run diagnostics" }).click()
        await page.getByRole("main").getByText("problems found").waitFor()
        await page.getByText("The URL lacks /scim/v2").waitFor()
        await page.getByText("A lookup returned everyone").first().waitFor()
        await page.getByText("Deactivated user still appears active").first().waitFor()

        await page.getByRole("button", { name: "New token" }).click()
        const again = page.getByRole("dialog", { name: "Create a new token?" })
        await again.getByText("The current token stops working immediately").waitFor()
        assert.isTrue(await again.getByLabel("Compatible").isChecked())
        await again.getByRole("button", { name: "Create token" }).click()
        await made.waitFor()
        const second = (await secret.textContent()) ?? ""
        await made.getByRole("button", { name: "I’ve copied it" }).click()
        await page.getByRole("definition").filter({ hasText: "Compatible" }).waitFor()

        await page.getByLabel("URL at the provider").fill("")
        await page.getByLabel("Token at the provider").fill(first)
        await page.getByRole("button", { name: "Run diagnostics" }).click()
        await page.getByText("This isn’t the current token").waitFor()
        await page.getByLabel("Token at the provider").fill(second)
        await page.getByRole("button", { name: "Run diagnostics" }).click()
        await page.getByText("This setup works with Okta").waitFor()
        await page.locator("summary").filter({ hasText: "Deactivate the person" }).click()
        await page.getByText("This is the purpose of provisioning").waitFor()
        await page.getByText("Result: offboarding created").waitFor()
        assert.deepStrictEqual(await faults(page), [])
        await page.getByLabel("Provider to simulate").selectOption("entra")
        await page.getByRole("button", { name: "Run diagnostics" }).click()
        await page.getByText("This setup works with Microsoft Entra ID").waitFor()
        const { total } = await (await context.request.get("/api/org-employees?q=scim.clinic")).json()
        assert.strictEqual(total, 0, "nothing stays of what was played")

        await context.request.get(`${baseUrl}/scim/v2/Users?count=1`, {
          headers: { authorization: `Bearer ${second}` }
        })
        await page.reload()
        await page.getByRole("row").filter({ hasText: "GET /scim/v2/Users?count=1" }).getByText("200").waitFor()
        await page.getByRole("button", { name: "Turn off" }).click()
        await page.getByRole("dialog").getByRole("button", { name: "Turn off" }).click()
        await page.getByText("Provisioning is not set up").waitFor()
      })
      const hr = yield* openAs("hr", "/integrations/scim")
      yield* Effect.promise(() => hr.page.getByText("You don’t have access").waitFor())
      assert.deepStrictEqual(complaints, [])
    }
  )

  it.effect(
    "single sign-on is set up by metadata, enforced after a warning, kept while its rules change, and turned off",
    function* () {
      const { openAs, password } = yield* OpenedDashboard
      const provider = yield* anIdentityProvider()
      const { complaints, context, page } = yield* openAs("superadmin", "/integrations/sign-on")
      yield* Effect.promise(async () => {
        await page.getByText(/\/api\/auth\/saml\/.+\/acs$/).waitFor()
        await page.getByRole("button", { name: "Set up provider" }).click()
        const dialog = page.getByRole("dialog", { name: "Set up provider" })
        await dialog.getByLabel("Metadata (XML)").fill("<nonsense/>")
        await dialog.getByRole("button", { name: "Save" }).click()
        await stepUp(page, password, dialog.getByRole("alert"))
        await dialog
          .getByLabel("Metadata file")
          .setInputFiles({ name: "idp.xml", mimeType: "text/xml", buffer: Buffer.from(metadataOf(provider)) })
        assert.deepStrictEqual(await faults(page), [])
        await dialog.getByRole("button", { name: "Save" }).click()
        await page.getByText(provider.entryPoint).first().waitFor()
        const test = page.getByRole("link", { name: "Test sign-in" })
        assert.match((await test.getAttribute("href")) ?? "", /^\/api\/auth\/saml\/.+\/login$/)
        assert.strictEqual(await test.getAttribute("target"), "_blank")

        await page.getByLabel("Domains").fill("Not a domain")
        await page.getByRole("button", { name: "Save" }).click()
        await page.getByText("must be a domain in lower case").waitFor()
        await page.getByLabel("Domains").fill("larkspur.example")
        await page.getByLabel("Enforce single sign-on").check()
        await page.getByRole("button", { name: "Save" }).click()
        const sure = page.getByRole("dialog", { name: "Enforce single sign-on?" })
        await sure.getByText("No one is exempt").waitFor()
        await page.keyboard.press("Escape")
        const group = page.getByRole("group", { name: "Exempt: may use a password" })
        for (const box of await group.getByRole("checkbox").all()) await box.check()
        await page.getByRole("button", { name: "Save" }).click()
        await sure.getByRole("button", { name: "Enforce single sign-on" }).click()
        await page.getByText("Enforced", { exact: true }).waitFor()
        const set = await (await context.request.get("/api/organizations/me/sso")).json()
        assert.deepInclude(set, {
          enforce_sso: true,
          domains: ["larkspur.example"],
          idp_issuer: provider.entityId
        })

        await page.getByText(`/api/global-token-revocation/`).waitFor()
        await page.getByRole("button", { name: "Set up universal logout" }).click()
        const logout = page.getByRole("dialog", { name: "Set up universal logout" })
        await logout.getByLabel("Token issuer").fill("https://larkspur.okta.com")
        await logout.getByLabel("JWKS URL").fill("http://10.0.0.1/keys")
        await logout.getByRole("button", { name: "Save" }).click()
        await logout.getByText("must start with https://").waitFor()
        await logout.getByLabel("JWKS URL").fill("")
        await logout.getByLabel("API keys the member created are revoked").check()
        await logout.getByRole("button", { name: "Save" }).click()
        await page.getByText("the single sign-on certificates").waitFor()
        const taken = await (await context.request.get("/api/organizations/me/sso/global-token-revocation")).json()
        assert.deepInclude(taken, {
          enabled: true,
          issuer: "https://larkspur.okta.com",
          jwks_url: null,
          revoke_api_keys: true
        })
        await page.getByRole("button", { name: "Turn off universal logout" }).click()
        await page.getByRole("dialog").getByRole("button", { name: "Turn off universal logout" }).click()
        await page.getByRole("button", { name: "Set up universal logout" }).waitFor()

        await page.getByRole("button", { name: "Turn off single sign-on" }).click()
        await page.getByRole("dialog").getByRole("button", { name: "Turn off single sign-on" }).click()
        await page.getByText("No provider set up").waitFor()
      })
      const admin = yield* openAs("admin", "/integrations/sign-on")
      yield* Effect.promise(async () => {
        await seen(admin.page)
        await admin.page.getByText("Only a Super Admin can set up or replace").waitFor()
        assert.strictEqual(await admin.page.getByRole("button", { name: "Set up provider" }).count(), 0)
      })
      assert.deepStrictEqual(complaints, [])
    }
  )
})
