import { assert, layer } from "#test/support/suite"
import { DateTime, Effect, Predicate } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { aMember, anOrganisation, aSession } from "#test/support/people"
import { send, withStatus } from "#test/support/requests"
import { systemSql } from "#test/support/tables"
import { aDesk, aJira, App, aServiceNow, aZendesk, everySystem, secret } from "./support.ts"

const path = "/api/integrations/it-tickets/connect"

const errorOf = (body: unknown) =>
  Predicate.hasProperty(body, "error") && typeof body.error === "string" ? body.error : ""

const aTenant = Effect.gen(function* () {
  const orgId = yield* anOrganisation()
  const bearer = yield* aSession(yield* aMember(orgId))
  return { orgId, connect: (body: unknown) => send("POST", path, { bearer, body }) }
})

layer(App)("POST /api/integrations/it-tickets/connect", (it) => {
  // tickets-3: `POST .../it-tickets/connect` proves the system and keeps its secrets sealed.
  it.status(
    201,
    "the record with its secrets masked, proven by a real read, sealed and audited, for each system",
    function* () {
      for (const system of Object.values(everySystem)) {
        const desk = yield* aDesk(yield* system)
        const { provider, vendor } = desk.system
        assert.strictEqual(desk.connection.service_name, "it-tickets")
        assert.strictEqual(desk.connection.config["provider"], provider)
        assert.strictEqual(desk.connection.config["webhook_secret"], "••••••••")
        assert.deepStrictEqual([vendor.requests.length, vendor.writes()], [1, 0])
        assert.strictEqual(
          desk.connection.webhook_url,
          `http://svc.test/api/integrations/it-tickets/webhook?integration=${desk.connection.id}`
        )
        const stored = JSON.stringify(yield* systemSql`SELECT * FROM integrations WHERE org_id = ${desk.orgId}`)
        for (const given of [
          secret,
          ...Object.values(desk.system.body).filter((value) => String(value).startsWith("lab-"))
        ]) {
          assert.notInclude(stored, String(given))
        }
        const [entry, ...more] = yield* desk.audited("integration_connected")
        assert.deepInclude(entry, { target: "it-tickets", actor_id: desk.admin.userId })
        assert.lengthOf(more, 0)
      }
    }
  )

  // tickets-9: A generated webhook secret is shown once, and a reconnect keeps it.
  it.status(201, "a webhook secret is made when none is given, shown once, and kept by a reconnect", function* () {
    const { connect } = yield* aTenant
    const { body, provider } = yield* aJira
    const first = yield* withStatus(201, connect({ provider, ...body }))
    assert.match(first.text, /"webhook_secret":"[\w-]{43}"/)
    const again = yield* withStatus(201, connect({ provider, ...body }))
    assert.notMatch(again.text, /"webhook_secret":"[\w-]{43}"/)
  })

  it.status(
    400,
    "what is missing is named, a credential that is refused, an address that may not be called",
    function* () {
      const { connect } = yield* aTenant
      const { body, vendor } = yield* aJira
      const refused = (given: Readonly<Record<string, unknown>>) =>
        Effect.map(connect({ provider: "jira", ...body, ...given }), (answer) => {
          assert.strictEqual(answer.status, 400, answer.text)
          return errorOf(answer.body)
        })
      assert.match(yield* refused({ site: undefined }), /^site: /)
      assert.match(yield* refused({ email: undefined }), /^email: /)
      assert.match(yield* refused({ api_token: undefined }), /^api_token: /)
      assert.match(yield* refused({ project_key: undefined }), /^project_key is missing/)
      assert.match(yield* refused({ provider: "remedy" }), /provider/)
      assert.match(yield* refused({ site: "http://10.0.0.1" }), /^base_url: /)
      assert.match(yield* refused({ api_token: "wrong" }), /did not accept the credential/)
      const wrong = yield* connect({ provider: "jira", ...body, api_token: "wrong" })
      assert.deepInclude(wrong.body, { code: "credential_refused" })
      vendor.faults.answersWith = 500
      assert.deepInclude((yield* connect({ provider: "jira", ...body })).body, { code: "vendor_unanswering" })
      const message = yield* refused({})
      assert.match(message, /500/)
      assert.notInclude(message, "canary")
      const other = yield* connect({ provider: "servicenow", instance: "acme" })
      assert.match(errorOf(other.body), /^username: /)
      const zendesk = yield* connect({ provider: "zendesk", subdomain: "acme", email: "a@acme.test" })
      assert.match(errorOf(zendesk.body), /^api_token: /)
    }
  )

  it.status(201, "ServiceNow takes an API key in place of a user", function* () {
    const { connect } = yield* aTenant
    const { vendor } = yield* aServiceNow
    const answer = yield* connect({ provider: "servicenow", instance: vendor.url, api_key: "lab-servicenow-key" })
    assert.strictEqual(answer.status, 201, answer.text)
  })
})

layer(App)("GET /api/employees/{id}/tickets", (it) => {
  it.status(200, "the tickets of the case", function* () {
    const desk = yield* aDesk(yield* aJira)
    assert.lengthOf(yield* desk.tickets(yield* desk.aCase()), 2)
  })

  it.status(404, "an unknown case, and one outside the caller's scope", function* () {
    const desk = yield* aDesk(yield* aJira)
    const id = yield* desk.aCase()
    assert.strictEqual((yield* desk.ask("GET", `/api/employees/${randomUUID()}/tickets`)).status, 404)
    const manager = yield* aSession(yield* aMember(desk.orgId, "manager"))
    assert.strictEqual((yield* send("GET", `/api/employees/${id}/tickets`, { bearer: manager })).status, 404)
  })

  it.status(400, "an id that is none", function* () {
    const desk = yield* aDesk(yield* aJira)
    assert.strictEqual((yield* desk.ask("GET", "/api/employees/none/tickets")).status, 400)
  })
})

layer(App)("POST /api/employees/checklist/{itemId}/ticket", (it) => {
  const taskOf = (desk: Effect.Success<ReturnType<typeof aDesk>>, id: string, text: string) =>
    Effect.map(desk.openTasks(id), (tasks) => tasks.find(({ task }) => task === text)?.id ?? "")

  // tickets-4: A ticket can be created manually for a task of any assignee.
  it.status(201, "a ticket by hand for a task of anybody, made in the background and audited", function* () {
    const desk = yield* aDesk(yield* aZendesk)
    const id = yield* desk.aCase()
    const task = yield* taskOf(desk, id, "Conduct the exit interview")
    const answer = yield* withStatus(201, desk.ask("POST", `/api/employees/checklist/${task}/ticket`))
    assert.deepInclude(answer.body, { task_id: task, status: "queued", key: null })
    assert.lengthOf(yield* desk.audited("it_ticket_requested"), 1)
    yield* desk.work
    assert.lengthOf(desk.system.made(), 3)
  })

  it.status(201, "one that failed is tried anew", function* () {
    const desk = yield* aDesk(yield* aJira)
    const id = yield* desk.aCase()
    desk.system.vendor.faults.answersWritesWith = 400
    yield* desk.work
    const [ticket] = yield* desk.tickets(id)
    assert.deepInclude(ticket, { status: "failed", last_error: "The ticket system answered 400 Bad Request" })
    desk.system.vendor.behave()
    const again = yield* desk.ask("POST", `/api/employees/checklist/${ticket?.task_id}/ticket`)
    assert.deepInclude(again.body, { id: ticket?.id, status: "queued", last_error: null })
    yield* desk.work
    assert.lengthOf(desk.system.made(), 1)
  })

  it.status(409, "not_connected, ticket_exists, task_done, and a case that is closed", function* () {
    const desk = yield* aDesk(yield* aJira)
    const id = yield* desk.aCase()
    const exists = yield* taskOf(desk, id, "Collect company equipment")
    const other = yield* taskOf(desk, id, "Conduct the exit interview")
    const code = (task: string) =>
      Effect.map(desk.ask("POST", `/api/employees/checklist/${task}/ticket`), ({ body, status }) => {
        assert.strictEqual(status, 409)
        return Predicate.hasProperty(body, "code") ? body.code : undefined
      })
    assert.strictEqual(yield* code(exists), "ticket_exists")
    const done = yield* taskOf(desk, id, "Close expenses and company cards")
    yield* desk.ask("PATCH", `/api/employees/checklist/${done}`, { completed: true })
    assert.strictEqual(yield* code(done), "task_done")
    yield* desk.ask("DELETE", `/api/integrations/${desk.connection.id}`)
    assert.strictEqual(yield* code(other), "not_connected")
    yield* desk.ask("PATCH", `/api/employees/${id}/status`, { status: "cancelled", reason: "stays with us" })
    assert.strictEqual((yield* desk.ask("POST", `/api/employees/checklist/${other}/ticket`)).status, 409)
  })

  it.status(404, "an unknown task", function* () {
    const desk = yield* aDesk(yield* aJira)
    assert.strictEqual((yield* desk.ask("POST", `/api/employees/checklist/${randomUUID()}/ticket`)).status, 404)
  })

  it.status(400, "an id that is none", function* () {
    const desk = yield* aDesk(yield* aJira)
    assert.strictEqual((yield* desk.ask("POST", "/api/employees/checklist/none/ticket")).status, 400)
  })
})

layer(App)("POST /api/integrations/it-tickets/webhook", (it) => {
  // tickets-8: A callback without the ID of the connection is matched by its ticket; an unknown ticket is ignored.
  it.status(200, "without the connection's id, the ticket tells whose callback it is", function* () {
    for (const system of Object.values(everySystem)) {
      const desk = yield* aDesk(yield* system)
      yield* desk.aCase()
      yield* desk.work
      desk.system.resolveAll()
      const answer = yield* desk.call(desk.system.made()[0]?.callback, {
        path: "/api/integrations/it-tickets/webhook"
      })
      assert.deepStrictEqual(answer.body, { received: true, result: "resolved" }, desk.system.provider)
    }
  })

  // tickets-8
  it.status(200, "a ticket that is none of ours, and a body that names none, are ignored", function* () {
    const desk = yield* aDesk(yield* aJira)
    for (const payload of [{ issue: { key: "IT-1" } }, { timestamp: 1 }, []]) {
      const answer = yield* desk.call(payload)
      assert.deepStrictEqual([answer.status, answer.body], [200, { received: true, result: "ignored" }])
    }
  })

  // tickets-6: A callback is only a hint: the ticket is read, later if it cannot be read now.
  it.status(200, "when the ticket cannot be read now, it is looked at later", function* () {
    const desk = yield* aDesk(yield* aJira)
    const id = yield* desk.aCase()
    yield* desk.work
    desk.system.resolveAll()
    desk.system.vendor.faults.answersWith = 503
    const answer = yield* desk.call(desk.system.made()[0]?.callback)
    assert.deepStrictEqual(answer.body, { received: true, result: "later" })
    desk.system.vendor.behave()
    yield* TestClock.adjust("11 minutes")
    yield* desk.work
    assert.include(
      (yield* desk.tickets(id)).map(({ status }) => status),
      "resolved"
    )
  })

  // tickets-2
  it.status(
    401,
    "unsigned, signed with another secret, over another body, outdated, or of an unknown connection: one answer",
    function* () {
      for (const system of Object.values(everySystem)) {
        const desk = yield* aDesk(yield* system)
        yield* desk.aCase()
        yield* desk.work
        desk.system.resolveAll()
        const callback = desk.system.made()[0]?.callback
        const text = JSON.stringify(callback)
        const good = desk.system.sign(text, yield* DateTime.now)
        const broken = Object.fromEntries(
          Object.entries(good).map(([name, value]) => [
            name,
            /timestamp/.test(name) ? value : `${value.slice(0, -2)}${value.endsWith("00") ? "11" : "00"}`
          ])
        )
        const unknown = `/api/integrations/it-tickets/webhook?integration=${randomUUID()}`
        const attempts = [
          { headers: {} },
          { headers: broken },
          { headers: good, path: unknown },
          { headers: good, path: "/api/integrations/it-tickets/webhook?integration=none" },
          { headers: broken, path: "/api/integrations/it-tickets/webhook" }
        ]
        const unstorable = { issue: { key: "IT\u0000" }, ticket_id: "\u0000", sys_id: "\ud800\u0000", id: "\u0000" }
        yield* withStatus(401, desk.call(unstorable, { path: "/api/integrations/it-tickets/webhook" }))
        for (const attempt of attempts) {
          const answer = yield* withStatus(401, desk.call(callback, attempt), desk.system.provider)
          assert.match(errorOf(answer.body), /is not signed/)
        }
        const [first] = yield* Effect.map(desk.aCase({ employee_email: "x@acme.test" }), (id) => [id])
        assert.lengthOf(
          (yield* desk.tickets(first ?? "")).filter(({ status }) => status === "resolved"),
          0
        )
      }
      const zendesk = yield* aDesk(yield* aZendesk)
      const body = { ticket_id: "2" }
      const old = zendesk.system.sign(JSON.stringify(body), DateTime.subtract(yield* DateTime.now, { minutes: 10 }))
      assert.strictEqual((yield* zendesk.call(body, { headers: old })).status, 401)
    }
  )

  it.status(400, "a connection's id that is too long for any", function* () {
    const answer = yield* send("POST", `/api/integrations/it-tickets/webhook?integration=${"x".repeat(200)}`, {
      body: {}
    })
    assert.strictEqual(answer.status, 400)
  })
})
