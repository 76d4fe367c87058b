import { assert } from "#test/support/suite"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { makeRole } from "#test/organisation/members/support"
import { TestApp } from "#test/support/TestApp"
import { layerOfFile } from "#test/support/layer-of-file"
import { aMember, type Member } from "#test/support/people"
import { inTables } from "#test/support/tables"
import { as, type Asked, withStatus } from "#test/support/requests"
import { entriesOf } from "#test/support/log"
import { aPerson } from "#test/support/cases"
import {
  aChain,
  anInitiation,
  anOffice,
  approve,
  casesOf,
  connects,
  delegate,
  edit,
  reject,
  seen,
  view,
  withdraw
} from "./support.ts"

const states = ["pending on no chain", "pending on a chain", "approved", "rejected", "withdrawn"] as const

const inState = Effect.fnUntraced(function* (
  office: Effect.Success<ReturnType<typeof anOffice>>,
  state: (typeof states)[number]
) {
  const chain = yield* aChain(office.admin, [{ approver_role: "hr" }, { approver_role: "admin" }])
  const row = yield* anInitiation(office.manager, state === "pending on a chain" ? { chain_id: chain.id } : {})
  if (state === "approved") yield* approve(office.hr, row.id)
  if (state === "rejected") yield* reject(office.hr, row.id)
  if (state === "withdrawn") yield* withdraw(office.hr, row.id)
  return row.id
})

type Verb = "approve" | "reject" | "edit" | "withdraw" | "delegate"
const verbs: Readonly<Record<Verb, (by: Member, id: string, to: string) => Asked>> = {
  approve: (by, id) => approve(by, id),
  reject: (by, id) => reject(by, id),
  edit: (by, id) => edit(by, id, { employee_role: "X" }),
  withdraw,
  delegate
}

const withTestApp = layerOfFile(TestApp)

withTestApp("POST /api/offboarding-initiations/{id}/approve", (it) => {
  // approvals-8: Each state takes each verb as documented.
  it.status(200, "and 409: the state table, each state by each verb, and what is left", function* () {
    const table: Readonly<Record<(typeof states)[number], Readonly<Record<Verb, readonly [number, string]>>>> = {
      "pending on no chain": {
        approve: [200, "approved"],
        reject: [200, "rejected"],
        edit: [200, "pending"],
        withdraw: [200, "gone"],
        delegate: [400, "pending"]
      },
      "pending on a chain": {
        approve: [200, "pending"],
        reject: [200, "rejected"],
        edit: [200, "pending"],
        withdraw: [200, "gone"],
        delegate: [200, "pending"]
      },
      approved: {
        approve: [409, "approved"],
        reject: [409, "approved"],
        edit: [409, "approved"],
        withdraw: [409, "approved"],
        delegate: [400, "approved"]
      },
      rejected: {
        approve: [409, "rejected"],
        reject: [409, "rejected"],
        edit: [409, "rejected"],
        withdraw: [409, "rejected"],
        delegate: [400, "rejected"]
      },
      withdrawn: {
        approve: [404, "gone"],
        reject: [404, "gone"],
        edit: [404, "gone"],
        withdraw: [404, "gone"],
        delegate: [404, "gone"]
      }
    }
    for (const state of states) {
      for (const verb of ["approve", "reject", "edit", "withdraw", "delegate"] as const) {
        const office = yield* anOffice()
        const id = yield* inState(office, state)
        const answer = yield* verbs[verb](office.hr, id, office.admin.userId)
        const found = yield* view(office.hr, id)
        const left = found.status === 404 ? "gone" : (yield* seen(office.hr, id)).status
        assert.deepStrictEqual([answer.status, left], [...table[state][verb]], `${state}, ${verb}`)
        // There is a case exactly where it says approved.
        assert.lengthOf(yield* casesOf(office.orgId), left === "approved" ? 1 : 0, `${state}, ${verb}`)
      }
    }
  })

  // approvals-2: The last approval creates the case from the initiation's fields, and sets `offboarding_id`.
  it.status(200, "step by step; the last approval creates the offboarding from the initiation's fields", function* () {
    const { admin, hr, manager, orgId, superadmin } = yield* anOffice()
    const own = yield* makeRole(superadmin, { name: "Counsel", permissions: [] })
    const counsel = yield* aMember(orgId, "manager")
    yield* as(superadmin).patch(`/api/members/${counsel.userId}`, { role_id: own.id })
    yield* connects(superadmin, "crm")
    const chain = yield* aChain(admin, [
      { approver_id: manager.userId },
      { approver_role: own.id },
      { approver_role: "admin" }
    ])
    const submitter = yield* aMember(orgId, "manager")
    const row = yield* anInitiation(submitter, {
      chain_id: chain.id,
      employee_email: "ada@acme.test",
      apps_to_revoke: ["crm"]
    })
    for (const [by, step] of [
      [manager, 2],
      [counsel, 3]
    ] as const) {
      const answer = yield* withStatus(200, approve(by, row.id))
      assert.deepInclude(answer.body, { status: "pending", current_step: step, offboarding_id: null })
      assert.deepStrictEqual(yield* casesOf(orgId), [])
    }
    // Nobody else can stand in, an admin before their turn, HR, or a Super Admin.
    assert.strictEqual((yield* approve(hr, row.id)).status, 403)
    assert.strictEqual((yield* approve(superadmin, row.id)).status, 403)
    const last = yield* approve(admin, row.id, { notes: "All clear" })
    const [created] = yield* casesOf(orgId)
    assert.strictEqual(last.status, 200)
    assert.deepInclude(last.body, {
      status: "approved",
      current_step: 3,
      reviewed_by: admin.userId,
      reviewed_at: "2026-03-02T09:00:00.000Z",
      offboarding_id: created?.["id"]
    })
    assert.deepInclude(created, {
      source: "initiation",
      initiated_by: submitter.userId,
      employee_email: "ada@acme.test",
      no_apps_confirmed_at: null,
      events: 1
    })
    assert.deepStrictEqual(created?.["apps"], ["crm"])
    const steps = yield* entriesOf(orgId, { action: "initiation_step_approved" })
    assert.deepStrictEqual(
      steps.map(({ details }) => details),
      ["step 1 of 3, notes: none", "step 2 of 3, notes: none"]
    )
    const [entry] = yield* entriesOf(orgId, { action: "initiation_approved" })
    assert.strictEqual(entry?.details, "last day: 2026-03-31, apps: crm, notes: All clear")
  })

  it.status(200, "without a body; the manager of the directory becomes the case's", function* () {
    const { admin, manager, orgId } = yield* anOffice()
    yield* aPerson(admin, "Ada Lovelace", { email: "ada@acme.test", managerEmail: "grace@acme.test" })
    const row = yield* anInitiation(manager, { employee_email: "ada@acme.test" })
    yield* withStatus(200, as(admin).post(`/api/offboarding-initiations/${row.id}/approve`))
    assert.deepInclude((yield* casesOf(orgId))[0], { manager_email: "grace@acme.test" })
  })

  // approvals-3: It may name other apps, or that there are none.
  it.status(200, "apps_to_revoke and no_apps of the final approval go before those that were submitted", function* () {
    const { admin, hr, manager, orgId, superadmin } = yield* anOffice()
    yield* connects(superadmin, "crm")
    yield* connects(superadmin, "wiki")
    const named = yield* anInitiation(manager, { apps_to_revoke: ["crm"] })
    assert.deepInclude((yield* approve(hr, named.id, { apps_to_revoke: ["Wiki"] })).body, {
      apps_to_revoke: ["wiki"]
    })
    const none = yield* anInitiation(manager, { apps_to_revoke: ["crm"] })
    assert.deepInclude((yield* approve(admin, none.id, { no_apps: true })).body, { apps_to_revoke: [] })
    const some = yield* anInitiation(manager)
    yield* approve(admin, some.id, { apps_to_revoke: ["crm"] })
    const cases = new Map((yield* casesOf(orgId)).map((one) => [one["id"], one]))
    const caseOf = Effect.fnUntraced(function* (id: string) {
      return cases.get((yield* seen(admin, id)).offboarding_id)
    })
    assert.deepInclude(yield* caseOf(named.id), { apps: ["wiki"], no_apps_confirmed_by: null })
    // The choice of an admin confirms it, that of HR does not (approvals-3).
    assert.deepInclude(yield* caseOf(none.id), { apps: [], no_apps_confirmed_by: admin.userId })
    assert.deepInclude(yield* caseOf(some.id), { apps: ["crm"], no_apps_confirmed_by: null })
  })

  // approvals-10: Only the last approval reads `apps_to_revoke` and `no_apps`.
  it.status(200, "apps_to_revoke and no_apps of an approval that is not the last are not read", function* () {
    const { admin, hr, manager, orgId, superadmin } = yield* anOffice()
    yield* connects(superadmin, "crm")
    const chain = yield* aChain(admin, [{ approver_role: "hr" }, { approver_role: "admin" }])
    const row = yield* anInitiation(manager, { chain_id: chain.id, apps_to_revoke: ["crm"] })
    const first = yield* withStatus(200, approve(hr, row.id, { apps_to_revoke: ["Jira"], no_apps: true }))
    assert.deepInclude(first.body, { current_step: 2, apps_to_revoke: ["crm"] })
    yield* approve(admin, row.id)
    assert.deepStrictEqual((yield* casesOf(orgId))[0]?.["apps"], ["crm"])
  })

  // approvals-11: Editing a chain does not change the requests that already run on it.
  it.status(200, "editing or renaming a chain does not change what runs on it", function* () {
    const { admin, hr, manager } = yield* anOffice()
    const chain = yield* aChain(admin, [{ approver_role: "hr" }, { approver_role: "admin" }], { name: "Old" })
    const row = yield* anInitiation(manager, { chain_id: chain.id })
    yield* as(admin).patch(`/api/approval-chains/${chain.id}`, {
      name: "New",
      steps: [{ approver_role: "superadmin" }]
    })
    assert.deepInclude((yield* approve(hr, row.id)).body, { current_step: 2, status: "pending" })
    assert.deepInclude((yield* approve(admin, row.id)).body, { status: "approved" })
    assert.strictEqual((yield* seen(manager, row.id)).chain_name, "New")
  })

  // approvals-12: A Super Admin acts on a step whose approver has left.
  it.status(200, "a Super Admin acts where the designated approver has left; nobody else does", function* () {
    const { admin, hr, manager, orgId, superadmin } = yield* anOffice()
    const gone = yield* aMember(orgId, "hr")
    const chain = yield* aChain(admin, [{ approver_id: gone.userId }])
    const row = yield* anInitiation(manager, { chain_id: chain.id })
    assert.strictEqual((yield* approve(superadmin, row.id)).status, 403)
    yield* as(superadmin).delete(`/api/members/${gone.userId}`)
    assert.strictEqual((yield* approve(admin, row.id)).status, 403)
    assert.strictEqual((yield* approve(hr, row.id)).status, 403)
    assert.deepInclude((yield* approve(superadmin, row.id)).body, { status: "approved" })
  })

  it.status(
    400,
    "apps that are not connected, no choice of apps, notes that are too long, an id that is no UUID",
    function* () {
      const { admin, manager, orgId } = yield* anOffice()
      const row = yield* anInitiation(manager)
      const unknown = yield* withStatus(400, approve(admin, row.id, { apps_to_revoke: ["Jira"] }))
      assert.deepInclude(unknown.body, { code: "unknown_apps" })
      const none = yield* withStatus(400, approve(admin, row.id, { apps_to_revoke: [] }))
      assert.deepInclude(none.body, { code: "apps_choice_required" })
      assert.strictEqual((yield* approve(admin, row.id, { notes: "x".repeat(2001) })).status, 400)
      assert.strictEqual((yield* approve(admin, "17")).status, 400)
      assert.strictEqual((yield* seen(admin, row.id)).status, "pending")
      assert.deepStrictEqual(yield* casesOf(orgId), [])
    }
  )

  // approvals-4: Without a chain HR and admins decide.
  it.status(
    403,
    "not the designated actor: without a chain whoever is neither HR nor admin, the submitter too",
    function* () {
      const { manager, orgId } = yield* anOffice()
      const row = yield* anInitiation(manager)
      const own = yield* aMember(orgId, { permissions: ["offboardings_view", "offboardings_edit", "access_revoke"] })
      for (const by of [manager, own, yield* aMember(orgId, "manager")]) {
        assert.strictEqual((yield* approve(by, row.id)).status, 403)
        assert.strictEqual((yield* reject(by, row.id)).status, 403)
      }
    }
  )

  // approvals-1: A step is acted on by its designated approver, a holder of its role or an active delegate, and by
  //   nobody else.
  it.status(
    403,
    "on a chain whoever is no designated approver, holder of the step's role or delegate, admins too",
    function* () {
      const { admin, hr, manager, orgId, superadmin } = yield* anOffice()
      const approver = yield* aMember(orgId, "manager")
      const byId = yield* aChain(admin, [{ approver_id: approver.userId }])
      const byRole = yield* aChain(admin, [{ approver_role: "hr" }])
      const named = yield* anInitiation(manager, { chain_id: byId.id })
      const held = yield* anInitiation(manager, { chain_id: byRole.id })
      for (const [row, others] of [
        [named, [superadmin, admin, hr, manager, yield* aMember(orgId, "manager")]],
        [held, [superadmin, admin, manager, approver]]
      ] as const) {
        for (const by of others) {
          assert.strictEqual((yield* approve(by, row.id)).status, 403)
          assert.strictEqual((yield* reject(by, row.id)).status, 403)
        }
        assert.deepInclude(yield* seen(admin, row.id), { status: "pending", current_step: 1 })
      }
      assert.strictEqual((yield* approve(approver, named.id)).status, 200)
      assert.strictEqual((yield* approve(hr, held.id)).status, 200)
    }
  )

  // approvals-13: The submitter cannot be the only one who approves.
  it.status(
    403,
    "the submitter alone, by a chain of their own role or place that they chose; anybody beside them does",
    function* () {
      const { admin, hr, manager, orgId } = yield* anOffice()
      const other = yield* aMember(orgId, "manager")
      const byRole = yield* aChain(admin, [{ approver_role: "manager" }])
      const byPlace = yield* aChain(admin, [{ approver_role: "manager" }, { approver_id: manager.userId }])
      const mixed = yield* aChain(admin, [{ approver_role: "hr" }, { approver_role: "manager" }])

      const one = yield* anInitiation(manager, { chain_id: byRole.id })
      assert.strictEqual((yield* approve(manager, one.id)).status, 403)
      assert.lengthOf(yield* casesOf(orgId), 0)
      assert.strictEqual((yield* approve(other, one.id)).status, 200)

      const two = yield* anInitiation(manager, { chain_id: byPlace.id })
      assert.strictEqual((yield* approve(manager, two.id)).status, 200)
      assert.strictEqual((yield* approve(manager, two.id)).status, 403)
      yield* delegate(manager, two.id, other.userId)
      assert.strictEqual((yield* approve(other, two.id)).status, 200)

      const three = yield* anInitiation(manager, { chain_id: mixed.id })
      yield* approve(hr, three.id)
      assert.strictEqual((yield* approve(manager, three.id)).status, 200)
      assert.lengthOf(yield* casesOf(orgId), 3)
    }
  )

  // approvals-14: A step of a department outside the caller's scope is 404.
  it.status(404, "a holder of the step's role who may not see the department", function* () {
    const { admin, hr, manager } = yield* anOffice()
    yield* as(admin).patch(`/api/members/${hr.userId}`, { scope: "departments", departments: ["Sales"] })
    const chain = yield* aChain(admin, [{ approver_role: "hr" }])
    const hidden = yield* anInitiation(manager, { chain_id: chain.id, employee_department: "Research" })
    assert.strictEqual((yield* approve(hr, hidden.id)).status, 404)
    const shown = yield* anInitiation(manager, { chain_id: chain.id, employee_department: "Sales" })
    assert.strictEqual((yield* approve(hr, shown.id)).status, 200)
  })

  it.status(404, "no such initiation", function* () {
    const { admin } = yield* anOffice()
    assert.strictEqual((yield* approve(admin, randomUUID())).status, 404)
  })

  // approvals-5: A step that was acted on, and one that does not wait any more, are 409; so is an address with an open
  //   case.
  it.status(409, "the step was already acted on: its approver comes again", function* () {
    const { admin, hr, manager, orgId } = yield* anOffice()
    const chain = yield* aChain(admin, [{ approver_role: "hr" }, { approver_role: "admin" }])
    const row = yield* anInitiation(manager, { chain_id: chain.id })
    yield* approve(hr, row.id)
    for (const late of [hr, yield* aMember(orgId, "hr")]) {
      const answer = yield* withStatus(409, approve(late, row.id))
      assert.deepInclude(answer.body, { code: "step_acted" })
      assert.strictEqual((yield* reject(late, row.id)).status, 409)
    }
  })

  // approvals-5
  it.status(
    409,
    "duplicate: the employee already has an open offboarding; its id is told and all stays pending",
    function* () {
      const { admin, hr, manager, orgId } = yield* anOffice()
      const chain = yield* aChain(admin, [{ approver_role: "hr" }])
      const rows = [
        yield* anInitiation(manager, { employee_email: "ada@acme.test" }),
        yield* anInitiation(manager, { employee_email: "ada@acme.test", chain_id: chain.id })
      ]
      const open = yield* anInitiation(admin, { employee_email: "Ada@acme.test" })
      for (const { id } of rows) {
        const answer = yield* withStatus(409, approve(hr, id))
        assert.deepInclude(answer.body, { code: "duplicate", id: open.offboarding_id })
        assert.deepInclude(yield* seen(admin, id), { status: "pending", reviewed_by: null })
      }
      assert.strictEqual((yield* seen(admin, rows[1]?.id ?? "")).step_history[0]?.status, "pending")
      assert.lengthOf(yield* casesOf(orgId), 1)
    }
  )
})

withTestApp("POST /api/offboarding-initiations/{id}/reject", (it) => {
  // approvals-6: Rejecting needs a reason, to which the notes default.
  it.status(200, "final, with the reason, which is stored sealed; the step's notes default to it", function* () {
    const { admin, hr, manager, orgId } = yield* anOffice()
    const chain = yield* aChain(admin, [{ approver_role: "hr" }])
    const bodies = [
      [{ rejection_reason: "Stays after all" }, "Stays after all"],
      [{ rejection_reason: "Stays after all", notes: null }, "Stays after all"],
      [{ rejection_reason: "Stays after all", notes: " " }, "Stays after all"],
      [{ rejection_reason: "Stays after all", notes: "Ask again in May" }, "Ask again in May"]
    ] as const
    for (const [body, notes] of bodies) {
      const row = yield* anInitiation(manager, { chain_id: chain.id })
      const answer = yield* withStatus(200, reject(hr, row.id, body))
      assert.deepInclude(answer.body, {
        status: "rejected",
        rejection_reason: "Stays after all",
        reviewed_by: hr.userId,
        reviewed_at: "2026-03-02T09:00:00.000Z",
        offboarding_id: null
      })
      const { step_history } = yield* seen(manager, row.id)
      assert.deepInclude(step_history[0], { status: "rejected", notes, acted_by: hr.userId })
    }
    assert.deepStrictEqual(yield* casesOf(orgId), [])
    const [stored] = yield* inTables(
      orgId,
      (sql) => sql<{ all: string }>`
          SELECT json_agg(i)::text || (SELECT json_agg(s)::text FROM initiation_steps s WHERE s.org_id = ${orgId}) AS all
          FROM offboarding_initiations i WHERE i.org_id = ${orgId}`
    )
    assert.notInclude(stored?.all, "after all")
    const [entry] = yield* entriesOf(orgId, { action: "initiation_rejected" })
    assert.strictEqual(entry?.details, "reason: Stays after all, notes: none")
  })

  // approvals-6
  it.status(400, "without a rejection_reason, or a blank or too long one", function* () {
    const { admin, manager } = yield* anOffice()
    const row = yield* anInitiation(manager)
    for (const body of [{}, { rejection_reason: " " }, { rejection_reason: "x".repeat(2001) }, { notes: "No" }]) {
      const answer = yield* withStatus(400, reject(admin, row.id, body))
      assert.match(answer.error, /^rejection_reason: /)
    }
  })

  it.status(404, "no such initiation", function* () {
    const { admin } = yield* anOffice()
    assert.strictEqual((yield* reject(admin, randomUUID())).status, 404)
  })

  it.status(409, "no longer pending", function* () {
    const { admin, manager } = yield* anOffice()
    const row = yield* anInitiation(manager)
    yield* reject(admin, row.id)
    const again = yield* withStatus(409, reject(admin, row.id))
    assert.deepInclude(again.body, { code: "not_pending" })
  })
})
