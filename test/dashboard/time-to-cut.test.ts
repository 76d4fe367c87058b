import { assert } from "#test/support/suite"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import type { Page } from "playwright-core"
import { aMember, anOrganisation, aSession } from "#test/support/people"
import { asSystem } from "#test/support/tables"
import { inBrowser, OpenedDashboard, seen } from "./opened.ts"
import { follow } from "./walking.ts"

const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text })

/** The figure of a tile. */
const figureOf = (page: Page, name: string) =>
  page
    .locator(".tile")
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator(".figure")

const hour = 3_600_000

interface Left {
  readonly name: string
  /** Hours after the end; none: not removed. */
  readonly cut?: number
  readonly outcome?: "revoked" | "failed" | "manual_required"
  readonly verified?: boolean
  readonly confirmed?: boolean
}

const left: ReadonlyArray<Left> = [
  { name: "Ada Early", outcome: "revoked", verified: true, cut: -3 },
  { name: "Ben Quick", outcome: "revoked", verified: true, cut: 0.4 },
  { name: "Cem Hours", outcome: "revoked", verified: true, cut: 5 },
  { name: "Dora Days", outcome: "revoked", verified: true, cut: 60 },
  { name: "Eve Claimed", outcome: "revoked", cut: 1 },
  { name: "Finn Byhand", outcome: "manual_required", confirmed: true, cut: 30 },
  { name: "Gus Stuck", outcome: "failed" },
  { name: "Hal Notyet" }
]

/** People whose last day was ten days ago, each with one app that was left so; their cases are completed. */
const leavers = Effect.gen(function* () {
  const { openAs } = yield* OpenedDashboard
  const { context } = yield* openAs("superadmin")
  const [demo] = yield* Effect.promise(async () => {
    const { rows } = await (await context.request.get("/api/employees?limit=1")).json()
    return rows
  })
  const ended = new Date(Date.now() - 240 * hour)
  const day = ended.toISOString().slice(0, 10)
  yield* asSystem((sql) =>
    Effect.gen(function* () {
      for (const { confirmed = false, cut, name, outcome, verified = false } of left) {
        const id = randomUUID()
        const removed = cut === undefined ? null : new Date(ended.getTime() + cut * hour)
        yield* sql`
          INSERT INTO offboardings (org_id, id, employee_name, employee_department, exit_date, access_ends_at, status,
            separation_type, source, person_key_id, created_at, updated_at, completed_at)
          SELECT org_id, ${id}::uuid, ${name}::text, 'Research', ${day}::date, ${ended}::timestamptz, 'completed',
            'resignation', 'app', person_key_id, ${new Date(ended.getTime() - 300 * hour)}::timestamptz, now(), now()
          FROM offboardings WHERE id = ${demo.id}`
        yield* sql`
          INSERT INTO revocation_apps (org_id, offboarding_id, service_name, position, outcome, verified, revoked_at,
            removal_confirmed_at)
          SELECT org_id, id, 'Notes', 0, ${outcome ?? null}::text, ${verified}::boolean,
            ${outcome === "revoked" ? removed : null}::timestamptz, ${confirmed ? removed : null}::timestamptz
          FROM offboardings WHERE id = ${id}::uuid`
        if (name !== "Cem Hours") continue
        yield* sql`
          INSERT INTO residual_access_findings (org_id, id, offboarding_id, service_name, found_at, last_seen_at)
          SELECT org_id, gen_random_uuid(), id, 'Notes', now(), now() FROM offboardings WHERE id = ${id}::uuid`
      }
    })
  )
})

inBrowser("time to cut", (it) => {
  it.effect("before anybody has left: each screen says what it is for, and what to do", function* () {
    const { openAs } = yield* OpenedDashboard
    const { complaints, page } = yield* openAs("superadmin", "/reports/time-to-cut")
    yield* Effect.promise(async () => {
      await page.getByText("No access ended in this period").waitFor()
      await follow(page, "/residual-access")
      await page.getByText("No account active after revocation").waitFor()
      await follow(page, "/residual-access?list=unverified&evidence=vendor_answer")
      await page.getByText("No results").waitFor()
    })
    assert.deepStrictEqual(complaints, [])
  })

  it.effect("the figures, the curve and the late cases, by what was read back and by any evidence", function* () {
    yield* leavers
    const { openAs } = yield* OpenedDashboard
    const { complaints, page } = yield* openAs("superadmin", "/reports/time-to-cut")
    yield* Effect.promise(async () => {
      await page.getByRole("heading", { name: "Time to revoke" }).waitFor()
      assert.strictEqual(await figureOf(page, "Within 1 hour").textContent(), "25%")
      assert.strictEqual(await figureOf(page, "Not revoked").textContent(), "5")
      assert.strictEqual(await figureOf(page, "p99").textContent(), "Not yet")
      const curve = page.getByRole("figure", { name: "Access not revoked yet" })
      await curve.getByRole("row", { name: /^3 d/ }).waitFor()
      await row(page, "Gus Stuck").getByText("Failed").waitFor()
      await row(page, "Cem Hours").getByText("Still active").waitFor()
      await row(page, "Eve Claimed").getByText("Only reported by the app").waitFor()

      await page.getByLabel("Counts as revoked").selectOption("Any evidence")
      await page.waitForURL(/evidence=any/)
      await row(page, "Eve Claimed").waitFor({ state: "detached" })
      await row(page, "Finn Byhand").getByText("Waited for manual removal").waitFor()
      assert.strictEqual(await figureOf(page, "Not revoked").textContent(), "3")

      await page.getByLabel("Last day in").selectOption("Last 30 days")
      await page.waitForURL(/period=month/)
      await row(page, "Gus Stuck").getByRole("link", { name: "Gus Stuck" }).click()
      await page.waitForURL(/\/offboardings\/.+\/access$/)
      await page.getByRole("heading", { name: "Gus Stuck" }).waitFor()
    })
    assert.deepStrictEqual(complaints, [])
  })

  it.effect(
    "an account that came back is resolved with a reason, and what nobody verified is listed by app",
    function* () {
      const { openAs } = yield* OpenedDashboard
      const { complaints, context, page } = yield* openAs("superadmin", "/residual-access")
      yield* Effect.promise(async () => {
        await row(page, "Cem Hours").getByRole("button", { name: "Resolve" }).click()
        const dialog = page.getByRole("dialog", { name: "Resolve the account in Notes" })
        await dialog.getByLabel("Reason").fill("no")
        await dialog.getByRole("button", { name: "Resolve" }).click()
        await dialog.getByText(/at least 5|5 to 500/).waitFor()
        assert.strictEqual(await dialog.getByLabel("Reason").inputValue(), "no", "nothing typed is lost")
        await dialog.getByLabel("Reason").fill("Removed in the admin console")
        await dialog.getByRole("button", { name: "Resolve" }).click()
        await dialog.waitFor({ state: "detached" })
        await page.getByText("No account active after revocation").waitFor()
        const { rows } = await (await context.request.get("/api/residual-access?status=resolved")).json()
        assert.strictEqual(rows[0].resolution, "removed")
        await page.getByLabel("State").selectOption("Resolved")
        await row(page, "Cem Hours").getByText("Removed manually").waitFor()

        await page.getByRole("link", { name: /^Never verified/ }).click()
        await row(page, "Hal Notyet").getByText("Not observed").waitFor()
        await row(page, "Eve Claimed").getByText("Reported by the app").waitFor()
        await page.getByLabel("Evidence").selectOption("Not observed")
        await row(page, "Eve Claimed").waitFor({ state: "detached" })
        await page.getByLabel("App", { exact: true }).selectOption("Notes")
        await row(page, "Hal Notyet").getByRole("button", { name: "Mark as removed" }).click()
        const removed = page.getByRole("dialog", { name: "Mark Notes as removed?" })
        await removed.getByRole("button", { name: "Mark as removed" }).click()
        await removed.waitFor({ state: "detached" })
        await row(page, "Hal Notyet").waitFor({ state: "detached" })
        await row(page, "Gus Stuck").waitFor()
      })
      assert.deepStrictEqual(complaints, [])
    }
  )

  it.effect("behind a control are the cases that lack it, each leading to where it is mended", function* () {
    const { openAs } = yield* OpenedDashboard
    const { complaints, page } = yield* openAs("admin", "/reports/evidence")
    yield* Effect.promise(async () => {
      await page.getByRole("heading", { name: "Audit readiness", exact: true }).waitFor()
      const lacking = row(page, "Removal verified").getByRole("button")
      assert.strictEqual(await lacking.textContent(), "4 offboardings")
      await lacking.click()
      await page.waitForURL(/lacks=access_verified/)
      await page.getByRole("heading", { name: "Missing evidence: Removal verified" }).waitFor()
      await row(page, "Ben Quick").waitFor({ state: "detached" })
      await row(page, "Gus Stuck").getByRole("link", { name: "Gus Stuck" }).click()
      await page.getByRole("heading", { name: "Evidence: Gus Stuck" }).waitFor()
      await row(page, "Equipment returned").getByText("Missing").waitFor()
      await row(page, "Documents signed").getByText("Not needed").waitFor()
      await page.getByRole("link", { name: /^Fix.*Access removed$/ }).click()
      await page.waitForURL(/\/offboardings\/.+\/access$/)
      await page.goto(`/reports/evidence?offboarding_id=${randomUUID()}`)
      await page.getByRole("heading", { name: "Not found" }).waitFor()
    })
    assert.deepStrictEqual(complaints, [])
  })

  it.effect("who may not see reports is told so; who may not revoke is offered nothing", function* () {
    const { baseUrl, open } = yield* OpenedDashboard
    const member = yield* aMember(yield* anOrganisation(), { permissions: ["offboardings_view"] })
    const token = yield* aSession(member)
    const { context, page } = yield* open()
    yield* Effect.promise(async () => {
      await context.addCookies([
        { name: "access_token", value: token, url: baseUrl, httpOnly: true, sameSite: "Strict" }
      ])
      await page.goto("/reports/time-to-cut")
      await page.getByText("You don’t have access").waitFor()
      await follow(page, "/reports/evidence")
      await page.getByText("You don’t have access").waitFor()
      assert.strictEqual(await page.getByRole("link", { name: /^(?:Time to revoke|Audit readiness)$/ }).count(), 0)
      await follow(page, "/residual-access?list=unverified")
      await seen(page)
      assert.strictEqual(await page.getByRole("button", { name: "Mark as removed" }).count(), 0)
    })
  })
})
