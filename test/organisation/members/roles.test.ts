import { assert } from "#test/support/suite"
import { Permission, rolePermissions } from "@svc/contract/kernel/permissions"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { TestApp } from "#test/support/TestApp"
import { aMember, aSession, aSuperAdmin, type Member } from "#test/support/people"
import { as, send, withStatus } from "#test/support/requests"
import { entriesOf } from "#test/support/log"
import { layerOfFile } from "#test/support/layer-of-file"
import { invite, invites, makeRole, ownRoles } from "./support.ts"

const post = (by: Member, body: unknown) => as(by).post("/api/roles", body)
const patch = (by: Member, id: string | null, body: unknown) => as(by).patch(`/api/roles/${id}`, body)
const remove = (by: Member, id: string | null) => as(by).delete(`/api/roles/${id}`)

const auditor = { name: "Auditor", permissions: ["audit_view", "audit_export"], scope: "all" }

const withTestApp = layerOfFile(TestApp)

withTestApp("GET /api/roles", (it) => {
  it.status(
    200,
    "the built-in roles without an id, then the organisation's own by name, each with its holders",
    function* () {
      const admin = yield* aSuperAdmin()
      yield* makeRole(yield* aSuperAdmin())
      const sales = yield* makeRole(admin, { name: "sales lead", scope: "departments", departments: ["Sales"] })
      const audit = yield* makeRole(admin)
      const hr = yield* aMember(admin.orgId, "hr")
      yield* as(admin).patch(`/api/members/${hr.userId}`, { role_id: audit.id })
      yield* aMember(admin.orgId, "manager")
      const { body } = yield* withStatus(200, as(admin).get("/api/roles"))
      const builtIn = { id: null, departments: null, built_in: true }
      assert.deepStrictEqual(body, [
        { ...builtIn, name: "superadmin", permissions: rolePermissions.superadmin, scope: "all", members: 1 },
        { ...builtIn, name: "admin", permissions: rolePermissions.admin, scope: "all", members: 0 },
        { ...builtIn, name: "hr", permissions: rolePermissions.hr, scope: "all", members: 0 },
        { ...builtIn, name: "manager", permissions: rolePermissions.manager, scope: "direct_reports", members: 1 },
        {
          id: audit.id,
          name: "Auditor",
          permissions: ["audit_view"],
          scope: "all",
          departments: null,
          members: 1,
          built_in: false
        },
        {
          id: sales.id,
          name: "sales lead",
          permissions: ["audit_view"],
          scope: "departments",
          departments: ["Sales"],
          members: 0,
          built_in: false
        }
      ])
    }
  )
})

withTestApp("POST /api/roles", (it) => {
  // members-10: A custom role has a name, permissions and record access: all, some departments, or direct reports.
  it.status(201, "name, permissions and scope, audited; a permission named twice counts once", function* () {
    const admin = yield* aSuperAdmin()
    const { body, status } = yield* post(admin, {
      name: " Auditor ",
      permissions: ["audit_view", "audit_export", "audit_view"],
      scope: "departments",
      departments: ["Sales", "Support"]
    })
    const [listed] = yield* ownRoles(admin)
    assert.strictEqual(status, 201)
    assert.deepStrictEqual(body, {
      id: listed?.id,
      name: "Auditor",
      permissions: ["audit_view", "audit_export"],
      scope: "departments",
      departments: ["Sales", "Support"],
      members: 0,
      built_in: false
    })
    const [entry] = yield* entriesOf(admin.orgId, { action: "role_created" })
    assert.deepStrictEqual(
      [entry?.target, entry?.details],
      ["Role Auditor", "permissions: audit_view audit_export, scope: departments (Sales, Support)"]
    )
  })

  it.status(
    400,
    "a name that is blank or too long, an unknown permission, a scope without its departments",
    function* () {
      const admin = yield* aSuperAdmin()
      const cases: ReadonlyArray<readonly [unknown, RegExp]> = [
        [{ ...auditor, name: " " }, /^name: must not be blank$/],
        [{ ...auditor, name: "x".repeat(61) }, /^name: must be at most 60 characters$/],
        [{ ...auditor, permissions: ["rule_the_world"] }, /^permissions\.0: must be one of /],
        [{ ...auditor, scope: null }, /^scope: must be one of /],
        [{ ...auditor, scope: "departments" }, /^departments: is required with the scope departments/],
        [{ ...auditor, departments: ["Sales"] }, /^departments: is only allowed with the scope departments$/]
      ]
      for (const [body, sentence] of cases) {
        const answer = yield* withStatus(400, post(admin, body))
        assert.match(answer.error, sentence)
      }
    }
  )

  // members-19: An organization has at most 50 custom roles.
  it.status(400, "at most 50 roles", function* () {
    const admin = yield* aSuperAdmin()
    yield* Effect.forEach(Array.from({ length: 50 }), (_, index) => makeRole(admin, { name: `Role ${index}` }), {
      concurrency: 4
    })
    const answer = yield* withStatus(400, post(admin, auditor))
    assert.include(answer.error, "at most 50 custom roles")
  })

  // members-12: No one creates, grants or changes a role that holds or sees more than they do.
  it.status(403, "nobody makes a role that holds or sees more than they do", function* () {
    const superadmin = yield* aSuperAdmin()
    const limited = yield* aMember(superadmin.orgId, {
      permissions: ["members_manage", "audit_view"],
      scope: "departments",
      departments: ["Sales"]
    })
    const own = { name: "Sales audit", permissions: ["audit_view"], scope: "departments", departments: ["Sales"] }
    const more = yield* post(limited, { ...own, permissions: ["audit_view", "settings_manage"] })
    assert.deepStrictEqual(
      [more.status, more.error],
      [403, "You cannot grant permissions that you do not have: settings_manage"]
    )
    assert.strictEqual((yield* post(limited, { ...own, scope: "all", departments: null })).status, 403)
    assert.strictEqual((yield* post(limited, { ...own, departments: ["Sales", "Support"] })).status, 403)
    assert.strictEqual((yield* post(limited, own)).status, 201)
  })

  // members-20: Role names are unique without case, and none reads like a built-in role, even in look-alike letters.
  it.status(
    409,
    "duplicate: a name that is taken, however it is written, and the names of the built-in roles",
    function* () {
      const admin = yield* aSuperAdmin()
      yield* makeRole(admin)
      yield* makeRole(yield* aSuperAdmin(), { name: "Elsewhere" })
      for (const name of ["Auditor", " AUDITOR ", "Superadmin", "super admin", "HR", "custom"]) {
        const { body, status } = yield* post(admin, { ...auditor, name })
        assert.strictEqual(status, 409, name)
        assert.deepInclude(body, { code: "duplicate" })
      }
      assert.strictEqual((yield* post(admin, { ...auditor, name: "Elsewhere" })).status, 201)
    }
  )

  // members-20
  it.status(409, "duplicate: a name that reads as a built-in role's, whatever it is written with", function* () {
    const admin = yield* aSuperAdmin()
    for (const name of [
      "\u0455uperadmin",
      "superadmin\u200b",
      "ｓｕｐｅｒａｄｍｉｎ",
      "super  admin",
      "Super-Admin",
      "s u p e r a d m i n",
      "ѕuрerаdmіn",
      "αdmin",
      "Adm\u0456n",
      "admin\u0301",
      "adrnin",
      "adm1n",
      "\u3164HR",
      "НR",
      "ᎻᎡ",
      "𝐇𝐑",
      "mаnаger",
      "custom\ufe0f"
    ]) {
      const { body, status } = yield* post(admin, { ...auditor, name })
      assert.strictEqual(status, 409, name)
      assert.deepInclude(body, { code: "duplicate" })
    }
    for (const name of ["Administration", "HR Berlin", "Бухгалтерия", "Διαχειριστής", "管理员", "Team manager", "3"]) {
      assert.strictEqual((yield* post(admin, { ...auditor, name })).status, 201, name)
    }
  })

  it.status(409, "duplicate: of three of one name at once one is made", function* () {
    const admin = yield* aSuperAdmin()
    const answers = yield* Effect.replicateEffect(post(admin, auditor), 3, { concurrency: 3 })
    assert.deepStrictEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [201, 409, 409]
    )
  })
})

withTestApp("PATCH /api/roles/{id}", (it) => {
  // members-11: A changed role counts from the next request of its holders, and a role in use cannot be deleted.
  it.status(200, "counts for its holders from their next request on, audited with before and after", function* () {
    const admin = yield* aSuperAdmin()
    const role = yield* makeRole(admin, { permissions: [] })
    const holder = yield* aMember(admin.orgId, "hr")
    yield* as(admin).patch(`/api/members/${holder.userId}`, { role_id: role.id })
    const bearer = yield* aSession(holder)
    assert.strictEqual((yield* send("GET", "/api/audit-log", { bearer })).status, 403)
    const { body } = yield* patch(admin, role.id, {
      name: "Inspector",
      permissions: ["audit_view"],
      scope: "departments",
      departments: ["Sales"]
    })
    assert.deepInclude(body, { name: "Inspector", permissions: ["audit_view"], departments: ["Sales"], members: 1 })
    assert.strictEqual((yield* send("GET", "/api/audit-log", { bearer })).status, 200)
    const [entry] = yield* entriesOf(admin.orgId, { action: "role_updated" })
    assert.strictEqual(
      entry?.details,
      "name: Auditor -> Inspector, permissions:  -> audit_view, scope: all -> departments (Sales)"
    )
  })

  it.status(200, "what is left out stays, and what changes nothing is not recorded", function* () {
    const admin = yield* aSuperAdmin()
    const role = yield* makeRole(admin, { scope: "departments", departments: ["Sales"] })
    assert.deepStrictEqual((yield* patch(admin, role.id, {})).body, role)
    assert.deepStrictEqual((yield* patch(admin, role.id, { name: "Auditor", scope: "departments" })).body, role)
    assert.lengthOf(yield* entriesOf(admin.orgId, { action: "role_updated" }), 0)
    assert.deepInclude((yield* patch(admin, role.id, { scope: "all" })).body, { scope: "all", departments: null })
    assert.deepInclude((yield* patch(admin, role.id, { name: "AUDITOR" })).body, { name: "AUDITOR" })
  })

  it.status(400, "departments without their scope, and a permission that does not exist", function* () {
    const admin = yield* aSuperAdmin()
    const { id } = yield* makeRole(admin)
    for (const body of [{ departments: ["Sales"] }, { scope: "departments" }, { permissions: ["x"] }, { name: "" }]) {
      assert.strictEqual((yield* patch(admin, id, body)).status, 400)
    }
  })

  // members-12
  // members-14
  it.status(403, "nobody changes a role that holds more than they do, nor the one that they hold", function* () {
    const superadmin = yield* aSuperAdmin()
    const clerk = yield* aMember(superadmin.orgId, { permissions: ["members_manage", "audit_view"] })
    const strong = yield* makeRole(superadmin, { permissions: ["settings_manage"] })
    const weak = yield* makeRole(superadmin, { name: "Weak", permissions: [] })
    const own = (yield* ownRoles(superadmin)).find(({ members }) => members === 1)?.id ?? ""
    assert.strictEqual((yield* patch(clerk, strong.id, { permissions: [] })).status, 403)
    assert.strictEqual((yield* remove(clerk, strong.id)).status, 403)
    assert.strictEqual((yield* patch(clerk, weak.id, { permissions: ["settings_manage"] })).status, 403)
    assert.strictEqual((yield* patch(clerk, weak.id, { permissions: ["audit_view"] })).status, 200)
    const self = yield* withStatus(403, patch(clerk, own, { permissions: ["members_manage"] }))
    assert.include(self.error, "your own role")
  })

  it.status(404, "unknown, or of another organisation", function* () {
    const admin = yield* aSuperAdmin()
    const other = yield* aSuperAdmin()
    const foreign = yield* makeRole(other)
    for (const id of [randomUUID(), foreign.id]) {
      const answer = yield* patch(admin, id, { name: "Mine" })
      assert.deepStrictEqual([answer.status, answer.error], [404, "Role not found in this organization"])
    }
    assert.deepStrictEqual(yield* ownRoles(other), [foreign])
  })

  it.status(409, "duplicate: another role's name, or a built-in role's", function* () {
    const admin = yield* aSuperAdmin()
    const { id } = yield* makeRole(admin)
    yield* makeRole(admin, { name: "Clerk" })
    for (const name of ["clerk", "Admin"]) assert.strictEqual((yield* patch(admin, id, { name })).status, 409)
  })
})

withTestApp("DELETE /api/roles/{id}", (it) => {
  it.status(200, "gone, audited", function* () {
    const admin = yield* aSuperAdmin()
    const { id } = yield* makeRole(admin)
    assert.deepInclude(yield* remove(admin, id), { status: 200, body: { success: true } })
    assert.lengthOf(yield* ownRoles(admin), 0)
    const [entry] = yield* entriesOf(admin.orgId, { action: "role_deleted" })
    assert.deepStrictEqual([entry?.target, entry?.details], ["Role Auditor", "permissions: audit_view, scope: all"])
  })

  it.status(400, "an id that is not a UUID", function* () {
    const answer = yield* remove(yield* aSuperAdmin(), "17")
    assert.deepStrictEqual([answer.status, answer.error], [400, "Invalid id"])
  })

  it.status(404, "unknown, of another organisation, or deleted before", function* () {
    const admin = yield* aSuperAdmin()
    const other = yield* aSuperAdmin()
    const foreign = yield* makeRole(other)
    const gone = yield* makeRole(admin)
    yield* remove(admin, gone.id)
    for (const id of [randomUUID(), foreign.id, gone.id]) {
      assert.strictEqual((yield* remove(admin, id)).status, 404)
    }
    assert.lengthOf(yield* ownRoles(other), 1)
  })

  // members-11
  it.status(409, "role_in_use: held by members or named by open invitations, with their number", function* () {
    const admin = yield* aSuperAdmin()
    const { id } = yield* makeRole(admin)
    const hr = yield* aMember(admin.orgId, "hr")
    yield* as(admin).patch(`/api/members/${hr.userId}`, { role_id: id })
    yield* invite(admin, "new@acme.test", { role_id: id })
    const { body } = yield* withStatus(409, remove(admin, id))
    assert.deepStrictEqual(body, {
      error: "This role is still assigned to 1 member and 1 open invitation. Assign them another role first",
      code: "role_in_use",
      members: 1,
      invites: 1
    })
    yield* as(admin).patch(`/api/members/${hr.userId}`, { role: "hr" })
    assert.deepInclude((yield* remove(admin, id)).body, {
      error: "This role is still assigned to 1 open invitation. Assign them another role first"
    })
    yield* as(admin).delete(`/api/invites/${(yield* invites(admin))[0]?.id}`)
    assert.strictEqual((yield* remove(admin, id)).status, 200)
  })
})

withTestApp("what a custom role cannot hold (keys-8)", (it) => {
  // keys-8: Only the role superadmin manages keys, whatever a custom role holds.
  it.status(403, "API keys are the role superadmin's alone, whatever a custom role holds", function* () {
    const superadmin = yield* aSuperAdmin()
    const almighty = yield* aMember(superadmin.orgId, { permissions: Permission.literals })
    for (const [method, path] of [
      ["GET", "/api/keys"],
      ["POST", "/api/keys"]
    ] as const) {
      const body = { name: "CI", scopes: ["employees:read"], expires_at: null }
      const answer = yield* as(almighty).ask(method, path, method === "POST" ? body : undefined)
      assert.deepStrictEqual([answer.status, answer.error], [403, "Only Super Admins can do this"])
    }
    assert.strictEqual((yield* as(almighty).get("/api/members")).status, 200)
    yield* withStatus(403, as(almighty).patch(`/api/members/${almighty.userId}`, { role: "superadmin" }))
  })
})
