import { NodeRuntime } from "@effect/platform-node"
import { RevocationRunPage } from "@svc/contract/revocations/schema"
import { DateTime, Effect, Schedule } from "effect"
import fs from "node:fs"
import path from "node:path"
import type { Browser } from "playwright-core"
import { password, people, superAdmin, vendorName } from "#demo/people"
import { openBrowser } from "#test/verify/browser"
import { apiCustomer, signIn } from "./demo/customer.ts"
import { DemoFailed } from "./demo/demo-failed.ts"
import { complain, say } from "./demo/printer.ts"
import { repository, settings as readSettings } from "./demo/settings.ts"
import { startDemo } from "./demo/started-demo.ts"

const folder = path.join(repository, "docs/pictures")
const account = { email: superAdmin.email, password }

/** An offboarding whose access is revoked and verified at both apps. */
const aVerifiedRevocation = Effect.fnUntraced(function* (baseUrl: string, key: string) {
  const leaver = people.find(({ fullName }) => fullName === "Lena Vogel")
  if (leaver === undefined) return yield* new DemoFailed({ message: "The demo has no Lena Vogel" })
  const { id } = yield* apiCustomer(baseUrl, key).create({
    employee_name: leaver.fullName,
    employee_email: leaver.email,
    employee_role: leaver.role,
    employee_department: leaver.department,
    manager_email: leaver.manager,
    exit_date: DateTime.formatIsoDateUtc(DateTime.add(yield* DateTime.now, { days: 2 })),
    apps_to_revoke: [vendorName, "okta"]
  })
  yield* apiCustomer(baseUrl, key).move(id, "it_revocation")
  const session = yield* signIn(baseUrl, account)
  yield* session.stepUp
  yield* session.revoke(id)
  yield* session.ask("GET", `/api/employees/${id}/revocation-runs`, 200, RevocationRunPage).pipe(
    Effect.filterOrFail(
      ({ rows }) => rows[0]?.results.every(({ verified }) => verified) === true,
      () => new DemoFailed({ message: "The revocation was not verified" })
    ),
    Effect.retry({ schedule: Schedule.spaced("500 millis"), times: 60 })
  )
  return id
})

interface Picture {
  readonly name: string
  readonly address: string
  readonly theme: "light" | "dark"
  /** Of the data, so that no change of the interface's words breaks this. */
  readonly shows: string
}

/** WebP by the browser itself, for a third of the bytes of a PNG. */
const take = async (browser: Browser, baseUrl: string, { address, name, shows, theme }: Picture) => {
  const context = await browser.newContext({
    baseURL: baseUrl,
    viewport: { width: 1200, height: 800 },
    colorScheme: theme,
    locale: "en-US",
    timezoneId: "UTC",
    reducedMotion: "reduce"
  })
  try {
    await context.request.post("/api/auth/login", { data: account })
    const page = await context.newPage()
    await page.goto(address)
    await page.getByRole("main").getByText(shows).first().waitFor()
    await page.evaluate("document.fonts.ready")
    const devTools = await context.newCDPSession(page)
    // The lower part of the page is empty.
    const clip = { x: 0, y: 0, width: 1200, height: 600, scale: 1 }
    const { data } = await devTools.send("Page.captureScreenshot", { format: "webp", quality: 75, clip })
    const picture = Buffer.from(data, "base64")
    fs.writeFileSync(path.join(folder, `${name}.webp`), picture)
    return `docs/pictures/${name}.webp: ${Math.ceil(picture.length / 1000)} kB`
  } finally {
    await context.close()
  }
}

/** `npm run screenshots`: the pictures of the documents, from a demo of its own. */
const screenshots = Effect.gen(function* () {
  const dataDir = path.join(repository, ".demo-pictures")
  const remove = Effect.sync(() => fs.rmSync(dataDir, { recursive: true, force: true }))
  yield* Effect.acquireRelease(remove, () => remove)
  process.env["DATA_DIR"] = dataDir
  const settings = yield* readSettings
  fs.mkdirSync(folder, { recursive: true })
  const desk = yield* startDemo(settings)
  const id = yield* aVerifiedRevocation(desk.BASE_URL, desk.API_KEY)
  const browser = yield* Effect.acquireRelease(Effect.promise(openBrowser), (open) =>
    Effect.promise(() => open.close())
  )
  const access = { address: `/offboardings/${id}/access`, shows: vendorName }
  for (const picture of [
    { ...access, name: "access-light", theme: "light" },
    { ...access, name: "access-dark", theme: "dark" }
  ] as const) {
    say(yield* Effect.promise(() => take(browser, desk.BASE_URL, picture)))
  }
})

NodeRuntime.runMain(
  screenshots.pipe(
    Effect.scoped,
    Effect.tapError(({ message }) => Effect.sync(() => complain(message)))
  ),
  { disableErrorReporting: true }
)
