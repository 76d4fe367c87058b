import { hash } from "@node-rs/argon2"
import { Effect } from "effect"
import type { Browser, BrowserContext, CDPSession, Page } from "playwright-core"
import { openBrowser } from "#test/verify/browser"
import { freshDatabase } from "./database.ts"
import { atMost, information, ratio, whole } from "./report.ts"
import { seedReports } from "./reports-seed.ts"
import { median } from "./rounds.ts"
import { orgIdAt } from "./seed.ts"
import { startService } from "./service.ts"

const password = "correct horse battery staple"
const email = "member@example.test"
const few = 100
const many = 100_000
// Of one person the service takes 300 requests a minute,.
const looks = 3
/** A page reads what others change every three seconds at most: two minutes of a change always waiting. */
const updates = 40
const warm = 10

const promise = <A>(run: () => Promise<A>) => Effect.promise(run)

/** One organisation with so many cases and people, and a browser that is signed in to it. */
const side = Effect.fnUntraced(function* (browser: Browser, count: number) {
  const { owner, url } = yield* freshDatabase(`dashboard_${count}`)
  yield* seedReports(owner, count)
  const orgId = orgIdAt(0)
  yield* owner`
    INSERT INTO org_employees (org_id, id, full_name, email, role, department, person_key_id, created_at, updated_at)
    SELECT ${orgId}, gen_random_uuid(), 'Person Number ' || n, 'person' || n || '@example.test', 'Engineer ' || n % 17,
      'Department ' || n % 12, ${orgId}, now(), now()
    FROM generate_series(1, ${count}::int) AS n`
  const passwordHash = yield* promise(() => hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 }))
  yield* owner`
    INSERT INTO users (id, email, full_name, password_hash, email_verified_at, created_at)
    VALUES (${orgId}, ${email}, 'Member', ${passwordHash}, now(), now())`
  yield* owner`INSERT INTO memberships (org_id, user_id, role, created_at) VALUES (${orgId}, ${orgId}, 'superadmin', now())`
  yield* owner.unsafe("VACUUM ANALYZE")
  const service = yield* startService({ name: `service-dashboard-${count}`, databaseUrl: url })
  const baseURL = `http://127.0.0.1:${service.port}`
  const context = yield* promise(() => browser.newContext({ baseURL, viewport: { width: 1280, height: 900 } }))
  yield* promise(() => context.request.post("/api/auth/login", { data: { email, password } }))
  const { rows } = yield* promise(async () => (await context.request.get("/api/employees?limit=1")).json())
  return { context, caseId: String(rows[0].id) }
})

/** Kilobytes on the wire, of scripts and sheets and of everything, with nothing in the browser's cache. */
const weight = async (context: BrowserContext, path: string) => {
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send("Network.enable")
  await cdp.send("Network.setCacheDisabled", { cacheDisabled: true })
  const kinds = new Map<string, string>()
  const bytes = { code: 0, all: 0 }
  cdp.on("Network.responseReceived", ({ requestId, type }) => kinds.set(requestId, type))
  cdp.on("Network.loadingFinished", ({ encodedDataLength, requestId }) => {
    const kind = kinds.get(requestId)
    bytes.all += encodedDataLength
    if (kind === "Script" || kind === "Stylesheet") bytes.code += encodedDataLength
  })
  await page.goto(path)
  await settled(page)
  await page.close()
  return { code: bytes.code / 1024, all: bytes.all / 1024 }
}

const settled = async (page: Page) => {
  await page.locator("h1, h2").first().waitFor()
  await page.locator(".skeleton, [aria-busy=true]").first().waitFor({ state: "detached" })
}

const largestPaint = `new Promise((resolve) => new PerformanceObserver((list) =>
  resolve(list.getEntries().at(-1).startTime)).observe({ type: "largest-contentful-paint", buffered: true }))`

/** Milliseconds to the largest paint of a page, its files in no cache. */
const paint = async (context: BrowserContext, path: string) => {
  const measured: Array<number> = []
  for (let look = 0; look < looks; look++) {
    const page = await context.newPage()
    const cdp = await context.newCDPSession(page)
    await cdp.send("Network.enable")
    await cdp.send("Network.setCacheDisabled", { cacheDisabled: true })
    await page.goto(path)
    await settled(page)
    measured.push(await page.evaluate<number>(largestPaint))
    await page.close()
  }
  return median(measured)
}

/** Milliseconds from a key or click until the list that it asks for stands there. */
const listing = async (context: BrowserContext) => {
  const page = await context.newPage()
  const timed = async (path: string, act: (look: number) => Promise<void>, until: string) => {
    const measured: Array<number> = []
    for (let look = 0; look < looks; look++) {
      await page.goto(path)
      await settled(page)
      const answered = page.waitForResponse((response) => response.url().includes(until))
      const started = performance.now()
      await act(look)
      await answered
      await settled(page)
      measured.push(performance.now() - started)
    }
    return median(measured)
  }
  const next = await timed(
    "/offboardings",
    () => page.getByRole("button", { name: "Next" }).first().click(),
    "/api/employees?"
  )
  const search = await timed(
    "/offboardings",
    (look) =>
      page
        .getByRole("searchbox")
        .first()
        .fill(`Number ${look + 3}`),
    "/api/employees?"
  )
  await page.close()
  return { next, search }
}

const heap = async (cdp: CDPSession) => {
  await cdp.send("HeapProfiler.collectGarbage")
  const { usedSize } = await cdp.send("Runtime.getHeapUsage")
  return usedSize / 1024 / 1024
}

/** Megabytes in use once the page has seen its first live updates, and after all. */
const memory = async (context: BrowserContext, caseId: string) => {
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  const caseUrl = `/api/employees/${caseId}`
  await page.goto(`/offboardings/${caseId}`)
  await settled(page)
  let after = 0
  for (let update = 0; update < updates; update++) {
    const read = page.waitForResponse((response) => new URL(response.url()).pathname === caseUrl)
    await context.request.patch(caseUrl, { data: { employee_role: `Role ${update}` } })
    await read
    if (update === warm) after = await heap(cdp)
  }
  await settled(page)
  const end = await heap(cdp)
  await page.close()
  return { after, end }
}

/** What the dashboard weighs, when it is seen, and that neither 100,000 cases nor what others change makes it slower. */
export const dashboard = Effect.fn("Bench.dashboard")(function* () {
  const browser = yield* Effect.acquireRelease(promise(openBrowser), (open) => promise(() => open.close()))
  const small = yield* side(browser, few)
  const large = yield* side(browser, many)

  const first = yield* promise(() => weight(large.context, "/"))
  const pages = ["/", "/offboardings", `/offboardings/${large.caseId}`, "/people"]
  const paints = yield* Effect.forEach(pages, (path) => promise(() => paint(large.context, path)))
  const ofFew = yield* promise(() => listing(small.context))
  const ofMany = yield* promise(() => listing(large.context))
  const { after, end } = yield* promise(() => memory(small.context, small.caseId))

  return [
    atMost("D1", "first load of Home: scripts and sheets, KB", first.code, 150),
    information("D1", "with fonts, icons and answers", `${whole(first.all)} KB`),
    ...pages.map((path, index) =>
      atMost("D2", `largest paint, ${path.slice(0, 14)}, ms`, paints[index] ?? Number.POSITIVE_INFINITY, 1_000)
    ),
    atMost("D3", "next page, 100,000 cases / 100", ofMany.next / ofFew.next, 1.5),
    atMost("D3", "search, 100,000 cases / 100", ofMany.search / ofFew.search, 1.5),
    information("D3", "next page and search at 100,000", `${whole(ofMany.next)} ms, ${whole(ofMany.search)} ms`),
    atMost("D4", `heap after ${updates} live updates / after ${warm}`, end / after, 1.1),
    information("D4", "heap", `${ratio(end)} MB`)
  ]
})
