import { assert } from "#test/support/suite"
import { verifyWebhook } from "@svc/client/verify-webhook"
import { Effect } from "effect"
import { spawn } from "node:child_process"
import { createServer, type IncomingHttpHeaders } from "node:http"
import type { Page } from "playwright-core"
import { listen } from "#test/support/outbound-servers"
import { flaws, inBrowser, OpenedDashboard } from "./opened.ts"

const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text })

const act = async (page: Page, name: string, action: string) => {
  await page.getByRole("button", { name: `Actions for ${name}` }).click()
  await page.getByRole("button", { name: action, exact: true }).locator("visible=true").click()
}

/** Confirms the identity where the page asks for the password. */
const proveIt = async (page: Page, password: string) => {
  const asked = page.getByRole("dialog", { name: "Confirm it’s you" })
  await asked.getByLabel("Password").fill(password)
  await page.keyboard.press("Enter")
  await asked.waitFor({ state: "detached" })
}

const statusOf = async (baseUrl: string, key: string) =>
  (await fetch(`${baseUrl}/api/v1/offboardings`, { headers: { authorization: `Bearer ${key}` } })).status

interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A customer's server with a scripted response. */
const aServer = Effect.gen(function* () {
  const received: Array<Received> = []
  const state = { status: 200 }
  const server = createServer(async (request, response) => {
    const chunks: Array<Uint8Array> = []
    for await (const chunk of request) chunks.push(chunk)
    received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
    response.writeHead(state.status).end()
  })
  const { port } = yield* listen(server)
  yield* Effect.addFinalizer(() => Effect.sync(() => server.closeAllConnections()))
  return { url: `http://127.0.0.1:${port}/hooks`, received, state }
})

const linesOf = ({ headers }: Received) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join("\n")

const receivers = "packages/dashboard/src/outgoing/webhooks/receivers"

/** Starts a sample receiver as its own process; returns its URL once it listens. */
const running = (command: string, file: string, secret: string) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly url: string; readonly printed: () => string; readonly stop: () => void }>((resume) => {
      const child = spawn(command, [`${receivers}/${file}`], {
        env: { ...process.env, WEBHOOK_SECRET: secret, PORT: "0" },
        stdio: ["ignore", "pipe", "pipe"]
      })
      let printed = ""
      child.stdout.on("data", (chunk: Buffer) => (printed += chunk.toString()))
      child.stderr.on("data", (chunk: Buffer) => {
        const port = /listening on (\d+)/.exec(chunk.toString())?.[1]
        if (port === undefined) return
        resume(
          Effect.succeed({ url: `http://127.0.0.1:${port}`, printed: () => printed, stop: () => void child.kill() })
        )
      })
      child.on("error", (error) => resume(Effect.die(error)))
    }),
    ({ stop }) => Effect.sync(stop)
  )

const forward = async (url: string, { body, headers }: Received, changed: Readonly<Record<string, string>> = {}) => {
  const counting = Object.entries({ ...headers, ...changed }).filter(([name]) => /^(?:webhook|x-svc)-/.test(name))
  const sent = Object.fromEntries(counting.map(([name, value]) => [name, String(value)]))
  return (await fetch(url, { method: "POST", headers: sent, body })).status
}

const hasPython = await new Promise<boolean>((resolve) => {
  const child = spawn("python3", ["-c", "import sys; sys.exit(sys.version_info < (3, 9))"], { stdio: "ignore" })
  child.on("error", () => resolve(false))
  child.on("exit", (code) => resolve(code === 0))
})

inBrowser("developers", (it) => {
  it.effect("a key is made, seen once, rotated with a grace that runs, and ended", function* () {
    const { baseUrl, openAs, password } = yield* OpenedDashboard
    const { complaints, page } = yield* openAs("superadmin", "/api-keys")
    yield* Effect.promise(async () => {
      await page.getByRole("button", { name: "Create API key" }).click()
      const creating = page.getByRole("dialog", { name: "Create API key" })
      await creating.getByRole("button", { name: "Create API key" }).click()
      await creating.getByText("Required", { exact: true }).waitFor()
      await creating.getByText("must name at least one scope").waitFor()
      await creating.getByLabel("Name").fill("Payroll")
      await creating.getByLabel("offboardings:read").check()
      await creating.getByLabel("Expires").selectOption("On a specific day")
      await creating.getByRole("button", { name: "Create API key" }).click()
      await creating.getByText("must be a date-time").waitFor()
      await creating.getByLabel("Last valid day").fill("2020-01-01")
      assert.deepStrictEqual(await flaws(page), [])
      await creating.getByRole("button", { name: "Create API key" }).click()
      await proveIt(page, password)
      await creating.getByRole("alert").getByText("The expiry date must be in the future").waitFor()
      assert.strictEqual(await creating.getByLabel("Name").inputValue(), "Payroll", "nothing typed is lost")
      await creating.getByLabel("Expires").selectOption("Never")
      await creating.getByRole("button", { name: "Create API key" }).click()

      const shown = page.getByRole("dialog", { name: "New API key" })
      const first = await shown.getByText(/^svc_live_[0-9a-f]{32}$/).innerText()
      await shown.getByText(`curl --header "Authorization: Bearer ${first}"`).waitFor()
      assert.strictEqual(await statusOf(baseUrl, first), 200)
      await page.keyboard.press("Escape")
      assert.strictEqual(await shown.count(), 1, "it is not closed by a slip")
      await shown.getByRole("button", { name: "I have copied it" }).click()
      await row(page, "Payroll").getByText("Active").waitFor()
      assert.notInclude(await page.content(), first)

      await act(page, "Payroll", "Rotate")
      const rotating = page.getByRole("dialog", { name: "Rotate “Payroll”" })
      await rotating.getByLabel("1 hour").check()
      await rotating.getByRole("button", { name: "Rotate" }).click()
      const second = await shown.getByText(/^svc_live_[0-9a-f]{32}$/).innerText()
      await shown.getByRole("button", { name: "I have copied it" }).click()
      assert.deepStrictEqual(
        [await statusOf(baseUrl, first), await statusOf(baseUrl, second)],
        [200, 200],
        "both are valid meanwhile"
      )
      const left = row(page, "Payroll").getByRole("timer")
      const before = await left.innerText()
      assert.match(before, /^Old secret valid for 59m \d+s$/)
      await left.filter({ hasNotText: before }).waitFor()

      await page.reload()
      await row(page, "Payroll")
        .getByRole("img", { name: /Calls per day, oldest first: 0, 0, 0, 0, 0, 0, [1-9]/ })
        .waitFor()
      await row(page, "Payroll").getByText("127.0.0.0/24").waitFor()
      await act(page, "Payroll", "Usage")
      const usage = page.getByRole("dialog", { name: "Usage of “Payroll”" })
      await usage.getByRole("table", { name: "Calls per day (UTC)" }).waitFor()
      assert.strictEqual(await usage.getByRole("rowheader").count(), 7)
      assert.deepStrictEqual(await flaws(page), [])
      await usage.getByRole("button", { name: "Close" }).click()

      await act(page, "Payroll", "Delete")
      const ending = page.getByRole("dialog", { name: "Delete “Payroll”?" })
      await ending.getByText("Programs that still use it will get 401").waitFor()
      await ending.getByRole("button", { name: "Delete" }).click()
      await ending.waitFor({ state: "detached" })
      assert.deepStrictEqual([await statusOf(baseUrl, first), await statusOf(baseUrl, second)], [401, 401])
      await page.getByText("1 deleted key", { exact: true }).click()
      await page.getByRole("region", { name: "1 deleted key" }).getByText("Payroll").waitFor()
    })
    assert.deepStrictEqual(complaints, [])
  })

  it.effect("a webhook is made, told, checked, sent again, changed, paused and deleted", function* () {
    const { openAs } = yield* OpenedDashboard
    const { received, state, url } = yield* aServer
    const { complaints, context, page } = yield* openAs("admin", "/webhooks")
    yield* Effect.promise(async () => {
      await page.getByRole("button", { name: "Create webhook" }).click()
      const making = page.getByRole("dialog", { name: "Create webhook" })
      await making.getByLabel("Endpoint URL").fill("http://hooks.example.com/")
      await making.getByLabel("Selected events").check()
      await making.getByRole("button", { name: "Create webhook" }).click()
      await making.getByText("must name at least one event").waitFor()
      await making.getByLabel("offboarding.created").check()
      await making.getByRole("button", { name: "Create webhook" }).click()
      await making.getByRole("alert").getByText("must start with https://").waitFor()
      assert.deepStrictEqual(await flaws(page), [])
      assert.isTrue(await making.getByLabel("offboarding.created").isChecked(), "nothing chosen is lost")
      await making.getByLabel("Endpoint URL").fill(url)
      await making.getByRole("button", { name: "Create webhook" }).click()
      const shown = page.getByRole("dialog", { name: "Signing secret" })
      const secret = await shown.getByText(/^whsec_/).innerText()
      await shown.getByRole("button", { name: "I have copied it" }).click()
      await page.waitForURL(/\/webhooks\/[0-9a-f-]+$/)

      await page.getByRole("button", { name: "Send test event" }).click()
      await page.getByText("Test event delivered: response 200").waitFor()
      assert.isTrue(
        verifyWebhook({
          ...received[0],
          body: received[0]?.body ?? "",
          headers: received[0]?.headers ?? {},
          secret
        })
      )

      state.status = 503
      const { rows } = await (await context.request.get("/api/org-employees?limit=1")).json()
      const { full_name: employee_name } = rows[0]
      await context.request.post("/api/employees", {
        data: { employee_name, exit_date: "2099-03-31", separation_type: "resignation" }
      })
      await row(page, "offboarding.created").getByText("Retrying").waitFor()
      await page.reload()
      await page.getByText("1 failed in 24 h").waitFor()
      const refused = received.at(-1)
      assert.isDefined(refused)

      await page.getByRole("link", { name: "offboarding.created" }).click()
      const delivery = page.getByRole("dialog", { name: "Delivery" })
      await delivery.getByText(`webhook-id: ${String(refused.headers["webhook-id"])}`).waitFor()
      await delivery.getByText(`"employeeName": "${employee_name}"`).waitFor()
      assert.deepStrictEqual(await flaws(page), [])
      await delivery.getByRole("link", { name: "Check signature" }).click()
      await page.waitForURL(/\/check\?delivery=/)

      const judge = async (fields: Readonly<Record<string, string>>) => {
        for (const [name, text] of Object.entries(fields)) await page.getByLabel(name, { exact: true }).fill(text)
        await page.getByRole("button", { name: "Check", exact: true }).click()
      }
      assert.strictEqual(await page.getByLabel("Body").inputValue(), refused.body, "as it was last sent")
      const headers = linesOf(refused)
      await judge({ "Signing secret": secret, Headers: headers })
      await page.getByText("Genuine: secret, body, headers, and clock match").waitFor()
      await judge({ Body: `${JSON.stringify(JSON.parse(refused.body), null, 2)}\n` })
      await page.getByText("It was parsed as JSON and written again").waitFor()
      await judge({ Body: refused.body.replace(employee_name, "Eve") })
      await page.getByText("It is not what the service sent with this delivery").waitFor()
      await judge({ Body: refused.body, "Signing secret": `whsec_${"0b".repeat(32)}` })
      await page.getByText("The body is what the service sent. The secret belongs to another webhook").waitFor()
      assert.deepStrictEqual(await flaws(page), [])
      await page.clock.setFixedTime(Date.now() + 600_000)
      await judge({ "Signing secret": secret })
      await page.getByText("Clock: sent too long ago").waitFor()
      await page.getByText(String(refused.headers["webhook-signature"])).waitFor()

      await page.goto(page.url().replace(/\/check.*/, ""))
      state.status = 200
      await row(page, "offboarding.created").getByRole("button", { name: "Resend" }).click()
      await row(page, "offboarding.created").getByText("Delivered").waitFor()
      await page.getByLabel("Status").selectOption("Failed")
      await page.getByText("No deliveries with status “Failed”").waitFor()

      const more = async (name: string) => {
        await page.getByRole("button", { name: "More" }).click()
        await page.getByRole("button", { name, exact: true }).locator("visible=true").click()
      }
      await more("Rotate secret")
      const rotating = page.getByRole("dialog", { name: "Rotate secret?" })
      await rotating.getByText("The old secret stops working immediately").waitFor()
      await rotating.getByRole("button", { name: "Rotate secret" }).click()
      const renewed = await shown.getByText(/^whsec_/).innerText()
      await shown.getByRole("button", { name: "I have copied it" }).click()
      await page.getByRole("button", { name: "Send test event" }).click()
      await page.getByText("Test event delivered: response 200").waitFor()
      const tested = received.at(-1)
      assert.isDefined(tested)
      assert.deepStrictEqual(
        [secret, renewed].map((secret) => verifyWebhook({ ...tested, secret })),
        [false, true]
      )

      await more("Edit")
      const editing = page.getByRole("dialog", { name: "Edit webhook" })
      await editing.getByLabel("All events").check()
      await editing.getByRole("button", { name: "Save" }).click()
      await page.getByText("Webhook saved").waitFor()
      await more("Pause")
      const paused = page.getByRole("status").filter({ hasText: "This webhook is paused" })
      await paused.getByRole("button", { name: "Resume" }).click()
      await paused.waitFor({ state: "detached" })
      await more("Delete webhook")
      const ending = page.getByRole("dialog", { name: /^Delete webhook for 127/ })
      await ending.getByText("Deletes its secret and delivery history").waitFor()
      await ending.getByRole("button", { name: "Delete webhook" }).click()
      await page.waitForURL(/\/webhooks$/)
      await page.getByText("Webhook deleted").waitFor()
      await page.getByText(url).waitFor({ state: "detached" })
    })
    assert.deepStrictEqual(complaints, [])
  })

  it.effect(
    "the receivers that the page gives away take a real delivery, once, and refuse what was changed",
    function* () {
      const { openAs } = yield* OpenedDashboard
      const { received, url } = yield* aServer
      const { context, page } = yield* openAs("admin")
      const secret = yield* Effect.promise(async () => {
        const made = await (await context.request.post("/api/webhooks", { data: { url, allEvents: true } })).json()
        await context.request.post(`/api/webhooks/${made.id}/ping`)
        await page.goto(`/webhooks/${made.id}/receivers`)
        await page.getByText("node receiver.mjs").waitFor()
        await page.getByLabel("Language").selectOption("Go")
        await page.getByText("go run receiver.go").waitFor()
        await page.getByLabel("Language").selectOption("Python")
        await page.getByText("python3 receiver.py").waitFor()
        return String(made.secret)
      })
      const [genuine] = received
      assert.isDefined(genuine)
      const commands = [["node", "receiver.mjs"] as const, ...(hasPython ? [["python3", "receiver.py"] as const] : [])]
      for (const [command, file] of commands) {
        const { printed, url } = yield* running(command === "node" ? process.execPath : command, file, secret)
        const other = yield* running(command === "node" ? process.execPath : command, file, `whsec_${"0b".repeat(32)}`)
        const answers = yield* Effect.promise(async () => [
          await forward(url, genuine),
          await forward(url, genuine),
          await forward(url, { ...genuine, body: `${genuine.body} ` }),
          await forward(url, genuine, { "webhook-timestamp": "1" }),
          await forward(url, { ...genuine, headers: {} }),
          await forward(other.url, genuine)
        ])
        assert.deepStrictEqual(answers, [204, 204, 401, 401, 401, 401], file)
        assert.deepStrictEqual(
          printed()
            .trim()
            .split("\n")
            .map((line) => JSON.parse(line)),
          [JSON.parse(genuine.body)]
        )
      }
    }
  )

  it.effect("a SIEM target is added by its kind, tested, sent a range again, paused and deleted", function* () {
    const { openAs } = yield* OpenedDashboard
    const { received, state, url } = yield* aServer
    const { complaints, context, page } = yield* openAs("superadmin", "/siem")
    yield* Effect.promise(async () => {
      await page.getByText("No destinations yet").waitFor()
      await page.getByRole("button", { name: "Add destination" }).click()
      const adding = page.getByRole("dialog", { name: "Add destination" })
      const add = adding.getByRole("button", { name: "Add destination" })
      await add.click()
      assert.strictEqual(await adding.getByText("Required", { exact: true }).count(), 2)
      await adding.getByLabel("Name").fill("Collector")
      await adding.getByLabel("Collector", { exact: true }).selectOption("Elasticsearch")
      await adding.getByLabel("Endpoint URL").fill(url)
      await adding.getByLabel("API key").fill("a-key-of-the-test")
      await add.click()
      await adding.getByRole("alert").getByText("must end in /<index>/_doc").waitFor()
      assert.strictEqual(await adding.getByLabel("Token prefix").count(), 0)
      await adding.getByLabel("Collector", { exact: true }).selectOption("Signed webhook")
      await add.click()
      await adding.getByRole("alert").getByText("is required for this type").waitFor()
      await adding.getByLabel("Signing secret").fill("a-secret-of-the-test")
      await adding.getByLabel("Selected events").check()
      await adding.getByLabel("Find events").fill("login fail")
      await adding.getByLabel("login_failed").check()
      assert.deepStrictEqual(await flaws(page), [])
      await add.click()
      await row(page, "Signed webhook").getByText("Nothing sent yet").waitFor()
      await row(page, "Signed webhook").getByText("1 event").waitFor()

      await act(page, "Collector", "Send test event")
      await page.getByText("Test event delivered: response 200").waitFor()
      const [test] = received
      assert.isDefined(test)
      assert.include(test.body, "siem_test")
      assert.isTrue(
        verifyWebhook({
          body: test.body,
          signature: String(test.headers["x-svc-signature"]),
          secret: "a-secret-of-the-test"
        })
      )
      state.status = 403
      await act(page, "Collector", "Send test event")
      await page.getByText("Test event failed: ").waitFor()
      state.status = 200

      await act(page, "Collector", "Edit")
      const editing = page.getByRole("dialog", { name: "Edit “Collector”" })
      await editing.getByText("Default: the stored one").waitFor()
      await editing.getByLabel("All events").check()
      await editing.getByRole("button", { name: "Save" }).click()
      await row(page, "Signed webhook").getByText("All events").waitFor()

      await act(page, "Collector", "Send a date range")
      const exporting = page.getByRole("dialog", { name: "Send a date range to “Collector”" })
      await exporting.getByLabel("From").fill("2099-01-01")
      await exporting.getByRole("button", { name: "Send a date range" }).click()
      await exporting.getByText("must not be after to").waitFor()
      const { promise: stopped, resolve: goOn } = Promise.withResolvers<void>()
      const asked: Array<unknown> = []
      await page.route("**/api/siem-targets/batch-export", async (route) => {
        asked.push(route.request().postDataJSON().cursor)
        if (asked.length === 2) await stopped
        await (asked.length < 3
          ? route.fulfill({ json: { queued: 10_000, next_cursor: `after-${asked.length}` } })
          : route.fallback())
      })
      await exporting.getByLabel("From").fill("2020-01-01")
      await exporting.getByRole("button", { name: "Send a date range" }).click()
      await exporting.getByText("10,000 entries queued").waitFor()
      await exporting.getByRole("button", { name: "Stop" }).click()
      goOn()
      await exporting.getByText("20,000 entries queued").waitFor()
      await exporting.getByText("Stopped. Continue starts after the last queued entry.").waitFor()
      assert.deepStrictEqual(asked, [undefined, "after-1"])
      // The service refuses this made-up cursor.
      await exporting.getByRole("button", { name: "Continue" }).click()
      await exporting.getByRole("alert").getByText("cursor").waitFor()
      assert.deepStrictEqual(asked, [undefined, "after-1", "after-2"])
      await exporting.getByRole("button", { name: "Cancel" }).click()
      await page.unroute("**/api/siem-targets/batch-export")

      await act(page, "Collector", "Send a date range")
      await exporting.getByRole("button", { name: "Send a date range" }).click()
      await exporting.getByText("The whole range is queued").waitFor()
      await exporting.getByRole("button", { name: "Close" }).click()
      const [first] = await (await context.request.get("/api/siem-targets")).json()
      assert.isAbove(first.queued_count + first.delivery_count, 0)

      await act(page, "Collector", "Pause")
      await row(page, "Signed webhook").getByText("Paused").waitFor()
      await act(page, "Collector", "Send a date range")
      await exporting.getByRole("button", { name: "Send a date range" }).click()
      await exporting.getByRole("alert").getByText("is paused").waitFor()
      await exporting.getByRole("button", { name: "Cancel" }).click()
      await act(page, "Collector", "Delete destination")
      await page
        .getByRole("dialog", { name: "Delete destination “Collector”?" })
        .getByRole("button", { name: "Delete destination" })
        .click()
      await page.getByText("No destinations yet").waitFor()
    })
    assert.deepStrictEqual(complaints, [])
  })

  it.effect("who only looks finds the references and every event, and nothing that they may not do", function* () {
    const { openAs } = yield* OpenedDashboard
    const { complaints, context, page } = yield* openAs("manager", "/developers")
    yield* Effect.promise(async () => {
      const links = await page
        .locator("main a[href^='/docs'], main a[href^='/openapi']")
        .evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""))
      assert.lengthOf(links, 6)
      for (const link of links) assert.strictEqual((await context.request.get(link)).status(), 200, link)
      assert.strictEqual(await page.locator("main").getByRole("link", { name: "API keys" }).count(), 0)
      await page.getByRole("link", { name: "Event catalog" }).first().click()
      await page.getByText("10 events").waitFor()
      await page.getByRole("searchbox", { name: "Search events" }).fill("deadline")
      await page.getByText("1 event", { exact: true }).waitFor()
      await page.getByText("asset.overdue").click()
      await page.getByText('"event": "asset.overdue"').waitFor()
      await page.getByRole("searchbox", { name: "Search events" }).fill("nothing of ours")
      await page.getByRole("heading", { name: "No results for “nothing of ours”" }).waitFor()
      await page.getByRole("button", { name: "Clear search" }).click()
      await page.getByText("10 events").waitFor()
      await page.getByRole("link", { name: "SIEM events" }).click()
      await page.getByText("status_changed", { exact: true }).click()
      await page.getByText('"previous_status": "pending"').waitFor()
      await page.goto("/siem")
      await page.getByText("You need the permission “settings_manage”").waitFor()
      assert.strictEqual(await page.getByRole("button", { name: "Add destination" }).count(), 0)
    })
    assert.deepStrictEqual(complaints, [])
  })
})
