import { assert } from "#test/support/suite"
import { CalendarDate } from "@svc/contract/kernel/dates"
import { EmployeeId, Uuid } from "@svc/contract/kernel/ids"
import type { Permission } from "@svc/contract/kernel/permissions"
import { Effect, Predicate } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { Outbox } from "#outgoing/outbox/service"
import { aMember } from "#test/support/people"
import { as, send, withStatus } from "#test/support/requests"
import { asSystem, systemSql } from "#test/support/tables"
import { entriesOf } from "#test/support/log"
import { layerOfFile } from "#test/support/layer-of-file"
import { App, aSender, signed } from "./support.ts"

const errorOf = (body: unknown) =>
  Predicate.hasProperty(body, "error") && typeof body.error === "string" ? body.error : ""

const withApp = layerOfFile(App)

withApp("POST /api/integrations/sms/connect", (it) => {
  // texts-1: `POST .../sms/connect` proves the account and keeps its token sealed.
  it.status(201, "the record with its token masked, proven by reading the account, sealed and audited", function* () {
    const { account, connect, orgId, vendor } = yield* aSender
    const before = vendor.requests.length
    const answer = yield* withStatus(201, connect({ from: undefined, messaging_service_sid: "MG01" }))
    assert.include(answer.text, '"auth_token":"••••••••"')
    assert.notInclude(answer.text, account.auth_token)
    assert.deepStrictEqual(
      vendor.requests.slice(before).map(({ method, path }) => [method, path]),
      [["GET", `/2010-04-01/Accounts/${account.account_sid}.json`]]
    )
    const stored = yield* systemSql`SELECT * FROM integrations WHERE org_id = ${orgId}`
    assert.notInclude(JSON.stringify(stored), account.auth_token)
    const audited = yield* entriesOf(orgId, { action: "integration_connected" })
    assert.lengthOf(audited, 2)
  })

  it.status(400, "no sender, a refused credential, no answer; nothing of the vendor's words", function* () {
    const { connect, vendor } = yield* aSender
    const refused = (more: Readonly<Record<string, unknown>>) =>
      Effect.map(connect(more), ({ body, status, text }) => {
        assert.strictEqual(status, 400, text)
        return errorOf(body)
      })
    assert.match(yield* refused({ from: undefined }), /^from: /)
    assert.match(yield* refused({ from: "a name that is far too long" }), /from/)
    assert.match(yield* refused({ auth_token: "wrong" }), /did not accept the credential/)
    vendor.faults.answersWith = 500
    const message = yield* refused({})
    assert.match(message, /Twilio answered 500/)
    assert.notInclude(message, "canary")
  })
})

withApp("POST /api/integrations/sms/connect, by Twilio's answer", (it) => {
  it.status(400, "401, 403 and 404 are a credential that was refused, whatever else is no answer to it", function* () {
    const { connect, vendor } = yield* aSender
    for (const [status, code] of [
      [401, "credential_refused"],
      [403, "credential_refused"],
      [404, "credential_refused"],
      [302, "vendor_unanswering"],
      [400, "vendor_unanswering"],
      [503, "vendor_unanswering"]
    ] as const) {
      vendor.faults.answersWith = status
      const answer = yield* connect()
      assert.deepInclude(answer.body, { code }, String(status))
      assert.strictEqual(answer.status, 400)
    }
    vendor.behave()
  })
})

withApp("POST /api/integrations/sms/status", (it) => {
  const told = Effect.fnUntraced(function* (
    form: Readonly<Record<string, string>>,
    options: { readonly query: string; readonly signature?: string }
  ) {
    const path = `/api/integrations/sms/status${options.query}`
    return yield* send("POST", path, {
      body: new URLSearchParams(form).toString(),
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        "x-twilio-signature": options.signature ?? signed(`http://svc.test${path}`, form)
      }
    })
  })

  // texts-4: A number that opted out gets no further text.
  it.status(200, "delivered, in whatever order; a number that opted out is never texted again", function* () {
    const sender = yield* aSender
    const { id } = yield* sender.aLeaver("+1 213 373 4253")
    yield* sender.portalLink(id)
    yield* sender.work
    const [sent] = sender.vendor.state.messages
    const query = new URL(sent?.statusCallback ?? "").search
    assert.include(query, `integration=${sender.integrationId}`)
    const form = { MessageSid: sent?.sid ?? "", MessageStatus: "delivered", To: sent?.to ?? "" }
    assert.strictEqual((yield* told(form, { query })).status, 200)
    assert.strictEqual((yield* told({ ...form, MessageStatus: "sent" }, { query })).status, 200)
    assert.deepStrictEqual(
      (yield* sender.messages).map(({ status }) => status),
      ["delivered"]
    )
    yield* sender.portalLink(id)
    yield* sender.work
    const [, second] = sender.vendor.state.messages
    const stop = { MessageSid: second?.sid ?? "", MessageStatus: "undelivered", ErrorCode: "21610" }
    assert.strictEqual((yield* told(stop, { query: new URL(second?.statusCallback ?? "").search })).status, 200)
    yield* sender.portalLink(id)
    yield* sender.work
    assert.lengthOf(sender.vendor.state.messages, 2)
  })

  it.status(
    401,
    "unsigned, signed with another token, for another address, or of an unknown connection: one answer",
    function* () {
      const sender = yield* aSender
      const form = { MessageSid: "SM1", MessageStatus: "delivered" }
      const query = `?integration=${sender.integrationId}`
      const url = `http://svc.test/api/integrations/sms/status${query}`
      const attempts = [
        { query, signature: "" },
        { query, signature: signed(url, form, "another") },
        { query, signature: signed(`${url}&message=1`, form) },
        { query, signature: signed(url, { ...form, MessageStatus: "failed" }) },
        { query: "" },
        { query: "?integration=none" },
        { query: `?integration=${randomUUID()}` }
      ]
      for (const attempt of attempts) {
        const answer = yield* withStatus(401, told(form, attempt), attempt.query)
        assert.match(errorOf(answer.body), /is not signed/)
      }
    }
  )

  it.status(400, "a connection's id that is too long for any", function* () {
    assert.strictEqual((yield* told({}, { query: `?integration=${"x".repeat(200)}` })).status, 400)
  })
})

withApp("text messages", (it) => {
  // texts-2: The portal's link and an asset that is overdue are texted, once.
  it.effect(
    "the portal link that is mailed is texted too, in E.164, sealed at rest and emptied once sent",
    function* () {
      const sender = yield* aSender
      yield* systemSql`UPDATE organisations SET default_jurisdiction = 'DE' WHERE id = ${sender.orgId}`
      const { id } = yield* sender.aLeaver("0151 23456789")
      yield* sender.ask("POST", `/api/employees/${id}/portal-link`, { reason: "Handed over on paper" })
      assert.lengthOf(yield* sender.messages, 0)
      yield* sender.portalLink(id)
      const [queued] = yield* sender.messages
      assert.deepInclude(queued, { kind: "portal_link", status: "queued" })
      assert.notInclude(JSON.stringify(queued), "23456789")
      yield* sender.work
      const [sent, ...more] = sender.vendor.state.messages
      assert.deepInclude(sent, { to: "+4915123456789", from: "+15550001111" })
      assert.match(sent?.text ?? "", /http:\/\/svc\.test\/portal\/[\w-]{43}/)
      assert.lengthOf(more, 0)
      assert.deepInclude((yield* sender.messages)[0], { status: "sent", sealed_phone: null, sealed_content: null })
    }
  )

  it.effect("no text of a portal link by a member who may enter phone numbers, but not handle documents", function* () {
    const sender = yield* aSender
    const { id } = yield* sender.aLeaver("+12133734253")
    const sends = ["offboardings_view", "offboardings_edit"] as const
    const texts = Effect.fnUntraced(function* (permissions: ReadonlyArray<Permission>) {
      const before = (yield* sender.messages).length
      const member = yield* aMember(sender.orgId, { permissions: [...sends, ...permissions] })
      const answer = yield* as(member).post(`/api/employees/${id}/portal-link`, {})
      assert.deepInclude(answer.body, { sent_to: "work" })
      return (yield* sender.messages).length - before
    })
    assert.strictEqual(yield* texts(["employees_manage", "compliance_view"]), 0)
    assert.strictEqual(yield* texts(["employees_manage", "compliance_manage"]), 1)
    assert.strictEqual(yield* texts([]), 1)
  })

  // texts-2
  it.effect("asset.overdue: whoever has it is told, once", function* () {
    const sender = yield* aSender
    const { employeeId } = yield* sender.aLeaver("+12133734253")
    const outbox = yield* Outbox
    yield* asSystem(() =>
      outbox.append(sender.orgId, {
        _tag: "asset.overdue",
        assetId: Uuid.make(randomUUID()),
        itemName: "MacBook Pro",
        serialNumber: "C02",
        category: "laptop",
        employeeId: EmployeeId.make(employeeId),
        returnDeadline: CalendarDate.make("2026-03-01"),
        daysOverdue: 1
      })
    )
    yield* sender.handOut
    yield* sender.work
    assert.lengthOf(sender.vendor.state.messages, 1)
    assert.include(sender.vendor.state.messages[0]?.text, "MacBook Pro was due back on 2026-03-01")
  })

  // texts-3: Without a valid number, a connected account or the plan feature, no text is sent and the link is created.
  it.effect(
    "no number, none that is valid, no account, no feature: nobody is texted, and the link is made",
    function* () {
      const sender = yield* aSender
      for (const [phone, email] of [
        ["", "a@acme.test"],
        ["0151 23456789", "c@acme.test"]
      ] as const) {
        const { id } = yield* sender.aLeaver(phone, email)
        assert.strictEqual((yield* sender.portalLink(id)).status, 201)
      }
      const { id } = yield* sender.aLeaver("+12133734253")
      yield* systemSql`UPDATE organisations SET plan = 'starter' WHERE id = ${sender.orgId}`
      yield* sender.portalLink(id)
      yield* systemSql`UPDATE organisations SET plan = 'team' WHERE id = ${sender.orgId}`
      yield* sender.ask("DELETE", `/api/integrations/${sender.integrationId}`)
      yield* sender.portalLink(id)
      assert.lengthOf(yield* sender.messages, 0)
    }
  )

  // texts-5: A person gets at most ten texts in 24 hours.
  it.effect("nobody is texted more than ten times in 24 hours, however often it is asked for", function* () {
    const sender = yield* aSender
    const { employeeId, id } = yield* sender.aLeaver("+1 213 373 4253")
    for (let time = 0; time < 10; time++) {
      // Mails have a limit of their own: five an hour.
      if (time % 5 === 0) yield* TestClock.adjust("1 hour")
      yield* sender.portalLink(id)
    }
    yield* TestClock.adjust("1 hour")
    // Another number is still the same person.
    yield* sender.ask("PATCH", `/api/org-employees/${employeeId}`, { phone: "+1 213 373 4254" })
    assert.strictEqual((yield* sender.portalLink(id)).status, 201)
    assert.lengthOf(yield* sender.messages, 10)
    yield* TestClock.adjust("25 hours")
    yield* sender.portalLink(id)
    assert.lengthOf(yield* sender.messages, 11)
  })

  // texts-4
  it.effect("21610: who opted out is not tried again; 429 is, and a message is sent once", function* () {
    const sender = yield* aSender
    const out = yield* sender.aLeaver("+49 1511 2345678", "out@acme.test")
    yield* sender.portalLink(out.id)
    yield* sender.work
    assert.deepInclude((yield* sender.messages)[0], { status: "failed", error_code: 21_610 })
    yield* sender.portalLink(out.id)
    assert.lengthOf(yield* sender.messages, 1)
    yield* TestClock.adjust("1 second")
    const { id } = yield* sender.aLeaver("+12133734253")
    yield* sender.portalLink(id)
    sender.vendor.faults.throttles = { calls: 1, seconds: undefined }
    yield* sender.work
    assert.deepInclude((yield* sender.messages)[1], {
      status: "queued",
      last_error: "Twilio answered 429 Too Many Requests"
    })
    yield* TestClock.adjust("2 minutes")
    yield* sender.work
    yield* sender.work
    assert.lengthOf(sender.vendor.state.messages, 1)
  })

  // texts-6: A text whose response was lost is not sent again; a later callback reports its status.
  it.effect(
    "an answer that was lost: it is not sent again, and a later callback tells what became of it",
    function* () {
      const sender = yield* aSender
      const { id } = yield* sender.aLeaver("+12133734253")
      yield* sender.portalLink(id)
      sender.vendor.faults.hangsAfterWriting = true
      yield* sender.work
      sender.vendor.behave()
      assert.strictEqual((yield* sender.messages)[0]?.status, "unknown")
      yield* TestClock.adjust("3 hours")
      yield* sender.work
      const [sent, ...more] = sender.vendor.state.messages
      assert.lengthOf(more, 0)
      const callback = new URL(sent?.statusCallback ?? "")
      const form = { MessageSid: sent?.sid ?? "", MessageStatus: "delivered" }
      yield* send("POST", callback.pathname + callback.search, {
        body: new URLSearchParams(form).toString(),
        headers: {
          "content-type": "application/x-www-form-urlencoded",
          "x-twilio-signature": signed(callback.href, form)
        }
      })
      assert.strictEqual((yield* sender.messages)[0]?.status, "delivered")
    }
  )
})
