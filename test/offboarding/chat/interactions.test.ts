import { assert, layer } from "#test/support/suite"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { slackBotToken } from "@svc/lab/slack"
import { anInitiation, anOffice, edit, seen, submit } from "#test/offboarding/initiations/support"
import { aMember, anOrganisation, type Member } from "#test/support/people"
import { asSystem, systemSql } from "#test/support/tables"
import { as, withStatus } from "#test/support/requests"
import { entriesOf } from "#test/support/log"
import { App, buttonsOf, connectSlack, delivered, press, signingSecretOf, Slack } from "./support.ts"

/** The member as Slack knows them; answers their Slack id. */
const inSlack = Effect.fnUntraced(function* (member: Member, email = member.email.toUpperCase()) {
  const { state } = yield* Slack
  const id = `U${randomUUID().slice(0, 8).toUpperCase()}`
  state.users.push({ id, email, name: "Somebody", deleted: false, isPrimaryOwner: false, sessions: 1 })
  return id
})

/** An office with Slack, and an initiation of its manager that waits. */
const aWaiting = Effect.gen(function* () {
  const office = yield* anOffice()
  yield* connectSlack(office.admin)
  const { id } = yield* anInitiation(office.manager)
  const secret = signingSecretOf(office.orgId)
  const approve = (user: string) => press({ user, action: "initiation_approve", value: id, secret })
  const reject = (user: string) => press({ user, action: "initiation_reject", value: id, secret })
  return { ...office, id, secret, approve, reject }
})

const sourceOf = (orgId: string) =>
  systemSql<{ readonly source: string }>`SELECT source FROM offboardings WHERE org_id = ${orgId}::uuid`

const lastReply = Effect.map(Slack, ({ replies }) => replies().at(-1))

layer(App)("POST /api/integrations/slack/interactions", (it) => {
  // chat-2
  it.status(200, "HR approves, the offboarding begins with source slack, and the message is replaced", function* () {
    const { approve, hr, id, orgId } = yield* aWaiting
    const answer = yield* withStatus(200, approve(yield* inSlack(hr)))
    assert.strictEqual(answer.text, "")
    const row = yield* seen(hr, id)
    assert.deepInclude(row, { status: "approved", reviewed_by: hr.userId })
    assert.deepStrictEqual(yield* sourceOf(orgId), [{ source: "slack" }])
    const events = yield* systemSql<{ readonly source: string }>`
          SELECT event->>'source' AS source FROM outbox_events
          WHERE org_id = ${orgId}::uuid AND event->>'_tag' = 'offboarding.created'`
    assert.deepStrictEqual(events, [{ source: "slack" }])
    const entries = yield* entriesOf(orgId, { action: "initiation_approved" })
    assert.strictEqual(entries[0]?.actor_id, hr.userId)
    assert.notInclude(entries[0]?.stored, "Lovelace")
    assert.deepStrictEqual(yield* lastReply, {
      replace_original: true,
      text: "The hr approved the offboarding of Ada Lovelace. It has started."
    })
  })

  it.status(200, "Slack as its connect route saves it: the message comes, and its buttons decide", function* () {
    const { hr, manager, orgId, superadmin } = yield* anOffice()
    const { state } = yield* Slack
    const secret = signingSecretOf(orgId)
    const connected = yield* as(superadmin).post("/api/integrations/slack/connect", {
      bot_token: slackBotToken,
      signing_secret: secret,
      channel: "C0OFFBOARDING"
    })
    assert.strictEqual(connected.status, 201, JSON.stringify(connected.body))
    const { id } = yield* anInitiation(manager)
    yield* delivered(orgId)
    const [approve] = yield* buttonsOf(state.messages.at(-1)?.blocks)
    assert.deepInclude(approve, { value: id })
    yield* press({ user: yield* inSlack(hr), action: approve?.action_id ?? "", value: id, secret })
    assert.deepInclude(yield* seen(hr, id), { status: "approved", reviewed_by: hr.userId })
  })

  // chat-11: A rejection in Slack has a reason that names the member and Slack.
  it.status(200, "an admin rejects; the reason names who and where", function* () {
    const { admin, id, orgId, reject } = yield* aWaiting
    assert.strictEqual((yield* reject(yield* inSlack(admin))).status, 200)
    assert.deepInclude(yield* seen(admin, id), {
      status: "rejected",
      rejection_reason: "Rejected in Slack by The admin"
    })
    assert.deepStrictEqual(yield* sourceOf(orgId), [])
  })

  it.status(200, "the same press twice decides once", function* () {
    const { approve, hr, orgId, reject } = yield* aWaiting
    const user = yield* inSlack(hr)
    yield* approve(user)
    yield* approve(user)
    assert.deepInclude(yield* lastReply, { response_type: "ephemeral", replace_original: false })
    yield* reject(user)
    assert.lengthOf(yield* sourceOf(orgId), 1)
  })

  // chat-13: A refusal is shown only to the member who pressed the button.
  it.status(200, "who may not decide is told so alone, and nothing changes", function* () {
    const { approve, hr, id, manager, orgId } = yield* aWaiting
    const elsewhere = yield* aMember(yield* anOrganisation(), "hr")
    const stranger = yield* inSlack(hr, "nobody@acme.test")
    for (const user of [yield* inSlack(manager), yield* inSlack(elsewhere), stranger, "UNKNOWN"]) {
      assert.strictEqual((yield* approve(user)).status, 200)
      assert.deepInclude(yield* lastReply, { response_type: "ephemeral", replace_original: false })
      assert.deepInclude(yield* seen(manager, id), { status: "pending" })
    }
    assert.deepStrictEqual(yield* sourceOf(orgId), [])
  })

  it.status(200, "a last day that is past is not approved without access_revoke; Slack shows the way", function* () {
    const { admin, hr, id, orgId, secret } = yield* aWaiting
    yield* edit(admin, id, { exit_date: "2026-03-01" })
    yield* press({ user: yield* inSlack(hr), action: "initiation_approve", value: `${id}:2`, secret })
    assert.include((yield* lastReply)?.text, "Delegate the step to a member with that permission")
    assert.deepStrictEqual(yield* sourceOf(orgId), [])
  })

  // chat-10: Guests of another workspace and deactivated users decide nothing in Slack.
  it.status(200, "a guest of another workspace, and somebody deactivated, decide nothing", function* () {
    const { approve, hr, id, secret } = yield* aWaiting
    const { state } = yield* Slack
    const user = yield* inSlack(hr)
    yield* press({ user, userTeam: "T0OTHER", action: "initiation_approve", value: id, secret })
    assert.deepInclude(yield* seen(hr, id), { status: "pending" })
    const found = state.users.find((one) => one.id === user)
    if (found !== undefined) found.deleted = true
    yield* approve(user)
    assert.deepInclude(yield* seen(hr, id), { status: "pending" })
  })

  it.status(200, "a suspended, a read-only and a downgraded organisation decide nothing", function* () {
    for (const change of ["suspended = true", "plan_status = 'canceled'", "plan = 'starter'"]) {
      const { approve, hr, id, orgId } = yield* aWaiting
      const user = yield* inSlack(hr)
      yield* asSystem((sql) => sql`UPDATE organisations SET ${sql.literal(change)} WHERE id = ${orgId}::uuid`)
      assert.strictEqual((yield* approve(user)).status, 200)
      assert.deepInclude(yield* lastReply, { response_type: "ephemeral" })
      const [row] = yield* systemSql<{
        readonly status: string
      }>`SELECT status FROM offboarding_initiations WHERE id = ${id}::uuid`
      assert.deepStrictEqual(row, { status: "pending" })
    }
  })

  it.status(200, "another organisation's initiation cannot be decided, though both share the workspace", function* () {
    const one = yield* aWaiting
    const other = yield* aWaiting
    const user = yield* inSlack(other.hr)
    yield* press({ user, action: "initiation_approve", value: one.id, secret: other.secret })
    assert.deepInclude(yield* seen(one.hr, one.id), { status: "pending" })
    yield* other.approve(user)
    assert.deepInclude(yield* seen(other.hr, other.id), { status: "approved" })
  })

  it.status(200, "what is no decision changes nothing", function* () {
    const { hr, id, secret } = yield* aWaiting
    const user = yield* inSlack(hr)
    const given = { user, action: "initiation_approve", value: id, secret }
    for (const press_ of [
      { ...given, action: "open" },
      { ...given, value: "none" },
      { ...given, type: "shortcut" }
    ]) {
      assert.strictEqual((yield* press(press_)).status, 200)
    }
    assert.deepInclude(yield* seen(hr, id), { status: "pending" })
  })

  // chat-12: Replies go to Slack's own host only.
  it.status(200, "the reply goes to Slack's own host only", function* () {
    const { hr, id, secret } = yield* aWaiting
    const { replies } = yield* Slack
    const before = replies().length
    const user = yield* inSlack(hr)
    const given = { user, action: "initiation_approve", value: id, secret }
    assert.strictEqual((yield* press({ ...given, responseUrl: "http://127.0.0.1:9/response/1" })).status, 200)
    assert.lengthOf(replies(), before)
    assert.deepInclude(yield* seen(hr, id), { status: "approved" })
  })

  // chat-3: A press that is not signed by Slack is 401.
  it.status(401, "a wrong signature, an old one, an unknown workspace and no payload are answered alike", function* () {
    const { hr, id, secret } = yield* aWaiting
    const user = yield* inSlack(hr)
    const given = { user, action: "initiation_approve", value: id, secret }
    const answers = [
      yield* press({ ...given, secret: "wrong" }),
      yield* press({ ...given, at: -301 }),
      yield* press({ ...given, at: 301 }),
      yield* press({ ...given, team: "T0UNKNOWN" }),
      yield* press({ ...given, team: "T0\u0000" }),
      yield* press({ ...given, signature: "v0=" }),
      yield* press({ ...given, signature: `v1=${"0".repeat(64)}` })
    ]
    for (const answer of answers) {
      assert.strictEqual(answer.status, 401)
      assert.deepStrictEqual(answer.body, answers[0]?.body)
    }
    assert.deepInclude(yield* seen(hr, id), { status: "pending" })
  })

  it.status(200, "whoever submitted it does not approve it alone", function* () {
    const { admin, orgId } = yield* aWaiting
    const user = yield* inSlack(admin)
    yield* submit(admin)
    yield* systemSql`UPDATE offboarding_initiations SET status = 'pending', offboarding_id = NULL, reviewed_by = NULL
          WHERE org_id = ${orgId}::uuid AND initiated_by = ${admin.userId}::uuid`
    const [own] = yield* systemSql<{ readonly id: string }>`
          SELECT id FROM offboarding_initiations WHERE org_id = ${orgId}::uuid AND initiated_by = ${admin.userId}::uuid`
    const id = own?.id ?? ""
    yield* press({ user, action: "initiation_approve", value: id, secret: signingSecretOf(orgId) })
    assert.deepInclude(yield* seen(admin, id), { status: "pending" })
    assert.deepInclude(yield* lastReply, { response_type: "ephemeral" })
  })
})
