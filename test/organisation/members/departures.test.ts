import { assert } from "#test/support/suite"
import { EmailAddress } from "@svc/contract/kernel/text"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { aCase } from "#test/support/cases"
import { entriesOf } from "#test/support/log"
import { mailedToken } from "#test/support/mails"
import { aKey, aMember, aSuperAdmin, type Member } from "#test/support/people"
import { as, send, withStatus } from "#test/support/requests"
import { systemSql } from "#test/support/tables"
import { TestApp } from "#test/support/TestApp"
import { layerOfFile } from "#test/support/layer-of-file"
import { invite, invites, members } from "./support.ts"

/** An offboarding of this address of which every condition but the completion is met. */
const aReadyCase = Effect.fnUntraced(function* (by: Member, email: string) {
  const { id } = yield* aCase(by, { employee_name: "Grace Hopper", employee_email: EmailAddress.make(email) })
  yield* as(by).post(`/api/employees/${id}/confirm-no-apps`, {})
  yield* as(by).post(`/api/employees/${id}/confirm-asset-return`, {})
  yield* systemSql`UPDATE checklist_items SET completed_at = now() WHERE offboarding_id = ${id}`
  return id
})

const complete = (by: Member, id: string) => as(by).patch(`/api/employees/${id}/status`, { status: "completed" })

const isMember = (by: Member, { userId }: Member) =>
  Effect.map(members(by), (list) => list.some(({ user_id }) => user_id === userId))

const needsAdmin = `"missing":[{"kind":"admin","name":"the completion, to an Admin in the app"}]`

const withTestApp = layerOfFile(TestApp)

withTestApp("the completion of an Admin's offboarding", (it) => {
  it.status(409, "member_handover: HR ends no membership that manages members, an Admin does", function* () {
    const first = yield* aSuperAdmin()
    const hr = yield* aMember(first.orgId, "hr")
    const second = yield* aMember(first.orgId, "admin")
    for (const departing of [
      yield* aMember(first.orgId, "admin"),
      yield* aMember(first.orgId, { permissions: ["members_manage"] })
    ]) {
      const id = yield* aReadyCase(first, departing.email)
      const shown = yield* as(hr).get(`/api/employees/${id}/membership`)
      assert.include(JSON.stringify(shown.body), `"kind":"admin"`)
      const refused = yield* withStatus(409, complete(hr, id))
      assert.include(JSON.stringify(refused.body), needsAdmin)
      assert.isTrue(yield* isMember(first, departing))
      yield* withStatus(200, complete(second, id))
      assert.isFalse(yield* isMember(first, departing))
    }
  })

  it.status(409, "member_handover: an API key ends no membership that manages members", function* () {
    const first = yield* aSuperAdmin()
    const key = yield* aKey(first)
    const id = yield* aReadyCase(first, (yield* aMember(first.orgId, "admin")).email)
    const refused = yield* send("PATCH", `/api/v1/offboardings/${id}`, { bearer: key, body: { status: "completed" } })
    assert.strictEqual(refused.status, 409)
    assert.include(JSON.stringify(refused.body), needsAdmin)
  })

  it.status(
    404,
    "the API key of a departing member decides nothing in their offboarding; another member's key does",
    function* () {
      const first = yield* aSuperAdmin()
      const second = yield* aMember(first.orgId, "superadmin")
      const own = yield* aKey(second)
      const id = yield* aReadyCase(first, second.email.toUpperCase())
      const move = (bearer: string, body: object) => send("PATCH", `/api/v1/offboardings/${id}`, { bearer, body })
      for (const body of [
        { status: "cancelled", reason: "I would rather stay" },
        { status: "notice_period" },
        { manager_email: second.email }
      ]) {
        assert.strictEqual((yield* move(own, body)).status, 404)
      }
      yield* withStatus(200, move(yield* aKey(first), { status: "notice_period" }))
    }
  )

  it.status(200, "a manager completes the offboarding of HR", function* () {
    const first = yield* aSuperAdmin()
    const hr = yield* aMember(first.orgId, "hr")
    const completing = yield* aMember(first.orgId, { permissions: ["offboardings_view", "offboardings_edit"] })
    const id = yield* aReadyCase(first, hr.email)
    assert.strictEqual((yield* complete(completing, id)).status, 200)
    assert.isFalse(yield* isMember(first, hr))
  })
})

withTestApp("the completion of an invited person's offboarding", (it) => {
  it.effect("withdraws the invitation, and records it; a new one makes them a member", function* () {
    const first = yield* aSuperAdmin()
    const email = `new-${randomUUID().slice(0, 8)}@acme.test`
    yield* invite(first, email)
    const token = yield* mailedToken(email)
    const kept = yield* invite(first, `new-${randomUUID().slice(0, 8)}@acme.test`)
    const id = yield* aReadyCase(first, email.toUpperCase())
    const hr = yield* aMember(first.orgId, "hr")
    assert.strictEqual((yield* complete(hr, id)).status, 200)

    const accept = (one: string) =>
      send("POST", "/api/auth/accept-invite", {
        body: { token: one, fullName: "Grace Hopper", password: "correct horse battery" }
      })
    assert.strictEqual((yield* accept(token)).status, 400)
    assert.deepStrictEqual(
      (yield* invites(first)).map((one) => one.id),
      [kept.id]
    )
    const [entry] = yield* entriesOf(first.orgId, { action: "invite_revoked" })
    assert.deepInclude(entry, { actor_id: hr.userId, target: email })
    assert.include(entry?.details, "their offboarding was completed")

    yield* invite(first, email)
    assert.strictEqual((yield* accept(yield* mailedToken(email))).status, 200)
  })
})
