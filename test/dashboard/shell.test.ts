import { assert } from "#test/support/suite"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { aMember, aSession } from "#test/support/people"
import { faults, inBrowser, openAsSomebody, OpenedDashboard, overflow, seen } from "./opened.ts"
import { follow } from "./walking.ts"

/** The links and buttons of the menu whose middle the pointer does not reach. */
const outOfReach = (page: Page) =>
  page.evaluate<ReadonlyArray<string>>(`[...document.querySelectorAll("#sidebar a, #sidebar button")]
    .filter((element) => element.checkVisibility() && element.closest(".menu") === null)
    .filter((element) => {
      const { height, left, top, width } = element.getBoundingClientRect()
      const found = document.elementFromPoint(left + width / 2, top + height / 2)
      return found === null || !element.contains(found)
    })
    .map((element) => element.textContent + " " + element.title)`)

const placesOf = (page: Page) =>
  page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link")
    .evaluateAll((all) => all.map(({ textContent }) => textContent))

const named = [
  "Home",
  "Offboardings",
  "Requests",
  "People",
  "Equipment",
  "Documents",
  "Residual access",
  "Integrations",
  "Reports",
  "Audit log",
  "Templates",
  "Developers",
  "Settings",
  "Help"
]

/** Widths and heights of small laptops, with what the browser takes of them. */
const laptops = [
  [1440, 900],
  [1366, 768],
  [1366, 650],
  [1280, 600],
  [1024, 768],
  [1024, 640]
] as const

inBrowser("the shell", (it) => {
  // dashboard-14: 12 places, Settings, Help, and the account are in reach without scrolling on a 13" laptop.
  it.effect("12 places, settings, help, and the account are in reach without scrolling on small laptops", function* () {
    const { openAs } = yield* OpenedDashboard
    const { complaints, page } = yield* openAs("superadmin", "/offboardings")
    yield* Effect.promise(async () => {
      assert.deepStrictEqual(await placesOf(page), named)
      for (const [width, height] of laptops) {
        await page.setViewportSize({ width, height })
        assert.deepStrictEqual(await outOfReach(page), [], `${width} × ${height}`)
        assert.isAtMost(await overflow(page), 0)
      }
      // More would be out of reach: it fades at the edge and scrolls.
      await page.setViewportSize({ width: 1440, height: 400 })
      const last = page.getByRole("link", { name: "Developers" })
      await last.scrollIntoViewIfNeeded()
      assert.notInclude((await outOfReach(page)).join(), "Developers")
    })
    assert.deepStrictEqual(complaints, [])
  })

  it.effect(
    "between phone and desktop it shows icons with names, opens above the page, and can be kept open",
    function* () {
      const page = (yield* openAsSomebody("admin", { width: 1024, height: 768 })).page
      yield* Effect.promise(async () => {
        await page.goto("/offboardings")
        await seen(page)
        const menu = page.getByRole("complementary")
        const widthOf = async () => (await menu.boundingBox())?.width ?? 0
        assert.isBelow(await widthOf(), 60)
        const place = menu.getByRole("link", { name: "Equipment" })
        assert.strictEqual(await place.getAttribute("title"), "Equipment")
        assert.deepStrictEqual(await faults(page), [])

        await menu.getByRole("button", { name: "Expand menu" }).click()
        assert.isAbove(await widthOf(), 200)
        assert.deepStrictEqual(await faults(page), [])
        await page.keyboard.press("Escape")
        assert.isBelow(await widthOf(), 60)
        await menu.getByRole("button", { name: "Expand menu" }).click()
        await place.click()
        await page.waitForURL(/\/assets$/)
        assert.isBelow(await widthOf(), 60)

        await menu.getByRole("button", { name: "Expand menu" }).click()
        await menu.getByRole("button", { name: "Keep menu open" }).click()
        await page.reload()
        await seen(page)
        assert.isAbove(await widthOf(), 200)
        const content = await page.getByRole("main").boundingBox()
        assert.isAtLeast(content?.x ?? 0, await widthOf())
        assert.deepStrictEqual(await faults(page), [])
        assert.deepStrictEqual(await outOfReach(page), [])
        await menu.getByRole("button", { name: "Collapse menu" }).click()
        await page.reload()
        await seen(page)
        assert.isBelow(await widthOf(), 60)
      })
    }
  )

  it.effect("a phone's bar has the menu, the organization, the search, and the bell", function* () {
    const page = (yield* openAsSomebody("admin", { width: 390, height: 844 })).page
    yield* Effect.promise(async () => {
      await page.goto("/offboardings")
      await seen(page)
      const bar = page.getByRole("banner")
      await bar.getByText("Larkspur").waitFor()
      await bar.getByRole("link", { name: /^Notifications/ }).waitFor()
      await bar.getByRole("button", { name: "Search" }).click()
      await page.getByRole("combobox", { name: "Search or run a command" }).waitFor()
      await page.keyboard.press("Escape")
      await bar.getByRole("button", { name: "Open menu" }).click()
      assert.deepStrictEqual(await placesOf(page), named)
      assert.deepStrictEqual(await faults(page), [])
      await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "People" }).click()
      await page.waitForURL(/\/people$/)
      assert.isFalse(await page.getByRole("complementary").isVisible())
    })
  })

  it.effect(
    "a place that a role cannot open is omitted, an empty section disappears, and tabs show the rest",
    function* () {
      const { baseUrl, open, orgId } = yield* OpenedDashboard
      const narrow = yield* aMember(orgId, { permissions: ["assets_view", "members_manage"] })
      const value = yield* aSession(narrow)
      const { context, page } = yield* open()
      const whole = (yield* openAsSomebody("superadmin")).page
      yield* Effect.promise(async () => {
        await context.addCookies([{ name: "access_token", value, url: baseUrl, httpOnly: true, sameSite: "Strict" }])
        await page.goto("/")
        await seen(page)
        assert.deepStrictEqual(await placesOf(page), ["Home", "Requests", "Equipment", "Settings", "Help"])
        assert.strictEqual(await page.getByRole("navigation", { name: "Main" }).getByRole("heading").count(), 0)
        const tabsOf = async (page: Page, path: string, name: string) => {
          await page.goto(path)
          await seen(page)
          const tabs = page.getByRole("main").getByRole("navigation", { name }).getByRole("link")
          await tabs.first().waitFor()
          // Counts are of the demo.
          return (await tabs.allInnerTexts()).map((text) => text.replaceAll(/\s*\d+$/g, ""))
        }
        assert.deepStrictEqual(await tabsOf(page, "/settings", "Settings"), [
          "Organization",
          "Members",
          "Roles",
          "Security",
          "Plan"
        ])
        const all = [
          ["/roles", "Settings", "Organization,Members,Roles,Approvals,Retention,Security,Plan,Data export"],
          [
            "/residual-access",
            "Residual access",
            "Still active,Never verified,Orphaned items,Assigned to me,Reclaimed licenses,Default owners"
          ],
          ["/integrations/scim", "Integrations", "Apps,HR reviews,SCIM provisioning,Single sign-on"],
          [
            "/reports/evidence",
            "Reports",
            "Overview,Time to revoke,Task deadlines,Audit readiness,Leaver access test,Scheduled"
          ],
          ["/siem", "Developers", "API keys,Webhooks,SIEM,Webhook events,SIEM events,API reference"],
          ["/audit-log", "Audit log", "Entries,Integrity,Archives"]
        ] as const
        for (const [path, name, tabs] of all) {
          assert.strictEqual((await tabsOf(whole, path, name)).join(), tabs)
          const current = whole.getByRole("navigation", { name: "Main" }).locator("[aria-current=page]")
          assert.strictEqual(await current.textContent(), name, path)
        }
      })
    }
  )

  // dashboard-15: The palette says of each row what it is: commands by permission, then records, places, and help.
  it.effect("the palette finds commands and records by group, equipment by its serial number", function* () {
    const { openAs } = yield* OpenedDashboard
    const { complaints, context, page } = yield* openAs("superadmin", "/people")
    yield* Effect.promise(async () => {
      const serial = "C02-XL0AJGH5"
      await context.request.post("/api/assets", { data: { itemName: "MacBook Pro", serialNumber: serial } })
      const input = page.getByRole("combobox", { name: "Search or run a command" })
      const group = (name: string) => page.getByRole("group", { name, exact: true })
      const names = () =>
        page
          .locator("dialog.palette [role=group]")
          .evaluateAll((all) => all.map((one) => one.firstElementChild?.textContent))
      await follow(page, "/documents")
      await seen(page)
      await page.keyboard.press("Control+k")
      await group("Commands").getByRole("option", { name: "Sign out" }).waitFor()
      assert.deepStrictEqual(await names(), ["Last visited", "Commands"])
      await group("Last visited").getByRole("option", { name: "People" }).waitFor()
      assert.deepStrictEqual(await faults(page), [])

      await input.fill("jonas")
      await group("Offboardings")
        .getByRole("option", { name: /^Jonas Berg Sales Engineer · last day / })
        .waitFor()
      await group("People")
        .getByRole("option", { name: /^Jonas Berg .+@.+ Active$/ })
        .waitFor()
      assert.deepStrictEqual(await faults(page), [])
      await input.fill(serial.toLowerCase())
      await group("Equipment")
        .getByRole("option", { name: new RegExp(serial) })
        .waitFor()
      await input.fill("webhooks")
      await group("Places")
        .getByRole("option", { name: /^Webhooks Developers/ })
        .waitFor()
      await input.fill("new off")
      await group("Commands")
        .getByRole("option", { name: /^New offboarding/ })
        .waitFor()
      await page.keyboard.press("Enter")
      await page.waitForURL(/\/offboardings\/new$/)

      await page.keyboard.press("Control+k")
      await input.fill("dark")
      await group("Commands").getByRole("option", { name: "Use the dark theme" }).click()
      await page.locator("html[data-theme=dark]").waitFor()
    })
    assert.deepStrictEqual(complaints, [])
    const hr = yield* openAs("hr", "/people")
    yield* Effect.promise(async () => {
      await hr.page.keyboard.press("Control+k")
      const options = hr.page.getByRole("group", { name: "Commands" }).getByRole("option")
      await options.filter({ hasText: "New offboarding" }).waitFor()
      for (const name of ["Connect an app", "Invite a member", "Go to settings", "Retry failed removal"])
        assert.strictEqual(await options.filter({ hasText: name }).count(), 0, name)
    })
  })

  // dashboard-16: Every place, the list, and the tabs of an offboarding have a key; letters act only outside fields, and
  //   can be turned off (WCAG 2.1.4).
  it.effect(
    "keys lead to places, through a list, and to tabs; letters do nothing in fields, or when turned off",
    function* () {
      const { openAs } = yield* OpenedDashboard
      const { complaints, page } = yield* openAs("superadmin", "/people")
      yield* Effect.promise(async () => {
        const press = async (...keys: ReadonlyArray<string>) => {
          for (const key of keys) await page.keyboard.press(key)
        }
        await press("g", "o")
        await page.waitForURL(/\/offboardings$/)
        // The page before stays until the next is there.
        await page.getByRole("heading", { name: "Offboardings", level: 1 }).waitFor()
        await page.locator("tbody input[type=checkbox]").first().waitFor()
        const selected = page.locator("tbody input[type=checkbox]:checked")
        await press("j", "j", "k", "x")
        await selected.first().waitFor()
        assert.strictEqual(await selected.count(), 1)
        await press("Escape")
        await selected.first().waitFor({ state: "detached" })
        await press("Enter")
        await page.waitForURL(/\/offboardings\/[0-9a-f-]{36}/)
        // The list, which stays until then, has tabs of its own.
        await page.getByRole("link", { name: /^Tasks/ }).waitFor()
        await press("2")
        await page.waitForURL(/\/offboardings\/[0-9a-f-]{36}\/[a-z-]+$/)
        await press("?")
        const list = page.getByRole("dialog", { name: "Keyboard shortcuts" })
        await list.getByText("G R", { exact: true }).waitFor()
        assert.deepStrictEqual(await faults(page), [])
        await press("n", "Escape")
        await list.waitFor({ state: "detached" })
        assert.match(page.url(), /\/offboardings\/[0-9a-f-]{36}/)
        await press("/")
        await page.getByRole("combobox", { name: "Search or run a command" }).waitFor()
        await press("g", "e")
        assert.strictEqual(await page.getByRole("combobox", { name: "Search or run a command" }).inputValue(), "ge")
        await press("Escape", "n")
        await page.waitForURL(/\/offboardings\/new$/)

        await page.goto("/account")
        await page.getByRole("checkbox", { name: "Use single letters as shortcuts" }).uncheck()
        await page.locator("body").click({ position: { x: 600, y: 5 } })
        await press("g", "o", "n", "?", "/")
        assert.match(page.url(), /\/account$/)
        assert.strictEqual(await page.getByRole("dialog").count(), 0)
        await press("Control+k")
        await page.getByRole("combobox", { name: "Search or run a command" }).waitFor()
        await press("Escape")
        await page.getByRole("checkbox", { name: "Use single letters as shortcuts" }).check()
      })
      assert.deepStrictEqual(complaints, [])
    }
  )
})
