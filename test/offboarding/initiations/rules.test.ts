import { assert, describe, it } from "@effect/vitest"
import { UserId } from "@svc/contract/kernel/ids"
import { dayIn } from "@svc/contract/kernel/dates"
import { rolePermissions } from "@svc/contract/kernel/permissions"
import { DateTime, Option, Result } from "effect"
import {
  type Actor,
  admitDecision,
  appsChoice,
  isDepartmentAllowed,
  mayAct,
  reviewed,
  type RunningStep,
  standingTo
} from "#offboarding/initiations/rules"

const id = (n: number) => UserId.make(`00000000-0000-4000-8000-00000000000${n}`)
const [approver, delegate, submitter, stranger] = [id(1), id(2), id(3), id(4)]

const actor = (more: Partial<Actor> = {}): Actor => ({
  userId: stranger,
  role: "manager",
  permissions: rolePermissions.manager,
  records: { _tag: "DirectReports", managerEmail: "m@acme.test" },
  roleId: null,
  ...more
})

const step = (more: Partial<RunningStep> = {}): RunningStep => ({
  step: 1,
  approver_id: approver,
  approver_role: null,
  delegated_to: null,
  acted_by: null,
  abandoned: false,
  ...more
})

const pending = {
  initiated_by: submitter,
  employee_department: "Research",
  status: "pending" as const,
  current_step: 1
}

describe("whose turn a step is", () => {
  const all = { _tag: "All" } as const
  const sales = { _tag: "Departments", departments: ["Sales"] } as const
  const table: ReadonlyArray<readonly [string, Actor, RunningStep, boolean]> = [
    ["the designated approver", actor({ userId: approver }), step(), true],
    ["somebody else", actor(), step(), false],
    ["a Super Admin", actor({ role: "superadmin", records: all }), step(), false],
    ["the delegate", actor({ userId: delegate }), step({ delegated_to: delegate }), true],
    ["the approver who handed it over", actor({ userId: approver }), step({ delegated_to: delegate }), true],
    [
      "a holder of the role",
      actor({ role: "hr", records: all }),
      step({ approver_id: null, approver_role: "hr" }),
      true
    ],
    [
      "a holder who may not see the department",
      actor({ role: "hr", records: sales }),
      step({ approver_id: null, approver_role: "hr" }),
      false
    ],
    ["a manager, by role", actor(), step({ approver_id: null, approver_role: "manager" }), true],
    [
      "an admin without the role",
      actor({ role: "admin", records: all }),
      step({ approver_id: null, approver_role: "hr" }),
      false
    ],
    [
      "a holder of an own role",
      actor({ role: "custom", roleId: "r", records: all }),
      step({ approver_id: null, approver_role: "r" }),
      true
    ],
    [
      "nobody, of an own role",
      actor({ role: "custom", roleId: null }),
      step({ approver_id: null, approver_role: "r" }),
      false
    ],
    [
      "a Super Admin, of an abandoned step",
      actor({ role: "superadmin", records: all }),
      step({ abandoned: true }),
      true
    ],
    ["an admin, of an abandoned step", actor({ role: "admin", records: all }), step({ abandoned: true }), false],
    ["no session", actor({ userId: null }), step({ delegated_to: null }), false]
  ]
  it.each(table)("%s", (_, who, which, may) => {
    assert.strictEqual(mayAct(who, which, "Research"), may)
  })
})

describe("whether a decision is admitted", () => {
  const refusal = (result: ReturnType<typeof admitDecision>) =>
    Result.isFailure(result) ? result.failure._tag : Option.isSome(result.success) ? "step" : "whole"
  const hr = actor({ role: "hr", permissions: rolePermissions.hr, records: { _tag: "All" } })
  const one = step({ approver_id: approver })
  const acted = step({ acted_by: stranger })
  const two = step({ step: 2, approver_id: null, approver_role: "hr" })
  const table: ReadonlyArray<readonly [string, string, ReturnType<typeof admitDecision>]> = [
    ["HR without a chain", "whole", admitDecision(hr, { ...pending, current_step: 0 }, [], 0)],
    ["a manager without a chain", "PermissionDenied", admitDecision(actor(), pending, [], 0)],
    ["HR, decided before", "InitiationNotPending", admitDecision(hr, { ...pending, status: "approved" }, [], 0)],
    ["the approver", "step", admitDecision(actor({ userId: approver }), pending, [one], 1)],
    ["HR out of turn", "PermissionDenied", admitDecision(hr, pending, [one], 1)],
    [
      "HR, of what a chain decided",
      "InitiationNotPending",
      admitDecision(hr, { ...pending, status: "rejected" }, [one], 1)
    ],
    [
      "a stranger, of what a chain decided",
      "PermissionDenied",
      admitDecision(actor(), { ...pending, status: "rejected" }, [one], 1)
    ],
    ["who acted already", "StepActedOn", admitDecision(actor(), { ...pending, current_step: 2 }, [acted, two], 2)],
    [
      "the approver of a step that is over",
      "StepActedOn",
      admitDecision(actor({ userId: approver }), { ...pending, current_step: 2 }, [one, two], 2)
    ],
    ["who saw the step before", "StepActedOn", admitDecision(hr, { ...pending, current_step: 2 }, [one, two], 1)],
    ["who comes next", "step", admitDecision(hr, { ...pending, current_step: 2 }, [one, two], 2)]
  ]
  it.each(table)("%s: %s", (_, wanted, result) => {
    assert.strictEqual(refusal(result), wanted)
  })
})

describe("what is seen and changed", () => {
  const of = (role: Actor["role"], records: Actor["records"], permissions: Actor["permissions"]) =>
    actor({ role, records, permissions })
  const sales = { _tag: "Departments", departments: ["Sales"] } as const
  it("reviewers see their scope, managers and who lacks offboardings_view nothing but their own", () => {
    assert.strictEqual(reviewed(of("hr", { _tag: "All" }, rolePermissions.hr)), "all")
    assert.deepStrictEqual(reviewed(of("hr", sales, rolePermissions.hr)), ["Sales"])
    assert.strictEqual(reviewed(of("hr", actor().records, rolePermissions.hr)), "none")
    assert.strictEqual(reviewed(of("manager", { _tag: "All" }, rolePermissions.manager)), "none")
    assert.strictEqual(reviewed(of("custom", { _tag: "All" }, ["offboardings_view"])), "all")
    assert.strictEqual(reviewed(of("custom", { _tag: "All" }, ["offboardings_create"])), "none")
  })
  it("the submitter, HR and admins change what is among their records", () => {
    assert.strictEqual(standingTo(actor({ userId: submitter }), pending), "owner")
    assert.strictEqual(standingTo(actor(), pending), "other")
    assert.strictEqual(standingTo(of("hr", { _tag: "All" }, rolePermissions.hr), pending), "reviewer")
    assert.strictEqual(standingTo(of("hr", sales, rolePermissions.hr), pending), "hidden")
    assert.strictEqual(standingTo(of("custom", { _tag: "All" }, rolePermissions.hr), pending), "other")
  })
  it("a department is named within the caller's", () => {
    assert.isTrue(isDepartmentAllowed(sales, "Sales"))
    assert.isFalse(isDepartmentAllowed(sales, "sales"))
    assert.isFalse(isDepartmentAllowed(sales, ""))
    assert.isTrue(isDepartmentAllowed(actor().records, "Research"))
  })
})

describe("what is chosen", () => {
  it("apps go before no_apps; neither is no choice", () => {
    assert.deepStrictEqual(appsChoice({ apps: ["a"], noApps: true }), Option.some({ apps: ["a"], noApps: false }))
    assert.deepStrictEqual(appsChoice({ apps: [], noApps: true }), Option.some({ apps: [], noApps: true }))
    assert.deepStrictEqual(appsChoice({ apps: [], noApps: false }), Option.none())
  })
  it("a day is that of the zone's calendar", () => {
    const now = DateTime.makeUnsafe("2026-03-10T11:00:00Z")
    assert.strictEqual(dayIn("Pacific/Kiritimati", now), "2026-03-11")
    assert.strictEqual(dayIn("UTC", now), "2026-03-10")
    assert.strictEqual(dayIn("Pacific/Niue", now), "2026-03-10")
    assert.strictEqual(dayIn("Pacific/Niue", DateTime.makeUnsafe("2026-03-10T10:59:59Z")), "2026-03-09")
  })
})
