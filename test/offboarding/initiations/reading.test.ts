import { assert } from "#test/support/suite"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { TestApp } from "#test/support/TestApp"
import { aMember, type Member } from "#test/support/people"
import { as, withStatus } from "#test/support/requests"
import { layerOfFile } from "#test/support/layer-of-file"
import { aChain, anInitiation, anOffice, approve, delegate, listed, reject, seen, settings, view } from "./support.ts"

const namesIn = (page: { readonly rows: ReadonlyArray<{ readonly employee_name: string }> }) =>
  page.rows.map(({ employee_name }) => employee_name).toSorted()

const withTestApp = layerOfFile(TestApp)

withTestApp("GET /api/offboarding-initiations", (it) => {
  // initiations-9: The list is `{ rows, total, limit, offset }`, 50 by default and at most 200; managers see their own,
  //   reviewers their scope and their own.
  it.status(200, "rows with the joined names, total, limit and offset, newest first", function* () {
    const { admin, hr, manager } = yield* anOffice()
    const chain = yield* aChain(admin, [{ approver_role: "hr" }], { name: "HR first" })
    const row = yield* anInitiation(manager, { chain_id: chain.id })
    yield* reject(hr, row.id)
    const page = yield* listed(admin)
    assert.deepInclude(page, { total: 1, limit: 50, offset: 0 })
    assert.deepInclude(page.rows[0], {
      id: row.id,
      initiated_by_name: "The manager",
      initiated_by_email: manager.email,
      reviewed_by_name: "The hr",
      chain_name: "HR first",
      rejection_reason: "Not agreed"
    })
  })

  it.status(200, "status, limit and offset", function* () {
    const { admin, manager } = yield* anOffice()
    const rows = yield* Effect.forEach(["A", "B", "C"], (name) => anInitiation(manager, { employee_name: name }))
    yield* reject(admin, rows[0]?.id ?? "")
    assert.deepStrictEqual(namesIn(yield* listed(manager, "?status=pending")), ["B", "C"])
    assert.deepStrictEqual(namesIn(yield* listed(manager, "?status=rejected")), ["A"])
    const [first, second] = [yield* listed(manager, "?limit=2"), yield* listed(manager, "?limit=2&offset=2")]
    assert.deepInclude(second, { total: 3, limit: 2, offset: 2 })
    assert.deepStrictEqual([...namesIn(first), ...namesIn(second)].toSorted(), ["A", "B", "C"])
  })

  it.status(400, "a limit over 200, which the answer names, a status that is none", function* () {
    const { manager } = yield* anOffice()
    const over = yield* withStatus(400, as(manager).get("/api/offboarding-initiations?limit=201"))
    assert.include(over.error, "200")
    const cancelled = yield* withStatus(400, as(manager).get("/api/offboarding-initiations?status=cancelled"))
    assert.match(cancelled.error, /^status: /)
    assert.strictEqual((yield* listed(manager, "?limit=200")).limit, 200)
  })

  it.status(
    200,
    "`view` narrows to what one submitted, or to what is one's own to decide now, seen otherwise or not",
    function* () {
      const { admin, hr, manager, orgId, superadmin } = yield* anOffice()
      const approver = yield* aMember(orgId, "manager")
      const delegated = yield* aMember(orgId, "manager")
      const chain = yield* aChain(admin, [{ approver_id: approver.userId }, { approver_role: "admin" }])
      const plain = yield* anInitiation(manager)
      const chained = yield* anInitiation(manager, { chain_id: chain.id })
      const ids = (by: Member, query: string) =>
        Effect.map(listed(by, query), ({ rows, total }) => {
          assert.strictEqual(total, rows.length)
          // Made at one moment of the test: which of them is the newer one is nobody's to say.
          return rows.map(({ id }) => id).toSorted()
        })
      assert.deepStrictEqual(yield* ids(manager, "?view=mine"), [chained.id, plain.id].toSorted())
      assert.deepStrictEqual(yield* ids(hr, "?view=mine"), [])
      assert.deepStrictEqual(yield* ids(hr, "?view=to_decide"), [plain.id])
      assert.deepStrictEqual(yield* ids(manager, "?view=to_decide"), [])
      assert.deepStrictEqual(yield* ids(approver, ""), [])
      assert.deepStrictEqual(yield* ids(approver, "?view=to_decide"), [chained.id])
      assert.deepStrictEqual(yield* ids(delegated, "?view=to_decide"), [])
      assert.deepInclude(yield* seen(manager, chained.id), { yours: false, delegates: [], step_count: 2 })
      const theirs = yield* seen(approver, chained.id)
      assert.isTrue(theirs.yours)
      assert.sameMembers(
        theirs.delegates.map(({ user_id }) => user_id),
        [superadmin, admin, hr, delegated].map(({ userId }) => userId)
      )
      yield* delegate(approver, chained.id, delegated.userId)
      assert.deepInclude(yield* seen(delegated, chained.id), { yours: true, delegates: [] })
      assert.deepInclude(yield* seen(hr, plain.id), { yours: true, delegates: [], step_count: 0 })
      const [step] = (yield* seen(delegated, chained.id)).step_history
      const nameOf = (id: string) =>
        Effect.map(as(admin).get("/api/members"), ({ body }) =>
          Array.isArray(body) ? body.find((one) => one.user_id === id)?.full_name : undefined
        )
      assert.deepStrictEqual(
        [step?.approver_name, step?.delegated_to_name],
        [yield* nameOf(approver.userId), yield* nameOf(delegated.userId)]
      )
      assert.deepStrictEqual(yield* ids(delegated, "?view=to_decide&status=pending"), [chained.id])
      assert.deepStrictEqual(yield* ids(admin, "?view=to_decide"), [plain.id])
      yield* approve(delegated, chained.id)
      assert.deepStrictEqual(yield* ids(delegated, "?view=to_decide"), [])
      assert.deepStrictEqual(yield* ids(admin, "?view=to_decide"), [chained.id, plain.id].toSorted())
      const again = yield* anInitiation(manager, { chain_id: chain.id })
      assert.notInclude(yield* ids(superadmin, "?view=to_decide"), again.id)
      yield* as(admin).delete(`/api/members/${approver.userId}`)
      assert.include(yield* ids(superadmin, "?view=to_decide"), again.id)
    }
  )

  // initiations-9
  it.status(
    200,
    "managers see only their own, reviewers their scope and their own, each in get as in list",
    function* () {
      const { admin, hr, manager, orgId, superadmin } = yield* anOffice()
      const sees = { permissions: ["offboardings_view", "offboardings_create"] } as const
      const all = yield* aMember(orgId, sees)
      const sales = yield* aMember(orgId, { ...sales_, ...sees })
      const reports = yield* aMember(orgId, { ...sees, scope: "direct_reports" })
      const blind = yield* aMember(orgId, { permissions: ["offboardings_create"] })
      const other = yield* aMember(orgId, "manager")
      const submitted = [
        yield* anInitiation(manager, { employee_name: "manager's, Research", employee_department: "Research" }),
        yield* anInitiation(manager, { employee_name: "manager's, Sales", employee_department: "Sales" }),
        yield* anInitiation(other, { employee_name: "other's, Research", employee_department: "Research" }),
        yield* anInitiation(reports, { employee_name: "reports'", employee_department: "Sales" }),
        yield* anInitiation(blind, { employee_name: "blind's", employee_department: "Research" })
      ]
      const everything = submitted.map(({ employee_name }) => employee_name)
      const table = [
        [superadmin, everything],
        [admin, everything],
        [hr, everything],
        [all, everything],
        [manager, ["manager's, Research", "manager's, Sales"]],
        [other, ["other's, Research"]],
        [sales, ["manager's, Sales", "reports'"]],
        [reports, ["reports'"]],
        [blind, ["blind's"]]
      ] as const
      for (const [member, names] of table) {
        const page = yield* listed(member)
        assert.deepStrictEqual(namesIn(page), [...names].toSorted(), member.email)
        assert.strictEqual(page.total, names.length)
        for (const row of submitted) {
          const { status } = yield* view(member, row.id)
          assert.strictEqual(status, names.some((name) => name === row.employee_name) ? 200 : 404, member.email)
        }
      }
    }
  )

  // initiations-20: HR limited to departments sees the requests of those departments and its own.
  it.status(200, "HR limited to departments sees those and its own", function* () {
    const { admin, hr, manager } = yield* anOffice()
    yield* as(admin).patch(`/api/members/${hr.userId}`, { scope: "departments", departments: ["Sales"] })
    const research = yield* anInitiation(manager, { employee_name: "R", employee_department: "Research" })
    yield* anInitiation(manager, { employee_name: "S", employee_department: "Sales" })
    assert.deepStrictEqual(namesIn(yield* listed(hr)), ["S"])
    // What HR does not see it cannot decide, edit or withdraw either.
    assert.strictEqual((yield* view(hr, research.id)).status, 404)
    assert.strictEqual((yield* approve(hr, research.id)).status, 404)
    assert.strictEqual((yield* reject(hr, research.id)).status, 404)
    const path = `/api/offboarding-initiations/${research.id}`
    assert.strictEqual((yield* as(hr).patch(path, { employee_role: "X" })).status, 404)
    assert.strictEqual((yield* as(hr).delete(path)).status, 404)
    assert.strictEqual((yield* delegate(hr, research.id, admin.userId)).status, 404)
  })
})

const sales_ = { scope: "departments", departments: ["Sales"] } as const

withTestApp("GET /api/offboarding-initiations/{id}", (it) => {
  // initiations-10: One is shown with `step_history`, an entry for each step reached, and `[]` without a chain.
  it.status(200, "step_history has one entry per step reached, with actor, time, notes and delegation", function* () {
    const { admin, hr, manager, orgId } = yield* anOffice()
    const delegated = yield* aMember(orgId, "manager")
    const chain = yield* aChain(admin, [
      { approver_role: "hr", name: "HR agrees" },
      { approver_id: admin.userId },
      { approver_role: "superadmin" }
    ])
    const row = yield* anInitiation(manager, { chain_id: chain.id })
    const empty = {
      status: "pending",
      acted_by: null,
      acted_by_name: null,
      acted_at: null,
      notes: null,
      delegated_to: null,
      delegated_to_name: null,
      delegated_by: null,
      delegated_at: null,
      delegation_notes: null
    }
    const first = { step: 1, name: "HR agrees", approver_id: null, approver_name: null, approver_role: "hr" }
    const { body } = yield* view(admin, row.id)
    assert.deepInclude(body, { step_history: [{ ...first, ...empty }] })

    yield* approve(hr, row.id, { notes: "Fine" })
    yield* delegate(admin, row.id, delegated.userId, { notes: "On leave" })
    const now = "2026-03-02T09:00:00.000Z"
    const after = yield* view(admin, row.id)
    assert.deepInclude(after.body, {
      current_step: 2,
      step_history: [
        {
          ...first,
          ...empty,
          status: "approved",
          acted_by: hr.userId,
          acted_by_name: "The hr",
          acted_at: now,
          notes: "Fine"
        },
        {
          ...empty,
          step: 2,
          name: null,
          approver_id: admin.userId,
          approver_name: "The admin",
          approver_role: null,
          delegated_to: delegated.userId,
          delegated_to_name: "The manager",
          delegated_by: admin.userId,
          delegated_at: now,
          delegation_notes: "On leave"
        }
      ]
    })
    // Whose turn it is reads what is to be decided.
    assert.strictEqual((yield* view(delegated, row.id)).status, 200)
    assert.strictEqual((yield* view(yield* aMember(orgId, "manager"), row.id)).status, 404)
  })

  // initiations-10
  it.status(200, "[] without a chain", function* () {
    const { manager } = yield* anOffice()
    const row = yield* anInitiation(manager)
    assert.deepStrictEqual((yield* seen(manager, row.id)).step_history, [])
  })

  it.status(400, "an id that is not a UUID", function* () {
    const { admin } = yield* anOffice()
    assert.strictEqual((yield* view(admin, "17")).status, 400)
  })

  it.status(404, "no such initiation, and one of another organisation", function* () {
    const { admin } = yield* anOffice()
    const elsewhere = yield* anOffice()
    const foreign = yield* anInitiation(elsewhere.manager)
    assert.strictEqual((yield* view(admin, randomUUID())).status, 404)
    assert.strictEqual((yield* view(admin, foreign.id)).status, 404)
  })
})

const path = "/api/offboarding-initiations/settings"

withTestApp("GET /api/offboarding-initiations/settings", (it) => {
  it.status(200, "approval is required and there is no default chain until somebody chooses", function* () {
    const { manager } = yield* anOffice()
    const answer = yield* as(manager).get(path)
    assert.deepStrictEqual(
      [answer.status, answer.body],
      [200, { require_initiation_approval: true, default_chain_id: null }]
    )
  })
})

withTestApp("PATCH /api/offboarding-initiations/settings", (it) => {
  // initiations-14: The settings are `require_initiation_approval` and `default_chain_id`, changed with
  //   `settings_manage`.
  it.status(200, "each alone or both; what is left out stays", function* () {
    const { admin, manager } = yield* anOffice()
    const chain = yield* aChain(admin, [{ approver_role: "hr" }])
    const answers = [
      [{ default_chain_id: chain.id }, { require_initiation_approval: true, default_chain_id: chain.id }],
      [{ require_initiation_approval: false }, { require_initiation_approval: false, default_chain_id: chain.id }],
      [
        { require_initiation_approval: true, default_chain_id: null },
        { require_initiation_approval: true, default_chain_id: null }
      ]
    ] as const
    for (const [body, wanted] of answers) {
      const answer = yield* settings(admin, body)
      assert.deepStrictEqual([answer.status, answer.body], [200, wanted])
      assert.deepStrictEqual((yield* as(manager).get(path)).body, wanted)
    }
  })

  it.status(400, "a chain that is unknown or another organisation's, a body that says nothing", function* () {
    const { admin } = yield* anOffice()
    const elsewhere = yield* anOffice()
    const foreign = yield* aChain(elsewhere.admin, [{ approver_role: "hr" }])
    for (const id of [foreign.id, randomUUID()]) {
      const answer = yield* withStatus(400, settings(admin, { default_chain_id: id }))
      assert.match(answer.error, /^default_chain_id: /)
    }
    assert.strictEqual((yield* settings(admin, {})).status, 400)
    assert.strictEqual((yield* settings(admin, { require_initiation_approval: "no" })).status, 400)
  })

  // initiations-14
  it.status(403, "HR and managers, who do not hold settings_manage", function* () {
    const { hr, manager } = yield* anOffice()
    for (const by of [hr, manager]) {
      assert.strictEqual((yield* settings(by, { require_initiation_approval: false })).status, 403)
    }
  })
})
