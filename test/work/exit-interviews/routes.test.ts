import { assert } from "#test/support/suite"
import { DateTime, Effect, Fiber, Predicate } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { queuedMails } from "#test/support/mails"
import { aMember, aSession } from "#test/support/people"
import { send, withStatus } from "#test/support/requests"
import { asSystem, untilItWaits } from "#test/support/tables"
import { aLink, pageOf } from "#test/offboarding/portal/support"
import { layerOfFile } from "#test/support/layer-of-file"
import { aTenant, anInvitation, App, signatureOf, signingKey } from "./support.ts"

const errorOf = (body: unknown) =>
  Predicate.hasProperty(body, "error") && typeof body.error === "string" ? body.error : ""
const codeOf = (body: unknown) => (Predicate.hasProperty(body, "code") ? body.code : undefined)
const urlOf = (body: unknown) =>
  Predicate.hasProperty(body, "booking_url") && typeof body.booking_url === "string" ? body.booking_url : ""

const mailedBy = (orgId: string) => Effect.map(queuedMails, (mails) => mails.filter((mail) => mail.orgId === orgId))

const withApp = layerOfFile(App)

withApp("POST /api/integrations/calendly/connect", (it) => {
  // interviews-1: `POST .../calendly/connect` proves the token and keeps it sealed.
  it.status(201, "the record with its token masked, proven by a real read and sealed", function* () {
    const { ask, db, orgId, sql, vendor } = yield* aTenant
    for (const name of ["token", "api_key", "access_token"]) {
      const answer = yield* ask("POST", "/api/integrations/calendly/connect", { [name]: vendor.state.token })
      assert.strictEqual(answer.status, 201, answer.text)
      assert.include(answer.text, vendor.state.organization)
      assert.notInclude(answer.text, vendor.state.token)
    }
    const stored = yield* db.transactSystem(sql`SELECT * FROM integrations WHERE org_id = ${orgId}`)
    assert.lengthOf(stored, 1)
    assert.notInclude(JSON.stringify(stored), vendor.state.token)
  })

  // interviews-6: Callbacks cover the organization, else the user; if neither is possible, the connection says so.
  it.status(201, "callbacks are subscribed to with the signing key; a reconnect leaves one subscription", function* () {
    const { connect, connected, vendor } = yield* aTenant
    const first = yield* connected()
    assert.strictEqual(first.config["webhook"], "subscribed")
    const again = yield* connected({ webhook_signing_key: undefined })
    assert.strictEqual(again.config["webhook_id"], first.config["webhook_id"])
    assert.deepStrictEqual(
      [...vendor.state.subscriptions.values()],
      [
        {
          callback_url: `http://svc.test/api/integrations/calendly/webhook?connection=${String(first.config["webhook_id"])}`,
          scope: "organization",
          events: ["invitee.created", "invitee.canceled"],
          signing_key: signingKey
        }
      ]
    )
    assert.notInclude((yield* connect()).text, signingKey)
  })

  // interviews-6
  it.status(
    201,
    "with the user's own callbacks, or without any, when Calendly allows no more; the record says so",
    function* () {
      const { connected, vendor } = yield* aTenant
      vendor.state.subscribes = "user"
      assert.strictEqual((yield* connected()).config["webhook"], "subscribed")
      assert.deepStrictEqual(
        [...vendor.state.subscriptions.values()].map(({ scope }) => scope),
        ["user"]
      )
      vendor.state.subscribes = "nothing"
      assert.match(String((yield* connected()).config["webhook"]), /^not subscribed: Calendly does not allow/)
      vendor.faults.answersWritesWith = 500
      const broken = yield* connected()
      assert.strictEqual(broken.config["webhook"], "not subscribed: Calendly answered 500 Internal Server Error")
    }
  )

  it.status(400, "no token, one that is refused, no usable answer; nothing of the vendor's words", function* () {
    const { ask, connect, vendor } = yield* aTenant
    assert.match((yield* ask("POST", "/api/integrations/calendly/connect", {})).text, /token: send/)
    const refused = yield* withStatus(400, connect({ token: "wrong" }))
    assert.match(refused.text, /did not accept the token/)
    vendor.faults.answersWith = 500
    const broken = yield* withStatus(400, connect())
    assert.notInclude(broken.text, "canary")
  })
})

withApp("POST /api/employees/{id}/exit-interview", (it) => {
  // interviews-2: A case's interview is invited to, booked, and marked as held.
  // interviews-3: The invitation is a link for one booking, sent to the personal email, else the work email.
  it.status(
    201,
    "a link for one booking of the first active event type, mailed to the person's own address",
    function* () {
      const { admin, audited, id, interviewId, invited, orgId, vendor } = yield* anInvitation
      assert.strictEqual(invited.status, 201, invited.text)
      assert.deepInclude(invited.body, {
        offboarding_id: id,
        status: "invited",
        sent_to: "personal",
        booking_url: `https://calendly.com/d/lab-1/exit-interview?utm_content=${interviewId}`,
        scheduled_for: null,
        completed_at: null
      })
      assert.strictEqual(vendor.state.links[0]?.owner, "https://api.calendly.com/event_types/DDDDDDDDDDDDDDDD")
      const [mail, ...more] = yield* mailedBy(orgId)
      assert.strictEqual(mail?.to, `ann-${orgId}@home.test`)
      assert.include(mail?.text, urlOf(invited.body))
      assert.lengthOf(more, 0)
      const [entry] = yield* audited("exit_interview_invited")
      assert.strictEqual(entry?.actor_id, admin.userId)
      assert.notInclude(entry?.stored, "home.test")
    }
  )

  // interviews-3
  it.status(201, "the configured event type; to the work address without another; the link is sealed", function* () {
    const { aCase, connected, db, interview, orgId, sql, vendor } = yield* aTenant
    const event_type = "https://api.calendly.com/event_types/EEEEEEEEEEEEEEEE"
    yield* connected({ event_type })
    const invited = yield* interview(yield* aCase({ employee_personal_email: null }), {})
    assert.deepInclude(invited.body, { sent_to: "work" })
    assert.strictEqual(vendor.state.links[0]?.owner, event_type)
    const stored = yield* db.transactSystem(sql`SELECT * FROM exit_interviews WHERE org_id = ${orgId}`)
    assert.notInclude(JSON.stringify(stored), "calendly.com")
  })

  it.status(429, "a sixth invitation within an hour, with Retry-After, and Calendly is not asked", function* () {
    const { aCase, connect, interview, vendor } = yield* aTenant
    yield* connect()
    const id = yield* aCase()
    for (let time = 0; time < 5; time++) {
      assert.strictEqual((yield* interview(id, { again: true })).status, 201)
    }
    const links = vendor.state.links.length
    const refused = yield* withStatus(429, interview(id, { again: true }))
    assert.include(refused.text, "5 such emails within an hour")
    assert.isAbove(Number(refused.headers["retry-after"]), 0)
    assert.lengthOf(vendor.state.links, links)
  })

  // interviews-4: A second invitation needs `again` (409 `already_invited`), unless the booking was canceled; none
  //   follows a held interview.
  it.status(
    409,
    "already_invited, unless again; a canceled one is invited anew without it; already_held",
    function* () {
      const { ask, books, cancels, id, interview, interviewId, orgId, vendor } = yield* anInvitation
      assert.deepStrictEqual(codeOf((yield* interview(id)).body), "already_invited")
      assert.lengthOf(vendor.state.links, 1)
      const again = yield* withStatus(201, interview(id, { again: true }))
      assert.deepInclude(again.body, { id: interviewId, status: "invited" })
      assert.include(urlOf(again.body), "lab-2")
      yield* books("EV1")
      assert.strictEqual((yield* interview(id)).status, 409)
      yield* cancels("EV1")
      assert.strictEqual((yield* interview(id)).status, 201)
      assert.lengthOf(yield* mailedBy(orgId), 3)
      yield* ask("PATCH", `/api/employees/${id}/exit-interview`, { completed: true })
      assert.deepStrictEqual(codeOf((yield* interview(id, { again: true })).body), "already_held")
    }
  )

  it.status(
    409,
    "not_connected, no_event_type, and a case that is closed; nothing is asked of Calendly for the last",
    function* () {
      const { aCase, ask, connected, interview, vendor } = yield* aTenant
      const id = yield* aCase()
      const before = yield* interview(id)
      assert.deepStrictEqual([before.status, codeOf(before.body)], [409, "not_connected"])
      yield* connected()
      vendor.state.eventTypes.splice(1)
      const without = yield* interview(id)
      assert.deepStrictEqual([without.status, codeOf(without.body)], [409, "no_event_type"])
      yield* ask("PATCH", `/api/employees/${id}/status`, { status: "cancelled", reason: "stays with us" })
      const calls = vendor.requests.length
      const closed = yield* withStatus(409, interview(id))
      assert.match(errorOf(closed.body), /canceled/)
      assert.lengthOf(vendor.requests, calls)
    }
  )

  it.status(400, "no_address: nobody to send it to", function* () {
    const { aCase, connected, interview } = yield* aTenant
    yield* connected()
    const answer = yield* interview(yield* aCase({ employee_email: null, employee_personal_email: null }))
    assert.deepStrictEqual([answer.status, codeOf(answer.body)], [400, "no_address"])
  })

  it.status(404, "an unknown case, and one outside the caller's scope", function* () {
    const { aCase, connected, interview, orgId } = yield* aTenant
    yield* connected()
    assert.strictEqual((yield* interview(randomUUID())).status, 404)
    const own = { permissions: ["offboardings_view", "offboardings_edit"] as const, scope: "direct_reports" as const }
    const bearer = yield* aSession(yield* aMember(orgId, own))
    const path = `/api/employees/${yield* aCase()}/exit-interview`
    assert.strictEqual((yield* send("POST", path, { bearer })).status, 404)
  })

  // interviews-5: A Calendly that fails or refuses is 502 `calendly_failed`, and no email is sent.
  it.status(
    502,
    "calendly_failed: a refused token, a failure, no answer: nobody is invited, nothing of its words",
    function* () {
      const { aCase, ask, connected, db, interview, orgId, sql, vendor } = yield* aTenant
      yield* connected()
      const id = yield* aCase()
      const failing = Effect.fnUntraced(function* () {
        const answer = yield* interview(id)
        assert.deepStrictEqual([answer.status, codeOf(answer.body)], [502, "calendly_failed"])
        assert.notInclude(answer.text, "canary")
        return errorOf(answer.body)
      })
      vendor.faults.answersWritesWith = 500
      assert.match(yield* failing(), /500 Internal Server Error. The invitation was not sent/)
      vendor.behave()
      vendor.faults.drops = true
      assert.match(yield* failing(), /could not be reached. The invitation was not sent/)
      vendor.behave()
      vendor.faults.expiresToken = true
      assert.match(yield* failing(), /did not accept the token/)
      const refused = yield* db.transactSystem(
        sql`SELECT id FROM integrations WHERE org_id = ${orgId} AND credential_refused_at IS NOT NULL`
      )
      assert.lengthOf(refused, 1)
      assert.lengthOf(yield* mailedBy(orgId), 0)
      assert.strictEqual((yield* ask("GET", `/api/employees/${id}/exit-interview`)).status, 404)
      vendor.behave()
      assert.strictEqual((yield* interview(id)).status, 201)
    }
  )
})

withApp("GET /api/employees/{id}/exit-interview", (it) => {
  it.status(200, "the interview with its link", function* () {
    const { invited, shown } = yield* anInvitation
    assert.deepStrictEqual(yield* shown, invited.body)
  })

  it.status(200, "the person's own page leads to the booking, then says when, and that it was held", function* () {
    const { admin, ask, books, id, invited } = yield* anInvitation
    const link = yield* aLink(admin, id)
    const page = () => send("GET", `/portal/${link.token}`, { headers: { accept: "text/html" } })
    assert.deepInclude((yield* pageOf(link.token)).interview, { status: "invited", booking_url: urlOf(invited.body) })
    const open = yield* page()
    assert.include(open.text, urlOf(invited.body).replaceAll("&", "&amp;"))
    assert.include(open.text, "an exit interview to book")
    yield* books(randomUUID())
    const booked = yield* page()
    assert.include(booked.text, `<time data-moment datetime="2030-04-20T10:00:00.000Z">`)
    assert.notInclude(booked.text, "an exit interview to book")
    yield* ask("PATCH", `/api/employees/${id}/exit-interview`, { completed: true })
    assert.include((yield* page()).text, "Completed. Thank you.")
  })

  it.status(404, "a case without one, and an unknown case", function* () {
    const { aCase, ask } = yield* aTenant
    const without = yield* ask("GET", `/api/employees/${yield* aCase()}/exit-interview`)
    assert.deepStrictEqual([without.status, codeOf(without.body)], [404, "no_exit_interview"])
    assert.strictEqual((yield* ask("GET", `/api/employees/${randomUUID()}/exit-interview`)).status, 404)
  })

  it.status(400, "an id that is none", function* () {
    const { ask } = yield* aTenant
    assert.strictEqual((yield* ask("GET", "/api/employees/none/exit-interview")).status, 400)
  })
})

withApp("PATCH /api/employees/{id}/exit-interview", (it) => {
  // interviews-2
  it.status(200, "held, and not held after all; what is so already changes nothing; audited", function* () {
    const { ask, audited, books, id } = yield* anInvitation
    const mark = (completed: boolean) => ask("PATCH", `/api/employees/${id}/exit-interview`, { completed })
    const held = yield* mark(true)
    assert.deepInclude(held.body, {
      status: "completed",
      booking_url: null,
      completed_at: "2026-03-02T09:00:00.000Z"
    })
    yield* mark(true)
    assert.deepInclude((yield* books("EV1")).body, { result: "ignored" })
    assert.deepInclude((yield* mark(false)).body, { status: "invited", completed_at: null })
    yield* books("EV1")
    yield* mark(true)
    assert.deepInclude((yield* mark(false)).body, { status: "scheduled", scheduled_for: "2030-04-20T10:00:00.000Z" })
    assert.lengthOf(yield* audited("exit_interview_completed"), 2)
    assert.lengthOf(yield* audited("exit_interview_reopened"), 2)
  })

  it.status(404, "a case without one, and an unknown case", function* () {
    const { aCase, ask } = yield* aTenant
    for (const id of [yield* aCase(), randomUUID()]) {
      yield* withStatus(404, ask("PATCH", `/api/employees/${id}/exit-interview`, { completed: true }))
    }
  })

  it.status(409, "a case that is closed", function* () {
    const { ask, id } = yield* anInvitation
    yield* ask("PATCH", `/api/employees/${id}/status`, { status: "cancelled", reason: "stays with us" })
    yield* withStatus(409, ask("PATCH", `/api/employees/${id}/exit-interview`, { completed: true }))
  })

  it.status(409, "whoever marks it while the case is being closed waits for that", function* () {
    const { admin, id } = yield* anInvitation
    const bearer = yield* aSession(admin)
    const marking = yield* asSystem((sql) =>
      Effect.gen(function* () {
        yield* sql`UPDATE offboardings SET status = 'completed' WHERE id = ${id}`
        const marking = yield* Effect.forkDetach(
          send("PATCH", `/api/employees/${id}/exit-interview`, { bearer, body: { completed: true } })
        )
        yield* untilItWaits(sql, marking)
        return marking
      })
    )
    assert.strictEqual((yield* Fiber.join(marking)).status, 409)
  })

  it.status(400, "completed is missing", function* () {
    const { ask, id } = yield* anInvitation
    assert.strictEqual((yield* ask("PATCH", `/api/employees/${id}/exit-interview`, {})).status, 400)
  })
})

withApp("POST /api/integrations/calendly/webhook", (it) => {
  // interviews-7: A booking counts as Calendly has it, in whatever order callbacks arrive; one that cannot be read now
  //   is 503.
  it.status(
    200,
    "scheduled: with the time that Calendly has, whatever the callback says; a replay changes nothing",
    function* () {
      const { audited, books, call, shown, told } = yield* anInvitation
      const answer = yield* books("EV1")
      assert.deepStrictEqual(answer.body, { received: true, result: "scheduled" })
      assert.deepInclude(yield* shown, { status: "scheduled", scheduled_for: "2030-04-20T10:00:00.000Z" })
      assert.deepInclude((yield* call(told("EV1"))).body, { result: "ignored" })
      // A canceled booking that Calendly still has: it stands.
      assert.deepInclude((yield* call(told("EV1", "invitee.canceled"))).body, { result: "ignored" })
      const [entry, ...more] = yield* audited("exit_interview_scheduled")
      assert.strictEqual(entry?.actor_id, null)
      assert.lengthOf(more, 0)
    }
  )

  // interviews-7
  it.status(200, "canceled: and a rescheduled booking stands, in whatever order it is told of", function* () {
    const { audited, books, cancels, shown } = yield* anInvitation
    yield* books("EV1")
    assert.deepInclude((yield* cancels("EV1")).body, { result: "canceled" })
    assert.deepInclude(yield* shown, { status: "canceled", scheduled_for: null })
    yield* books("EV2")
    yield* books("EV3", "2030-04-21T10:00:00.000000Z")
    assert.deepInclude((yield* cancels("EV2")).body, { result: "ignored" })
    assert.deepInclude(yield* shown, { status: "scheduled", scheduled_for: "2030-04-21T10:00:00.000Z" })
    assert.lengthOf(yield* audited("exit_interview_canceled"), 1)
  })

  it.status(
    200,
    "ignored: a booking of nobody's, one that Calendly does not know, and a body that names none",
    function* () {
      const { call, shown, told, vendor } = yield* anInvitation
      vendor.state.events.set("EV1", { status: "active", start_time: "2030-04-20T10:00:00.000000Z" })
      const ignored = [told("EV1", "invitee.created", null), told("EV1", "x", randomUUID()), told("EV9"), {}, []]
      for (const payload of ignored) {
        const answer = yield* call(payload)
        assert.deepStrictEqual([answer.status, answer.body], [200, { received: true, result: "ignored" }])
      }
      assert.deepInclude(yield* shown, { status: "invited" })
    }
  )

  it.status(200, "without the connection in the address, the user whose subscription it is tells", function* () {
    const { call, told, vendor } = yield* anInvitation
    vendor.state.events.set("EV1", { status: "active", start_time: "2030-04-20T10:00:00.000000Z" })
    const answer = yield* call(told("EV1"), { path: "/api/integrations/calendly/webhook" })
    assert.deepStrictEqual(answer.body, { received: true, result: "scheduled" })
  })

  it.status(
    401,
    "unsigned, another key, another body, outdated, unknown, or without the feature: one answer",
    function* () {
      const { call, db, orgId, shown, sql, told, vendor } = yield* anInvitation
      vendor.state.events.set("EV1", { status: "active", start_time: "2030-04-20T10:00:00.000000Z" })
      const body = JSON.stringify(told("EV1"))
      const now = yield* DateTime.now
      const good = signatureOf(body, now)
      const attempts = [
        { signature: null },
        { signature: "" },
        { signature: "t=1,v1=" },
        { signature: signatureOf(body, now, "another key") },
        { signature: signatureOf(`${body} `, now) },
        { signature: signatureOf(body, DateTime.subtract(now, { minutes: 6 })) },
        { signature: good, path: `/api/integrations/calendly/webhook?connection=${randomUUID()}` },
        { signature: good, path: "/api/integrations/calendly/webhook?connection=%25" }
      ]
      const refused = (attempt: { readonly signature?: string | null; readonly path?: string }) =>
        Effect.map(call(told("EV1"), attempt), (answer) => {
          assert.deepStrictEqual(
            [answer.status, errorOf(answer.body)],
            [401, "The callback is not signed with the key of a connected Calendly account"]
          )
        })
      for (const attempt of attempts) yield* refused(attempt)
      assert.deepInclude(yield* shown, { status: "invited" })
      yield* db.transactSystem(sql`UPDATE organisations SET plan = 'starter' WHERE id = ${orgId}`)
      yield* refused({ signature: good })
    }
  )

  // interviews-7
  it.status(503, "the booking cannot be read now, so that Calendly calls again", function* () {
    const { audited, call, told, vendor } = yield* anInvitation
    vendor.faults.answersWith = 500
    const answer = yield* withStatus(503, call(told("EV1")))
    assert.notInclude(answer.text, "canary")
    vendor.behave()
    vendor.faults.expiresToken = true
    assert.strictEqual((yield* call(told("EV1"))).status, 503)
    assert.lengthOf(yield* audited("integration_credential_refused"), 1)
    vendor.behave()
    yield* TestClock.adjust("1 minute")
    vendor.state.events.set("EV1", { status: "active", start_time: "2030-04-20T10:00:00.000000Z" })
    assert.deepInclude((yield* call(told("EV1"))).body, { result: "scheduled" })
  })

  it.status(400, "a connection's name that is too long for any", function* () {
    const path = `/api/integrations/calendly/webhook?connection=${"x".repeat(200)}`
    assert.strictEqual((yield* send("POST", path, { body: {} })).status, 400)
  })
})
