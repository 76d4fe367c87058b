import { assert } from "#test/support/suite"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { aChain, anInitiation, anOffice, reject, settings } from "#test/offboarding/initiations/support"
import { makeRole } from "#test/organisation/members/support"
import { TestApp } from "#test/support/TestApp"
import { aMember, type Member } from "#test/support/people"
import { as, withStatus } from "#test/support/requests"
import { entriesOf, toldOf } from "#test/support/log"
import { layerOfFile } from "#test/support/layer-of-file"

const path = "/api/approval-chains"
const create = (by: Member, body: unknown) => as(by).post(path, body)
const update = (by: Member, id: string, body: unknown) => as(by).patch(`${path}/${id}`, body)
const remove = (by: Member, id: string) => as(by).delete(`${path}/${id}`)
const hrFirst = { name: "HR first", steps: [{ approver_role: "hr" }] }

const withTestApp = layerOfFile(TestApp)

withTestApp("GET /api/approval-chains", (it) => {
  it.status(200, "by name, for whoever may submit, with the default one marked; a page of them", function* () {
    const { admin, manager } = yield* anOffice()
    yield* aChain((yield* anOffice()).admin, [{ approver_role: "hr" }])
    const b = yield* aChain(admin, [{ approver_role: "hr" }], { name: "b", is_default: true })
    const a = yield* aChain(admin, [{ approver_role: "hr" }], { name: "A" })
    const { body } = yield* withStatus(200, as(manager).get(path))
    const chain = {
      org_id: admin.orgId,
      steps: [{ approver_role: "hr" }],
      created_at: "2026-03-02T09:00:00.000Z",
      updated_at: "2026-03-02T09:00:00.000Z"
    }
    assert.deepStrictEqual(body, {
      rows: [
        { ...chain, id: a.id, name: "A", is_default: false },
        { ...chain, id: b.id, name: "b", is_default: true }
      ],
      total: 2,
      limit: 50,
      offset: 0
    })
    const second = yield* as(manager).get(`${path}?limit=1&offset=1`)
    assert.deepInclude(second.body, { total: 2, limit: 1, offset: 1 })
    assert.strictEqual(Object(second.body).rows[0].id, b.id)
  })

  it.status(400, "a limit over 200", function* () {
    const { admin } = yield* anOffice()
    const answer = yield* withStatus(400, as(admin).get(`${path}?limit=201`))
    assert.include(answer.error, "200")
  })
})

withTestApp("GET /api/approval-chains/{id}", (it) => {
  it.status(200, "its steps in order", function* () {
    const { admin, manager } = yield* anOffice()
    const steps = [{ approver_id: manager.userId, name: "First" }, { approver_role: "admin" }]
    const chain = yield* aChain(admin, steps)
    const { body } = yield* withStatus(200, as(manager).get(`${path}/${chain.id}`))
    assert.deepInclude(body, { id: chain.id, steps })
  })

  it.status(400, "an id that is not a UUID", function* () {
    const { admin } = yield* anOffice()
    assert.strictEqual((yield* as(admin).get(`${path}/17`)).status, 400)
  })

  it.status(404, "no such chain, and one of another organisation", function* () {
    const { admin } = yield* anOffice()
    const foreign = yield* aChain((yield* anOffice()).admin, [{ approver_role: "hr" }])
    for (const id of [randomUUID(), foreign.id]) {
      assert.strictEqual((yield* as(admin).get(`${path}/${id}`)).status, 404)
      assert.strictEqual((yield* update(admin, id, { name: "X" })).status, 404)
      assert.strictEqual((yield* remove(admin, id)).status, 404)
    }
  })
})

withTestApp("POST /api/approval-chains", (it) => {
  it.status(201, "members, built-in roles and the organisation's own, audited; null is left out", function* () {
    const { admin, hr, orgId, superadmin } = yield* anOffice()
    const own = yield* makeRole(superadmin)
    const { body, status } = yield* create(admin, {
      name: " Three ",
      steps: [
        { approver_id: hr.userId, approver_role: null, name: "HR" },
        { approver_role: "admin", name: null },
        { approver_role: own.id?.toUpperCase() }
      ]
    })
    assert.strictEqual(status, 201)
    assert.deepInclude(body, {
      name: "Three",
      is_default: false,
      steps: [{ approver_id: hr.userId, name: "HR" }, { approver_role: "admin" }, { approver_role: own.id }]
    })
    const [entry] = yield* entriesOf(orgId, { action: "approval_chain_created" })
    assert.deepStrictEqual(
      [entry?.target, entry?.details],
      ["Approval chain Three", `steps: 1. member ${hr.userId}, 2. admin, 3. ${own.id}`]
    )
  })

  it.status(201, "is_default makes it the default chain, of which there is one", function* () {
    const { admin } = yield* anOffice()
    const first = yield* aChain(admin, [{ approver_role: "hr" }], { is_default: true })
    const second = yield* aChain(admin, [{ approver_role: "hr" }], { is_default: true })
    assert.deepInclude((yield* as(admin).get(`${path}/${first.id}`)).body, { is_default: false })
    assert.deepInclude((yield* as(admin).get("/api/offboarding-initiations/settings")).body, {
      default_chain_id: second.id
    })
  })

  // approvals-9: Chains are made, changed and deleted with `settings_manage`; a step names one approver or one role.
  // approvals-20: A chain has one to ten steps.
  it.status(
    400,
    "no step or more than ten, one with both approvers or none, a role or a member that is not there",
    function* () {
      const { admin, hr } = yield* anOffice()
      const foreign = yield* anOffice()
      const own = yield* makeRole(foreign.superadmin)
      const step = { approver_role: "hr" }
      const refused: ReadonlyArray<readonly [ReadonlyArray<unknown>, RegExp]> = [
        [[], /^steps: must have at least one step$/],
        [Array.from({ length: 11 }, () => step), /^steps: must have at most 10 steps$/],
        [[step, {}], /^steps\.1: must have either approver_id/],
        [[{ approver_role: "hr", approver_id: hr.userId }], /^steps\.0: must have either approver_id/],
        [[{ approver_role: "janitor" }], /^steps\.0\.approver_role: /],
        [[{ approver_role: own.id }], /^steps\.0\.approver_role: role not found/],
        [[step, { approver_id: foreign.hr.userId }], /^steps\.1\.approver_id: must be a member/],
        [[{ approver_id: "17" }], /^steps\.0\.approver_id: must be a UUID/]
      ]
      for (const [steps, sentence] of refused) {
        const answer = yield* withStatus(400, create(admin, { name: "X", steps }), JSON.stringify(steps))
        assert.match(answer.error, sentence)
      }
      assert.strictEqual((yield* create(admin, { ...hrFirst, name: " " })).status, 400)
      assert.strictEqual(
        (yield* create(admin, { name: "X", steps: Array.from({ length: 10 }, () => step) })).status,
        201
      )
    }
  )

  // approvals-21: An organization has at most 100 chains.
  it.status(400, "at most 100 chains", function* () {
    const { admin } = yield* anOffice()
    yield* Effect.forEach(Array.from({ length: 100 }), () => create(admin, hrFirst), { concurrency: 4 })
    const answer = yield* withStatus(400, create(admin, hrFirst))
    assert.include(answer.error, "at most 100")
  })

  // approvals-9
  it.status(403, "HR and managers, who do not hold settings_manage", function* () {
    const { admin, hr, manager, orgId } = yield* anOffice()
    const chain = yield* aChain(admin, [{ approver_role: "hr" }])
    for (const by of [hr, manager]) {
      assert.strictEqual((yield* create(by, hrFirst)).status, 403)
      assert.strictEqual((yield* update(by, chain.id, { name: "X" })).status, 403)
      assert.strictEqual((yield* remove(by, chain.id)).status, 403)
    }
    const own = yield* aMember(orgId, { permissions: ["settings_manage"] })
    assert.strictEqual((yield* create(own, hrFirst)).status, 201)
  })
})

withTestApp("PATCH /api/approval-chains/{id}", (it) => {
  it.status(200, "what is sent changes, audited; what changes nothing is not recorded", function* () {
    const { admin, orgId } = yield* anOffice()
    const chain = yield* aChain(admin, [{ approver_role: "hr" }], { name: "Old" })
    yield* update(admin, chain.id, { name: "Old", steps: chain.steps })
    yield* update(admin, chain.id, {})
    assert.deepStrictEqual(yield* toldOf(orgId, { action: "approval_chain_updated" }), [])
    const renamed = yield* update(admin, chain.id, { name: "New" })
    assert.deepInclude(renamed.body, { name: "New", steps: [{ approver_role: "hr" }] })
    const after = yield* update(admin, chain.id, { steps: [{ approver_role: "admin" }], is_default: true })
    assert.deepInclude(after.body, { name: "New", steps: [{ approver_role: "admin" }], is_default: true })
    assert.deepInclude((yield* update(admin, chain.id, { is_default: false })).body, { is_default: false })
    assert.deepStrictEqual(
      (yield* entriesOf(orgId, { action: "approval_chain_updated" })).map(({ details }) => details),
      ["name: Old -> New, steps: 1. hr -> 1. hr", "name: New -> New, steps: 1. hr -> 1. admin"]
    )
  })

  it.status(200, "a step of somebody who left stays; naming them anew is refused", function* () {
    const { admin, orgId, superadmin } = yield* anOffice()
    const gone = yield* aMember(orgId, "hr")
    const chain = yield* aChain(admin, [{ approver_id: gone.userId }])
    yield* as(superadmin).delete(`/api/members/${gone.userId}`)
    assert.strictEqual((yield* update(admin, chain.id, { name: "Renamed" })).status, 200)
    yield* withStatus(400, update(admin, chain.id, { steps: [{ approver_id: gone.userId }, { approver_role: "hr" }] }))
  })

  it.status(400, "steps that cannot be", function* () {
    const { admin } = yield* anOffice()
    const chain = yield* aChain(admin, [{ approver_role: "hr" }])
    assert.strictEqual((yield* update(admin, chain.id, { steps: [] })).status, 400)
    assert.strictEqual((yield* update(admin, chain.id, { steps: [{ approver_id: randomUUID() }] })).status, 400)
  })

  it.status(404, "no such chain", function* () {
    const { admin } = yield* anOffice()
    assert.strictEqual((yield* update(admin, randomUUID(), { name: "X" })).status, 404)
  })
})

withTestApp("DELETE /api/approval-chains/{id}", (it) => {
  // approvals-23: Requests that ran on a deleted chain keep its name.
  it.status(200, "one that nothing runs on; what ran on it keeps its name", function* () {
    const { admin, hr, manager, orgId } = yield* anOffice()
    const chain = yield* aChain(admin, [{ approver_role: "hr" }], { name: "Gone" })
    const row = yield* anInitiation(manager, { chain_id: chain.id })
    yield* reject(hr, row.id)
    const answer = yield* remove(admin, chain.id)
    assert.deepStrictEqual([answer.status, answer.body], [200, { success: true }])
    const { body } = yield* as(manager).get(`/api/offboarding-initiations/${row.id}`)
    assert.deepInclude(body, { chain_id: chain.id, chain_name: "Gone" })
    assert.lengthOf(yield* entriesOf(orgId, { action: "approval_chain_deleted" }), 1)
  })

  it.status(400, "an id that is not a UUID", function* () {
    const { admin } = yield* anOffice()
    assert.strictEqual((yield* remove(admin, "17")).status, 400)
  })

  it.status(404, "no such chain", function* () {
    const { admin } = yield* anOffice()
    assert.strictEqual((yield* remove(admin, randomUUID())).status, 404)
  })

  // approvals-22: A chain is not deleted while it is the default or a request waits on it: 409 `chain_in_use`.
  it.status(
    409,
    "chain_in_use: while it is the default, or an initiation that waits for approval runs on it",
    function* () {
      const { admin, manager } = yield* anOffice()
      const chain = yield* aChain(admin, [{ approver_role: "hr" }], { is_default: true })
      yield* anInitiation(manager)
      for (const use of [
        { is_default: true, pending: 1 },
        { is_default: false, pending: 1 }
      ]) {
        const answer = yield* withStatus(409, remove(admin, chain.id))
        assert.deepInclude(answer.body, { code: "chain_in_use", ...use })
        yield* settings(admin, { default_chain_id: null })
      }
    }
  )

  it.status(409, "or 404: a chain that goes while an initiation begins on it is never left without", function* () {
    const { admin, manager } = yield* anOffice()
    for (let round = 0; round < 10; round++) {
      const chain = yield* aChain(admin, [{ approver_role: "hr" }])
      const [gone, begun] = yield* Effect.all(
        [
          remove(admin, chain.id),
          as(manager).post("/api/offboarding-initiations", {
            employee_name: "Ada",
            exit_date: "2026-03-31",
            no_apps: true,
            chain_id: chain.id
          })
        ],
        { concurrency: "unbounded" }
      )
      assert.include(["200 400", "409 201"], `${gone.status} ${begun.status}`)
    }
  })
})
