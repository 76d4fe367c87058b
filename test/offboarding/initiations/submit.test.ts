import { assert, layer } from "#test/support/suite"
import { InitiationSeparation } from "@svc/contract/initiations/schema"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { TestApp } from "#test/support/TestApp"
import { aMember } from "#test/support/people"
import { as, withStatus } from "#test/support/requests"
import { inTables } from "#test/support/tables"
import { entriesOf } from "#test/support/log"
import { aPerson } from "#test/support/cases"
import {
  aChain,
  anInitiation,
  anOffice,
  approve,
  casesOf,
  connects,
  edit,
  leaving,
  reject,
  settings,
  submit,
  view
} from "./support.ts"

layer(TestApp)("POST /api/offboarding-initiations", (it) => {
  // initiations-1: A manager's request is `pending`; HR's and an admin's is approved at once, and so is anybody's where
  //   approval is not required.
  it.status(201, "pending: a manager's, answered as the raw row without the joined fields", function* () {
    const { hr, manager, orgId } = yield* anOffice()
    yield* connects(yield* aMember(orgId), "crm")
    const { body, status } = yield* submit(manager, {
      employee_email: "ada@acme.test",
      employee_role: "Engineer",
      employee_department: "Research",
      separation_type: "layoff",
      apps_to_revoke: ["CRM"],
      no_apps: false,
      notes: "Handle with care"
    })
    assert.strictEqual(status, 201)
    const row: { readonly [field: string]: unknown } = Object(body)
    assert.match(String(row["notes"]), /^pii:v1:[0-9a-f-]{36}:[A-Za-z0-9_-]+$/)
    assert.deepStrictEqual(
      { ...row, id: "", notes: "" },
      {
        id: "",
        org_id: orgId,
        initiated_by: manager.userId,
        employee_name: "Ada Lovelace",
        employee_email: "ada@acme.test",
        employee_role: "Engineer",
        employee_department: "Research",
        exit_date: "2026-03-31",
        separation_type: "layoff",
        apps_to_revoke: ["crm"],
        notes: "",
        status: "pending",
        chain_id: null,
        current_step: 0,
        reviewed_by: null,
        reviewed_at: null,
        rejection_reason: null,
        offboarding_id: null,
        created_at: "2026-03-02T09:00:00.000Z",
        updated_at: "2026-03-02T09:00:00.000Z"
      }
    )
    assert.deepStrictEqual(yield* casesOf(orgId), [])
    const [entry] = yield* entriesOf(orgId, { action: "initiation_submitted" })
    assert.deepStrictEqual(
      [entry?.actor_id, entry?.target, entry?.details],
      [manager.userId, "Request for Ada Lovelace", "last day: 2026-03-31, apps: crm, no chain, notes: Handle with care"]
    )
    assert.notInclude((yield* as(hr).get("/api/offboarding-initiations")).text, "care")
  })

  // initiations-1
  it.status(
    201,
    "approved: HR and admins, also with a chain_id, get the offboarding at once from its fields",
    function* () {
      for (const role of ["superadmin", "admin", "hr"] as const) {
        const office = yield* anOffice()
        const by = office[role]
        const chain = yield* aChain(office.admin, [{ approver_role: "superadmin" }], { is_default: true })
        const row = yield* anInitiation(by, {
          chain_id: chain.id,
          employee_email: "ada@acme.test",
          employee_role: "Engineer",
          employee_department: "Research",
          separation_type: "retirement"
        })
        const [created, ...more] = yield* casesOf(office.orgId)
        assert.deepStrictEqual(more, [])
        assert.deepInclude(row, { status: "approved", current_step: 0, reviewed_by: by.userId })
        assert.strictEqual(row.offboarding_id, created?.["id"])
        assert.deepInclude(created, {
          employee_name: "Ada Lovelace",
          employee_email: "ada@acme.test",
          employee_role: "Engineer",
          employee_department: "Research",
          exit_date: "2026-03-31",
          separation_type: "retirement",
          status: "pending",
          source: "initiation",
          initiated_by: by.userId,
          // An admin's word is what confirms that there is nothing to revoke.
          no_apps_confirmed_by: role === "hr" ? null : by.userId,
          events: 1
        })
      }
    }
  )

  // initiations-19: Where no approval was needed, `reviewed_by` and `reviewed_at` stay null.
  it.status(
    201,
    "approved: anybody's where the organisation does not require approval; nobody reviewed it",
    function* () {
      const { admin, manager, orgId } = yield* anOffice()
      yield* settings(admin, { require_initiation_approval: false })
      const row = yield* anInitiation(manager)
      assert.deepInclude(row, { status: "approved", reviewed_by: null, reviewed_at: null })
      const [created] = yield* casesOf(orgId)
      assert.deepInclude(created, { id: row.offboarding_id, initiated_by: manager.userId, no_apps_confirmed_at: null })
    }
  )

  // initiations-2: It goes along the chain that was named, else the default one.
  it.status(
    201,
    "pending: on the chain that chain_id names, else on the default one, from its first step",
    function* () {
      const { admin, manager } = yield* anOffice()
      const first = yield* aChain(admin, [{ approver_role: "hr" }], { is_default: true })
      const second = yield* aChain(admin, [{ approver_role: "admin" }])
      assert.deepInclude(yield* anInitiation(manager), { chain_id: first.id, current_step: 1, status: "pending" })
      assert.deepInclude(yield* anInitiation(manager, { chain_id: second.id }), {
        chain_id: second.id,
        current_step: 1
      })
    }
  )

  // initiations-18: A custom role that may create offboardings submits a request, which waits like a manager's.
  it.status(201, "an own role that may create offboardings submits, and waits as a manager does", function* () {
    const { orgId } = yield* anOffice()
    const own = yield* aMember(orgId, { permissions: ["offboardings_create"] })
    assert.strictEqual((yield* anInitiation(own)).status, "pending")
  })

  it.status(201, "the notes are stored sealed, with the person's key", function* () {
    const { manager, orgId } = yield* anOffice()
    yield* anInitiation(manager, { notes: "[erased]" })
    const rows = yield* inTables(
      orgId,
      (sql) => sql<{ sealed_notes: string; person_key_id: string }>`
          SELECT sealed_notes, person_key_id FROM offboarding_initiations WHERE org_id = ${orgId}`
    )
    assert.match(rows[0]?.sealed_notes ?? "", new RegExp(`^\\[\\[aps:v1:${rows[0]?.person_key_id}:`))
  })

  it.status(
    201,
    "employee_name, exit_date and the choice of apps are enough; separation_type is resignation",
    function* () {
      const { manager } = yield* anOffice()
      assert.deepInclude(yield* anInitiation(manager), {
        employee_email: null,
        employee_role: "",
        employee_department: "",
        separation_type: "resignation",
        apps_to_revoke: [],
        notes: null,
        status: "pending"
      })
      for (const separation_type of InitiationSeparation.literals) {
        assert.deepInclude(yield* anInitiation(manager, { separation_type }), { separation_type })
      }
    }
  )

  // initiations-5: Notes have up to 2,000 characters and are answered sealed, as `pii:v1:…`.
  it.effect("notes are written only: no answer holds them in plain text, each says pii:v1:…", function* () {
    const { admin, hr, manager, superadmin } = yield* anOffice()
    const chain = yield* aChain(admin, [{ approver_role: "hr" }, { approver_role: "admin" }])
    const secret = "under investigation"
    const row = yield* anInitiation(manager, { chain_id: chain.id, notes: secret })
    const answers = [
      yield* edit(manager, row.id, { employee_role: "Engineer", notes: `${secret} still` }),
      yield* view(manager, row.id),
      yield* view(superadmin, row.id),
      yield* as(manager).get("/api/offboarding-initiations"),
      yield* as(hr).get("/api/offboarding-initiations"),
      yield* approve(hr, row.id),
      yield* approve(admin, row.id),
      yield* view(hr, row.id),
      yield* reject(hr, (yield* anInitiation(manager, { notes: secret })).id),
      yield* submit(hr, { notes: secret })
    ]
    for (const { body, status } of answers) {
      assert.include([200, 201], status)
      assert.notInclude(JSON.stringify(body), "investigation")
      assert.match(JSON.stringify(body), /"notes":"pii:v1:/)
    }
  })

  // initiations-3: `employee_name`, `exit_date` and a choice of apps are required: 400 `apps_choice_required`.
  it.status(400, "apps_choice_required: neither an app nor no_apps: true", function* () {
    const { hr, manager, orgId } = yield* anOffice()
    for (const by of [hr, manager]) {
      for (const choice of [{ no_apps: false }, { no_apps: undefined }, { no_apps: undefined, apps_to_revoke: [] }]) {
        const answer = yield* withStatus(400, submit(by, choice))
        assert.deepInclude(answer.body, { code: "apps_choice_required" })
      }
    }
    assert.deepStrictEqual(yield* casesOf(orgId), [])
  })

  // initiations-4: `separation_type` is one of six; `redundancy` is 400.
  it.status(
    400,
    "an app that is not connected, redundancy, texts that are too long, dates that do not exist",
    function* () {
      const { manager } = yield* anOffice()
      const cases: ReadonlyArray<readonly [Readonly<Record<string, unknown>>, RegExp]> = [
        [{ apps_to_revoke: ["Jira"] }, /^apps_to_revoke: these apps are not connected or cannot revoke access: Jira$/],
        [{ separation_type: "redundancy" }, /^separation_type: must be one of resignation, /],
        [{ notes: "x".repeat(2001) }, /^notes: must be at most 2000 characters$/],
        [{ employee_name: " " }, /^employee_name: must not be blank$/],
        [{ employee_name: "x".repeat(201) }, /^employee_name: must be at most 200 characters$/],
        [{ employee_department: "x".repeat(101) }, /^employee_department: must be at most 100 characters$/],
        [{ employee_email: "ada" }, /^employee_email: must be an email address/],
        [{ exit_date: "2026-02-30" }, /^exit_date: must be a date that exists/],
        [{ exit_date: undefined }, /^exit_date: is required$/],
        [{ no_apps: "yes" }, /^no_apps: must be true or false$/],
        [{ chain_id: "17" }, /^chain_id: must be a UUID$/],
        [{ chain_id: randomUUID() }, /^chain_id: approval chain not found/]
      ]
      for (const [more, sentence] of cases) {
        const answer = yield* withStatus(400, submit(manager, more), JSON.stringify(more))
        assert.match(answer.error, sentence)
      }
      const foreign = yield* anOffice()
      const chain = yield* aChain(foreign.admin, [{ approver_role: "hr" }])
      assert.strictEqual((yield* submit(manager, { chain_id: chain.id })).status, 400)
    }
  )

  // initiations-5
  it.status(201, "notes of 2000 characters", function* () {
    const { manager } = yield* anOffice()
    assert.strictEqual((yield* submit(manager, { notes: "x".repeat(2000) })).status, 201)
  })

  it.status(403, "whoever lacks offboardings_create", function* () {
    const { orgId } = yield* anOffice()
    const own = yield* aMember(orgId, { permissions: ["offboardings_view", "offboardings_edit"] })
    const answer = yield* withStatus(403, submit(own))
    assert.deepInclude(answer.body, { permission: "offboardings_create" })
  })

  // initiations-6: A department outside of the caller's scope, and a past day without `access_revoke`, are 403.
  it.status(403, "a department outside the caller's scope, or none", function* () {
    const { orgId } = yield* anOffice()
    const limited = yield* aMember(orgId, {
      permissions: ["offboardings_create"],
      scope: "departments",
      departments: ["Sales"]
    })
    assert.strictEqual((yield* submit(limited, { employee_department: "Research" })).status, 403)
    assert.strictEqual((yield* submit(limited)).status, 403)
    assert.strictEqual((yield* submit(limited, { employee_department: "Sales" })).status, 201)
  })

  it.status(
    403,
    "somebody whom the directory knows elsewhere, by departments, and where nobody approves by manager",
    function* () {
      const { manager, orgId, superadmin } = yield* anOffice()
      const limited = yield* aMember(orgId, {
        permissions: ["offboardings_create"],
        scope: "departments",
        departments: ["Sales"]
      })
      const { email } = yield* aPerson(superadmin, "Ada Lovelace", { managerEmail: "grace@acme.test" })
      const body = { employee_email: email.toUpperCase(), employee_department: "Sales" }
      assert.strictEqual((yield* submit(limited, body)).status, 403)
      const own = yield* anInitiation(limited, { employee_department: "Sales" })
      assert.strictEqual((yield* edit(limited, own.id, { employee_email: email })).status, 403)
      // HR reviews what a manager submits.
      assert.strictEqual((yield* submit(manager, body)).status, 201)
      yield* settings(superadmin, { require_initiation_approval: false })
      assert.strictEqual((yield* submit(manager, body)).status, 403)
      assert.lengthOf(yield* casesOf(orgId), 0)
    }
  )

  // initiations-6
  it.status(
    403,
    "past_exit_date_permission: a past day of the organisation's calendar needs access_revoke",
    function* () {
      const { admin, hr, manager } = yield* anOffice({ timezone: "Pacific/Kiritimati" })
      // Eleven in the morning of the 10th in UTC is one in the morning of the 11th there.
      yield* TestClock.setTime(Date.parse("2026-03-10T11:00:00Z"))
      for (const by of [hr, manager]) {
        const answer = yield* withStatus(403, submit(by, { exit_date: "2026-03-10" }))
        assert.deepInclude(answer.body, { code: "past_exit_date_permission" })
        assert.strictEqual((yield* submit(by, { exit_date: "2026-03-11" })).status, 201)
      }
      assert.strictEqual((yield* submit(admin, { exit_date: "2026-03-10" })).status, 201)
    }
  )

  // initiations-8: Initiations need the plan feature `managerInitiation`.
  it.status(403, "a plan without managerInitiation, on both groups", function* () {
    const { admin } = yield* anOffice({ plan: "starter" })
    for (const answer of [yield* submit(admin), yield* as(admin).get("/api/approval-chains")]) {
      assert.strictEqual(answer.status, 403)
      assert.deepInclude(answer.body, { feature: "managerInitiation", upgradeRequired: true })
    }
  })

  // initiations-7: An address with an open case is 409 `duplicate`.
  it.status(
    409,
    "duplicate: the e-mail already has an open offboarding, compared without case; its id is told",
    function* () {
      const { hr, manager, orgId } = yield* anOffice()
      const first = yield* anInitiation(hr, { employee_email: "ada@acme.test" })
      for (const by of [hr, manager]) {
        const answer = yield* withStatus(409, submit(by, { employee_email: "ADA@acme.test" }))
        assert.deepInclude(answer.body, { code: "duplicate", id: first.offboarding_id })
      }
      assert.lengthOf(yield* casesOf(orgId), 1)
    }
  )

  it.status(400, "a body that names no employee", function* () {
    const { manager } = yield* anOffice()
    const { employee_name: _, ...rest } = leaving()
    const answer = yield* as(manager).post("/api/offboarding-initiations", rest)
    assert.deepStrictEqual([answer.status, answer.error], [400, "employee_name: is required"])
  })
})
