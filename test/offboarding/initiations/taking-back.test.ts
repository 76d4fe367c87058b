import { assert, layer } from "#test/support/suite"
import { DateTime, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as NotificationsDomain from "#outgoing/notifications/index"
import * as WebhooksDomain from "#outgoing/webhooks/index"
import { handOut, noticesOf } from "#test/outgoing/notifications/support"
import { TestApp } from "#test/support/TestApp"
import { withStatus } from "#test/support/requests"
import { aMember } from "#test/support/people"
import { entriesOf } from "#test/support/log"
import { aChain, anInitiation, anOffice, approve, casesOf, connects, delegate, edit, seen } from "./support.ts"

const Surface = Layer.mergeAll(WebhooksDomain.reactions, NotificationsDomain.reactions).pipe(
  Layer.provideMerge(TestApp)
)

/** Of a manager's own making: HR agrees first, then a manager. */
const agreedByHr = Effect.fnUntraced(function* () {
  const office = yield* anOffice()
  yield* connects(office.superadmin, "crm")
  const chain = yield* aChain(office.admin, [{ approver_role: "hr" }, { approver_role: "manager" }])
  const row = yield* anInitiation(office.manager, {
    employee_name: "Tom Intern",
    employee_email: "tom@acme.test",
    chain_id: chain.id
  })
  assert.strictEqual((yield* approve(office.hr, row.id, { notes: "Fine" })).status, 200)
  return { ...office, row }
})

layer(Surface)("an edit of an initiation takes the approvals given so far back", (it) => {
  for (const change of [
    { employee_name: "The CEO" },
    { employee_email: "ceo@acme.test" },
    { employee_email: null },
    { exit_date: "2026-03-02" },
    { apps_to_revoke: ["crm"] }
  ]) {
    // initiations-12: An edit of name, address, apps or day takes back the approvals given so far.
    it.status(
      200,
      `${JSON.stringify(change)} goes back to step 1, and the submitter does not pass alone`,
      function* () {
        const { hr, manager, orgId, row } = yield* agreedByHr()
        const edited = yield* withStatus(200, edit(manager, row.id, change))
        assert.deepInclude(edited.body, { current_step: 1, status: "pending" })
        const history = (yield* seen(manager, row.id)).step_history
        assert.lengthOf(history, 1)
        assert.deepInclude(history[0], { step: 1, status: "pending", acted_by: null, acted_at: null, notes: null })
        assert.strictEqual((yield* approve(manager, row.id)).status, 403)
        assert.lengthOf(yield* casesOf(orgId), 0)
        const [entry] = yield* entriesOf(orgId, { action: "initiation_edited" })
        assert.match(entry?.details ?? "", /, approvals taken back: 1, pending at step 1 again$/)
        assert.strictEqual((yield* approve(hr, row.id)).status, 200)
        assert.strictEqual((yield* approve(manager, row.id)).status, 200)
        assert.lengthOf(yield* casesOf(orgId), 1)
      }
    )
  }

  it.status(200, "what nobody agreed to in particular takes nothing back", function* () {
    const { manager, row } = yield* agreedByHr()
    for (const change of [{ employee_role: "Intern" }, { notes: "More" }, { employee_name: "Tom Intern" }]) {
      assert.deepInclude((yield* edit(manager, row.id, change)).body, { current_step: 2 })
    }
  })

  it.effect("the approver of the first step is told again, and to whom it was handed over", function* () {
    const { admin, hr, manager, orgId } = yield* anOffice()
    const deputy = yield* aMember(orgId, "manager")
    const chain = yield* aChain(admin, [{ approver_id: hr.userId }, { approver_role: "admin" }])
    const row = yield* anInitiation(manager, { chain_id: chain.id })
    yield* delegate(hr, row.id, deputy.userId)
    yield* approve(deputy, row.id)
    yield* handOut(orgId)
    const before = yield* noticesOf(orgId)
    yield* edit(manager, row.id, { employee_name: "Somebody else" })
    yield* handOut(orgId)
    assert.sameMembers(
      (yield* noticesOf(orgId)).map(({ user_id }) => user_id),
      [...before.map(({ user_id }) => user_id), hr.userId, deputy.userId]
    )
    assert.strictEqual((yield* approve(deputy, row.id)).status, 200)
  })

  it.status(403, "the submitter names other apps in the last approval, which somebody else agreed to", function* () {
    const { manager, orgId, row } = yield* agreedByHr()
    for (const body of [{ apps_to_revoke: ["crm"] }, { no_apps: true }]) {
      const refused = yield* withStatus(403, approve(manager, row.id, body))
      assert.match(refused.error, /^You submitted this request/)
    }
    assert.lengthOf(yield* casesOf(orgId), 0)
    assert.strictEqual((yield* approve(manager, row.id)).status, 200)
  })

  // initiations-27: Approving content that an edit has changed in the meantime is 409 `edited`.
  it.status(409, "edited: an approval of what is not there any more", function* () {
    const { hr, manager } = yield* anOffice()
    const row = yield* anInitiation(manager)
    const seenAt = DateTime.formatIso(row.updated_at)
    yield* TestClock.adjust("1 second")
    const { body } = yield* edit(manager, row.id, { employee_name: "The CEO" })
    const refused = yield* withStatus(409, approve(hr, row.id, { updated_at: seenAt }))
    assert.deepInclude(refused.body, { code: "edited" })
    assert.strictEqual((yield* approve(hr, row.id, { updated_at: Object(body).updated_at })).status, 200)
  })

  it.effect("of an edit and an approval at once, no case begins with what the approver did not see", function* () {
    const { hr, manager, orgId } = yield* anOffice()
    for (let round = 0; round < 12; round++) {
      const email = `tom.${round}@acme.test`
      const row = yield* anInitiation(manager, { employee_name: "Tom", employee_email: email })
      yield* TestClock.adjust("1 second")
      const [approved, edited] = yield* Effect.all(
        [
          approve(hr, row.id, { updated_at: DateTime.formatIso(row.updated_at) }),
          edit(manager, row.id, { employee_name: "CEO", employee_email: `ceo.${round}@acme.test` })
        ],
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual([approved.status, edited.status].toSorted(), [200, 409])
    }
    const names = (yield* casesOf(orgId)).map((made) => made["employee_name"])
    assert.notInclude(names, "CEO")
  })

  it.status(409, "an approval of the second step that an edit overtakes while it waits", function* () {
    for (let round = 0; round < 6; round++) {
      const { admin, hr, manager, orgId } = yield* anOffice()
      const chain = yield* aChain(admin, [{ approver_role: "hr" }, { approver_role: "admin" }])
      const row = yield* anInitiation(manager, { chain_id: chain.id })
      yield* approve(hr, row.id)
      const [edited, approved] = yield* Effect.all(
        [edit(manager, row.id, { employee_name: "The CEO" }), approve(admin, row.id)],
        { concurrency: "unbounded" }
      )
      const made = yield* casesOf(orgId)
      if (approved.status === 200) {
        assert.deepStrictEqual([edited.status, made.length], [409, 1])
        assert.strictEqual(made[0]?.["employee_name"], "Ada Lovelace")
      } else {
        assert.strictEqual(edited.status, 200)
        assert.isTrue(approved.status === 409 || approved.status === 403)
        assert.lengthOf(made, 0)
      }
    }
  })
})
