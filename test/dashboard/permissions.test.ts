import { assert } from "#test/support/suite"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { type Permission, Role, rolePermissions, type ScopeName } from "@svc/contract/kernel/permissions"
import { aMember, anOrganisation, aSession } from "#test/support/people"
import { actionAt } from "./actions.ts"
import { addresses, recordsOf, states } from "./addresses.ts"
import { inBrowser, OpenedDashboard, seen } from "./opened.ts"
import { answersOf, follow, withoutTheFrame } from "./walking.ts"

type Needs = (typeof addresses)[keyof typeof addresses]["needs"]

/** A role of the table, or one that the organisation made itself. */
interface Walker {
  readonly name: string
  readonly permissions: ReadonlyArray<Permission>
  readonly scope?: ScopeName
}

const holds = ({ name, permissions }: Walker, needs: Needs) =>
  needs === null || (needs === "superadmin" ? name === "superadmin" : permissions.includes(needs))

/** A manager of the table sees the records of their direct reports. */
const seesAll = ({ name, scope = name === "manager" ? "direct_reports" : "all" }: Walker) => scope === "all"

/** What the built-in roles hold together these hold apart: things for admins without offboardings, and some of those. */
const ownRoles = [
  { name: "one of their own, narrow", permissions: ["assets_view", "settings_manage", "members_manage"] },
  {
    name: "one of their own, of two departments",
    permissions: ["offboardings_view", "offboardings_edit", "access_revoke", "assets_view", "employees_manage"],
    scope: "departments",
    departments: ["Engineering", "Design"]
  }
] as const

/** What the page offers to press, and the pages that its own buttons lead to. */
const offered = (page: Page) =>
  page.evaluate<ReadonlyArray<string>>(`[...new Set([...document.querySelectorAll("main button, main a.button")].map(
    (element) => (element.getAttribute("aria-label") ?? element.textContent ?? "").replaceAll(/\\s+/g, " ").trim()))]`)

interface Path {
  readonly path: string
  readonly needs: Needs
}

/** Each page of a role's: what it offers, or that it is locked, and which of its calls were refused. */
const walk = async (page: Page, paths: ReadonlyArray<Path>) => {
  let refused: Array<string> = []
  const answered = answersOf(page)
  page.on("response", (response) => {
    if (response.status() === 403) refused.push(new URL(response.url()).pathname)
  })
  // The offers of a board are the same for each of its cards, and not everybody sees the same cards.
  const general = (name: string) =>
    name
      .replace(/^Move .+ to another stage$/, "Move … to another stage")
      .replace(/^(Choose|Select|Actions for) .+$/, "$1 …")
  const walked = new Map<string, { readonly isLocked: boolean; readonly offers: ReadonlyArray<string> }>()
  const asksRefused: Array<string> = []
  await page.goto("/")
  await seen(page)
  for (const { path } of paths) {
    refused = []
    await follow(page, path)
    await seen(page)
    await answered()
    const isLocked = (await page.getByText("You don’t have access", { exact: true }).count()) > 0
    walked.set(path, { isLocked, offers: isLocked ? [] : (await offered(page)).map(general) })
    if (!isLocked) asksRefused.push(...refused.map((one) => `${path} asks ${one}, which is refused`))
  }
  const links = await page
    .getByRole("navigation", { name: "Main" })
    .locator("a")
    .evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""))
  return { walked, asksRefused, links }
}

inBrowser("the permission matrix", (it) => {
  // dashboard-2: A page and an action are offered to the roles that the table of permissions grants them, and to no
  //   other.
  it.effect(
    "each page and each of its actions is offered to the roles that the table of permissions grants it, and to no other",
    function* () {
      const { baseUrl, open, openAs } = yield* OpenedDashboard
      const members = yield* Effect.forEach(Role.literals, (name) =>
        Effect.map(openAs(name), (opened) => ({ ...opened, name, permissions: rolePermissions[name] }))
      )
      const manager = members.find(({ name }) => name === "manager")
      assert.isDefined(manager)
      const { orgId } = yield* Effect.promise(async () => (await manager.context.request.get("/api/auth/me")).json())
      const own = yield* Effect.forEach(
        ownRoles,
        Effect.fnUntraced(function* (role) {
          const value = yield* aSession(yield* aMember(orgId, role))
          const opened = yield* open()
          yield* Effect.promise(() =>
            opened.context.addCookies([
              { name: "access_token", value, url: baseUrl, httpOnly: true, sameSite: "Strict" }
            ])
          )
          return { ...opened, ...role }
        })
      )
      const walkers = [...members, ...own]
      const found = yield* Effect.promise(async () => {
        // What a manager sees everybody sees.
        const records = await recordsOf(manager.context)
        const inside = Object.values(addresses).filter(({ outside }) => outside !== true)
        const further = states(records).map((path) => ({
          path,
          needs: path.endsWith("/documents")
            ? ("compliance_view" as const)
            : /^\/(?:offboardings|left-behind)/.test(path)
              ? ("offboardings_view" as const)
              : null
        }))
        // Between others, as the title tells when the one page has become the next.
        const all: ReadonlyArray<Path> = inside.flatMap(({ at, needs }, index) => [
          { path: at(records), needs },
          ...further.slice(index, index + 1)
        ])
        const walks = new Map<string, Awaited<ReturnType<typeof walk>>>()
        const go = async ({ name, page }: (typeof walkers)[number]) => {
          await withoutTheFrame(page)
          walks.set(name, await walk(page, all))
        }
        // Side by side: a page waits more than it reckons.
        await Promise.all(walkers.map(go))

        const found: Array<string> = []
        for (const role of walkers) {
          const say = (what: string) => found.push(`${role.name}: ${what}`)
          const { asksRefused = [], links = [], walked } = walks.get(role.name) ?? {}
          asksRefused.forEach(say)
          for (const { needs, path } of all) {
            const { isLocked = false, offers = [] } = walked?.get(path) ?? {}
            if (isLocked === holds(role, needs)) say(`${path} is ${isLocked ? "locked" : "open"}`)
            if (isLocked && links.includes(path)) say(`${path} is in the navigation, and locked`)
            for (const name of offers) {
              const action = actionAt(path, name)
              if (action === undefined) say(`“${name}” of ${path} is not in the table`)
              else if (!holds(role, action.needs)) say(`${path} offers “${name}”, which needs ${action.needs}`)
              else if (action.scope === "all" && !seesAll(role))
                say(`${path} offers “${name}”, which needs access to all records`)
            }
            for (const name of walks.get("superadmin")?.walked.get(path)?.offers ?? []) {
              const { also = null, needs = null, scope } = actionAt(path, name) ?? {}
              const isInScope = scope === undefined || seesAll(role)
              const mayDo = needs !== null && holds(role, needs) && holds(role, also) && isInScope
              if (mayDo && !isLocked && !offers.includes(name)) say(`${path} does not offer “${name}”`)
            }
          }
        }
        return found
      })
      assert.deepStrictEqual([...new Set(found)], [])
    },
    480_000
  )

  // dashboard-9: A second tenant sees nothing of the first, by list, link, search or what is told.
  it.effect("a second tenant sees nothing of the first: by list, by link, by search, or by what is told", function* () {
    const { baseUrl, open, openAs } = yield* OpenedDashboard
    const first = yield* openAs("admin")
    const member = yield* aMember(yield* anOrganisation(), "superadmin")
    const token = yield* aSession(member)
    const { complaints, context, page } = yield* open()
    const found = yield* Effect.promise(async () => {
      const records = await recordsOf(first.context)
      const { rows } = await (await first.context.request.get("/api/employees?limit=100")).json()
      const names: ReadonlyArray<string> = rows.map((row: { readonly employee_name: string }) => row.employee_name)
      assert.isAbove(names.length, 5)
      await context.addCookies([
        { name: "access_token", value: token, url: baseUrl, httpOnly: true, sameSite: "Strict" }
      ])
      const found: Array<string> = []
      const inside = Object.values(addresses).filter(({ outside }) => outside !== true)
      await page.goto("/")
      const answered = answersOf(page)
      for (const path of inside.map(({ at }) => at(records))) {
        // By the address where it names a record, as a link that was passed on does.
        await (/[0-9a-f]{8}-/.test(path) ? page.goto(path) : follow(page, path))
        await seen(page)
        await answered()
        const text = await page.locator("body").innerText()
        for (const name of names) if (text.includes(name)) found.push(`${path} tells of ${name}`)
        if (/[0-9a-f]{8}-/.test(path) && !text.includes("Not found")) found.push(`${path}: ${text}`)
      }
      await page.goto("/offboardings")
      await seen(page)
      await page.keyboard.press("Control+k")
      await page.getByRole("combobox", { name: "Search or run a command" }).fill("Jonas")
      await page.getByText("No results").waitFor()
      await page.keyboard.press("Escape")

      const asked: Array<string> = []
      // The list that is looked at would be read again; who is there is asked by the clock and the window.
      page.on("request", (request) => {
        if (request.url().includes("/api/employees")) asked.push(request.url())
      })
      await first.page.goto(`/offboardings/${records.case}`)
      await seen(first.page)
      await first.context.request.patch(`/api/employees/${records.case}`, { data: { employee_role: "Porter" } })
      await first.page.getByText("Porter").first().waitFor()
      found.push(...asked.map((url) => `asked ${url} for what another tenant changed`))
      return found
    })
    assert.deepStrictEqual(found, [])
    assert.deepStrictEqual(complaints, [])
  })
})
