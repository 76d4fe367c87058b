import { assert, layer } from "#test/support/suite"
import { Effect, Layer } from "effect"
import { randomUUID } from "node:crypto"
import * as NotificationsDomain from "#outgoing/notifications/index"
import { Outbox } from "#outgoing/outbox/service"
import { mailedToken, queuedMails } from "#test/support/mails"
import { aMember, anAdmin, aSuperAdmin, type Member } from "#test/support/people"
import { as, send, withStatus } from "#test/support/requests"
import { TestApp } from "#test/support/TestApp"
import { systemSql } from "#test/support/tables"
import { invite } from "./support.ts"

const App = NotificationsDomain.reactions.pipe(Layer.provideMerge(TestApp))

/** Who got which notices of a new Super Admin, in the app and by mail. */
const toldIn = Effect.fnUntraced(function* ({ orgId }: Member) {
  const outbox = yield* Outbox
  yield* outbox.dispatch(orgId)
  const notices = yield* systemSql<{ readonly user_id: string; readonly body: string }>`
      SELECT user_id, body FROM notifications WHERE org_id = ${orgId} AND type = 'member.became_superadmin' ORDER BY user_id`
  const mails = (yield* queuedMails).filter(
    (mail) => mail.orgId === orgId && mail.subject.startsWith("New Super Admin: ")
  )
  return { notices, mails }
})

layer(App)("a new Super Admin", (it) => {
  // members-13
  it.effect("by a change of the role: all Super Admins are notified who granted it, nobody else", function* () {
    const first = yield* aSuperAdmin()
    const second = yield* aMember(first.orgId)
    yield* aMember(first.orgId, "admin")
    const hr = yield* aMember(first.orgId, "hr")
    assert.strictEqual((yield* as(first).patch(`/api/members/${hr.userId}`, { role: "superadmin" })).status, 200)
    const { mails, notices } = yield* toldIn(first)
    assert.sameMembers(
      notices.map(({ user_id }) => user_id),
      [first.userId, second.userId, hr.userId]
    )
    assert.sameMembers(
      mails.map(({ to }) => to),
      [first.email, second.email, hr.email]
    )
    const sentence = `The hr (${hr.email}) is now a Super Admin: The superadmin (${first.email}) changed the role of The hr (${hr.email}).`
    for (const text of [...notices.map(({ body }) => body), ...mails.map((mail) => mail.text)]) {
      assert.include(text, sentence)
    }
  })

  it.effect("by an accepted invitation: named with who sent it", function* () {
    const admin = yield* aSuperAdmin()
    const email = `new-${randomUUID().slice(0, 8)}@acme.test`
    yield* invite(admin, email, { role: "superadmin" })
    assert.lengthOf((yield* toldIn(admin)).notices, 0)
    const body = { token: yield* mailedToken(email), fullName: "Ada", password: "correct horse battery" }
    assert.strictEqual((yield* send("POST", "/api/auth/accept-invite", { body })).status, 200)
    const { mails, notices } = yield* toldIn(admin)
    assert.deepStrictEqual([notices.length, mails.length], [2, 2])
    assert.include(
      notices[0]?.body,
      `Ada (${email}) is now a Super Admin: Ada (${email}) accepted an invitation from The superadmin (${admin.email}).`
    )
  })

  it.effect("by a hand-over: named with who closed their account", function* () {
    const leaving = yield* aSuperAdmin()
    const successor = yield* aMember(leaving.orgId, "hr")
    const path = "/api/account/transfer-and-delete"
    const body = { user_id: successor.userId }
    assert.strictEqual((yield* as(leaving).post(path, body)).status, 200)
    const { notices } = yield* toldIn(successor)
    assert.deepStrictEqual(
      notices.map(({ user_id }) => user_id),
      [successor.userId]
    )
    assert.include(notices[0]?.body, `The superadmin (${leaving.email}) closed their account`)
  })

  it.status(200, "without a step-up, and without a notice: a hand-over that makes no Super Admin", function* () {
    const leaving = yield* anAdmin()
    const successor = yield* aMember(leaving.orgId, "hr")
    const body = { user_id: successor.userId }
    yield* withStatus(200, as(leaving, { steppedUp: false }).post("/api/account/transfer-and-delete", body))
    assert.lengthOf((yield* toldIn(successor)).notices, 0)
  })
})
