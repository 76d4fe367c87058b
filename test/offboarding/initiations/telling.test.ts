import { assert, layer } from "#test/support/suite"
import { Effect, Layer } from "effect"
import * as NotificationsDomain from "#outgoing/notifications/index"
import * as WebhooksDomain from "#outgoing/webhooks/index"
import { handOut, noticesOf } from "#test/outgoing/notifications/support"
import { queuedMails } from "#test/support/mails"
import { TestApp } from "#test/support/TestApp"
import { aMember, type Member } from "#test/support/people"
import { as } from "#test/support/requests"
import { aChain, anInitiation, anOffice, approve, delegate, edit, reject, withdraw } from "./support.ts"

const Surface = Layer.mergeAll(WebhooksDomain.reactions, NotificationsDomain.reactions).pipe(
  Layer.provideMerge(TestApp)
)

/** Who was told what of initiations so far, and mailed the same. */
const told = Effect.fnUntraced(function* (orgId: Member["orgId"], names: Readonly<Record<string, Member>>) {
  yield* handOut(orgId)
  const nameOf = (matches: (member: Member) => boolean) =>
    Object.entries(names).find(([, member]) => matches(member))?.[0] ?? "somebody else"
  const notices = (yield* noticesOf(orgId))
    .filter(({ type }) => type.startsWith("initiation."))
    .map(({ title, user_id }) => `${nameOf(({ userId }) => userId === user_id)}: ${title}`)
  const mails = (yield* queuedMails)
    .filter(({ subject }) => /approv|reject|delegated/i.test(subject))
    .filter(({ to }) => Object.values(names).some(({ email }) => email === to))
    .map(({ subject, to }) => `${nameOf(({ email }) => email === to)}: ${subject}`)
  assert.deepStrictEqual(mails.toSorted(), notices.toSorted())
  return notices.toSorted()
})

const waitsUntil = (day: string) => `Approve offboarding: Ada Lovelace, last day ${day}`
const waits = waitsUntil("Mar 31")
const delegated = "Approval delegated to you: Ada Lovelace"

layer(Surface)("what members are told of initiations", (it) => {
  it.effect("without a chain HR and admins who have the department in their scope hear that it waits", function* () {
    const { admin, hr, manager, orgId, superadmin } = yield* anOffice()
    const sales = yield* aMember(orgId, "hr")
    yield* as(superadmin).patch(`/api/members/${sales.userId}`, { scope: "departments", departments: ["Sales"] })
    yield* anInitiation(manager, { employee_department: "Research" })
    assert.deepStrictEqual(yield* told(orgId, { admin, hr, manager, sales, superadmin }), [
      `admin: ${waits}`,
      `hr: ${waits}`,
      `superadmin: ${waits}`
    ])
  })

  // initiations-22: The approver of a step is notified, then its delegate, the next approver, and finally the
  //   submitter.
  it.effect(
    "whose step it is hears of it, then the delegate, then the next step's, and at the end the submitter",
    function* () {
      const { admin, hr, manager, orgId, superadmin } = yield* anOffice()
      const other = yield* aMember(orgId, "manager")
      const names = { admin, hr, manager, other, superadmin }
      const chain = yield* aChain(admin, [{ approver_id: hr.userId }, { approver_role: "admin" }])
      const row = yield* anInitiation(manager, { chain_id: chain.id })
      assert.deepStrictEqual(yield* told(orgId, names), [`hr: ${waits}`])
      yield* delegate(hr, row.id, other.userId)
      assert.deepStrictEqual(yield* told(orgId, names), [`hr: ${waits}`, `other: ${delegated}`])
      yield* approve(other, row.id)
      assert.includeMembers([...(yield* told(orgId, names))], [`admin: ${waits}`])
      yield* approve(admin, row.id)
      const all = yield* told(orgId, names)
      assert.lengthOf(all, 4)
      assert.include(all, "manager: Request approved: Ada Lovelace")
    }
  )

  it.effect(
    "a handed-over step that waits again after an edit is told to the delegate as such, but not if they edited",
    function* () {
      const { admin, hr, manager, orgId, superadmin } = yield* anOffice()
      const other = yield* aMember(orgId, "hr")
      const names = { admin, hr, manager, other, superadmin }
      const chain = yield* aChain(admin, [{ approver_id: hr.userId }, { approver_id: superadmin.userId }])
      const row = yield* anInitiation(manager, { chain_id: chain.id })
      yield* delegate(hr, row.id, other.userId)
      yield* approve(other, row.id)
      const before = [`hr: ${waits}`, `other: ${delegated}`, `superadmin: ${waits}`]
      assert.deepStrictEqual(yield* told(orgId, names), before)
      assert.strictEqual((yield* edit(manager, row.id, { exit_date: "2026-04-30" })).status, 200)
      const again = [...before, `hr: ${waitsUntil("Apr 30")}`, `other: ${delegated}`]
      assert.deepStrictEqual(yield* told(orgId, names), again.toSorted())
      yield* approve(other, row.id)
      assert.strictEqual((yield* edit(other, row.id, { exit_date: "2026-05-31" })).status, 200)
      const day = waitsUntil("May 31")
      const onceMore = [...again, `superadmin: ${day}`, `hr: ${day}`]
      assert.deepStrictEqual(yield* told(orgId, names), onceMore.toSorted())
    }
  )

  // initiations-23: The notification of a rejection does not contain its reason.
  it.effect("a rejection names the person and who decided, without its reason", function* () {
    const { admin, hr, manager, orgId, superadmin } = yield* anOffice()
    const row = yield* anInitiation(manager)
    yield* reject(hr, row.id, { rejection_reason: "Too costly" })
    const all = yield* told(orgId, { admin, hr, manager, superadmin })
    assert.include(all, "manager: Request rejected: Ada Lovelace")
    const texts = JSON.stringify([...(yield* noticesOf(orgId)), ...(yield* queuedMails)])
    assert.notMatch(texts, /costly/)
    assert.match(texts, /rejected your request for the offboarding of Ada Lovelace/)
    assert.match(texts, /\/initiations\/[0-9a-f-]{36}/)
  })

  // initiations-24: Members get no notification of what they decided themselves.
  it.effect("nobody is told of what they decided themselves, nor of a withdrawal", function* () {
    const { admin, hr, manager, orgId, superadmin } = yield* anOffice()
    const names = { admin, hr, manager, superadmin }
    yield* anInitiation(hr)
    assert.deepStrictEqual(yield* told(orgId, names), [])
    yield* withdraw(manager, (yield* anInitiation(manager)).id)
    assert.isTrue((yield* told(orgId, names)).every((line) => /: (Approve offboarding|Request withdrawn)/.test(line)))
  })

  it.effect("each kind can be switched off, in the app and by mail", function* () {
    const { admin, hr, manager, orgId } = yield* anOffice()
    const chain = yield* aChain(admin, [{ approver_role: "hr" }])
    const off = { in_app: false, email: false }
    for (const by of [hr, manager]) {
      yield* as(by).patch("/api/auth/notification-preferences", {
        preferences: { "initiation.waiting": off, "initiation.decided": off }
      })
    }
    const row = yield* anInitiation(manager, { chain_id: chain.id })
    yield* reject(hr, row.id)
    assert.deepStrictEqual(yield* told(orgId, { hr, manager }), [])
  })
})
