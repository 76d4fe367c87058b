import { assert, describe, it as test } from "#test/support/suite"
import { Permission } from "@svc/contract/kernel/permissions"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { stepUpPermissions } from "#organisation/members/step-up-permissions"
import { contractRoutes } from "#test/support/contract-routes"
import { aMember, aSuperAdmin, type Member } from "#test/support/people"
import { as, withStatus } from "#test/support/requests"
import { TestApp } from "#test/support/TestApp"
import { layerOfFile } from "#test/support/layer-of-file"
import { invites, makeRole } from "./support.ts"

const sentence = "step_up_required"

/** With the session alone, no password entered since sign-in. */
const withSession = (by: Member) => as(by, { steppedUp: false })

const anAddress = () => `new-${randomUUID().slice(0, 8)}@acme.test`

describe("permissions that ask for a step-up", () => {
  test("are those of the routes that ask for one, and leave out what only reads and edits offboardings", () => {
    for (const { requires } of contractRoutes) {
      if (requires?.stepUp === undefined || requires.stepUp === "own") continue
      if (requires?.permission !== undefined) assert.isTrue(stepUpPermissions.has(requires.permission))
    }
    assert.sameMembers(
      [...stepUpPermissions],
      ["integrations_manage", "access_revoke", "settings_manage", "members_manage"]
    )
  })
})

const withTestApp = layerOfFile(TestApp)

withTestApp("POST /api/invites", (it) => {
  // members-13: Granting Admin, Super Admin or a permission that requires a step-up requires one too; all Super Admins
  //   are notified of a new Super Admin and of who granted the role.
  it.status(428, "an invitation as Super Admin, as Admin or with a permission that asks for a step-up", function* () {
    const admin = yield* aSuperAdmin()
    const holdings: ReadonlyArray<object> = [
      { role: "superadmin" },
      { role: "admin" },
      { role: "admin", scope: "departments", departments: ["Sales"] },
      ...(yield* Effect.forEach([...stepUpPermissions], (permission) =>
        Effect.map(makeRole(admin, { name: permission, permissions: [permission] }), ({ id }) => ({ role_id: id }))
      ))
    ]
    for (const holding of holdings) {
      const body = { email: anAddress(), ...holding }
      const refused = yield* withSession(admin).post("/api/invites", body)
      assert.deepStrictEqual([refused.status, refused.error], [428, sentence], JSON.stringify(holding))
      assert.strictEqual((yield* as(admin).post("/api/invites", body)).status, 201)
    }
    assert.lengthOf(yield* invites(admin), holdings.length)
  })

  it.status(201, "without a step-up: HR, Manager and a role with no such permission", function* () {
    const admin = yield* aSuperAdmin()
    const permissions = Permission.literals.filter((permission) => !stepUpPermissions.has(permission))
    const { id } = yield* makeRole(admin, { permissions })
    for (const holding of [{ role: "hr" }, { role: "manager" }, { role_id: id }]) {
      yield* withStatus(201, withSession(admin).post("/api/invites", { email: anAddress(), ...holding }))
    }
  })

  it.status(403, "before 428: what the caller does not hold", function* () {
    const { orgId } = yield* aSuperAdmin()
    const limited = yield* aMember(orgId, { permissions: ["members_manage"] })
    yield* withStatus(403, withSession(limited).post("/api/invites", { email: anAddress(), role: "admin" }))
  })
})

withTestApp("PATCH /api/members/{userId}", (it) => {
  it.status(
    428,
    "Admin, Super Admin, a permission that asks for a step-up, or one over more records than before",
    function* () {
      const admin = yield* aSuperAdmin()
      const { id } = yield* makeRole(admin, { permissions: ["access_revoke"], scope: "direct_reports" })
      const changes: ReadonlyArray<readonly [Member, object]> = [
        [yield* aMember(admin.orgId, "manager"), { role: "admin" }],
        [yield* aMember(admin.orgId, "admin"), { role: "superadmin" }],
        [yield* aMember(admin.orgId, "hr"), { role_id: id }],
        [yield* aMember(admin.orgId, { permissions: ["access_revoke"], scope: "direct_reports" }), { scope: "all" }]
      ]
      for (const [member, change] of changes) {
        const path = `/api/members/${member.userId}`
        const refused = yield* withSession(admin).patch(path, change)
        assert.deepStrictEqual([refused.status, refused.error], [428, sentence], JSON.stringify(change))
        assert.strictEqual((yield* as(admin).patch(path, change)).status, 200)
      }
    }
  )

  it.status(200, "without a step-up: less than before, and roles without such a permission", function* () {
    const admin = yield* aSuperAdmin()
    const former = yield* aMember(admin.orgId, "admin")
    const demoted = yield* aMember(admin.orgId)
    const own = yield* withSession(admin).patch(`/api/members/${demoted.userId}`, { role: "admin" })
    assert.strictEqual(own.status, 200, "a Super Admin becomes an Admin")
    const changes = [{ scope: "departments", departments: ["Sales"] }, { role: "hr" }, { role: "manager" }]
    for (const change of changes) {
      yield* withStatus(200, withSession(admin).patch(`/api/members/${former.userId}`, change))
    }
  })
})

withTestApp("PATCH /api/roles/{id}", (it) => {
  // members-13
  it.status(428, "a permission that asks for a step-up is added, or counts for more records", function* () {
    const admin = yield* aSuperAdmin()
    const { id } = yield* makeRole(admin, { permissions: ["audit_view"], scope: "direct_reports" })
    for (const change of [{ permissions: ["audit_view", "integrations_manage"] }, { scope: "all" }]) {
      const refused = yield* withSession(admin).patch(`/api/roles/${id}`, change)
      assert.deepStrictEqual([refused.status, refused.error], [428, sentence], JSON.stringify(change))
      assert.strictEqual((yield* as(admin).patch(`/api/roles/${id}`, change)).status, 200)
    }
  })

  it.status(
    200,
    "without a step-up: a name, other permissions, less than before; and 201 for a new role",
    function* () {
      const admin = yield* aSuperAdmin()
      const created = yield* withSession(admin).post("/api/roles", {
        name: "Connector",
        permissions: ["integrations_manage", "audit_view"],
        scope: "all"
      })
      assert.strictEqual(created.status, 201, created.text)
      const { id } = yield* makeRole(admin, { name: "IT", permissions: ["integrations_manage", "audit_view"] })
      for (const change of [
        { name: "IT desk" },
        { permissions: ["audit_view", "integrations_manage", "audit_export"] },
        { permissions: ["audit_view"] }
      ]) {
        yield* withStatus(200, withSession(admin).patch(`/api/roles/${id}`, change))
      }
    }
  )
})

withTestApp("POST /api/account/transfer-and-delete", (it) => {
  // members-13
  it.status(428, "a hand-over that makes the new owner a Super Admin", function* () {
    const admin = yield* aSuperAdmin()
    const hr = yield* aMember(admin.orgId, "hr")
    const path = "/api/account/transfer-and-delete"
    const refused = yield* withSession(admin).post(path, { user_id: hr.userId })
    assert.deepStrictEqual([refused.status, refused.error], [428, sentence])
    assert.strictEqual((yield* as(admin).get("/api/members")).status, 200, "nothing was handed over")
    yield* withStatus(200, as(admin).post(path, { user_id: hr.userId }))
  })

  it.status(200, "without a step-up: to another Super Admin, and by a member who is none", function* () {
    const admin = yield* aSuperAdmin()
    const [second, hr, manager] = [
      yield* aMember(admin.orgId),
      yield* aMember(admin.orgId, "hr"),
      yield* aMember(admin.orgId, "manager")
    ]
    for (const [by, successor] of [
      [second, admin],
      [hr, manager]
    ] as const) {
      yield* withStatus(200, withSession(by).post("/api/account/transfer-and-delete", { user_id: successor.userId }))
    }
  })
})
