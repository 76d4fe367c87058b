import { assert } from "#test/support/suite"
import type { NotificationType } from "@svc/contract/notifications/schema"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import type { BrowserContext, Page, Route } from "playwright-core"
import { aMember, anOrganisation, aSession, type Member } from "#test/support/people"
import { asSystem, systemSql } from "#test/support/tables"
import { faults, inBrowser, OpenedDashboard, seen } from "./opened.ts"

/** What axe finds, and what is wider than a phone, of the page as it stands; by night and on a phone, too. */
const looks = async (page: Page): Promise<ReadonlyArray<string>> => {
  const found = [...(await faults(page))]
  await page.evaluate(`document.documentElement.dataset.theme = "dark"`)
  await page.setViewportSize({ width: 390, height: 844 })
  found.push(...(await faults(page)).map((fault) => `on a phone by night: ${fault}`))
  const over = Number(await page.evaluate("document.documentElement.scrollWidth - innerWidth"))
  if (over > 0) found.push(`${page.url()} is ${over} pixels too wide`)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.evaluate("delete document.documentElement.dataset.theme")
  return found
}

const aPerson = Effect.fnUntraced(function* (orgId: Member["orgId"], method: "password" | "google" = "password") {
  const member = yield* aMember(orgId, "admin")
  const token = yield* aSession(member)
  yield* systemSql`UPDATE sessions SET method = ${method} WHERE user_id = ${member.userId}`
  return { member, token }
})

/** The browser is that person's. */
const be = (context: BrowserContext, baseUrl: string, token: string) =>
  context.addCookies([{ name: "access_token", value: token, url: baseUrl, httpOnly: true, sameSite: "Strict" }])

const nameOf = (orgId: string) =>
  Effect.map(
    systemSql<{ readonly name: string }>`SELECT name FROM organisations WHERE id = ${orgId}`,
    ([row]) => row?.name ?? ""
  )

const tell = (email: string, type: NotificationType, title: string, data: Readonly<Record<string, string>>) =>
  systemSql`
      INSERT INTO notifications (org_id, id, user_id, type, title, body, data, created_at)
      SELECT m.org_id, ${randomUUID()}, u.id, ${type}, ${title}, 'What it says.', ${JSON.stringify(data)}::jsonb, now()
      FROM users u JOIN memberships m ON m.user_id = u.id WHERE u.email = ${email}`

const superAdmin = "superadmin@larkspur.example"

/** The session ends as the next request of that method goes out, and not before: what the page reads by itself would meet the end first. */
const endingAt = async (method: string, page: Page) => {
  let ended = false
  await page.route("/api/**", async (route: Route) => {
    if (ended || route.request().method() !== method) return route.fallback()
    ended = true
    await page.context().clearCookies()
    return route.continue({ headers: { ...(await route.request().allHeaders()), cookie: "" } })
  })
}

inBrowser("the door", (it) => {
  it.effect("says why a sign-in elsewhere failed, in a language that can be chosen and stays", function* () {
    const { open } = yield* OpenedDashboard
    const { complaints, page } = yield* open()
    yield* Effect.promise(async () => {
      await page.goto("/login?error=google_linked")
      await page.getByRole("alert").getByText("linked to another Google account").waitFor()
      await page.goto("/login?error=sso_replayed")
      await page.getByRole("alert").getByText("This sign-in was already used").waitFor()
      assert.strictEqual(await page.getByRole("link", { name: "Sign in with Google" }).count(), 0)
      assert.deepStrictEqual(await looks(page), [])
      await page.getByLabel("Language").selectOption("de")
      await page.getByRole("alert").getByText("Diese Anmeldung wurde schon benutzt").waitFor()
      await page.goto("/forgot-password")
      await page.getByRole("heading", { name: "Passwort zurücksetzen" }).waitFor()
      assert.strictEqual(await page.locator("html").getAttribute("lang"), "de")
    })
    assert.deepStrictEqual(complaints, [])
  })

  it.effect(
    "leads to Google where it is configured, and to an organisation's own sign-in, both with the way back",
    function* () {
      const { open } = yield* OpenedDashboard
      const orgId = yield* anOrganisation()
      yield* systemSql`
              INSERT INTO sso_configurations
                (org_id, entry_point, idp_issuer, certificates, enforce_sso, domains, created_at, updated_at)
              VALUES (${orgId}, 'https://127.0.0.1:9/sso', 'https://idp.test', '{a}', false, '{}', now(), now())`
      const { page } = yield* open()
      yield* Effect.promise(async () => {
        await page.route("/api/auth/google", (route) => route.fulfill({ json: { configured: true } }))
        await page.goto("/login?next=%2Foffboardings%3Fopen%3Dtrue")
        assert.strictEqual(
          await page.getByRole("link", { name: "Sign in with Google" }).getAttribute("href"),
          "/api/auth/google/start?returnTo=%2Foffboardings%3Fopen%3Dtrue"
        )
        await page.goto("/login?next=%2F%2Fevil.test")
        assert.strictEqual(
          await page.getByRole("link", { name: "Sign in with Google" }).getAttribute("href"),
          "/api/auth/google/start?returnTo=%2F"
        )

        await page.getByRole("button", { name: "Use single sign-on" }).click()
        await page.getByLabel("Organization ID").fill("acme")
        await page.keyboard.press("Enter")
        await page.locator("[aria-invalid=true]").waitFor()
        await page.getByLabel("Organization ID").fill(randomUUID())
        await page.keyboard.press("Enter")
        await page.getByRole("alert").getByText("No organization with this ID").waitFor()

        await page.goto(`/login?org=${orgId}&next=%2Fassets`)
        const asked = page.waitForRequest(/\/api\/auth\/saml\/.*\/login/)
        const atProvider = page.waitForRequest(/127\.0\.0\.1:9\/sso\?SAMLRequest=/)
        await page.getByRole("button", { name: "Sign in with your organization" }).click()
        assert.include((await asked).url(), `/api/auth/saml/${orgId}/login?returnTo=%2Fassets`)
        await atProvider
      })
    }
  )

  // dashboard-3: A session that ends over a form costs nothing that was typed.
  it.effect(
    "a session that ends over a form asks the same person again, and what they did goes through once",
    function* () {
      const { openAs, password } = yield* OpenedDashboard
      const { complaints, context, page } = yield* openAs("superadmin", "/settings")
      yield* Effect.promise(async () => {
        const name = page.getByLabel("Name", { exact: true })
        const before = await name.inputValue()
        await name.fill("Larkspur and Sons")
        const answers: Array<number> = []
        page.on("response", (response) => {
          if (response.request().method() === "PATCH") answers.push(response.status())
        })
        await endingAt("PATCH", page)
        await page.getByRole("button", { name: "Save" }).click()
        const dialog = page.getByRole("dialog", { name: "Your session has ended" })
        await dialog.waitFor()
        assert.deepStrictEqual(await faults(page), [])
        await page.keyboard.press("Escape")
        await page.keyboard.press("Escape")
        await dialog.getByLabel(/^Password/).fill("wrong")
        await page.keyboard.press("Enter")
        await dialog.getByRole("alert").getByText("The password is wrong").waitFor()
        assert.strictEqual(await name.inputValue(), "Larkspur and Sons")
        await dialog.getByLabel(/^Password/).fill(password)
        await page.keyboard.press("Enter")
        await page.getByText("Settings saved").waitFor()
        assert.strictEqual(await page.getByRole("dialog").count(), 0)
        assert.deepStrictEqual(answers, [401, 200])
        const saved = await (await context.request.get("/api/organizations/me")).json()
        assert.strictEqual(saved.name, "Larkspur and Sons")

        await name.fill(before)
        await endingAt("PATCH", page)
        await page.getByRole("button", { name: "Save" }).click()
        await dialog.getByRole("button", { name: "Use another account" }).click()
        await page.waitForURL(/\/login\?next=%2Fsettings$/)
        await page.getByLabel("Email").waitFor()
      })
      assert.deepStrictEqual(complaints, [])
    }
  )

  it.effect(
    "asks for the second factor there, too, and takes a recovery code; without a password it leads to the sign-in",
    function* () {
      const { baseUrl, open, openAs, password } = yield* OpenedDashboard
      const { TOTP } = yield* Effect.promise(() => import("otpauth"))
      const { context, page } = yield* openAs("hr", "/notifications")
      yield* Effect.promise(async () => {
        await context.request.post("/api/auth/step-up", { data: { password } })
        const { secret } = await (await context.request.post("/api/auth/2fa/setup")).json()
        const code = new TOTP({ secret }).generate()
        const { recovery_codes } = await (await context.request.post("/api/auth/2fa/enable", { data: { code } })).json()
        await context.clearCookies()
        await page.getByLabel("Show", { exact: true }).selectOption("true")
        const dialog = page.getByRole("dialog", { name: "Your session has ended" })
        await dialog.getByLabel(/^Password/).fill(password)
        await page.keyboard.press("Enter")
        await dialog.getByLabel("Code").fill(recovery_codes[0])
        await page.keyboard.press("Enter")
        await dialog.waitFor({ state: "detached" })
        await seen(page)
        assert.match(page.url(), /\/notifications\?unread=true$/)

        await context.clearCookies()
        await page.goto("/login?next=%2Fintegrations")
        await page.getByLabel("Email").fill("hr@larkspur.example")
        await page.getByLabel("Password").fill(password)
        await page.keyboard.press("Enter")
        await page.getByRole("button", { name: "Use a recovery code" }).click()
        await page.getByLabel("Recovery code").fill(recovery_codes[1])
        await page.keyboard.press("Enter")
        await page.waitForURL(/\/integrations$/)
        await seen(page)
      })

      const { token } = yield* aPerson(yield* anOrganisation(), "google")
      const google = yield* open()
      yield* Effect.promise(async () => {
        await be(google.context, baseUrl, token)
        await google.page.goto("/notifications")
        await seen(google.page)
        await google.context.clearCookies()
        await google.page.getByLabel("Show", { exact: true }).selectOption("true")
        await google.page.waitForURL(/\/login\?next=%2Fnotifications%3Funread%3Dtrue$/)
      })
    }
  )

  it.effect("goes to another organisation by one click, and out of one that is suspended", function* () {
    const { baseUrl, open } = yield* OpenedDashboard
    const first = yield* anOrganisation()
    const second = yield* anOrganisation()
    const { member, token } = yield* aPerson(first)
    yield* asSystem(
      (sql) =>
        sql`INSERT INTO memberships ${sql.insert({ org_id: second, user_id: member.userId, role: "admin", role_id: null, created_at: new Date() })}`
    )
    const there = yield* nameOf(second)
    const here = yield* nameOf(first)
    const { complaints, context, page } = yield* open()
    const whose = async () => (await (await context.request.get("/api/auth/me")).json()).orgId
    yield* Effect.promise(async () => {
      await be(context, baseUrl, token)
      await page.goto("/notifications")
      await page.getByRole("button", { name: `Organization: ${here}` }).click()
      const menu = page.getByRole("group", { name: "Organization" })
      await menu.getByText(here, { exact: true }).waitFor()
      await menu.getByRole("link", { name: "Settings" }).waitFor()
      assert.deepStrictEqual(await faults(page), [])
      await menu.getByRole("button", { name: `Switch to ${there}` }).click()
      await page.waitForURL((url) => url.pathname === "/")
      await page.getByRole("heading", { name: /^Hello/ }).waitFor()
      assert.strictEqual(await whose(), second)
    })
    yield* systemSql`UPDATE organisations SET suspended = true WHERE id = ${second}`
    yield* Effect.promise(async () => {
      await page.reload()
      await page.getByRole("heading", { name: "Your organization is suspended" }).waitFor()
      assert.deepStrictEqual(await looks(page), [])
      await page.getByRole("button", { name: here }).click()
      await page.getByRole("heading", { name: /^Hello/ }).waitFor()
      assert.strictEqual(await whose(), first)
    })
    assert.deepStrictEqual(complaints, [])
  })

  it.effect("tells whoever belongs to no organisation what to do", function* () {
    const { open, password } = yield* OpenedDashboard
    yield* systemSql`DELETE FROM memberships WHERE user_id = (SELECT id FROM users WHERE email = 'miguel.santos@larkspur.example')`
    const { complaints, page } = yield* open()
    yield* Effect.promise(async () => {
      await page.goto("/login")
      await page.getByLabel("Email").fill("miguel.santos@larkspur.example")
      await page.getByLabel("Password").fill(password)
      await page.keyboard.press("Enter")
      await page.getByRole("heading", { name: "You aren’t a member of an organization" }).waitFor()
      const places = page.getByRole("navigation", { name: "Main" }).getByRole("link")
      assert.deepStrictEqual(await places.allInnerTexts(), ["Help"])
      assert.deepStrictEqual(await looks(page), [])
    })
    assert.deepStrictEqual(complaints, [])
  })

  it.effect("counts what is unread, leads to what it is about, and marks one and all as read", function* () {
    const { openAs } = yield* OpenedDashboard
    const { complaints, context, page } = yield* openAs("superadmin")
    const { rows } = yield* Effect.promise(async () => (await context.request.get("/api/employees?limit=1")).json())
    yield* Effect.promise(() => context.request.post("/api/notifications/read-all"))
    yield* tell(superAdmin, "revocation.failed", "Access was not fully revoked", { offboardingId: rows[0].id })
    yield* tell(superAdmin, "integration.credential_refused", "An app refuses", {})
    yield* tell(superAdmin, "asset.overdue", "An asset is overdue", { assetId: randomUUID() })
    yield* tell("admin@larkspur.example", "asset.overdue", "Not for Sam", { assetId: randomUUID() })
    yield* Effect.promise(async () => {
      await page.goto("/notifications?unread=true")
      const unread = (count: number) => page.getByRole("link", { name: `Notifications: ${count} unread` }).waitFor()
      await unread(3)
      await seen(page)
      assert.deepStrictEqual(await looks(page), [])
      assert.strictEqual(await page.getByText("Not for Sam").count(), 0)
      await page.getByRole("link", { name: "Access was not fully revoked" }).click()
      await page.waitForURL(new RegExp(`/offboardings/${rows[0].id}/access$`))
      await unread(2)
      await page.goBack()
      const asset = page.getByRole("row").filter({ hasText: "An asset is overdue" })
      await asset.getByRole("button", { name: "Mark as read" }).click()
      await asset.waitFor({ state: "detached" })
      await page.getByRole("button", { name: "Mark all as read" }).click()
      await page.getByRole("heading", { name: "No unread notifications" }).waitFor()
      await page.setViewportSize({ width: 390, height: 844 })
      await page.getByRole("banner").getByRole("link", { name: "Notifications", exact: true }).waitFor()
    })
    assert.deepStrictEqual(complaints, [])
  })

  it.effect(
    "settings: only a Super Admin changes them; a deletion asks for the name and can be called off",
    function* () {
      const { baseUrl, open, openAs } = yield* OpenedDashboard
      const { complaints, context, page } = yield* openAs("superadmin", "/settings")
      yield* Effect.promise(async () => {
        const { name } = await (await context.request.get("/api/organizations/me")).json()
        assert.deepStrictEqual(await looks(page), [])
        await page.getByLabel("Find by name or code").fill("US-ZZ")
        await page.getByLabel("Default jurisdiction").selectOption("United States (US-ZZ)")
        await page.getByRole("button", { name: "Save" }).click()
        await page.getByRole("alert").getByText("ISO 3166").waitFor()
        await page.getByRole("button", { name: "Delete organization" }).click()
        const dialog = page.getByRole("dialog", { name: "Delete organization in 30 days?" })
        await dialog.getByLabel(/^Type/).fill("something else")
        await page.keyboard.press("Enter")
        await dialog.getByText("This isn’t the name of the organization").waitFor()
        await dialog.getByLabel(/^Type/).fill(name)
        await page.keyboard.press("Enter")
        await page.getByRole("alert").getByText("This organization will be deleted on").waitFor()
        await page.getByRole("button", { name: "Cancel deletion" }).click()
        await page.getByText("Deletion canceled. Nothing was deleted.").waitFor()
        await page.getByRole("alert").getByText("will be deleted on").waitFor({ state: "detached" })
      })
      const { token } = yield* aPerson(yield* anOrganisation())
      const admin = yield* open()
      yield* Effect.promise(async () => {
        await be(admin.context, baseUrl, token)
        await admin.page.goto("/settings")
        await admin.page.getByText("Only a Super Admin can change this.").waitFor()
        assert.strictEqual(await admin.page.getByRole("button", { name: "Save" }).count(), 0)
        assert.strictEqual(await admin.page.getByRole("button", { name: /^Delete/ }).count(), 0)
      })
      assert.deepStrictEqual(complaints, [])
    }
  )

  it.effect("an export is started once, is ready by itself, and can be downloaded", function* () {
    const { openAs } = yield* OpenedDashboard
    const { complaints, context, page } = yield* openAs("superadmin", "/settings/export")
    yield* Effect.promise(async () => {
      await page.getByRole("heading", { name: "No exports yet" }).waitFor()
      await page.getByRole("button", { name: "Start export" }).click()
      await page.getByRole("cell", { name: "Ready" }).waitFor()
      assert.deepStrictEqual(await looks(page), [])
      const download = page.waitForRequest(/\/files\//)
      await page.getByRole("button", { name: "Download" }).click()
      assert.strictEqual((await context.request.get(new URL((await download).url()).pathname)).status(), 200)
    })
    assert.deepStrictEqual(complaints, [])
    const hr = yield* openAs("hr", "/settings/export")
    yield* Effect.promise(async () => {
      await hr.page.getByRole("heading", { name: "You don’t have access" }).waitFor()
      assert.strictEqual(
        await hr.page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Settings" }).count(),
        0
      )
    })
  })

  it.effect("integrations: what is connected, what is wrong, and how the way back from a vendor ended", function* () {
    const { openAs } = yield* OpenedDashboard
    yield* systemSql`UPDATE integrations SET credential_refused_at = now() WHERE service_name = 'Corporate Directory'`
    const { complaints, page } = yield* openAs("superadmin", "/integrations?connected=github")
    yield* Effect.promise(async () => {
      await page.getByRole("status").getByText("GitHub is connected").waitFor()
      const directory = page.getByRole("listitem").filter({ hasText: "Corporate Directory" })
      await directory.getByText("Credential rejected").waitFor()
      assert.deepStrictEqual(await looks(page), [])
      await page.goto("/integrations?error=oauth_denied&service=google-workspace")
      const alert = page.getByRole("alert").filter({ hasText: "Couldn’t connect Google Workspace" })
      await alert.getByText("Access wasn’t granted").waitFor()
      await page.goto("/integrations?error=%3Cb%3E")
      await directory.waitFor()
      assert.strictEqual(await page.getByRole("alert").count(), 0)
    })
    yield* systemSql`UPDATE integrations SET credential_refused_at = NULL`
    assert.deepStrictEqual(complaints, [])
  })
})
