import { Context, Effect, Exit, Layer, Redacted, type Scope } from "effect"
import { createRequire } from "node:module"
import { readFileSync } from "node:fs"
import type { OrgId } from "@svc/contract/kernel/ids"
import type { Role } from "@svc/contract/kernel/permissions"
import type { BrowserContext, Page } from "playwright-core"
import { NodeHttpClient } from "@effect/platform-node"
import { OperatorClient } from "@svc/client/operator"
import { people } from "#demo/people"
import { seedDemo } from "#demo/seed"
import { AppConfig } from "#platform/config/config"
import { aMember, aSession } from "#test/support/people"
import { type ScimVendor, startScimVendor } from "#test/support/scim-vendor"
import { aServiceProcess } from "#test/support/service-process"
import { aCloneOf, databaseAt } from "#test/support/database"
import { liveServicesOver } from "#test/support/TestApp"
import { describe, layer, type Suite } from "#test/support/suite"
import { browserPath, sharedBrowser } from "#test/verify/browser"
import { makePace } from "./pace.ts"
import { receiverUrl, seededTemplate } from "./seeded-template.ts"

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

/** Milliseconds: a limit for what hangs, below that of a case, so that the failure says what it waited for. */
const patience = 90_000

interface Look {
  readonly width?: number
  readonly height?: number
  readonly theme?: "light" | "dark"
}

/** A page of the dashboard, with an ear for what the console complains of. */
interface Opened {
  readonly page: Page
  readonly context: BrowserContext
  readonly complaints: ReadonlyArray<string>
}

// Refusals are answers, and a browser writes each into its console.
const isAnswer = (text: string) => /Failed to load resource.*\b(?:400|401|402|403|404|409|410|428|502)\b/.test(text)

/** What the service is told beyond the usual, such as where a vendor's stand-in is. */
export const Surroundings = Context.Reference<Readonly<Record<string, string>>>("test/dashboard/Surroundings", {
  defaultValue: () => ({})
})

/** What a page shows as its case fails, so that the failure explains itself. */
const printPage = async (page: Page) => {
  const seen = await page
    .locator("body")
    .ariaSnapshot({ timeout: 10_000 })
    .catch((error: unknown) => `cannot be read: ${String(error)}`)
  process.stderr.write(`\nThe page as the case failed, ${page.url()}\n${seen}\n`)
}

/** The demo's organisation behind the real service, and a browser. One for the suite, as each takes seconds. */
export class OpenedDashboard extends Context.Service<
  OpenedDashboard,
  {
    readonly baseUrl: string
    readonly password: string
    readonly orgId: OrgId
    /** The app of every case, which may be made to misbehave. */
    readonly vendor: ScimVendor
    /** Nobody is signed in. */
    readonly open: (look?: Look) => Effect.Effect<Opened, never, Scope.Scope>
    /** The person of the demo with this role; without a path the page shows nothing yet, which spares opening one. */
    readonly openAs: (role: Role, path?: string, look?: Look) => Effect.Effect<Opened, never, Scope.Scope>
  }
>()("test/dashboard/OpenedDashboard") {
  static readonly layer = Layer.effect(
    OpenedDashboard,
    Effect.gen(function* () {
      const vendor = yield* Effect.acquireRelease(
        Effect.promise(() =>
          startScimVendor({ people: people.map(({ email }) => ({ userName: email, emails: [email] })) })
        ),
        (open) => Effect.promise(() => open.close())
      )
      const { operatorToken } = yield* AppConfig
      const { baseUrl } = yield* aServiceProcess({
        OPERATOR_TOKEN: Redacted.value(operatorToken),
        ...(yield* Surroundings)
      })
      // It is there: what is left to do is to connect this suite's app.
      const { organisation, password, users } = yield* seedDemo({
        baseUrl,
        receiverUrl,
        vendor: { url: vendor.baseUrl, token: vendor.token }
      }).pipe(
        Effect.provide(OperatorClient.layer({ baseUrl, token: operatorToken })),
        Effect.provide(NodeHttpClient.layerNodeHttp),
        Effect.orDie
      )
      const browser = yield* Effect.promise(sharedBrowser)
      const paces = new Map<Role, ReturnType<typeof makePace>>()
      const sessions = new Map<string, Promise<Awaited<ReturnType<BrowserContext["storageState"]>>>>()

      const newPage = async (look: Look, storageState?: Awaited<ReturnType<BrowserContext["storageState"]>>) => {
        const context = await browser.newContext({
          baseURL: baseUrl,
          viewport: { width: look.width ?? 1280, height: look.height ?? 900 },
          colorScheme: look.theme ?? "light",
          // Nothing is looked at while it moves.
          reducedMotion: "reduce",
          ...(storageState === undefined ? {} : { storageState })
        })
        context.setDefaultTimeout(patience)
        const page = await context.newPage()
        const complaints: Array<string> = []
        page.on("console", (message) => {
          if (["error", "warning"].includes(message.type()) && !isAnswer(message.text()))
            complaints.push(message.text())
        })
        page.on("pageerror", (error) => complaints.push(error.message))
        return { page, context, complaints }
      }

      // One sign-in for each person: more than ten in a quarter of an hour are refused.
      const sessionOf = (role: string) => {
        const known = sessions.get(role)
        if (known !== undefined) return known
        const made = (async () => {
          const context = await browser.newContext({ baseURL: baseUrl })
          const email = users.find((user) => user.role === role)?.email ?? ""
          await context.request.post("/api/auth/login", { data: { email, password } })
          const state = await context.storageState()
          await context.close()
          return state
        })()
        sessions.set(role, made)
        return made
      }

      // A page that stays open goes on reading what changes, in the same person's name.
      const untilTheEnd = (opening: () => Promise<Opened>) =>
        Effect.acquireRelease(Effect.promise(opening), ({ context, page }, exit) =>
          Effect.promise(async () => {
            if (Exit.isFailure(exit)) await printPage(page)
            // A page that polls may have a request on its way through a handler of its case.
            await page.unrouteAll({ behavior: "ignoreErrors" })
            await context.unrouteAll({ behavior: "ignoreErrors" })
            await context.close()
          })
        )

      return OpenedDashboard.of({
        baseUrl,
        password,
        orgId: organisation.id,
        vendor,
        open: (look = {}) => untilTheEnd(() => newPage(look)),
        openAs: (role, path, look = {}) =>
          untilTheEnd(async () => {
            const pace = paces.get(role) ?? makePace(150)
            paces.set(role, pace)
            await pace.room()
            const opened = await newPage(look, await sessionOf(role))
            pace.count(opened.page)
            if (path === undefined) return opened
            await opened.page.goto(path)
            await seen(opened.page)
            return opened
          })
      })
    })
  ).pipe(Layer.provideMerge(liveServicesOver(databaseAt(Effect.flatMap(seededTemplate, aCloneOf)))))
}

/** `browserSuites(Opened)("reports", (it) => { … })`: cases in a browser, left out with a word where none starts. */
export const browserSuites =
  <R, E>(opened: Layer.Layer<R, E>) =>
  (name: string, cases: (it: Suite<R>) => void) =>
    describe.skipIf(browserPath === undefined)(
      browserPath === undefined ? `${name}: SKIPPED, there is no browser (set CHROME_PATH)` : "in a browser",
      () => layer(opened, { timeout: "180 seconds", excludeTestServices: true })(name, cases)
    )

/** The same on the demo's organisation. */
export const inBrowser = browserSuites(OpenedDashboard.layer)

/** A page that shows nothing yet, of somebody of their own: of one person the service takes 300 requests a minute. */
export const openAsSomebody = Effect.fnUntraced(function* (role: Role, look?: Look) {
  const { baseUrl, open, orgId } = yield* OpenedDashboard
  const value = yield* aSession(yield* aMember(orgId, role))
  const opened = yield* open(look)
  const cookie = { name: "access_token", value, url: baseUrl, httpOnly: true, sameSite: "Strict" } as const
  yield* Effect.promise(() => opened.context.addCookies([cookie]))
  return opened
})

/** Until the page has its heading and nothing of it is on its way any more. The network is never idle: the page listens. */
export const seen = async (page: Page): Promise<void> => {
  await page.locator("h1:visible, main h2:visible").first().waitFor()
  await page.locator(".skeleton, [aria-busy=true]").first().waitFor({ state: "detached" })
}

/** What axe finds on the page as it stands; by all of its rules unless some are named. */
export const faults = async (page: Page, rules?: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axe)
  // As text: the tests know no `document`. Colours that are on their way to others are no colours of the page.
  const still = () =>
    page.evaluate("Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => undefined)))")
  await still()
  const only = rules === undefined ? "" : `, runOnly: ${JSON.stringify(rules)}`
  // Every element that passed, told to the test, cost more than axe itself. Only what is violated leaves the page.
  const run = () =>
    page.evaluate<ReadonlyArray<string>>(
      `axe.run(document, { resultTypes: ["violations"], selectors: false${only} }).then(({ violations }) =>
        violations.map(({ id, nodes }) => id + ": " + (nodes[0]?.html ?? "")))`
    )
  if ((await run()).length === 0) return []
  // What is being read again is dimmed for a moment, and news can have it read once more.
  await seen(page)
  await still()
  if ((await run()).length === 0) return []
  await seen(page)
  await still()
  return run()
}

/** How many pixels the page is too wide. */
export const overflow = async (page: Page) =>
  Number(await page.evaluate("document.documentElement.scrollWidth - innerWidth"))

const tooWide = async (page: Page) => {
  const pixels = await overflow(page)
  return pixels > 0 ? [`${page.url()} is ${pixels} pixels too wide`] : []
}

/** What axe finds on the page, once it is there, and how much wider than its window it is. */
export const flaws = async (page: Page): Promise<ReadonlyArray<string>> => {
  await seen(page)
  return [...(await faults(page)), ...(await tooWide(page))]
}

const asAtFirst = async (page: Page) => {
  await page.emulateMedia({ colorScheme: "light" })
  await page.setViewportSize({ width: 1280, height: 900 })
}

/** What is wrong with how the page looks: by day, its colors by night, its targets on a phone. */
export const looks = async (page: Page): Promise<ReadonlyArray<string>> => {
  const found = [...(await faults(page))]
  await page.emulateMedia({ colorScheme: "dark" })
  found.push(...(await faults(page, ["color-contrast"])))
  await page.setViewportSize({ width: 390, height: 844 })
  found.push(...(await faults(page, ["target-size", "scrollable-region-focusable"])), ...(await tooWide(page)))
  await asAtFirst(page)
  return found
}

/** The same by all rules, by day and by night, on a screen and on a phone. */
export const looksThroughout = async (page: Page): Promise<ReadonlyArray<string>> => {
  const found: Array<string> = []
  for (const colorScheme of ["light", "dark"] as const) {
    for (const width of [1280, 390]) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 844 })
      found.push(...(await faults(page)).map((fault) => `${page.url()}, ${colorScheme}, ${width}: ${fault}`))
      found.push(...(await tooWide(page)))
    }
  }
  await asAtFirst(page)
  return found
}
