import { assert } from "#test/support/suite"
import { Effect } from "effect"
import { inBrowser, OpenedDashboard } from "./opened.ts"

inBrowser("what others change", (it) => {
  // dashboard-7: What others do is seen without a reload, after the stream was away, too, and costs no memory.
  it.effect("is seen without a reload, and is read once, however much changes at once", function* () {
    const { openAs } = yield* OpenedDashboard
    const { page } = yield* openAs("superadmin", "/offboardings?q=Without")
    const hr = yield* openAs("hr")
    yield* Effect.promise(async () => {
      const reads: Array<string> = []
      const add = (name: string) =>
        hr.context.request.post("/api/employees", { data: { employee_name: name, exit_date: "2027-03-31" } })
      await page.waitForLoadState("load")
      page.on("request", (request) => {
        if (request.url().includes("/api/employees?")) reads.push(request.url())
      })
      await Promise.all(["Without Reload", "Without Haste"].map(add))
      await page.getByRole("link", { name: "Without Reload" }).waitFor()
      await page.getByRole("link", { name: "Without Haste" }).waitFor()
      assert.isBelow(reads.length, 4)
    })
  })

  // dashboard-7
  it.effect("is seen after the stream was away: all that is looked at is read again", function* () {
    const { openAs } = yield* OpenedDashboard
    const hr = yield* openAs("hr")
    const { page } = yield* openAs("superadmin")
    yield* Effect.promise(async () => {
      await page.route("**/api/events", (route) => route.abort())
      const refused = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/api/events"))
      await page.goto("/offboardings?q=Cut")
      await page.getByRole("heading", { level: 1 }).waitFor()
      await refused
      const made = await hr.context.request.post("/api/employees", {
        data: { employee_name: "Cut Off", exit_date: "2027-03-31" }
      })
      assert.strictEqual(made.status(), 201)
      await page.unroute("**/api/events")
      await page.getByRole("link", { name: "Cut Off" }).waitFor()
    })
  })

  it.effect("costs Home nine requests at most, one of them for all of its figures", function* () {
    const { openAs } = yield* OpenedDashboard
    const hr = yield* openAs("hr")
    const { page } = yield* openAs("superadmin")
    yield* Effect.promise(async () => {
      const figures = "/api/home"
      const asked: Array<string> = []
      page.on("request", (request) => {
        const { pathname, search } = new URL(request.url())
        if (pathname.startsWith("/api/") && pathname !== "/api/events") asked.push(`${pathname}${search}`)
      })
      const untilQuiet = async () => {
        for (let before = -1; before !== asked.length; await page.waitForTimeout(1_000)) before = asked.length
      }
      const read = () => page.waitForRequest((request) => request.url().endsWith(figures))
      await Promise.all([read(), page.goto("/")])
      await untilQuiet()
      asked.length = 0
      const made = hr.context.request.post("/api/employees", {
        data: { employee_name: "Watched From Home", exit_date: "2027-03-31" }
      })
      await Promise.all([read(), made])
      await untilQuiet()
      assert.isAtMost(asked.length, 9, asked.join("\n"))
      assert.lengthOf(
        asked.filter((path) => path === figures),
        1
      )
    })
  })

  // dashboard-7
  it.effect("leaves nothing behind: thousands of changes, and the heap is what it was", function* () {
    const { openAs } = yield* OpenedDashboard
    const { context, page } = yield* openAs("superadmin")
    yield* Effect.promise(async () => {
      const frames = (count: number) =>
        "event: opened\ndata: []\n\n" +
        `event: changed\ndata: [{"resource":"exports"}]\n\n`.repeat(count) +
        'event: changed\ndata: [{"resource":"account"}]\n\n'
      await page.route("**/api/events", (route) =>
        route.fulfill({ status: 200, contentType: "text/event-stream", body: frames(5_000) })
      )
      const read = () => page.waitForResponse((response) => response.url().endsWith("/api/auth/me"))
      const devtools = await context.newCDPSession(page)
      const heap = async () => {
        await devtools.send("HeapProfiler.collectGarbage")
        return (await devtools.send("Runtime.getHeapUsage")).usedSize
      }
      // A page of few requests is read again every few seconds.
      await Promise.all([page.goto("/developers"), read()])
      await read()
      const before = await heap()
      await read()
      await read()
      await read()
      assert.isBelow(await heap(), before + 3_000_000)
    })
  })
})
