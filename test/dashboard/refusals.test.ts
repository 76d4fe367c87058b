import { assert, describe, it, layer } from "#test/support/suite"
import { firstPlanWith, type Plan, PlanFeature, type PlanStatus } from "@svc/contract/kernel/plans"
import * as pages from "@svc/dashboard/pages"
import { Effect, Struct } from "effect"
import { randomUUID } from "node:crypto"
import type { BrowserContext, Page } from "playwright-core"
import { aMember, aSession } from "#test/support/people"
import { systemSql } from "#test/support/tables"
import { browserPath } from "#test/verify/browser"
import { type Act, acts, gated, readsOnly } from "./acts.ts"
import { addresses, type Path, type Records, recordsOf } from "./addresses.ts"
import { answersOf, follow } from "./walking.ts"
import { OpenedDashboard, seen } from "./opened.ts"
import { trying } from "./trying.ts"

/** The demo's organisation on a plan, with something on each screen. */
const onPlan = Effect.fnUntraced(function* (plan: Plan, status: PlanStatus) {
  const { openAs } = yield* OpenedDashboard
  const { context } = yield* openAs("superadmin")
  const { orgId } = yield* Effect.promise(async () => (await context.request.get("/api/auth/me")).json())
  const records = yield* Effect.promise(() => recordsOf(context))
  yield* systemSql`UPDATE organisations SET plan = ${plan}, plan_status = ${status} WHERE id = ${orgId}`
  return { context, orgId, records }
})

/** Somebody of their own on a page of their own: of one person the service takes 300 requests a minute. */
const somebody = Effect.fnUntraced(function* (orgId: Parameters<typeof aMember>[0]) {
  const { baseUrl, open } = yield* OpenedDashboard
  const member = yield* aMember(orgId, "superadmin")
  const value = yield* aSession(member)
  yield* systemSql`
      INSERT INTO notifications (org_id, id, user_id, type, title, body, created_at)
      VALUES (${orgId}, ${randomUUID()}, ${member.userId}, 'offboarding.created', 'Somebody leaves', 'Soon.', now())`
  const { complaints, context, page } = yield* open()
  yield* Effect.promise(async () => {
    page.setDefaultTimeout(10_000)
    await context.addCookies([{ name: "access_token", value, url: baseUrl, httpOnly: true, sameSite: "Strict" }])
    // What the frame asks with each page.
    await page.route(/\/api\/(?:events|account\/memberships)/, (route) => route.abort())
    await page.goto("/")
    await seen(page)
  })
  return {
    page,
    // What the frame asks was cut off.
    get complaints() {
      return complaints.filter((text) => !text.includes("ERR_FAILED"))
    }
  }
})

/** What the demo's organisation has none of. */
const fillUp = Effect.fnUntraced(function* ({ request }: BrowserContext, orgId: string, records: Records) {
  yield* systemSql`
      INSERT INTO residual_access_findings (org_id, id, offboarding_id, service_name, found_at, last_seen_at)
      SELECT org_id, gen_random_uuid(), offboarding_id, service_name, now(), now() FROM revocation_apps
      WHERE org_id = ${orgId} ORDER BY offboarding_id = ${records.case} LIMIT 1`
  yield* systemSql`
      INSERT INTO left_behind_items (org_id, id, offboarding_id, service_name, kind, external_id, label, risk, closing,
        stops_the_cut, first_seen_at, last_seen_at)
      SELECT org_id, gen_random_uuid(), offboarding_id, service_name, 'deploy_key', '1', 'Key of the build', 'high',
        'by_hand', 'Nobody else can replace it', now(), now()
      FROM revocation_apps WHERE org_id = ${orgId} AND offboarding_id = ${records.case} LIMIT 1`
  yield* systemSql`
      INSERT INTO entitlements (org_id, id, offboarding_id, service_name, kind, external_id, label, state, seen_at, taken_at)
      SELECT org_id, gen_random_uuid(), offboarding_id, service_name, 'group', '1', 'Builders', 'taken', now(), now()
      FROM revocation_apps WHERE org_id = ${orgId} AND offboarding_id = ${records.case} LIMIT 1`
  yield* systemSql`
      INSERT INTO hris_reviews (org_id, id, employee_id, origin, kind, status, stands, created_at)
      SELECT org_id, gen_random_uuid(), id, 'hris', 'left_without_date', 'waiting', true, created_at
      FROM org_employees WHERE org_id = ${orgId} LIMIT 1`
  yield* Effect.promise(async () => {
    await request.post(`/api/employees/${records.case}/compliance`, { data: { name: "Final pay notice" } })
    await request.post("/api/assets", { data: { itemName: "MacBook", serialNumber: "LARK-1" } })
    await request.post("/api/reports/leaver-test", { data: { from: "2026-01-01", to: "2027-12-31" } })
  })
})

interface Walker {
  readonly page: Page
}

/** Each screen is taken by whoever is free. */
const share = async <A>(
  walkers: ReadonlyArray<Walker>,
  all: ReadonlyArray<A>,
  run: (page: Page, one: A) => Promise<void>
) => {
  const left = [...all]
  await Promise.all(
    walkers.map(async ({ page }) => {
      for (let one = left.shift(); one !== undefined; one = left.shift()) await run(page, one)
    })
  )
}

interface Screen {
  readonly path: Path
  readonly those: ReadonlyArray<Act>
}

const screens: ReadonlyArray<Screen> = Struct.keys(acts).map((path) => ({ path, those: acts[path] }))

const isOutside = ({ path }: Screen) => addresses[path].outside === true

const inside = screens.filter((screen) => !isOutside(screen))

/** Those where nothing is done are looked at. */
const reading = readsOnly.map((path): Screen => ({ path, those: [{}] })).filter((screen) => !isOutside(screen))

interface Walked {
  readonly screens: ReadonlyArray<Screen>
  readonly isIn: (act: Act) => boolean
  readonly tries: (tried: ReturnType<typeof trying>, act: Act) => Promise<void>
}

/** What is found wrong with the acts of every screen, each opened anew and gone to by the keyboard. */
const walk = async (walkers: ReadonlyArray<Walker>, records: Records, { isIn, screens, tries }: Walked) => {
  const found: Array<string> = []
  const answers = new Map(walkers.map(({ page }) => [page, answersOf(page)]))
  await share(walkers, screens, async (page, { path, those }) => {
    for (const act of those.filter(isIn)) {
      const name = [path, ...(act.way ?? []).filter((step) => typeof step === "string")].join(" > ")
      const tried = trying(page, (what) => found.push(`${name}: ${what}`))
      try {
        const there = (act.at ?? addresses[path].at)(records)
        // Where one is already nothing is opened anew.
        if (new URL(page.url()).pathname === new URL(there, page.url()).pathname) await follow(page, pages.developers())
        await follow(page, there)
        await seen(page)
        // The heading takes the focus once the page is drawn, and what is read anew is drawn anew.
        await answers.get(page)?.()
        await tries(tried, act)
      } catch (error) {
        found.push(`${name}: ${String(error).replaceAll(/\s+/g, " ")}`)
      }
      await tried.leave()
    }
  })
  return found
}

describe.skipIf(browserPath === undefined)(
  browserPath === undefined ? "refusals in a browser: SKIPPED, there is none (set CHROME_PATH)" : "in a browser",
  () => {
    it("each page is in the table, or changes nothing", () => {
      const said = [...Struct.keys(acts), ...readsOnly]
      assert.deepStrictEqual(said.toSorted(), Struct.keys(addresses).toSorted())
      assert.deepStrictEqual(
        screens.filter(({ those }) => those.length === 0),
        []
      )
    })

    layer(OpenedDashboard.layer, { timeout: "180 seconds", excludeTestServices: true })("what is refused", (it) => {
      // dashboard-11: What is refused is said in words where it was tried, costs nothing that was typed, and leads to
      //   the plan where that is what lacks; what cannot fit is said at its field and not sent.
      it.effect(
        "what only the service knows not to fit it says in words, and nothing typed is lost",
        function* () {
          const { context, orgId, records } = yield* onPlan("enterprise", "active")
          yield* fillUp(context, orgId, records)
          const two = [yield* somebody(orgId), yield* somebody(orgId)]
          const found = yield* Effect.promise(() =>
            walk(two, records, {
              screens: inside,
              isIn: ({ refused }) => refused !== undefined,
              tries: async (tried, act) => {
                const { says = /./, ...instead } = act.refused ?? {}
                await tried.goTheWay(act)
                await tried.refused({ ...act, ...instead }, { says })
              }
            })
          )
          assert.deepStrictEqual(found, [])
        },
        480_000
      )

      // dashboard-11
      it.effect(
        "a read-only organisation is one on each screen: what does not fit is said at its field, what is not done where it was tried, and nothing typed is lost",
        function* () {
          const { open } = yield* OpenedDashboard
          const { orgId, records } = yield* onPlan("enterprise", "trial_expired")
          const three = [yield* somebody(orgId), yield* somebody(orgId), yield* somebody(orgId)]
          const stranger = yield* open()
          const found = yield* Effect.promise(async () => {
            await stranger.page.goto(pages.verifyEmail())
            return Promise.all([
              walk(three, records, {
                screens: [...inside, ...reading],
                isIn: ({ bad, evenEnded, plan }) => bad !== undefined || evenEnded !== true || plan === undefined,
                tries: async (tried, act) => {
                  await tried.isReadOnly()
                  await tried.goTheWay(act)
                  if (act.bad !== undefined) await tried.badly(act.bad)
                  if (act.evenEnded === true || (act.way === undefined && act.good === undefined)) return
                  await tried.refused(act, { says: /is read-only/, toThePlan: true })
                }
              }),
              walk([stranger], records, {
                screens: screens.filter(isOutside),
                isIn: () => true,
                tries: (tried, { bad = {} }) => tried.badly(bad)
              })
            ])
          })
          assert.deepStrictEqual(found.flat(), [])
          assert.deepStrictEqual(
            [...three, stranger].flatMap(({ complaints }) => complaints),
            []
          )
        },
        480_000
      )

      // dashboard-11
      it.effect(
        "what a plan lacks is named, with the plan that has it and the way there",
        function* () {
          const { orgId, records } = yield* onPlan("none", "active")
          const first = yield* somebody(orgId)
          const two = [first, yield* somebody(orgId)]
          const found = yield* Effect.promise(async () => {
            const found: Array<string> = []
            await share(two, gated, async (page, [feature, at]) => {
              await follow(page, at(records))
              await seen(page)
              const said = page.locator("main").filter({ hasText: "Not included in your plan" })
              const plan = new RegExp(`included in the ${firstPlanWith(feature)} plan`, "i")
              const leads = said.filter({ hasText: plan }).getByRole("link", { name: "View plan" })
              if ((await leads.count()) !== 1) found.push(`${at(records)}: ${await page.locator("main").innerText()}`)
            })
            found.push(
              ...(await walk(two, records, {
                screens: inside,
                isIn: ({ plan }) => plan !== undefined,
                tries: async (tried, act) => {
                  await tried.goTheWay(act)
                  const says = act.plan === "limit" ? /at most|are taken|allows/ : /Not included in your plan/
                  await tried.refused(act, { says, toThePlan: true })
                }
              }))
            )
            const { page } = first
            await follow(page, pages.webhooks())
            await page.getByRole("link", { name: "View plan" }).press("Enter")
            await page.getByRole("heading", { name: "Plan features" }).waitFor()
            return found
          })
          assert.deepStrictEqual(found, [])
          const named = [
            ...gated.map(([feature]) => feature),
            ...screens.flatMap(({ those }) => those.map(({ plan }) => plan))
          ]
          assert.deepStrictEqual(
            PlanFeature.literals.filter((feature) => !named.includes(feature)),
            []
          )
        },
        480_000
      )
    })
  }
)
