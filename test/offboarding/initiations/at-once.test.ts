import { assert, layer } from "#test/support/suite"
import { Effect } from "effect"
import { AuditVerification } from "#audit/verification/service"
import { TestApp } from "#test/support/TestApp"
import { aKey, aMember } from "#test/support/people"
import { send } from "#test/support/requests"
import { aChain, anInitiation, anOffice, approve, casesOf, reject, view, withdraw } from "./support.ts"

const rounds = 12

/** Both at once; their statuses, the lower first. */
const race = <E, R>(...calls: ReadonlyArray<Effect.Effect<{ readonly status: number }, E, R>>) =>
  Effect.map(Effect.all(calls, { concurrency: "unbounded" }), (answers) =>
    answers.map(({ status }) => status).toSorted((a, b) => a - b)
  )

layer(TestApp)("initiations, several at once", (it) => {
  // approvals-17: Of two who decide at the same moment one wins, and the other gets 409.
  it.effect("two approvers at once: one wins, the other 409; one case and one event", function* () {
    const verification = yield* AuditVerification
    const { admin, hr, manager, orgId } = yield* anOffice()
    for (let round = 0; round < rounds; round++) {
      const row = yield* anInitiation(manager, { employee_email: `a${round}@acme.test` })
      assert.deepStrictEqual(yield* race(approve(hr, row.id), approve(admin, row.id)), [200, 409])
    }
    const cases = yield* casesOf(orgId)
    assert.lengthOf(cases, rounds)
    assert.isTrue(cases.every((one) => one["events"] === 1))
    assert.deepInclude(yield* verification.verify(orgId), { ok: true, complete: true })
  })

  it.effect("two holders of the role of both steps at once: each that succeeds moves it by one step", function* () {
    const { admin, hr, manager, orgId } = yield* anOffice()
    const second = yield* aMember(orgId, "hr")
    const chain = yield* aChain(admin, [{ approver_role: "hr" }, { approver_role: "hr" }, { approver_role: "admin" }])
    for (let round = 0; round < rounds; round++) {
      const row = yield* anInitiation(manager, { chain_id: chain.id })
      const statuses = yield* race(approve(hr, row.id), approve(second, row.id))
      const { body } = yield* view(admin, row.id)
      assert.deepInclude(body, { current_step: 1 + statuses.filter((status) => status === 200).length })
      assert.isTrue(
        statuses.every((status) => status === 200 || status === 409),
        String(statuses)
      )
    }
    assert.deepStrictEqual(yield* casesOf(orgId), [])
  })

  // approvals-17
  it.effect("two approvers of the only step at once: one wins, the other 409", function* () {
    const { admin, hr, manager, orgId } = yield* anOffice()
    const second = yield* aMember(orgId, "hr")
    const chain = yield* aChain(admin, [{ approver_role: "hr" }])
    for (let round = 0; round < rounds; round++) {
      const row = yield* anInitiation(manager, { chain_id: chain.id })
      assert.deepStrictEqual(yield* race(approve(hr, row.id), approve(second, row.id)), [200, 409])
    }
    assert.lengthOf(yield* casesOf(orgId), rounds)
  })

  // approvals-17
  it.effect(
    "approve and reject at once: one wins, the other 409, and there is a case just where it was approved",
    function* () {
      const { admin, hr, manager, orgId } = yield* anOffice()
      let approved = 0
      for (let round = 0; round < rounds; round++) {
        const row = yield* anInitiation(manager)
        assert.deepStrictEqual(yield* race(approve(hr, row.id), reject(admin, row.id)), [200, 409])
        const { body } = yield* view(admin, row.id)
        if (Object(body).status === "approved") approved++
        assert.strictEqual(Object(body).status === "approved", Object(body).offboarding_id !== null)
      }
      assert.lengthOf(yield* casesOf(orgId), approved)
    }
  )

  it.effect(
    "approve and withdraw at once: one wins, the other is refused, and no case is left of what was withdrawn",
    function* () {
      const { hr, manager, orgId } = yield* anOffice()
      let left = 0
      for (let round = 0; round < rounds; round++) {
        const row = yield* anInitiation(manager)
        const [won, lost] = yield* race(approve(hr, row.id), withdraw(manager, row.id))
        assert.strictEqual(won, 200)
        // 404 where the request began after the row was gone.
        assert.include([404, 409], lost)
        if ((yield* view(manager, row.id)).status === 200) left++
      }
      assert.lengthOf(yield* casesOf(orgId), left)
    }
  )

  it.effect(
    "an approval while the public API creates a case of the same address: one case, the other 409 duplicate",
    function* () {
      const { hr, manager, orgId, superadmin } = yield* anOffice()
      const key = yield* aKey(superadmin)
      for (let round = 0; round < rounds; round++) {
        const employee_email = `b${round}@acme.test`
        const row = yield* anInitiation(manager, { employee_email })
        const created = send("POST", "/api/v1/offboardings", {
          bearer: key,
          body: { employee_name: "Ada", exit_date: "2026-03-31", employee_email }
        })
        const [first, second] = yield* race(approve(hr, row.id), created)
        assert.include([200, 201], first)
        assert.strictEqual(second, 409)
        const status = Object((yield* view(hr, row.id)).body).status
        assert.strictEqual(status, first === 200 ? "approved" : "pending")
      }
      const cases = yield* casesOf(orgId)
      assert.lengthOf(cases, rounds)
      assert.isTrue(cases.every((one) => one["events"] === 1))
    }
  )

  // approvals-18: Several requests for one address can wait; approved together they create one offboarding, and the
  //   other stays pending.
  it.effect("two initiations of one address approved at once: one case, the other stays pending", function* () {
    const { admin, hr, manager, orgId } = yield* anOffice()
    for (let round = 0; round < rounds; round++) {
      const employee_email = `c${round}@acme.test`
      const [one, other] = [
        yield* anInitiation(manager, { employee_email }),
        yield* anInitiation(manager, { employee_email })
      ]
      assert.deepStrictEqual(yield* race(approve(hr, one.id), approve(admin, other.id)), [200, 409])
    }
    assert.lengthOf(yield* casesOf(orgId), rounds)
  })
})
