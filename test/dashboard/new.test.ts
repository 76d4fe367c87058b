import { assert } from "#test/support/suite"
import { Effect, Schema } from "effect"
import type { BrowserContext, Page } from "playwright-core"
import { faults, inBrowser, OpenedDashboard, seen as settled } from "./opened.ts"

const markup = `<img src=x onerror="document.title='hurt'">`

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

const seen = (page: Page, name: string) => page.getByRole("heading", { name, exact: true }).waitFor()

/** What is wrong with how a page is made; nothing, if all is well. */
const flaws = async (page: Page, what: string) => {
  const found = (await faults(page)).map((fault) => `${what}: ${fault}`)
  const over = Number(await page.evaluate("document.documentElement.scrollWidth - innerWidth"))
  return over > 0 ? [...found, `${what} is ${over} pixels too wide`] : found
}

/** The manager asks by the API, and the id of what was asked. */
const asks = async (context: BrowserContext, more: Readonly<Record<string, unknown>>): Promise<string> => {
  const answer = await context.request.post("/api/offboarding-initiations", {
    data: { exit_date: inDays(30), no_apps: true, ...more }
  })
  assert.strictEqual(answer.status(), 201, await answer.text())
  return (await answer.json()).id
}

const Data = Schema.Struct({ proposal_id: Schema.String })
const readProposed = Schema.decodeUnknownSync(
  Schema.Struct({ result: Schema.Struct({ structuredContent: Schema.Struct({ data: Data }) }) })
)

/** An assistant with a key of its own proposes somebody's offboarding; answers the initiation's id. */
const proposes = async (
  { request }: BrowserContext,
  { baseUrl, password }: { readonly baseUrl: string; readonly password: string }
): Promise<string> => {
  await request.post("/api/auth/step-up", { data: { password } })
  const scopes = ["mcp", "offboardings:read", "employees:read"]
  const key = await (await request.post("/api/keys", { data: { name: "Assistant", scopes, expires_at: null } })).json()
  const person = await request.post("/api/org-employees", {
    data: { full_name: "Nils Proposed", email: "nils.proposed@larkspur.example" }
  })
  assert.strictEqual(person.status(), 201, await person.text())
  const headers = {
    authorization: `Bearer ${key.raw_key}`,
    accept: "application/json, text/event-stream",
    "content-type": "application/json"
  }
  const clientInfo = { name: "Browser Assistant", version: "1.0" }
  const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo }
  const begun = await fetch(`${baseUrl}/mcp`, {
    method: "POST",
    headers,
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params })
  })
  const args = { employee_id: (await person.json()).id, exit_date: inDays(30), no_apps: true }
  const answer = await fetch(`${baseUrl}/mcp`, {
    method: "POST",
    headers: { ...headers, "mcp-session-id": begun.headers.get("mcp-session-id") ?? "" },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 2,
      method: "tools/call",
      params: { name: "propose_offboarding", arguments: args }
    })
  })
  return readProposed(await answer.json()).result.structuredContent.data.proposal_id
}

inBrowser("in a browser", (it) => {
  it.effect(
    "HR starts one on one page with a search and three clicks: a reload and the way back lose nothing, nothing is written before",
    function* () {
      const { openAs } = yield* OpenedDashboard
      const { complaints, page } = yield* openAs("hr", "/offboardings/new")
      yield* Effect.promise(async () => {
        const sent: Array<string> = []
        page.on("request", (request) => {
          if (request.method() === "POST") sent.push(new URL(request.url()).pathname)
        })
        await page.getByRole("searchbox", { name: "Name, email, or employee number" }).fill("Clara")
        await page.getByRole("button", { name: "Choose Clara Moreau" }).click()
        const open = page.getByRole("status").filter({ hasText: "Clara Moreau already has an open offboarding" })
        await open.getByRole("link", { name: "Open offboarding" }).waitFor()
        assert.isTrue(await page.getByRole("button", { name: "Start offboarding" }).isDisabled())
        await page.getByRole("button", { name: "Choose a different person" }).click()

        const course = page.getByRole("listitem")
        await page.getByRole("button", { name: "Start offboarding" }).click()
        await page.getByText("Choose a person, or enter the details manually").waitFor()
        await page.getByRole("heading", { name: "Who is leaving? (needs attention)" }).waitFor()
        const search = page.getByRole("searchbox", { name: "Name, email, or employee number" })
        assert.isTrue(await search.evaluate((field) => field.matches(":focus")), "the first error has the focus")
        await search.fill("Lena")
        await page.getByRole("button", { name: "Choose Lena Vogel" }).click()
        await page.getByRole("heading", { name: "Where does Lena have access?" }).waitFor()
        await page.getByText("Edit details").click()
        assert.strictEqual(await page.getByLabel("Job title", { exact: true }).inputValue(), "Staff Engineer")
        await page.getByLabel("Department").fill("Platform")
        await page.getByLabel("Department").press("Enter")
        await page.getByText("Required", { exact: true }).waitFor()
        assert.isTrue(await page.getByLabel("Last working day").evaluate((field) => field.matches(":focus")))
        await page.getByLabel("Last working day").fill(inDays(20))
        await page.getByText(/, in 20 days$/).waitFor()
        await course.filter({ hasText: /end of day \(UTC\).*Access to 1 app is revoked automatically/ }).waitFor()
        assert.isTrue(await page.getByRole("radio", { name: /^Immediately/ }).isDisabled(), "HR may not revoke")

        await page.getByText("Time zone, employment end, country").click()
        await page.getByLabel("Time zone", { exact: true }).selectOption("America/New_York")
        await page.getByRole("radio", { name: /^At a time/ }).check()
        await page.getByRole("button", { name: "Start offboarding" }).click()
        const time = page.getByLabel("Access ends", { exact: true })
        assert.isTrue(await time.evaluate((field) => field.matches("[aria-invalid]:focus")))
        await time.fill(`${inDays(18)}T17:30`)
        const ends = course.filter({ hasText: /5:30.PM \(America\/New_York\)Access ends/ })
        await ends.waitFor()
        await page.reload()
        await ends.waitFor()
        assert.isTrue(await page.getByRole("checkbox", { name: "Corporate Directory" }).isChecked())
        await page.getByRole("radio", { name: "Recommended checklist" }).waitFor()
        await page.goto("/help")
        await page.goBack()
        await ends.waitFor()
        assert.strictEqual(await page.getByLabel("Last working day").inputValue(), inDays(20))
        assert.deepStrictEqual(sent, [])
        await page.getByLabel("Last working day").press("Control+Enter")
        await seen(page, "Lena Vogel")
        assert.deepStrictEqual(sent, ["/api/employees"])
        const id = new URL(page.url()).pathname.split("/")[2]
        const made = await (await page.context().request.get(`/api/employees/${id}`)).json()
        assert.deepInclude(made, {
          employee_email: "lena.vogel@larkspur.example",
          employee_department: "Platform",
          exit_date: inDays(20),
          timezone: "America/New_York",
          apps_to_revoke: ["Corporate Directory"]
        })
        assert.strictEqual(new Date(made.access_ends_at).getUTCMinutes(), 30)

        await page.goto(`/offboardings/new?from=${id}`)
        await seen(page, "New offboarding, copied from Lena Vogel")
        await page.getByRole("searchbox", { name: "Name, email, or employee number" }).fill("Ines")
        // Of somebody in the directory: a search and three presses.
        let presses = 0
        await page.exposeFunction("countPress", () => (presses += 1))
        await page.evaluate('addEventListener("click", (event) => event.isTrusted && countPress(), true)')
        await page.getByRole("button", { name: /^Choose Ines/ }).click()
        await page.getByLabel("Last working day").click()
        await page.getByLabel("Last working day").fill(inDays(40))
        await page.getByRole("button", { name: "Start offboarding" }).click()
        await page.waitForURL(/\/offboardings\/[0-9a-f-]{36}$/)
        assert.strictEqual(presses, 3)
      })
      assert.deepStrictEqual(complaints, [])
    }
  )

  it.effect("what the service refuses is said at its field; a name with markup stays text", function* () {
    const { openAs } = yield* OpenedDashboard
    const { page } = yield* openAs("hr", "/offboardings/new")
    const found = yield* Effect.promise(async () => {
      await page.getByRole("button", { name: "Enter details manually" }).click()
      await page.getByLabel("Full name").fill(markup)
      await page.getByLabel("Last working day").fill(inDays(-2))
      const found = await flaws(page, "the page")
      await page.getByRole("button", { name: "Start offboarding" }).click()
      await page.getByText(/The last day is past/).waitFor()
      assert.isTrue(await page.getByLabel("Last working day").evaluate((field) => field.matches(":focus")))
      await page.getByRole("heading", { name: "When? (needs attention)" }).waitFor()
      await page.getByLabel("Last working day").fill(inDays(9))
      await page.getByRole("button", { name: "Start offboarding" }).click()
      await seen(page, markup)
      assert.notStrictEqual(await page.title(), "hurt")
      return found
    })
    assert.deepStrictEqual(found, [])
  })

  it.effect(
    "immediately: confirmed, then created and revoked; if the revocation does not start, the page says what was done",
    function* () {
      const { openAs } = yield* OpenedDashboard
      const { page } = yield* openAs("superadmin", "/offboardings/new")
      yield* Effect.promise(async () => {
        const sent: Array<string> = []
        page.on("request", (request) => {
          if (request.method() === "POST") sent.push(new URL(request.url()).pathname)
        })
        const fill = async (name: string) => {
          await page.getByRole("button", { name: "Enter details manually" }).click()
          await page.getByLabel("Full name").fill(name)
          await page.getByLabel("Work email").fill(`${name.toLowerCase()}@larkspur.example`)
          await page.getByLabel("Last working day").fill(inDays(3))
          await page.getByRole("radio", { name: /^Immediately/ }).check()
          await page.getByText("Access to 1 app is revoked as soon as you start.").waitFor()
          await page.getByRole("button", { name: "Start and revoke access now" }).click()
        }
        await fill("Ulla")
        const sure = page.getByRole("dialog", { name: "Start offboarding and revoke access now?" })
        await sure.getByText("Ulla loses access to 1 app as soon as you confirm.").waitFor()
        await sure.getByRole("button", { name: "Cancel" }).click()
        assert.deepStrictEqual(sent, [])
        await page.getByRole("button", { name: "Start and revoke access now" }).click()
        await sure.getByRole("button", { name: "Start and revoke access now" }).click()
        await page.waitForURL(/\/offboardings\/[0-9a-f-]+\/access$/)
        await seen(page, "Ulla")
        assert.deepStrictEqual(sent.slice(0, 2), ["/api/employees", "/api/revoke-access"])
        const ulla = await (
          await page.context().request.get(`/api/employees/${new URL(page.url()).pathname.split("/")[2]}`)
        ).json()
        assert.isAtMost(new Date(ulla.access_ends_at).getTime(), Date.now())

        await page.goto("/offboardings/new")
        await page.route("**/api/revoke-access", (route) =>
          route.fulfill({
            status: 403,
            contentType: "application/json",
            body: JSON.stringify({ error: "Permission denied", permission: "access_revoke" })
          })
        )
        await fill("Vera")
        await sure.getByRole("button", { name: "Start and revoke access now" }).click()
        const said = page.getByRole("alert").filter({ hasText: "Offboarding created, but revocation did not start" })
        await said.getByText("Done: Vera’s offboarding with its tasks was created.").waitFor()
        await said.getByText("Not done: no access was revoked from this page.").waitFor()
        await said.getByText(/^Automatic revocation is scheduled for /).waitFor()
        await page.unroute("**/api/revoke-access")
        await page.getByRole("link", { name: "Open offboarding" }).click()
        await seen(page, "Vera")
      })
    }
  )

  // dashboard-6: A manager asks for an offboarding and HR approves it into a case.
  it.effect("a manager asks, HR approves it into a case", function* () {
    const { openAs } = yield* OpenedDashboard
    const manager = yield* openAs("manager", "/offboardings/new")
    const hr = yield* openAs("hr", "/initiations?view=to_decide")
    yield* Effect.promise(async () => {
      const { page } = manager
      await page.getByRole("link", { name: "Request offboarding" }).click()
      await page.getByRole("button", { name: "Enter details manually" }).click()
      await page.getByLabel("Full name").fill(`Ruth ${markup}`)
      await page.getByRole("button", { name: "Submit request" }).click()
      await page.getByText("Required", { exact: true }).waitFor()
      await page.getByLabel("Last working day").fill(inDays(25))
      await page.getByRole("button", { name: "Submit request" }).click()
      await page.getByRole("alert").getByText("Select at least one app").waitFor()
      await page.getByRole("checkbox", { name: "Corporate Directory" }).check()
      await page.getByRole("button", { name: "Submit request" }).click()
      await seen(page, `Ruth ${markup}`)
      await page.getByText("HR or an Admin decides.").waitFor()
      assert.strictEqual(await page.getByRole("button", { name: "Approve" }).count(), 0)

      await hr.page.reload()
      await hr.page.getByRole("link", { name: `Ruth ${markup}` }).click()
      await hr.page.getByRole("button", { name: "Approve" }).click()
      const sure = hr.page.getByRole("dialog", { name: /^Approve request for Ruth/ })
      await sure.getByRole("button", { name: "Approve" }).click()
      await hr.page.getByRole("link", { name: "Open offboarding" }).click()
      await hr.page.waitForURL(/\/offboardings\/[0-9a-f-]+$/)
      await seen(hr.page, `Ruth ${markup}`)
      assert.notStrictEqual(await hr.page.title(), "hurt")
    })
    assert.deepStrictEqual([manager.complaints, hr.complaints], [[], []])
  })

  it.effect("HR rejects with a reason that whoever asked reads; it may be withdrawn while it waits", function* () {
    const { openAs } = yield* OpenedDashboard
    const hr = yield* openAs("hr", "/initiations?view=to_decide")
    const manager = yield* openAs("manager", "/initiations?view=mine")
    yield* Effect.promise(async () => {
      await hr.page.getByRole("link", { name: "Omar Haddad" }).click()
      await hr.page.getByRole("button", { name: "Reject" }).click()
      const dialog = hr.page.getByRole("dialog", { name: "Reject request for Omar Haddad?" })
      await dialog.getByRole("button", { name: "Reject" }).click()
      assert.isTrue(await dialog.isVisible(), "without a reason")
      await dialog.getByLabel("Reason").fill(`He stays ${markup}`)
      await hr.page.keyboard.press("Enter")
      await hr.page.getByText("Reason for rejection").waitFor()

      await manager.page.reload()
      await manager.page.getByRole("link", { name: "Omar Haddad" }).click()
      await manager.page.getByText(`He stays ${markup}`).first().waitFor()
      assert.strictEqual(await manager.page.getByRole("button", { name: "More" }).count(), 0)

      const id = await asks(manager.context, { employee_name: "Nils Aalto" })
      await manager.page.goto(`/initiations/${id}`)
      await manager.page.getByRole("button", { name: "More" }).click()
      await manager.page.getByRole("button", { name: "Edit" }).click()
      await manager.page.getByRole("dialog").getByLabel("Job title").fill("Porter")
      await manager.page.keyboard.press("Enter")
      await manager.page.getByText("Porter").waitFor()
      await manager.page.getByRole("button", { name: "More" }).click()
      await manager.page.getByRole("button", { name: "Withdraw" }).click()
      await manager.page.getByRole("dialog").getByRole("button", { name: "Withdraw" }).click()
      await manager.page.waitForURL(/\/initiations$/)
      await manager.page.getByRole("link", { name: "Nils Aalto" }).waitFor({ state: "detached" })
      assert.strictEqual((await manager.context.request.get(`/api/offboarding-initiations/${id}`)).status(), 404)
    })
  })

  it.effect(
    "a step is handed over, and the chain says whose turn it is; what is not a manager's is not found",
    function* () {
      const { openAs } = yield* OpenedDashboard
      const manager = yield* openAs("manager")
      const hr = yield* openAs("hr")
      const admin = yield* openAs("admin", undefined, { theme: "dark" })
      const found = yield* Effect.promise(async () => {
        const chain = await admin.context.request.post("/api/approval-chains", {
          data: {
            name: "HR, then an admin",
            steps: [{ approver_role: "hr", name: "HR agrees" }, { approver_role: "admin" }]
          }
        })
        const id = await asks(manager.context, { employee_name: "Ida Roos", chain_id: (await chain.json()).id })
        await hr.page.goto(`/initiations/${id}`)
        await hr.page.getByText("Waiting for HR").waitFor()
        await hr.page.getByRole("button", { name: "More" }).click()
        await hr.page.getByRole("button", { name: "Delegate" }).click()
        const dialog = hr.page.getByRole("dialog", { name: "Delegate step" })
        await dialog.getByLabel("Delegate to").selectOption({ label: "Ada Lindqvist" })
        await dialog.getByRole("button", { name: "Delegate" }).click()
        await hr.page.getByText("Waiting for Ada Lindqvist (delegate) or HR").waitFor()

        await admin.page.goto("/initiations?view=to_decide")
        await admin.page.getByText("step 1 of 2").waitFor()
        const found = await flaws(admin.page, "the list, dark")
        await admin.page.getByRole("link", { name: "Ida Roos" }).click()
        await admin.page.getByText("1 more step after this").waitFor()
        for (const said of ["1 more step after this", "Waiting for Admin"]) {
          await admin.page.getByText(said).waitFor()
          await admin.page.getByRole("button", { name: "Approve" }).click()
          await admin.page.getByRole("dialog").getByRole("button", { name: "Approve" }).click()
          await admin.page.getByRole("dialog").waitFor({ state: "detached" })
        }
        await admin.page.getByText("Offboarding started").waitFor()
        found.push(...(await flaws(admin.page, "one, dark")))

        const theirs = await asks(hr.context, { employee_name: "Somebody of HR" })
        await manager.page.goto(`/initiations/${theirs}`)
        await seen(manager.page, "Not found")
        await manager.page.goto("/initiations?view=to_decide")
        await seen(manager.page, "No requests to review")
        await manager.page.setViewportSize({ width: 390, height: 844 })
        for (const path of ["/initiations", `/initiations/${id}`, "/initiations/new"]) {
          await manager.page.goto(path)
          await settled(manager.page)
          found.push(...(await flaws(manager.page, path)))
        }
        await hr.page.setViewportSize({ width: 390, height: 844 })
        await hr.page.goto("/offboardings/new")
        await hr.page.getByRole("button", { name: /^Choose Ines/ }).click()
        await hr.page.getByText("Time zone, employment end, country").click()
        await hr.page.getByText("Edit details").click()
        await hr.page.getByLabel("Last working day").fill(inDays(30))
        for (const width of [390, 320, 1280]) {
          await hr.page.setViewportSize({ width, height: 844 })
          found.push(...(await flaws(hr.page, `a new offboarding at ${width}`)))
          assert.isTrue(
            await hr.page
              .getByRole("button", { name: "Start offboarding" })
              .evaluate(
                (button) => button.getBoundingClientRect().bottom <= button.ownerDocument.documentElement.clientHeight
              ),
            `the start is in reach at ${width}`
          )
        }
        return found
      })
      assert.deepStrictEqual(found, [])
    }
  )

  it.effect("what an assistant proposed is shown with its plan, and approved with the password", function* () {
    const { baseUrl, openAs, password } = yield* OpenedDashboard
    const { context } = yield* openAs("superadmin", "/")
    const { page } = yield* openAs("admin", "/")
    const found = yield* Effect.promise(async () => {
      const id = await proposes(context, { baseUrl, password })
      await page.goto(`/initiations/${id}`)
      await page.getByText("Proposed by an AI assistant: Browser Assistant 1.0").waitFor()
      await page.getByText("Approval creates the offboarding.").waitFor()
      const found = await flaws(page, "a proposal")
      await page.getByRole("button", { name: "Approve" }).click()
      await page.getByRole("dialog").getByRole("button", { name: "Approve" }).click()
      const asked = page.getByRole("dialog", { name: "Confirm it’s you" })
      await asked.getByLabel("Password").fill(password)
      await asked.getByRole("button", { name: "Confirm" }).click()
      await page.getByText("Offboarding started").waitFor()
      return found
    })
    assert.deepStrictEqual(found, [])
  })
})
