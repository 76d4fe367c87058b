import { assert } from "#test/support/suite"
import { OperatorClient } from "@svc/client/operator"
import { OrgId } from "@svc/contract/kernel/ids"
import { bookingTold } from "@svc/lab/calendly"
import { Effect } from "effect"
import { createHmac } from "node:crypto"
import type { BrowserContext, Page, Route } from "playwright-core"
import { NodeHttpClient } from "@effect/platform-node"
import { AppConfig } from "#platform/config/config"
import { browserSuites, OpenedDashboard, seen } from "./opened.ts"
import { connect, credentials, OpenedBesideVendors, signingKey, StandIns } from "./stand-ins.ts"

const call = async ({ request }: BrowserContext, method: "GET" | "POST" | "PATCH", path: string, data?: unknown) => {
  const answer = await request.fetch(path, { method, ...(data === undefined ? {} : { data }) })
  assert.isTrue(answer.ok(), `${method} ${path}: ${await answer.text()}`)
  return answer.json()
}

const domain = "larkspur.example"

/** A case of somebody new; its id. */
const aCase = async (context: BrowserContext, name: string, more: Readonly<Record<string, unknown>> = {}) => {
  const body = {
    employee_name: name,
    exit_date: "2031-03-14",
    employee_email: `${name.split(" ")[0]}@${domain}`,
    ...more
  }
  return String((await call(context, "POST", "/api/employees", body)).id)
}

const drawn = (page: Page) => page.evaluate("new Promise(requestAnimationFrame)")

const cardOf = (page: Page, title: string) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: title, exact: true }) })

const inMenu = async (page: Page, of: string | RegExp, item: string) => {
  await page.getByRole("button", { name: of }).click()
  await page.getByRole("button", { name: item, exact: true }).click()
}

const runJob = Effect.fnUntraced(function* (name: string, orgId: string) {
  const { baseUrl } = yield* OpenedDashboard
  const { operatorToken } = yield* AppConfig
  return yield* OperatorClient.use((operator) => operator["jobs.run"]({ name, orgId: OrgId.make(orgId) })).pipe(
    Effect.provide(OperatorClient.layer({ baseUrl, token: operatorToken })),
    Effect.provide(NodeHttpClient.layerNodeHttp),
    Effect.orDie
  )
})

browserSuites(OpenedBesideVendors)("providers", (it) => {
  it.effect(
    "a task becomes a ticket of the help desk, is tried again when it fails, and ticked when it is resolved",
    function* () {
      const { openAs, password } = yield* OpenedDashboard
      const { jira } = yield* StandIns
      const { complaints, context, page } = yield* openAs("admin")
      yield* Effect.promise(async () => {
        const id = await aCase(context, "Runa Falk")
        await page.goto(`/offboardings/${id}/tasks`)
        const menus = page.getByRole("button", { name: /^Actions for / })
        const task = ((await menus.first().getAttribute("aria-label")) ?? "").replace("Actions for ", "")
        await menus.first().click()
        await page.getByRole("button", { name: "Edit", exact: true }).waitFor()
        assert.strictEqual(await page.getByRole("button", { name: "Create ticket" }).count(), 0, "none is connected")
        await page.keyboard.press("Escape")

        const desk = await connect(context, password, "it-tickets", credentials["it-tickets"](jira))
        const row = page.getByRole("row").filter({ hasText: task })
        jira.faults.answersWritesWith = 400
        await page.getByRole("button", { name: `Actions for ${task}` }).click()
        await page.getByRole("button", { name: "Create ticket" }).click()
        const asked = () => jira.requests.some(({ path }) => path === "/rest/api/3/issue")
        while (!asked()) await drawn(page)
        const tickets = `/api/employees/${id}/tickets`
        while ((await call(context, "GET", tickets))[0].status !== "failed") await drawn(page)
        await page.reload()
        await row.getByText("ticket not created: The ticket system answered 400 Bad Request").waitFor()

        jira.behave()
        await inMenu(page, `Actions for ${task}`, "Retry ticket")
        const link = row.getByRole("link", { name: "IT-2" })
        await link.waitFor()
        await row.getByText("ticket open").waitFor()
        assert.match((await link.getAttribute("href")) ?? "", /\/browse\/IT-2$/)
        await page.getByRole("button", { name: `Actions for ${task}` }).click()
        await page.getByRole("button", { name: "Edit", exact: true }).waitFor()
        assert.strictEqual(await page.getByRole("button", { name: /ticket/ }).count(), 0, "it has one")
        await page.keyboard.press("Escape")

        const issue = [...jira.state.issues.values()].find(({ key }) => key === "IT-2")
        assert.include(issue?.summary, "Runa Falk")
        if (issue !== undefined) issue.category = "done"
        const { pathname, search } = new URL(desk.webhook_url)
        const body = JSON.stringify({ webhookEvent: "jira:issue_updated", issue: { id: issue?.id, key: "IT-2" } })
        const signature = createHmac("sha256", signingKey).update(body).digest("hex")
        const told = await context.request.post(pathname + search, {
          data: Buffer.from(body),
          headers: { "content-type": "application/json", "x-hub-signature": `sha256=${signature}` }
        })
        assert.strictEqual((await told.json()).result, "resolved")
        await row.getByText("ticket resolved").waitFor()
        assert.isTrue(await page.getByRole("checkbox", { name: task }).isChecked())
      })
      assert.deepStrictEqual(complaints, [])
    }
  )

  it.effect("an exit interview is invited to, booked at Calendly, called off, invited to anew, and held", function* () {
    const { openAs, password } = yield* OpenedDashboard
    const { calendly } = yield* StandIns
    const { complaints, context, page } = yield* openAs("superadmin")
    const manager = yield* openAs("manager")
    yield* Effect.promise(async () => {
      const id = await aCase(context, "Ulla Brandt", { manager_email: `miguel.santos@${domain}` })
      const unreachable = await aCase(context, "Nils Orban", { employee_email: null })
      await page.goto(`/offboardings/${id}`)
      const card = cardOf(page, "Exit interview")
      await card.getByText("Calendly is not connected").waitFor()
      assert.strictEqual(await card.getByRole("button", { name: "Invite" }).count(), 0)
      await manager.page.goto(`/offboardings/${id}`)
      const theirs = cardOf(manager.page, "Exit interview")
      await theirs.getByText("Calendly is not connected").waitFor()
      assert.strictEqual(await theirs.getByRole("link", { name: "Go to Integrations" }).count(), 0)
      await card.getByRole("link", { name: "Go to Integrations" }).waitFor()

      const connection = await connect(context, password, "calendly", credentials.calendly(calendly))
      calendly.faults.answersWritesWith = 503
      await card.getByRole("button", { name: "Invite" }).click()
      await card
        .getByRole("alert")
        .getByText("Calendly answered 503 Service Unavailable. The invitation was not sent")
        .waitFor()
      calendly.behave()
      await card.getByRole("button", { name: "Invite" }).click()
      await card.getByText("Invited", { exact: true }).first().waitFor()
      await card.getByText("Work email").waitFor()
      await theirs.getByText("https://calendly.com/d/lab-1").waitFor()

      /** Calendly's own call about a booking, under its signature. */
      const tell = async (eventId: string, event: "invitee.created" | "invitee.canceled") => {
        const status = event === "invitee.created" ? "active" : "canceled"
        calendly.state.events.set(eventId, { status, start_time: "2031-03-10T10:00:00.000000Z" })
        const { id: utmContent } = await call(context, "GET", `/api/employees/${id}/exit-interview`)
        const body = JSON.stringify(bookingTold(calendly.state, { eventId, event, utmContent }))
        const [subscription] = [...calendly.state.subscriptions.values()]
        const { pathname, search } = new URL(subscription?.callback_url ?? "")
        assert.include(search, String(connection.config.webhook_id))
        const seconds = Math.floor(Date.now() / 1000)
        const digest = createHmac("sha256", signingKey).update(`${seconds}.${body}`).digest("hex")
        const answer = await context.request.post(pathname + search, {
          data: Buffer.from(body),
          headers: {
            "content-type": "application/json",
            "calendly-webhook-signature": `t=${seconds},v1=${digest}`
          }
        })
        assert.strictEqual(answer.status(), 200, await answer.text())
      }
      await tell("first", "invitee.created")
      await card.getByText("Booked").waitFor()
      await card.getByText(/Mar 10, 2031/).waitFor()
      await tell("first", "invitee.canceled")
      await card.getByText("Canceled").waitFor()

      await card.getByRole("button", { name: "Invite again" }).click()
      await page.getByRole("dialog").getByRole("button", { name: "Invite again" }).click()
      await card.getByText("https://calendly.com/d/lab-2").waitFor()
      await card.getByRole("button", { name: "Mark as completed" }).click()
      await card.getByRole("button", { name: "Mark as not completed" }).waitFor()
      assert.strictEqual(await card.getByRole("button", { name: "Invite again" }).count(), 0)
      await theirs.getByText("Completed", { exact: true }).first().waitFor()

      await page.goto(`/offboardings/${unreachable}`)
      await card.getByRole("button", { name: "Invite" }).click()
      await card.getByRole("alert").getByText("no email address to send the invitation to").waitFor()
    })
    assert.deepStrictEqual([...complaints, ...manager.complaints], [])
  })

  it.effect(
    "an account that came back is seen on Home, among people and in its case, and resolved with a reason",
    function* () {
      const { openAs, vendor } = yield* OpenedDashboard
      const { complaints, context, page } = yield* openAs("admin", "/")
      const hr = yield* openAs("hr")
      const { id, orgId } = yield* Effect.promise(async () => {
        const email = `dario.conti@${domain}`
        vendor.add({ userName: email, emails: [email] })
        const id = await aCase(context, "Dario Conti", {
          employee_email: email,
          apps_to_revoke: ["Corporate Directory"]
        })
        const ofCase = `/api/employees/${id}`
        await call(context, "POST", `${ofCase}/apps/Corporate%20Directory/confirm-removed`, { reason: "By hand" })
        await call(context, "POST", `${ofCase}/confirm-asset-return`)
        const completed = { status: "completed", override: true, reason: "All was done elsewhere" }
        await call(context, "PATCH", `${ofCase}/status`, completed)
        return { id, orgId: String((await call(context, "GET", "/api/auth/me")).orgId) }
      })
      yield* runJob("residual-access", orgId)
      yield* Effect.promise(async () => {
        const attention = page.getByRole("list", { name: "Needs attention" })
        await attention.getByText("Corporate Directory: account of Dario Conti is active after revocation").waitFor()
        await page.goto("/people")
        await page.getByRole("link", { name: "Dario Conti" }).click()
        await page.waitForURL(/\/access$/)
        const found = page.getByRole("region", { name: "Accounts active after revocation" })
        await found.getByText("Still active").waitFor()

        // HR sees it, and may not say what became of it.
        await hr.page.goto(`/offboardings/${id}/access`)
        const theirs = hr.page.getByRole("region", { name: "Accounts active after revocation" })
        await theirs.getByText("Still active").waitFor()
        assert.strictEqual(await theirs.getByRole("button", { name: "Resolve" }).count(), 0)

        await found.getByRole("button", { name: "Resolve" }).click()
        const dialog = page.getByRole("dialog")
        await dialog.getByLabel("Reason").fill("no")
        await page.keyboard.press("Enter")
        await dialog.locator("[aria-invalid=true]").waitFor()
        await dialog.getByLabel("Outcome").selectOption("Accepted risk")
        await dialog.getByLabel("Reason").fill("Helps out until the summer")
        await page.keyboard.press("Enter")
        await found.getByText("Accepted risk").waitFor()
        assert.strictEqual(await found.getByRole("button", { name: "Resolve" }).count(), 0)
        await theirs.getByText("Accepted risk").waitFor()
        await page.goto("/people")
        await seen(page)
        assert.strictEqual(await page.getByRole("link", { name: "Dario Conti" }).count(), 0)
        await page.goto("/")
        await seen(page)
        assert.strictEqual(await attention.getByText("Dario Conti").count(), 0)
      })
      assert.deepStrictEqual([...complaints, ...hr.complaints], [])
    }
  )

  it.effect(
    "a letter is filled in from a template, seen among the documents and downloaded; without one it says so",
    function* () {
      const { openAs } = yield* OpenedDashboard
      const { complaints, context, page } = yield* openAs("hr")
      const manager = yield* openAs("manager")
      yield* Effect.promise(async () => {
        const id = await aCase(context, "Petra Sund", { manager_email: `miguel.santos@${domain}` })
        await page.goto(`/offboardings/${id}/documents`)
        const dialog = page.getByRole("dialog")
        await page.getByRole("button", { name: "Create from template" }).click()
        await dialog.getByText("No document templates yet").waitFor()
        assert.isTrue(await dialog.getByRole("button", { name: "Create from template" }).isDisabled())
        await dialog.getByRole("button", { name: "Cancel" }).click()

        const letter = {
          name: "Reference",
          doc_type: "Reference letter",
          body: "<p>{{employee_name}} was here.</p>"
        }
        const gone = await call(context, "POST", "/api/document-templates", { ...letter, name: "About to go" })
        await call(context, "POST", "/api/document-templates", letter)
        await page.reload()
        await page.getByRole("button", { name: "Create from template" }).click()
        await dialog.getByLabel("Template").selectOption("About to go (Reference letter)")
        // Gone as the letter is asked for, and not before: the page reads which there are as soon as one goes.
        const removeThenGo = async (route: Route) => {
          if (route.request().method() === "POST") {
            await context.request.delete(`/api/document-templates/${gone.id}`, { data: { reason: "Not used" } })
          }
          await route.fallback()
        }
        await page.route("/api/**", removeThenGo)
        await dialog.getByRole("button", { name: "Create from template" }).click()
        await dialog.getByRole("alert").getByText("not found").waitFor()
        await page.unroute("/api/**", removeThenGo)
        await dialog.getByLabel("Template").selectOption("Reference (Reference letter)")
        await dialog.getByRole("button", { name: "Create from template" }).click()
        const row = page.getByRole("row").filter({ hasText: "Reference" })
        await row.getByText("Pending").waitFor()

        await inMenu(page, /^Actions for Reference/, "Download")
        const download = page.waitForEvent("download")
        await dialog.getByRole("link", { name: "Document", exact: true }).click()
        assert.match((await download).suggestedFilename(), /^Reference/)
        await dialog.getByRole("button", { name: "Close" }).click()

        await manager.page.goto(`/offboardings/${id}/documents`)
        await manager.page.getByRole("cell", { name: /^Reference/ }).waitFor()
        assert.strictEqual(await manager.page.getByRole("button", { name: "Create from template" }).count(), 0)
      })
      assert.deepStrictEqual([...complaints, ...manager.complaints], [])
    }
  )

  it.effect(
    "a document is sent to be signed, signed at DocuSign, and seen as signed; another is cancelled",
    function* () {
      const { open, openAs, password } = yield* OpenedDashboard
      const { docusign } = yield* StandIns
      const { complaints, context, page } = yield* openAs("superadmin")
      const { page: signer } = yield* open()
      yield* Effect.promise(async () => {
        const id = await aCase(context, "Greta Moll", { employee_email: null })
        const template = { name: "Agreement", doc_type: "Agreement", body: "<p>{{employee_name}} keeps quiet.</p>" }
        const { id: templateId } = await call(context, "POST", "/api/document-templates", template)
        for (const name of ["Agreement", "Second"]) {
          await call(context, "PATCH", `/api/document-templates/${templateId}`, { name })
          await call(context, "POST", `/api/document-templates/${templateId}/generate`, { offboardingId: id })
        }
        await page.goto(`/offboardings/${id}/documents`)
        const dialog = page.getByRole("dialog")
        await inMenu(page, /^Actions for Agreement/, "Request signature")
        await dialog.getByText("No e-signature provider connected").waitFor()
        await dialog.getByRole("link", { name: "Open integrations" }).waitFor()
        assert.isTrue(await dialog.getByRole("button", { name: "Send" }).isDisabled())

        await connect(context, password, "docusign", credentials.docusign(docusign))
        await dialog.getByRole("button", { name: "Send" }).and(page.locator(":enabled")).click()
        await dialog.getByRole("alert").getByText("has no email for the employee").waitFor()
        await dialog.getByLabel("Send to a different email").fill("greta@home.example")
        docusign.faults.answersWritesWith = 400
        await dialog.getByRole("button", { name: "Send" }).click()
        await dialog.getByRole("alert").getByText("DocuSign").waitFor()
        docusign.behave()
        assert.strictEqual(await dialog.getByLabel("Send to a different email").inputValue(), "greta@home.example")
        await dialog.getByLabel("Access code").fill("7391Q")
        await dialog.getByRole("button", { name: "Send" }).click()
        const row = (name: string) => page.getByRole("row").filter({ hasText: name })
        await row("Agreement").getByText("Waiting for signature").waitFor()
        await row("Agreement").getByText("sent through DocuSign").waitFor()

        const link = await call(context, "POST", `/api/employees/${id}/portal-link`, {
          reason: "Handed over on paper"
        })
        await signer.goto(new URL(link.url).pathname)
        await signer.getByRole("link", { name: "Sign at DocuSign" }).click()
        // A member has seen this link: the provider's own email is the way.
        await signer.getByText("DocuSign emailed this document to you").waitFor()
        await signer.goto(docusign.state.mails.findLast(({ to }) => to === "greta@home.example")?.url ?? "")
        await signer.getByLabel("Access code").fill("7391Q")
        await signer.getByRole("button", { name: "Sign", exact: true }).click()
        await signer.getByText("You have signed this document.").waitFor()
        await row("Agreement").getByText("Signed", { exact: true }).waitFor()
        await inMenu(page, /^Actions for Agreement/, "Download")
        await dialog.getByRole("link", { name: "Certificate" }).waitFor()
        const download = page.waitForEvent("download")
        await dialog.getByRole("link", { name: "Signed copy" }).click()
        assert.match((await download).suggestedFilename(), /\.pdf$/)
        await dialog.getByRole("button", { name: "Close" }).click()

        await inMenu(page, /^Actions for Second/, "Request signature")
        await dialog.getByLabel("Send to a different email").fill("greta@home.example")
        await dialog.getByRole("button", { name: "Send" }).click()
        await row("Second").getByText("Waiting for signature").waitFor()
        await inMenu(page, /^Actions for Second/, "Cancel request")
        await page.getByText("Signature request canceled").waitFor()
        await row("Second").getByText("Pending").waitFor()
        assert.deepStrictEqual(
          [...docusign.state.envelopes.values()].map(({ status }) => status),
          ["signed", "voided"]
        )
      })
      assert.deepStrictEqual(complaints, [])
    }
  )
})
