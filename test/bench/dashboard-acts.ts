import { NodeHttpClient } from "@effect/platform-node"
import { OperatorClient } from "@svc/client/operator"
import { OrgId } from "@svc/contract/kernel/ids"
import { Effect, Redacted, Schedule } from "effect"
import { randomBytes } from "node:crypto"
import type { Browser, Page } from "playwright-core"
import { openBrowser } from "#test/verify/browser"
import { recorder, settled, type Taken, timed } from "./act.ts"
import { emailOf, password, seedLists } from "./acts-seed.ts"
import { recordEntries, servicesOn } from "./audit-seed.ts"
import { deliveryField } from "./delivery-field.ts"
import { BenchFailed } from "./opponents.ts"
import { atLeast, atMost, information, whole } from "./report.ts"
import { median, rounds } from "./rounds.ts"
import { keyAt, orgIdAt } from "./seed.ts"

/** Of one person the service takes 300 requests a minute. */
const people = 5
const endpoints = 5
const changesPerMinute = 240
const keys = 4
/** Milliseconds that a search waits for the next letter, on purpose. */
const pause = 250

const promise = <A>(run: () => Promise<A>) => Effect.promise(run)

/** A list and what can be done with it. */
interface List {
  readonly path: string
  /** What is searched for, of which the last letter is timed. */
  readonly search?: (look: number) => string
  readonly sorts?: true
  readonly pages?: true
  readonly filters?: true
  readonly chooses?: true
  /** The button of a dialog. */
  readonly dialog?: RegExp
  readonly opens?: true
  /** All of it is there: nothing is asked for. */
  readonly local?: true
}

const named = (look: number) => `Number ${look + 1}`
const said = (look: number) => ["status", "pending", "notice", "period", "mail"][look % 5] ?? ""

const lists = (endpoint: string): ReadonlyArray<List> => [
  { path: "/offboardings", search: named, sorts: true, pages: true, filters: true, chooses: true, opens: true },
  { path: "/people", search: named, pages: true, filters: true, dialog: /^Add/, opens: true },
  { path: "/assets", search: named, pages: true, filters: true, chooses: true, dialog: /^Add/ },
  { path: "/initiations", pages: true, filters: true, opens: true },
  { path: "/notifications", pages: true, filters: true },
  { path: "/audit-log", search: said, pages: true, filters: true, dialog: /^Export/, opens: true },
  { path: `/webhooks/${endpoint}`, pages: true, filters: true, opens: true },
  { path: "/members", local: true, search: named, pages: true, dialog: /^Invite/ },
  { path: "/integrations/reviews", pages: true, filters: true, dialog: /^Dismiss/ },
  { path: "/residual-access", pages: true, filters: true },
  { path: "/residual-access?list=unverified", pages: true, filters: true },
  { path: "/reports/evidence", pages: true, filters: true },
  { path: "/integrations/scim", pages: true },
  { path: "/api-keys", dialog: /^Create|^New/ }
]

type Note = (act: string, taken: Taken) => void

const lookAt = async (page: Page, list: List, look: number, note: Note) => {
  const main = page.locator("main")
  const asks = { local: list.local === true }
  const field = main.getByRole("searchbox").first()
  if (list.search !== undefined) {
    const text = list.search(look)
    await field.fill(text.slice(0, -1))
    await page.waitForTimeout(pause * 2)
    await settled(page)
    await field.press("End")
    // The same rows may be found: until the question is answered, the table is busy.
    const found = list.local ? asks : { until: "true" }
    note("search", await timed(page, found, () => page.keyboard.press(text.slice(-1))))
  }
  if (list.pages) {
    note("next page", await timed(page, asks, () => main.locator(".pager").first().getByRole("button").last().click()))
  }
  if (list.sorts) note("sort", await timed(page, {}, () => main.locator("th button").first().click()))
  if (list.chooses) {
    const box = main.locator("tbody input[type=checkbox]").first()
    note(
      "choose a row",
      await timed(page, { local: true, until: "document.querySelector('main tbody input:checked')" }, () => box.click())
    )
    await box.click()
  }
  if (list.dialog !== undefined) {
    const open = { local: true, until: "document.querySelector('dialog[open]')" }
    note(
      "dialog",
      await timed(page, open, () =>
        page
          .getByRole("button", { name: list.dialog ?? "" })
          .first()
          .click()
      )
    )
    await page.keyboard.press("Escape")
    await page.locator("dialog[open]").first().waitFor({ state: "detached" })
  }
  if (list.opens) {
    const row = main.locator("a.row-link").nth(look)
    note(
      "open a row",
      await timed(page, { until: "document.querySelector('dialog[open]') !== null || act.shown() !== before" }, () =>
        row.click()
      )
    )
    await page.goBack()
    await settled(page)
  }
  if (list.filters) {
    const choice = main.locator(".choice select").first()
    await choice.focus()
    note("filter", await timed(page, {}, () => page.keyboard.press("ArrowDown")))
  }
}

const palette = async (page: Page, note: Note) => {
  await page.goto("/offboardings")
  await settled(page)
  const open = { local: true, until: "document.querySelector('dialog.palette[open] input')" }
  note("open the palette", await timed(page, open, () => page.keyboard.press("Control+k")))
  const found = { until: "act.texts('[role=option]').includes('Person Number')" }
  note("type in the palette", await timed(page, found, () => page.keyboard.press("n")))
  await page.keyboard.press("Escape")
}

const oneCase = async (page: Page, id: string, note: Note) => {
  await page.goto(`/offboardings/${id}/tasks`)
  await settled(page)
  const box = page.locator("main tbody input[type=checkbox]:not(:checked)").first()
  const ticked = { until: "document.querySelectorAll('main tbody input:checked').length > Number(act.ticked)" }
  await page.evaluate("act.ticked = document.querySelectorAll('main tbody input:checked').length")
  note("tick a task", await timed(page, { ...ticked, local: true }, () => box.click()))
  for (const tab of ["activity", "documents", "access", "assets"]) {
    const there = { local: true, until: `document.querySelector('.tabs [aria-current]').href.endsWith('/${tab}')` }
    note(`tab ${tab}`, await timed(page, there, () => page.locator(`main .tabs a[href$="/${tab}"]`).click()))
  }
}

const places = async (page: Page, note: Note) => {
  await page.goto("/offboardings")
  await settled(page)
  for (const place of ["/", "/people", "/assets", "/audit-log"]) {
    note(`go to ${place}`, await timed(page, {}, () => page.locator(`#sidebar a[href="${place}"]`).first().click()))
  }
}

const signedIn = async (browser: Browser, baseURL: string, person: number) => {
  const context = await browser.newContext({ baseURL, viewport: { width: 1280, height: 900 } })
  await context.addInitScript(recorder)
  await context.request.post("/api/auth/login", { data: { email: emailOf(person), password } })
  return context.newPage()
}

const summary = (act: string, all: ReadonlyArray<Taken>) => {
  const of = (pick: (taken: Taken) => number) => median(all.map(pick))
  const parts = all.flatMap((one) => (one.parts === undefined ? [] : [one.parts]))
  const part = (pick: (one: (typeof parts)[number]) => number) => whole(median(parts.map(pick)))
  const shown = of((taken) => taken.shown) - (act === "search" ? pause : 0)
  const asked =
    parts.length === 0
      ? ""
      : ` (${part(({ before }) => before)} + ${part(({ service }) => service)} + ${part(({ after }) => after)})`
  const answer = of((taken) => taken.answer)
  return { answer, shown, said: `${act} ${whole(shown)}${asked}, INP ${whole(answer)}` }
}

/** What acts take in lists of 10,000 rows, while deliveries go out and the audit log is verified. */
export const dashboardActs = Effect.fn("Bench.dashboardActs")(function* () {
  const field = yield* deliveryField(
    "dashboard_acts",
    Array.from({ length: endpoints }, () => "/hooks"),
    { keys, orgOf: () => 0 }
  )
  const orgId = OrgId.make(orgIdAt(0))
  yield* field.owner`UPDATE webhook_endpoints SET all_events = true, events = '{}'`
  yield* seedLists(field.owner, people)
  yield* recordEntries(orgId, { people: 1_000, sealed: true }).pipe(Effect.provide(servicesOn(field.url)))
  yield* Effect.logInfo("seeded")
  const token = randomBytes(24).toString("hex")
  const service = yield* field.startNode("service-dashboard-acts", { OPERATOR_TOKEN: token })
  const baseURL = `http://127.0.0.1:${service.port}`
  const cases = (yield* field.owner<{ readonly id: string }>`
    SELECT id FROM offboardings WHERE org_id = ${orgId} AND status = 'pending' ORDER BY created_at DESC LIMIT 250`).map(
    ({ id }) => id
  )

  let changes = 0
  const change = promise(async () => {
    const turn = changes++
    const response = await fetch(`${baseURL}/api/v1/offboardings/${cases[50 + (turn % 100)]}`, {
      method: "PATCH",
      headers: { authorization: `Bearer ${keyAt(turn % keys)}`, "content-type": "application/json" },
      body: JSON.stringify({ status: Math.floor(turn / 100) % 2 === 0 ? "notice_period" : "pending" })
    })
    await response.arrayBuffer()
    if (response.status !== 200) throw new BenchFailed({ message: `A change answered ${response.status}` })
  })
  let verified = 0
  const verifying = Effect.gen(function* () {
    const client = yield* OperatorClient
    const { ok } = yield* client["audit.verify"]({ orgId })
    if (!ok) return yield* new BenchFailed({ message: "The chain does not hold" })
    verified += 1
    // One organisation may ask twice a minute: as much as thirty of them together.
  }).pipe(Effect.repeat(Schedule.fixed("1 second")))

  const browser = yield* Effect.acquireRelease(promise(openBrowser), (open) => promise(() => open.close()))
  const pages = yield* Effect.forEach(Array.from({ length: people }), (_, person) =>
    promise(() => signedIn(browser, baseURL, person))
  )
  const noted = new Map<string, Map<string, Array<Taken>>>()
  const note =
    (of: string): Note =>
    (act, taken) => {
      const acts = noted.get(of) ?? new Map<string, Array<Taken>>()
      noted.set(of, acts.set(act, [...(acts.get(act) ?? []), taken]))
    }
  const acts = promise(async () => {
    // The first search of a log makes its index.
    await pages[0]?.request.get("/api/audit-log?limit=1&search=first")
    for (const [index, list] of lists(orgIdAt(0)).entries()) {
      const page = pages[index % people]
      if (page === undefined) continue
      for (let look = 0; look < rounds; look++) {
        await page.goto(list.path)
        await settled(page)
        await lookAt(page, list, look, note(list.path))
      }
      // It would go on reading what changes.
      await page.goto("about:blank")
    }
    for (let look = 0; look < rounds; look++) {
      const page = pages[look % people]
      if (page === undefined) continue
      await palette(page, note("palette"))
      await oneCase(page, cases[look] ?? "", note("case"))
      await places(page, note("places"))
    }
  })

  const started = performance.now()
  yield* field.reset
  yield* Effect.raceFirst(
    acts,
    Effect.all([Effect.repeat(change, Schedule.fixed(60_000 / changesPerMinute)), verifying], { concurrency: 2 })
  ).pipe(
    Effect.provide(OperatorClient.layer({ baseUrl: baseURL, token: Redacted.make(token) })),
    Effect.provide(NodeHttpClient.layerNodeHttp)
  )
  const minutes = (performance.now() - started) / 60_000
  const { distinct } = yield* field.arrived(0)

  const found = [...noted].map(
    ([of, acts]) => [of, [...acts].map(([act, all]) => ({ act, ...summary(act, all) }))] as const
  )
  const slowest = found
    .flatMap(([of, acts]) => acts.map(({ act, answer }) => ({ name: `${of}, ${act}`, answer })))
    .toSorted((one, other) => other.answer - one.answer)[0]
  return [
    atLeast("D5", "webhook deliveries a minute during it", distinct / minutes, 1_000),
    atLeast("D5", "verifications of more than 10,000 entries during it", verified, 1),
    atMost(
      "D5",
      "from input to paint (INP), the slowest act, ms",
      slowest?.answer ?? Number.NaN,
      100,
      ` (${slowest?.name})`
    ),
    ...found.flatMap(([of, acts]) => {
      const worst = acts.toSorted((one, other) => other.shown - one.shown)[0]
      return [
        information(
          "D5",
          `${of}: until it stands there, the slowest act`,
          `${whole(worst?.shown ?? Number.NaN)} ms (${worst?.act})`
        ),
        information("D5", "input to question, to answer, to paint", acts.map(({ said }) => said).join("; "))
      ]
    }),
    information("D5", "minutes", minutes.toFixed(1))
  ]
})
