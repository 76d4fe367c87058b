import { assert, layer } from "#test/support/suite"
import type { Role } from "@svc/contract/kernel/permissions"
import type { OffboardingStatus } from "@svc/contract/offboardings/schema"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { TestApp } from "#test/support/TestApp"
import { aMember, type Member } from "#test/support/people"
import { systemSql } from "#test/support/tables"
import { as, withStatus } from "#test/support/requests"
import { entriesOf, eventsOf } from "#test/support/log"
import { aConnection } from "#test/support/cases"
import { storedCase } from "./lifecycle.ts"
import { gatesOpen, gatesShut, statuses } from "./stage-table.ts"
import {
  aCase,
  aColleague,
  anAsset,
  anIntegrator,
  aTask,
  directoryStatus,
  type Integrator,
  memberOf,
  scheduledRevocation
} from "./support.ts"

const reason = "stays with us"
const path = (id: string) => `/api/employees/${id}/status`
const change = (member: Member, id: string, body: unknown) => as(member).patch(path(id), body)

const notFound = { status: 404, body: { error: "Offboarding not found" } }
const overrideRefused = {
  status: 403,
  body: { error: "Only a Super Admin or an Admin can complete an offboarding with open tasks" }
}

/** The case as if it had come to this stage, its gates open or shut. */
const put = (id: string, status: OffboardingStatus, gates: "open" | "shut") =>
  systemSql`
      UPDATE offboardings SET status = ${status},
        no_apps_confirmed_at = ${gates === "open" ? new Date(0) : null}::timestamptz,
        asset_return_confirmed_at = ${gates === "open" ? new Date(0) : null}::timestamptz,
        completed_at = ${status === "completed" ? new Date(0) : null}::timestamptz,
        cancelled_at = ${status === "cancelled" ? new Date(0) : null}::timestamptz
      WHERE id = ${id}`

/** A case of which nothing but these tasks is left to do. */
const aCaseWithTasks = Effect.fnUntraced(function* (from: Integrator, ...tasks: ReadonlyArray<string>) {
  const { id } = yield* aCase(from)
  yield* put(id, "asset_recovery", "open")
  for (const task of tasks) {
    yield* TestClock.adjust("1 second")
    yield* aTask(from.orgId, id, task)
  }
  return id
})

const actions = (from: Integrator, id: string) =>
  Effect.map(entriesOf(from.orgId, { offboardingId: id }), (entries) => entries.map(({ action }) => action))

layer(TestApp)("PATCH /api/employees/{id}/status", (it) => {
  for (const role of ["superadmin", "admin", "hr", "manager"] as const satisfies ReadonlyArray<Role>) {
    for (const [gates, table] of [
      ["open", gatesOpen],
      ["shut", gatesShut]
    ] as const) {
      it.status(200, `or 409: ${role}, gates ${gates}: out of each of the six statuses to each of them`, function* () {
        const from = yield* anIntegrator()
        const member = yield* memberOf(from, role)
        for (const before of statuses) {
          for (const [column, after] of statuses.entries()) {
            const { id } = yield* aCase(from, { manager_email: member.email })
            yield* put(id, before, gates)
            const was = yield* storedCase(id)
            const { body, status } = yield* change(member, id, { status: after, reason })
            const is = yield* storedCase(id)
            const events = (yield* eventsOf(from.orgId, { offboardingId: id })).slice(1)
            const about = `${before} to ${after}: ${JSON.stringify(body)}`
            const expected = table[before][column]
            assert.strictEqual(status, expected === "changed" || expected === "unchanged" ? 200 : 409, about)
            if (expected === "changed") {
              assert.strictEqual(is?.status, after, about)
              assert.strictEqual(is?.completed_at !== null, after === "completed", about)
              assert.strictEqual(is?.cancelled_at !== null, after === "cancelled", about)
              assert.lengthOf(events, 1, about)
              assert.include(events[0], { status: after, previousStatus: before, source: "app" }, about)
              continue
            }
            assert.deepStrictEqual(is, was, about)
            assert.lengthOf(events, 0, about)
            if (expected === "stage_gate") assert.include(body, { code: "stage_gate" }, about)
            if (expected === "final" || expected === "not cancellable") assert.notProperty(body, "code", about)
          }
        }
      })
    }
  }

  // stages-13: `PATCH /api/employees/{id}/status` returns the fields that the public API returns for a change.
  it.status(200, "the answer is the case as the public API shows a changed one", function* () {
    const from = yield* anIntegrator()
    const { id } = yield* aCase(from, { manager_email: "grace@acme.test" })
    yield* TestClock.adjust("1 second")
    assert.deepInclude(yield* change(from.admin, id, { status: "notice_period" }), {
      status: 200,
      body: {
        id,
        employee_name: "Ada Lovelace",
        status: "notice_period",
        manager_email: "grace@acme.test",
        updated_at: (yield* systemSql<{
          readonly at: Date
        }>`SELECT updated_at AS at FROM offboardings WHERE id = ${id}`)[0]?.at.toISOString()
      }
    })
  })

  for (const role of ["superadmin", "admin"] as const) {
    // stages-5: Open tasks alone are overridden, in the app, by a Super Admin or an Admin.
    // stages-14: The audit log names the tasks that an override passed.
    it.status(200, `${role} completes with open tasks by an override, and the log names them`, function* () {
      const from = yield* anIntegrator()
      const member = yield* memberOf(from, role)
      const id = yield* aCaseWithTasks(from, "Return the badge", "Hold the interview")
      assert.include((yield* change(member, id, { status: "completed" })).body, { code: "stage_gate" })
      yield* withStatus(200, change(member, id, { status: "completed", override: true, reason: "left without a word" }))
      const [changed, overridden] = (yield* entriesOf(from.orgId, { offboardingId: id })).slice(-2)
      assert.include(changed, { action: "offboarding_status_changed", details: "asset_recovery -> completed" })
      assert.include(overridden, {
        action: "completion_overridden",
        target: "Offboarding of Ada Lovelace",
        details: "completed with open tasks: Return the badge, Hold the interview, reason: left without a word"
      })
      assert.notInclude(overridden?.stored, "left without a word")
      const [open] = yield* systemSql<{ readonly count: number }>`
            SELECT count(*)::int AS count FROM checklist_items WHERE offboarding_id = ${id} AND completed_at IS NULL`
      assert.strictEqual(open?.count, 2)
    })
  }

  // stages-15: An override that is not needed, or is for another stage, has no effect.
  it.status(200, "an override that is not needed is none, and one of another stage is ignored", function* () {
    const from = yield* anIntegrator()
    const hr = yield* memberOf(from, "hr")
    const id = yield* aCaseWithTasks(from)
    assert.strictEqual((yield* change(hr, id, { status: "notice_period", override: true })).status, 200)
    assert.strictEqual((yield* change(from.admin, id, { status: "completed", override: true })).status, 200)
    assert.notInclude(yield* actions(from, id), "completion_overridden")
  })

  it.status(200, "cancelling calls off the planned revocation and brings the person back", function* () {
    const from = yield* anIntegrator()
    yield* aConnection(from.orgId, "github")
    const email = `leaver.${randomUUID()}@acme.test`
    const colleague = yield* aColleague(from, email)
    const { id } = yield* aCase(from, { employee_email: email, apps_to_revoke: ["github"] })
    yield* systemSql`UPDATE org_employees SET status = 'inactive' WHERE id = ${colleague.id}`
    assert.isDefined(yield* scheduledRevocation(from.orgId, id))
    assert.strictEqual((yield* change(from.admin, id, { status: "cancelled", reason })).status, 200)
    assert.isUndefined(yield* scheduledRevocation(from.orgId, id))
    assert.strictEqual(yield* directoryStatus(from.orgId, colleague.id), "active")
    const last = (yield* entriesOf(from.orgId, { offboardingId: id })).find(
      ({ action }) => action === "offboarding_cancelled"
    )
    assert.include(last, { details: `pending -> cancelled, reason: ${reason}` })
    assert.notInclude(last?.stored, reason)
  })

  // stages-12: Reopening leaves the tasks as they are.
  it.status(200, "reopening leaves the tasks as they are and brings the person back", function* () {
    const from = yield* anIntegrator()
    const email = `leaver.${randomUUID()}@acme.test`
    const colleague = yield* aColleague(from, email)
    const { id } = yield* aCase(from, { employee_email: email })
    yield* put(id, "asset_recovery", "open")
    assert.strictEqual((yield* change(from.admin, id, { status: "completed" })).status, 200)
    assert.strictEqual(yield* directoryStatus(from.orgId, colleague.id), "inactive")
    const tasks = systemSql`SELECT id, completed_at, not_needed_at FROM checklist_items WHERE offboarding_id = ${id} ORDER BY id`
    const before = yield* tasks
    assert.strictEqual((yield* change(from.admin, id, { status: "notice_period" })).status, 200)
    assert.deepStrictEqual(yield* tasks, before)
    assert.strictEqual(yield* directoryStatus(from.orgId, colleague.id), "active")
    assert.strictEqual((yield* storedCase(id))?.completed_at, null)
  })

  // stages-8
  // stages-17: Under a legal hold every change of stage is allowed.
  it.status(200, "allowed under legal hold, cancelling too", function* () {
    const from = yield* anIntegrator()
    const { id } = yield* aCase(from)
    yield* systemSql`UPDATE offboardings SET legal_hold = true WHERE id = ${id}`
    assert.strictEqual((yield* change(from.admin, id, { status: "cancelled", reason })).status, 200)
  })

  it.status(400, "no such status, no UUID, and cancelling without a reason of 5 to 500 characters", function* () {
    const from = yield* anIntegrator()
    const { id } = yield* aCase(from)
    assert.strictEqual((yield* change(from.admin, id, { status: "gone" })).status, 400)
    assert.strictEqual((yield* change(from.admin, id, {})).status, 400)
    assert.strictEqual((yield* change(from.admin, id, { status: "completed", override: "yes" })).status, 400)
    assert.deepInclude(yield* change(from.admin, "42", { status: "completed" }), {
      status: 400,
      body: { error: "Invalid id" }
    })
    for (const bad of [undefined, null, "", "four", "    x    ", "x".repeat(501), 12345]) {
      assert.deepInclude(yield* change(from.admin, id, { status: "cancelled", reason: bad }), {
        status: 400,
        body: { error: "Canceling needs a reason. Send a reason of 5 to 500 characters" }
      })
    }
    assert.strictEqual((yield* storedCase(id))?.status, "pending")
  })

  // stages-5
  // stages-16: An override by any other role is 403, also by a custom role.
  it.status(403, "an override by HR, a manager or an own role, whatever it holds", function* () {
    const from = yield* anIntegrator()
    const members = [
      yield* memberOf(from, "hr"),
      yield* memberOf(from, "manager"),
      yield* aMember(from.orgId, { permissions: ["offboardings_edit", "settings_manage"] })
    ]
    for (const member of members) {
      const { id } = yield* aCase(from, { manager_email: member.email })
      yield* put(id, "asset_recovery", "open")
      yield* aTask(from.orgId, id, "Return the badge")
      assert.deepInclude(yield* change(member, id, { status: "completed", override: true }), overrideRefused)
      assert.strictEqual((yield* storedCase(id))?.status, "asset_recovery")
    }
  })

  it.status(403, "without offboardings_edit", function* () {
    const from = yield* anIntegrator()
    const viewer = yield* aMember(from.orgId, { permissions: ["offboardings_view"] })
    const { id } = yield* aCase(from)
    assert.strictEqual((yield* change(viewer, id, { status: "notice_period" })).status, 403)
  })

  it.status(404, "an unknown id, another organisation's, and what is out of the member's scope", function* () {
    const from = yield* anIntegrator()
    const foreign = yield* Effect.flatMap(anIntegrator(), (other) => aCase(other))
    const manager = yield* memberOf(from, "manager")
    const sales = yield* aMember(from.orgId, {
      permissions: ["offboardings_edit"],
      scope: "departments",
      departments: ["Sales"]
    })
    const { id } = yield* aCase(from, { employee_department: "Research", manager_email: "grace@acme.test" })
    assert.deepInclude(yield* change(from.admin, randomUUID(), { status: "notice_period" }), notFound)
    assert.deepInclude(yield* change(from.admin, foreign.id, { status: "notice_period" }), notFound)
    assert.deepInclude(yield* change(manager, id, { status: "notice_period" }), notFound)
    assert.deepInclude(yield* change(sales, id, { status: "notice_period" }), notFound)
    const own = yield* aCase(from, { employee_department: "Sales" })
    assert.strictEqual((yield* change(sales, own.id, { status: "notice_period" })).status, 200)
  })

  it.status(
    409,
    "stage_gate: an override passes open tasks only: apps, assets and the confirmation stay gates",
    function* () {
      const from = yield* anIntegrator()
      yield* aConnection(from.orgId, "github")
      const email = `leaver.${randomUUID()}@acme.test`
      const colleague = yield* aColleague(from, email)
      const laptop = yield* anAsset(from.orgId, colleague.id, "Laptop")
      const { id } = yield* aCase(from, { employee_email: email, apps_to_revoke: ["github"] })
      yield* aTask(from.orgId, id, "Return the badge")
      const { body } = yield* withStatus(409, change(from.admin, id, { status: "completed", override: true }))
      assert.deepStrictEqual(body, {
        error: `The offboarding cannot move to this stage yet. Still missing: github, ${laptop.name}, confirmation of asset return`,
        code: "stage_gate",
        missing: [
          { kind: "app", name: "github" },
          { kind: "asset", name: laptop.name },
          { kind: "asset_confirmation", name: "confirmation of asset return" }
        ]
      })
      assert.notInclude(yield* actions(from, id), "completion_overridden")
    }
  )

  it.status(409, "duplicate: a reopened case whose person has another open one by now", function* () {
    const from = yield* anIntegrator()
    const email = `leaver.${randomUUID()}@acme.test`
    const first = yield* aCase(from, { employee_email: email })
    yield* put(first.id, "completed", "open")
    const second = yield* aCase(from, { employee_email: email })
    assert.deepInclude(yield* change(from.admin, first.id, { status: "asset_recovery" }), {
      status: 409,
      body: { error: "This person already has an open offboarding", code: "duplicate", id: second.id }
    })
  })

  it.status(200, "of two moves to the same stage at once one changes and one event goes out", function* () {
    const from = yield* anIntegrator()
    const { id } = yield* aCase(from)
    const answers = yield* Effect.all(
      Array.from({ length: 4 }, () => change(from.admin, id, { status: "notice_period" })),
      { concurrency: "unbounded" }
    )
    assert.deepStrictEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 200]
    )
    assert.lengthOf(yield* eventsOf(from.orgId, { offboardingId: id }), 2)
  })
})
