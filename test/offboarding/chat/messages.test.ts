import { assert, layer } from "#test/support/suite"
import type { RunRetries } from "@svc/contract/revocations/events"
import { OffboardingId } from "@svc/contract/kernel/ids"
import { Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { Chat } from "#offboarding/chat/service"
import { Outbox } from "#outgoing/outbox/service"
import { aChain, anInitiation, anOffice } from "#test/offboarding/initiations/support"
import { actionsOf } from "#test/support/log"
import { asSystem, systemSql } from "#test/support/tables"
import { handOut } from "#test/outgoing/notifications/support"
import { as, withStatus } from "#test/support/requests"
import { App, aTeamsChannel, buttonsOf, connectSlack, delivered, Slack } from "./support.ts"

const decodeId = Schema.decodeUnknownEffect(Schema.Struct({ id: Schema.String }))
const leaving = { employee_name: "Ada <Love> & lace", exit_date: "2030-03-31" }

const messagesOf = (orgId: string) =>
  systemSql<{
    readonly service: string
    readonly status: string
    readonly attempts: number
    readonly last_error: string | null
    readonly row: string
  }>`SELECT service, status, attempts, last_error, to_jsonb(m)::text AS row FROM chat_messages m
       WHERE org_id = ${orgId}::uuid ORDER BY created_at, id`

layer(App)("messages to Slack", (it) => {
  it.effect("name no one where the organization does not want names in notifications", function* () {
    const { admin, orgId, superadmin } = yield* anOffice()
    const { state } = yield* Slack
    yield* connectSlack(admin)
    yield* as(superadmin).patch("/api/organizations/me", { name: "Acme", namesInNotifications: false })
    const first = state.messages.length
    yield* as(admin).post("/api/employees", leaving)
    yield* delivered(orgId)
    assert.deepStrictEqual(
      state.messages.slice(first).map(({ text }) => text),
      ["New offboarding: The admin started an offboarding for an employee."]
    )
  })

  // chat-1: A case that is created, moves or is completed is told to the channel.
  it.effect("an offboarding that is created and moves is told to the channel, its name escaped", function* () {
    const { admin, orgId } = yield* anOffice()
    const { state } = yield* Slack
    yield* connectSlack(admin)
    const first = state.messages.length
    const { body } = yield* as(admin).post("/api/employees", leaving)
    const { id } = yield* decodeId(body)
    yield* delivered(orgId)
    yield* as(admin).patch(`/api/employees/${id}/status`, { status: "notice_period", reason: "it is asked for" })
    yield* delivered(orgId)
    assert.deepStrictEqual(
      state.messages.slice(first).map(({ channel, text }) => ({ channel, text })),
      [
        {
          channel: "C0OFFBOARDING",
          text: "New offboarding: The admin started an offboarding for Ada &lt;Love&gt; &amp; lace."
        },
        {
          channel: "C0OFFBOARDING",
          text: "Offboarding moved to Notice period: The admin moved the offboarding of Ada &lt;Love&gt; &amp; lace from Pending to Notice period."
        }
      ]
    )
    const rows = yield* messagesOf(orgId)
    assert.deepStrictEqual(
      rows.map(({ status }) => status),
      ["sent", "sent"]
    )
    // The stored rows name nobody, so there is nothing to erase.
    for (const { row } of rows) assert.notInclude(row, "Love")
  })

  it.effect("an import makes one message, with who imported and how many, and a link to the list", function* () {
    const { admin, orgId } = yield* anOffice()
    const { state } = yield* Slack
    const channel = yield* aTeamsChannel
    yield* connectSlack(admin)
    yield* as(admin).post("/api/integrations/teams/connect", { webhook_url: channel.webhookUrl })
    const [first, card] = [state.messages.length, channel.state.cards.length]
    yield* systemSql`UPDATE users SET full_name = 'Sam <Ng>' WHERE id = ${admin.userId}`
    const rows = Array.from({ length: 3 }, (_, n) => `Person ${n},2030-03-31`)
    const csv = ["employee_name,exit_date", ...rows].join("\n")
    assert.deepInclude(yield* as(admin).post("/api/employees/import", { csv }), { status: 200 })
    yield* delivered(orgId)
    const [message, ...more] = state.messages.slice(first)
    assert.deepStrictEqual(more, [])
    assert.strictEqual(
      message?.text,
      "3 offboardings imported: Sam &lt;Ng&gt; imported 3 offboardings from a CSV file. Open the list to check last days and apps."
    )
    assert.include(JSON.stringify(message?.blocks), '"url":"http://svc.test/offboardings"')
    assert.notInclude(JSON.stringify(message?.blocks), '"fields"')
    assert.lengthOf(channel.state.cards.slice(card), 1)
    for (const { row } of yield* messagesOf(orgId)) assert.notInclude(row, "Ng")
  })

  it.effect("several forms at once make one message; one of them alone is told as any other", function* () {
    const { admin, orgId } = yield* anOffice()
    const { state } = yield* Slack
    yield* connectSlack(admin)
    const first = state.messages.length
    const bulk = (...names: ReadonlyArray<string>) =>
      as(admin).post("/api/employees/bulk", {
        employees: names.map((employee_name) => ({ employee_name, exit_date: "2030-03-31" }))
      })
    yield* bulk("Ada", "Grace")
    yield* delivered(orgId)
    yield* bulk("Alan")
    yield* delivered(orgId)
    const texts = state.messages.slice(first).map(({ text }) => text)
    assert.lengthOf(texts, 2)
    assert.match(texts[0] ?? "", /^2 offboardings created: .+ created 2 offboardings together\./)
    assert.match(texts[1] ?? "", /^New offboarding: .+ for Alan/)
  })

  it.effect("a run of automatic stage changes makes one message; one change alone is told as any other", function* () {
    const { admin, orgId } = yield* anOffice()
    const { state } = yield* Slack
    yield* connectSlack(admin)
    const ids = []
    for (const employee_name of ["Ada", "Grace"]) {
      const { body } = yield* as(admin).post("/api/employees", { ...leaving, employee_name })
      ids.push(OffboardingId.make((yield* decodeId(body)).id))
    }
    yield* delivered(orgId)
    const first = state.messages.length
    const outbox = yield* Outbox
    const moves = ids.map((offboardingId) => ({
      offboardingId,
      status: "it_revocation" as const,
      previousStatus: "notice_period" as const,
      source: "schedule" as const
    }))
    for (const move of moves) {
      yield* asSystem(() => outbox.append(orgId, { _tag: "offboarding.stage_changed", employeeName: "", ...move }))
    }
    yield* asSystem(() => outbox.append(orgId, { _tag: "offboardings.moved", moves }))
    yield* delivered(orgId)
    yield* asSystem(() => outbox.append(orgId, { _tag: "offboardings.moved", moves: moves.slice(0, 1) }))
    yield* delivered(orgId)
    assert.deepStrictEqual(
      state.messages.slice(first).map(({ text }) => text),
      [
        "2 offboardings moved to Access revocation: The setting “Start access revocation on the last day” moved 2 offboardings. Open the list to see the remaining steps.",
        "Offboarding moved to Access revocation: The setting “Start access revocation on the last day” moved the offboarding of Ada from Notice period to Access revocation."
      ]
    )
  })

  it.effect("a run that leaves apps is told; one that leaves none is not, nor a retry before the last", function* () {
    const { admin, orgId } = yield* anOffice()
    const { state } = yield* Slack
    yield* connectSlack(admin)
    const { id } = yield* decodeId((yield* as(admin).post("/api/employees", leaving)).body)
    yield* delivered(orgId)
    const first = state.messages.length
    const outbox = yield* Outbox
    const ended = (failed: number, retries?: RunRetries) =>
      outbox.append(orgId, {
        _tag: "revocation.completed",
        offboardingId: OffboardingId.make(id),
        employeeName: "Ada",
        source: "app",
        counts: { revoked: 1, failed, manualRequired: failed, skipped: 0 },
        results: [],
        ...(retries === undefined ? {} : { retries })
      })
    const next = "2026-03-02T00:01:00.000Z"
    yield* asSystem(() => ended(0))
    yield* asSystem(() => ended(1, { number: 0, again: 1, next_try_at: next, given_up: 0 }))
    // A retry says nothing, the last one how many are given up.
    yield* asSystem(() => ended(1, { number: 1, again: 1, next_try_at: next, given_up: 0 }))
    yield* asSystem(() => ended(1, { number: 7, again: 0, next_try_at: null, given_up: 1 }))
    yield* delivered(orgId)
    assert.deepStrictEqual(
      // In whatever order: they were recorded at one moment.
      state.messages
        .slice(first)
        .map(({ text }) => text)
        .toSorted()
        .toReversed(),
      [
        "Access not revoked: Ada &lt;Love&gt; &amp; lace still has access: revocation failed in 2 apps. Retry, or remove the access in the app and mark it as removed.",
        "Access not revoked: Ada &lt;Love&gt; &amp; lace still has access: revocation failed in 1 app. Retry, or remove the access in the app and mark it as removed."
      ]
    )
  })

  // chat-2: An initiation without a chain is told with Approve and Reject; whoever may decide does so there.
  it.effect("an initiation without a chain is told with Approve and Reject; one with a chain is not", function* () {
    const { admin, manager, orgId } = yield* anOffice()
    const { state } = yield* Slack
    yield* connectSlack(admin)
    const first = state.messages.length
    const chain = yield* aChain(admin, [{ approver_role: "hr" }])
    yield* anInitiation(manager, { chain_id: chain.id })
    const { id } = yield* anInitiation(manager)
    yield* delivered(orgId)
    const [message, ...more] = state.messages.slice(first)
    assert.deepStrictEqual(more, [])
    const buttons = yield* buttonsOf(message?.blocks)
    assert.deepStrictEqual(
      buttons.map(({ text, value }) => [text.text, value]),
      [
        ["Approve", id],
        ["Reject", id],
        ["Open", undefined]
      ]
    )
  })

  // chat-7: A throttled channel waits as `Retry-After` says; a failed message is retried after a minute.
  it.effect(
    "a throttled channel waits as Retry-After says; a vendor that fails is tried again after a minute",
    function* () {
      const { admin, orgId } = yield* anOffice()
      const vendor = yield* Slack
      yield* connectSlack(admin)
      yield* as(admin).post("/api/employees", leaving)
      yield* as(admin).post("/api/employees", leaving)
      vendor.faults.throttles = { calls: 1, seconds: 600 }
      yield* delivered(orgId)
      const statuses = Effect.map(messagesOf(orgId), (rows) => rows.map(({ status }) => status))
      assert.deepStrictEqual(yield* statuses, ["pending", "pending"])
      yield* TestClock.adjust("9 minutes")
      yield* delivered(orgId)
      assert.deepStrictEqual(yield* statuses, ["pending", "pending"])
      yield* TestClock.adjust("1 minute")
      vendor.faults.answersWith = 503
      yield* delivered(orgId)
      assert.deepStrictEqual(yield* statuses, ["pending", "pending"])
      vendor.behave()
      yield* TestClock.adjust("5 minutes")
      yield* delivered(orgId)
      assert.deepStrictEqual(yield* statuses, ["sent", "sent"])
    }
  )

  it.effect("a throttled channel holds up no other organisation's", function* () {
    const [throttled, other] = [yield* anOffice(), yield* anOffice()]
    const vendor = yield* Slack
    for (const { admin } of [throttled, other]) {
      yield* connectSlack(admin)
      yield* as(admin).post("/api/employees", leaving)
    }
    const statuses = (orgId: typeof other.orgId) =>
      Effect.map(messagesOf(orgId), (rows) => rows.map(({ status }) => status))
    // Both are queued before the one is throttled.
    yield* Effect.forEach([throttled, other], ({ orgId }) => handOut(orgId))
    vendor.faults.throttles = { calls: 1, seconds: 600 }
    yield* delivered(throttled.orgId)
    yield* delivered(other.orgId)
    vendor.behave()
    assert.deepStrictEqual(yield* statuses(throttled.orgId), ["pending"])
    assert.deepStrictEqual(yield* statuses(other.orgId), ["sent"])
  })

  // chat-8: A lasting refusal ends the message.
  it.effect("a refusal that lasts ends the message, and none of the vendor's words are kept", function* () {
    const { admin, orgId } = yield* anOffice()
    yield* connectSlack(admin, { channel: "C0GONE" })
    yield* as(admin).post("/api/employees", leaving)
    yield* delivered(orgId)
    const [row] = yield* messagesOf(orgId)
    assert.deepInclude(row, {
      status: "dead",
      attempts: 1,
      last_error: "The service refused the message: channel_not_found"
    })
    yield* connectSlack(admin, { token: "xoxb-revoked" })
    yield* as(admin).post("/api/employees", leaving)
    yield* delivered(orgId)
    assert.deepInclude((yield* messagesOf(orgId))[1], {
      status: "dead",
      last_error: "The service refused the message: invalid_auth"
    })
  })

  it.effect(
    "a chat that does not answer has refused nothing: the message waits, and the credential counts as good",
    function* () {
      const { admin, orgId } = yield* anOffice()
      const vendor = yield* Slack
      yield* connectSlack(admin)
      yield* as(admin).post("/api/employees", leaving)
      vendor.faults.drops = true
      yield* delivered(orgId)
      vendor.behave()
      assert.deepInclude((yield* messagesOf(orgId))[0], {
        status: "pending",
        attempts: 1,
        last_error: "The app could not be reached"
      })
      assert.deepStrictEqual(yield* actionsOf(orgId, { action: "integration_credential_refused" }), [])
      yield* TestClock.adjust("1 minute")
      yield* delivered(orgId)
      assert.deepInclude((yield* messagesOf(orgId))[0], { status: "sent", attempts: 2 })
    }
  )

  // chat-9: A message fails after a day and is deleted after 30.
  it.effect("a message is given up after a day, and forgotten after 30", function* () {
    const { admin, orgId } = yield* anOffice()
    const vendor = yield* Slack
    const chat = yield* Chat
    yield* connectSlack(admin)
    yield* as(admin).post("/api/employees", leaving)
    vendor.faults.answersWith = 500
    for (let hour = 0; hour < 24; hour++) {
      yield* delivered(orgId)
      yield* TestClock.adjust("1 hour")
    }
    vendor.behave()
    assert.deepInclude((yield* messagesOf(orgId))[0], {
      status: "dead",
      last_error: "The service answered 500 Internal Server Error"
    })
    yield* TestClock.adjust("31 days")
    assert.isAtLeast(yield* chat.purge, 1)
    assert.deepStrictEqual(yield* messagesOf(orgId), [])
  })

  // chat-6: A message about what was deleted in the meantime is not sent.
  it.effect("what was deleted meanwhile is not told, and an organisation without a chat queues nothing", function* () {
    const { admin, manager, orgId } = yield* anOffice()
    const { state } = yield* Slack
    yield* as(admin).post("/api/employees", leaving)
    yield* delivered(orgId)
    assert.deepStrictEqual(yield* messagesOf(orgId), [])
    yield* connectSlack(admin)
    const first = state.messages.length
    const { id } = yield* anInitiation(manager, { exit_date: "2030-03-31" })
    const outbox = yield* Outbox
    yield* outbox.dispatch(orgId)
    yield* as(manager).delete(`/api/offboarding-initiations/${id}`)
    yield* delivered(orgId)
    assert.deepStrictEqual(state.messages.slice(first), [])
  })
})

layer(App)("POST /api/integrations/teams/connect", (it) => {
  // chat-4: `teams/connect` and `teams/test` post a card.
  // chat-5: The Teams address is saved once it has taken a first card.
  it.status(201, "posts a first card, then keeps the address as a secret; messages go there as cards", function* () {
    const { orgId, superadmin } = yield* anOffice()
    const channel = yield* aTeamsChannel
    const answer = yield* as(superadmin).post("/api/integrations/teams/connect", {
      webhook_url: channel.webhookUrl
    })
    assert.strictEqual(answer.status, 201, JSON.stringify(answer.body))
    assert.notInclude(JSON.stringify(answer.body), "lab-teams-signature")
    assert.lengthOf(channel.state.cards, 1)
    yield* as(superadmin).post("/api/employees", { ...leaving, employee_name: "[Ada](http://evil.test)" })
    yield* delivered(orgId)
    assert.lengthOf(channel.state.cards, 2)
    const card = JSON.stringify(channel.state.cards[1])
    assert.include(card, "New offboarding")
    assert.notInclude(card, "[Ada](http")
  })

  it.status(400, "the address is refused, or takes no message; nothing is saved", function* () {
    const { superadmin } = yield* anOffice()
    const channel = yield* aTeamsChannel
    const connect = (webhook_url: string) => as(superadmin).post("/api/integrations/teams/connect", { webhook_url })
    for (const address of ["https://10.0.0.1/hook", "http://example.com/hook", "no address"]) {
      assert.deepInclude(yield* connect(address), { status: 400 })
    }
    const unknown = yield* withStatus(400, connect(`${channel.url}/workflows/unknown`))
    assert.deepInclude(unknown.body, { code: "credential_refused" })
    channel.faults.answersWith = 503
    const failing = yield* connect(channel.webhookUrl)
    assert.deepInclude(failing.body, { code: "vendor_unanswering" })
    assert.notInclude(JSON.stringify([unknown.body, failing.body]), "lab-")
    const { body } = yield* as(superadmin).get("/api/integrations")
    assert.deepStrictEqual(body, [])
  })
})

layer(App)("POST /api/integrations/teams/test", (it) => {
  // chat-4
  it.status(200, "posts a test card, and answers what became of it", function* () {
    const { superadmin } = yield* anOffice()
    const channel = yield* aTeamsChannel
    yield* as(superadmin).post("/api/integrations/teams/connect", { webhook_url: channel.webhookUrl })
    const test = as(superadmin).post("/api/integrations/teams/test")
    assert.deepStrictEqual((yield* test).body, { success: true, status: 202 })
    assert.lengthOf(channel.state.cards, 2)
    channel.faults.answersWith = 410
    assert.deepStrictEqual((yield* test).body, {
      success: false,
      status: 410,
      error: "The service answered 410 Gone"
    })
    channel.faults.answersWith = undefined
    channel.faults.drops = true
    assert.deepStrictEqual((yield* test).body, { success: false, error: "The app could not be reached" })
  })

  it.status(404, "when Teams is not connected", function* () {
    const { superadmin } = yield* anOffice()
    assert.deepInclude(yield* as(superadmin).post("/api/integrations/teams/test"), {
      status: 404,
      error: "Microsoft Teams is not connected. Connect it first"
    })
  })
})
