import { assert, layer } from "#test/support/suite"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { TestApp } from "#test/support/TestApp"
import { aMember } from "#test/support/people"
import { as, withStatus } from "#test/support/requests"
import { entriesOf } from "#test/support/log"
import { aChain, anInitiation, anOffice, approve, delegate, reject, seen } from "./support.ts"

/** One that waits for a designated approver, and then for an admin. */
const waiting = Effect.gen(function* () {
  const office = yield* anOffice()
  const approver = yield* aMember(office.orgId, "manager")
  const delegated = yield* aMember(office.orgId, "manager")
  const chain = yield* aChain(office.admin, [{ approver_id: approver.userId }, { approver_role: "admin" }])
  const row = yield* anInitiation(office.manager, { chain_id: chain.id })
  return { ...office, approver, delegated, chain, row }
})

layer(TestApp)("POST /api/offboarding-initiations/{id}/delegate", (it) => {
  // approvals-7: A step is delegated by its designated approver, not to the initiator nor to oneself, and not without a
  //   chain: `{ delegated: true, delegate_id, step }`.
  // approvals-15: A delegate acts on that step only, and the member who delegated it still may.
  it.status(200, "the delegate may act on that step, and on no other; whoever handed it over still may", function* () {
    const { admin, approver, chain, delegated, manager, orgId, row } = yield* waiting
    assert.strictEqual((yield* approve(delegated, row.id)).status, 403)
    const answer = yield* delegate(approver, row.id, delegated.userId, { notes: "On leave" })
    assert.deepStrictEqual(
      [answer.status, answer.body],
      [200, { delegated: true, delegate_id: delegated.userId, step: 1 }]
    )
    assert.deepInclude((yield* approve(delegated, row.id)).body, { current_step: 2 })
    assert.deepInclude((yield* seen(admin, row.id)).step_history[0], {
      approver_id: approver.userId,
      acted_by: delegated.userId,
      delegated_to: delegated.userId,
      delegated_by: approver.userId,
      delegation_notes: "On leave"
    })
    assert.strictEqual((yield* approve(delegated, row.id)).status, 409)
    const [entry] = yield* entriesOf(orgId, { action: "initiation_delegated" })
    assert.deepStrictEqual(
      [entry?.actor_id, entry?.details],
      [approver.userId, `step 1, to member ${delegated.userId}, notes: On leave`]
    )
    const other = yield* anInitiation(manager, { chain_id: chain.id })
    yield* delegate(approver, other.id, delegated.userId)
    assert.strictEqual((yield* approve(approver, other.id)).status, 200)
  })

  // approvals-16: A second delegation replaces the first.
  it.status(200, "a second delegation replaces the first, and a delegate may also reject", function* () {
    const { approver, delegated, orgId, row } = yield* waiting
    const second = yield* aMember(orgId, "manager")
    yield* delegate(approver, row.id, delegated.userId)
    yield* delegate(approver, row.id, second.userId)
    assert.strictEqual((yield* reject(delegated, row.id)).status, 403)
    assert.strictEqual((yield* reject(second, row.id)).status, 200)
  })

  it.status(200, "a holder of the step's role hands it over as well", function* () {
    const { admin, delegated, manager, hr } = yield* waiting
    const chain = yield* aChain(admin, [{ approver_role: "hr" }])
    const row = yield* anInitiation(manager, { chain_id: chain.id })
    assert.strictEqual((yield* delegate(hr, row.id, delegated.userId)).status, 200)
    assert.strictEqual((yield* approve(delegated, row.id)).status, 200)
  })

  // approvals-7
  it.status(400, "not to the initiator or self, to nobody of the organisation, nor without a chain", function* () {
    const { admin, approver, manager, row } = yield* waiting
    const elsewhere = yield* anOffice()
    const refused = [manager.userId, approver.userId, approver.userId.toUpperCase(), elsewhere.hr.userId, randomUUID()]
    for (const to of refused) {
      const answer = yield* withStatus(400, delegate(approver, row.id, to))
      assert.match(answer.error, /^delegate_id: /)
    }
    const chainless = yield* anInitiation(manager)
    assert.strictEqual((yield* delegate(admin, chainless.id, approver.userId)).status, 400)
    assert.isNull((yield* seen(admin, row.id)).step_history[0]?.delegated_to)
  })

  it.status(
    403,
    "by nobody but the step's designated approver: not an admin, not the submitter, not the delegate",
    function* () {
      const { admin, approver, delegated, hr, manager, orgId, row, superadmin } = yield* waiting
      const third = yield* aMember(orgId, "manager")
      for (const by of [admin, hr, superadmin, manager, third]) {
        assert.strictEqual((yield* delegate(by, row.id, delegated.userId)).status, 403)
      }
      yield* delegate(approver, row.id, delegated.userId)
      assert.strictEqual((yield* delegate(delegated, row.id, third.userId)).status, 403)
      // Of an initiation without a chain whoever does not see it is not told that it has none.
      assert.strictEqual((yield* delegate(third, (yield* anInitiation(manager)).id, hr.userId)).status, 403)
    }
  )

  it.status(404, "no such initiation", function* () {
    const { admin, delegated } = yield* waiting
    assert.strictEqual((yield* delegate(admin, randomUUID(), delegated.userId)).status, 404)
  })

  it.status(409, "the step was acted on, or it is no longer pending", function* () {
    const { admin, approver, delegated, row } = yield* waiting
    yield* approve(approver, row.id)
    assert.strictEqual((yield* delegate(approver, row.id, delegated.userId)).status, 409)
    yield* reject(admin, row.id)
    assert.strictEqual((yield* delegate(admin, row.id, delegated.userId)).status, 409)
  })

  it.status(
    200,
    "what was handed over stays so when the approver leaves, and ends when the delegate does",
    function* () {
      const { approver, chain, delegated, manager, row, superadmin } = yield* waiting
      yield* delegate(approver, row.id, delegated.userId)
      const other = yield* anInitiation(manager, { chain_id: chain.id })
      yield* delegate(approver, other.id, delegated.userId)
      yield* as(superadmin).delete(`/api/members/${approver.userId}`)
      assert.strictEqual((yield* approve(delegated, row.id)).status, 200)
      yield* as(superadmin).delete(`/api/members/${delegated.userId}`)
      assert.strictEqual((yield* approve(superadmin, other.id)).status, 200)
    }
  )
})
