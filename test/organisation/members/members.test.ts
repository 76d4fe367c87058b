import { assert, layer } from "#test/support/suite"
import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { Accounts } from "#organisation/accounts/service"
import { Db } from "#platform/database/db"
import { mailedToken } from "#test/support/mails"
import { start, TestApp } from "#test/support/TestApp"
import { aKey, aMember, anOrganisation, asCaller, aSession, aSuperAdmin, type Member } from "#test/support/people"
import { as, send, withStatus } from "#test/support/requests"
import { asSystem, systemSql } from "#test/support/tables"
import { entriesOf } from "#test/support/log"
import { invite, invites, makeRole, members } from "./support.ts"

const patch = (by: Member, member: { readonly userId: string }, body: unknown) =>
  as(by).patch(`/api/members/${member.userId}`, body)

const remove = (by: Member, member: { readonly userId: string }) => as(by).delete(`/api/members/${member.userId}`)

const roleOf = (by: Member, member: Member) =>
  Effect.map(members(by), (all) => all.find(({ user_id }) => user_id === member.userId)?.role)

/** The same member in another organisation, as a Super Admin of it. */
const alsoIn = Effect.fnUntraced(function* (member: Member) {
  const orgId = yield* anOrganisation()
  const now = DateTime.toDateUtc(yield* DateTime.now)
  yield* asSystem(
    (sql) =>
      sql`INSERT INTO memberships ${sql.insert({ org_id: orgId, user_id: member.userId, role: "superadmin", created_at: now })}`
  )
  return { ...member, orgId }
})

layer(TestApp)("GET /api/members", (it) => {
  // members-1: `GET /api/members` lists all members by name; a role changes from the member's next request, audited
  //   with old and new value.
  it.status(200, "everybody by name, each with the fields of a member and no other", function* () {
    const admin = yield* aSuperAdmin()
    const manager = yield* aMember(admin.orgId, "manager")
    yield* aMember(yield* anOrganisation(), "hr")
    const at = DateTime.formatIso(start)
    const common = { created_at: at, two_factor_enabled: false, role_id: null, departments: null }
    assert.deepStrictEqual((yield* as(admin).get("/api/members")).body, [
      {
        ...common,
        user_id: manager.userId,
        email: manager.email,
        full_name: "The manager",
        role: "manager",
        role_name: "manager",
        scope: "direct_reports",
        last_sign_in_at: null,
        is_self: false
      },
      {
        ...common,
        user_id: admin.userId,
        email: admin.email,
        full_name: "The superadmin",
        role: "superadmin",
        role_name: "superadmin",
        scope: "all",
        last_sign_in_at: at,
        is_self: true
      }
    ])
  })

  it.status(200, "the last sign-in is the one to this organisation", function* () {
    const admin = yield* aSuperAdmin()
    const elsewhere = yield* alsoIn(admin)
    yield* aSession(admin)
    yield* TestClock.adjust("1 minute")
    const accounts = yield* Accounts
    yield* accounts.issueSession(elsewhere.userId, elsewhere.orgId)
    const reader = yield* aMember(admin.orgId, "admin")
    const listed = (yield* members(reader)).find(({ user_id }) => user_id === admin.userId)
    assert.deepStrictEqual(listed?.last_sign_in_at, start)
  })
})

layer(TestApp)("PATCH /api/members/{userId}", (it) => {
  // members-1
  it.status(200, "the role changes from the member's next request on, audited with before and after", function* () {
    const admin = yield* aSuperAdmin()
    const manager = yield* aMember(admin.orgId, "manager")
    const session = yield* aSession(manager)
    assert.strictEqual((yield* send("GET", "/api/audit-log", { bearer: session })).status, 403)
    const { body } = yield* withStatus(200, patch(admin, manager, { role: "hr" }))
    assert.deepInclude(body, { user_id: manager.userId, role: "hr", role_name: "hr", scope: "all", is_self: false })
    assert.strictEqual((yield* send("GET", "/api/audit-log", { bearer: session })).status, 200)
    const [entry] = yield* entriesOf(admin.orgId, { action: "member_role_changed" })
    assert.strictEqual(entry?.actor_id, admin.userId)
    assert.strictEqual(entry?.target, manager.email)
    assert.strictEqual(entry?.details, "name: The manager, role: manager -> hr, scope: direct_reports -> all")
    assert.notInclude(entry?.stored ?? "", manager.email)
  })

  it.status(200, "a custom role by role_id, and a built-in one again", function* () {
    const admin = yield* aSuperAdmin()
    const hr = yield* aMember(admin.orgId, "hr")
    const role = yield* makeRole(admin, { scope: "departments", departments: ["Sales"] })
    const { body } = yield* patch(admin, hr, { role_id: role.id })
    assert.deepInclude(body, {
      role: "custom",
      role_id: role.id,
      role_name: "Auditor",
      scope: "departments",
      departments: ["Sales"]
    })
    assert.deepInclude((yield* patch(admin, hr, { role: "admin" })).body, {
      role: "admin",
      role_id: null,
      scope: "all",
      departments: null
    })
  })

  // members-16: A member's own record access outranks that of the role, also after a change of role, until `scope:
  //   null`.
  it.status(
    200,
    "a scope of the member's own goes before the role's, stays with a new role, and null takes it away",
    function* () {
      const admin = yield* aSuperAdmin()
      const hr = yield* aMember(admin.orgId, "hr")
      const limited = { scope: "departments", departments: ["Sales", "Support"] }
      assert.deepInclude(
        (yield* patch(admin, hr, { ...limited, departments: ["Sales", "Support", "Sales"] })).body,
        limited
      )
      assert.deepInclude((yield* patch(admin, hr, { role: "admin" })).body, { role: "admin", ...limited })
      assert.deepInclude((yield* patch(admin, hr, { departments: ["Sales"] })).body, { departments: ["Sales"] })
      assert.deepInclude((yield* patch(admin, hr, { scope: null })).body, { scope: "all", departments: null })
      assert.lengthOf(yield* entriesOf(admin.orgId, { action: "member_role_changed" }), 4)
    }
  )

  it.status(200, "what changes nothing is not recorded", function* () {
    const admin = yield* aSuperAdmin()
    const hr = yield* aMember(admin.orgId, "hr")
    assert.strictEqual((yield* patch(admin, hr, { role: "hr" })).status, 200)
    assert.lengthOf(yield* entriesOf(admin.orgId, { action: "member_role_changed" }), 0)
  })

  // members-18: While the organization is read-only, no role changes and no member is removed (402).
  it.status(402, "while the organisation is read-only, nobody's role changes and nobody is removed", function* () {
    const admin = yield* aSuperAdmin({ planStatus: "canceled" })
    const hr = yield* aMember(admin.orgId, "hr")
    assert.strictEqual((yield* patch(admin, hr, { role: "manager" })).status, 402)
    assert.strictEqual((yield* remove(admin, hr)).status, 402)
  })

  // members-2: The last Super Admin can be neither demoted nor removed, also under concurrent requests.
  it.status(400, "sole_superadmin: the last Super Admin cannot be demoted", function* () {
    const admin = yield* aSuperAdmin()
    const { body } = yield* withStatus(400, patch(admin, admin, { role: "admin" }))
    assert.deepStrictEqual(body, {
      error: "This member is the only Super Admin of the organization. Make another member Super Admin first",
      code: "sole_superadmin"
    })
    yield* aMember(admin.orgId)
    assert.strictEqual((yield* patch(admin, admin, { role: "admin" })).status, 200)
  })

  it.status(400, "sole_superadmin: of two Super Admins who demote each other at once, one succeeds", function* () {
    for (let round = 0; round < 5; round++) {
      const one = yield* aSuperAdmin()
      const other = yield* aMember(one.orgId)
      const answers = yield* Effect.all([patch(one, other, { role: "hr" }), patch(other, one, { role: "hr" })], {
        concurrency: 2
      })
      assert.lengthOf(
        answers.filter(({ status }) => status === 200),
        1
      )
      const superadmins =
        yield* systemSql`SELECT user_id FROM memberships WHERE org_id = ${one.orgId} AND role = 'superadmin'`
      assert.lengthOf(superadmins, 1)
    }
  })

  it.status(400, "role and scope in forms that say nothing, or too much, each with a sentence", function* () {
    const admin = yield* aSuperAdmin()
    const hr = yield* aMember(admin.orgId, "hr")
    const foreign = yield* makeRole(yield* aSuperAdmin())
    const cases: ReadonlyArray<readonly [unknown, string]> = [
      [{}, "The body must have role, role_id, scope or departments"],
      [{ role: "hr", role_id: randomUUID() }, "The body must have either role or role_id, not both"],
      [{ role: "custom" }, "role: must be one of superadmin, admin, hr, manager"],
      [{ role_id: "17" }, "role_id: must be a UUID"],
      [{ role_id: randomUUID() }, "role_id: role not found in this organization"],
      [{ role_id: foreign.id }, "role_id: role not found in this organization"],
      [{ scope: "some" }, "scope: must be one of all, departments, direct_reports"],
      [{ scope: "departments" }, "departments: is required with the scope departments, as a list of 1 to 200 names"],
      [{ scope: "departments", departments: [] }, "departments: must name at least one department"],
      [{ scope: "departments", departments: Array(201).fill("x") }, "departments: must name at most 200 departments"],
      [{ scope: "departments", departments: ["x".repeat(101)] }, "departments.0: must be at most 100 characters"],
      [{ scope: "all", departments: ["Sales"] }, "departments: is only allowed with the scope departments"],
      [{ departments: ["Sales"] }, "departments: is only allowed with the scope departments"],
      [{ role: "superadmin", scope: "direct_reports" }, "scope: a Super Admin sees all records"]
    ]
    for (const [body, sentence] of cases) {
      const answer = yield* patch(admin, hr, body)
      assert.deepStrictEqual([answer.status, answer.error], [400, sentence])
    }
  })

  // members-3: Only a Super Admin creates, changes or removes a Super Admin, and no one grants what they lack.
  it.status(403, "only a Super Admin makes, changes or removes a Super Admin", function* () {
    const superadmin = yield* aSuperAdmin()
    yield* aMember(superadmin.orgId)
    const admin = yield* aMember(superadmin.orgId, "admin")
    const hr = yield* aMember(superadmin.orgId, "hr")
    const refused = [
      yield* patch(admin, hr, { role: "superadmin" }),
      yield* patch(admin, superadmin, { role: "hr" }),
      yield* patch(admin, superadmin, { scope: "direct_reports" }),
      yield* remove(admin, superadmin)
    ]
    for (const { error, status } of refused) {
      assert.deepStrictEqual([status, error], [403, "Only a Super Admin can create, change or remove a Super Admin"])
    }
    assert.strictEqual(yield* roleOf(superadmin, superadmin), "superadmin")
    assert.strictEqual((yield* patch(superadmin, hr, { role: "superadmin" })).status, 200)
  })

  // members-14: Only Super Admins change their own role or record access, and no one else changes the role that they
  //   hold.
  it.status(403, "nobody changes their own role or scope but a Super Admin", function* () {
    const superadmin = yield* aSuperAdmin()
    const admin = yield* aMember(superadmin.orgId, "admin")
    for (const body of [{ role: "superadmin" }, { role: "hr" }, { scope: "all" }]) {
      const { error } = yield* withStatus(403, patch(admin, admin, body))
      assert.strictEqual(error, "You cannot change your own role or scope. Ask another administrator")
    }
  })

  // members-3
  it.status(403, "nobody grants a permission or records that they lack, nor touches who holds more", function* () {
    const superadmin = yield* aSuperAdmin()
    const { orgId } = superadmin
    const hr = yield* aMember(orgId, "hr")
    const clerk = yield* aMember(orgId, { permissions: [], scope: "direct_reports" })
    const limited = yield* aMember(orgId, {
      permissions: ["members_manage", "offboardings_view"],
      scope: "departments",
      departments: ["Sales", "Support"]
    })
    const role = yield* makeRole(superadmin, { permissions: ["offboardings_view"] })

    const more = yield* withStatus(403, patch(limited, clerk, { role: "manager" }))
    assert.match(more.error, /^You cannot grant permissions that you do not have: offboardings_create, /)
    const above = yield* withStatus(403, patch(limited, hr, { role_id: role.id }))
    assert.match(
      above.error,
      /^You cannot change a member, role or invitation with permissions that you do not have: offboardings_create, /
    )
    assert.strictEqual((yield* remove(limited, hr)).status, 403)
    for (const scope of [{ scope: "all" }, { scope: "departments", departments: ["Sales", "Finance"] }]) {
      const wider = yield* patch(limited, clerk, { role_id: role.id, ...scope })
      assert.deepStrictEqual(
        [wider.status, wider.error],
        [403, "You cannot grant access to more records than you see yourself"]
      )
    }
    for (const scope of [{ scope: "direct_reports" }, { scope: "departments", departments: ["Support"] }]) {
      assert.strictEqual((yield* patch(limited, clerk, { role_id: role.id, ...scope })).status, 200)
    }
  })

  it.status(403, "whoever lost the right to manage members a moment ago changes nobody", function* () {
    const superadmin = yield* aSuperAdmin()
    const admins = yield* Effect.replicateEffect(aMember(superadmin.orgId, "admin"), 2)
    const [one, other] = admins
    if (one === undefined || other === undefined) return assert.fail("there are two")
    const answers = yield* Effect.all([patch(one, other, { role: "hr" }), patch(other, one, { role: "hr" })], {
      concurrency: 2
    })
    assert.deepStrictEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 403]
    )
  })

  it.status(404, "unknown, or a member of another organisation", function* () {
    const admin = yield* aSuperAdmin()
    const foreign = yield* aMember(yield* anOrganisation(), "hr")
    for (const userId of [randomUUID(), foreign.userId]) {
      const { error, status } = yield* patch(admin, { userId }, { role: "manager" })
      assert.deepStrictEqual([status, error], [404, "Member not found in this organization"])
    }
  })
})

layer(TestApp)("DELETE /api/members/{userId}", (it) => {
  // members-4: Sessions and keys of a removed member end immediately; the account stays.
  it.status(
    200,
    "sessions of the organisation and keys end at once, api_key.revoked with the reason; account and other memberships stay",
    function* () {
      const admin = yield* aSuperAdmin()
      const leaver = yield* aMember(admin.orgId)
      const elsewhere = yield* alsoIn(leaver)
      const key = yield* aKey(leaver)
      const otherKey = yield* aKey(elsewhere)
      const session = yield* aSession(leaver)
      const otherSession = yield* aSession(elsewhere)
      const now = DateTime.toDateUtc(yield* DateTime.now)
      for (const { orgId } of [leaver, elsewhere]) {
        yield* systemSql`
            INSERT INTO notifications (org_id, id, user_id, type, title, body, created_at)
            VALUES (${orgId}, ${randomUUID()}, ${leaver.userId}, 'note', 'A title', 'A body', ${now})`
      }

      assert.deepInclude(yield* remove(admin, leaver), { status: 200, body: { success: true } })
      assert.strictEqual((yield* send("GET", "/api/auth/me", { bearer: session })).status, 401)
      assert.strictEqual((yield* send("GET", "/api/v1/employees", { bearer: key })).status, 401)
      assert.strictEqual((yield* send("GET", "/api/auth/me", { bearer: otherSession })).status, 200)
      assert.strictEqual((yield* send("GET", "/api/v1/employees", { bearer: otherKey })).status, 200)
      assert.isUndefined(yield* roleOf(admin, leaver))
      const left = yield* systemSql`SELECT org_id FROM notifications WHERE user_id = ${leaver.userId}`
      assert.deepStrictEqual(left, [{ org_id: elsewhere.orgId }])
      assert.lengthOf(yield* systemSql`SELECT id FROM users WHERE id = ${leaver.userId}`, 1)

      const [entry] = yield* entriesOf(admin.orgId, { action: "member_removed" })
      assert.strictEqual(entry?.target, leaver.email)
      assert.strictEqual(entry?.details, "name: The superadmin, role: superadmin, API keys revoked: 1")
      const [revoked] = yield* entriesOf(admin.orgId, { action: "api_key.revoked" })
      assert.include(revoked?.details ?? "", "reason: creator removed from the organization")
      assert.strictEqual(revoked?.actor_id, admin.userId)
    }
  )

  // members-17: Open invitations that a removed member sent are withdrawn.
  it.status(
    200,
    "their open invitations end with them, so that nobody comes back by one of their own; others' stay",
    function* () {
      const superadmin = yield* aSuperAdmin()
      const leaver = yield* aMember(superadmin.orgId, "admin")
      const [theirs, another] = [`back-${leaver.userId}@acme.test`, `new-${leaver.userId}@acme.test`]
      yield* invite(leaver, theirs)
      yield* invite(superadmin, another)
      const token = yield* mailedToken(theirs)
      assert.strictEqual((yield* remove(superadmin, leaver)).status, 200)
      const back = yield* send("POST", "/api/auth/accept-invite", {
        body: { token, fullName: "Eve", password: "correct horse battery staple" }
      })
      assert.strictEqual(back.status, 400)
      assert.deepStrictEqual(
        (yield* invites(superadmin)).map(({ email }) => email),
        [another]
      )
      const [entry] = yield* entriesOf(superadmin.orgId, { action: "member_removed" })
      assert.strictEqual(entry?.details, "name: The admin, role: admin, API keys revoked: 0, invitations withdrawn: 1")
    }
  )

  it.status(200, "of two removals at once one succeeds, the other finds nobody", function* () {
    const admin = yield* aSuperAdmin()
    const hr = yield* aMember(admin.orgId, "hr")
    const answers = yield* Effect.replicateEffect(remove(admin, hr), 2, { concurrency: 2 })
    assert.deepStrictEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 404]
    )
    assert.lengthOf(yield* entriesOf(admin.orgId, { action: "member_removed" }), 1)
  })

  // members-2
  it.status(200, "two Super Admins who remove each other at once leave one", function* () {
    for (let round = 0; round < 5; round++) {
      const one = yield* aSuperAdmin()
      const other = yield* aMember(one.orgId)
      const answers = yield* Effect.all([remove(one, other), remove(other, one)], { concurrency: 2 })
      assert.lengthOf(
        answers.filter(({ status }) => status === 200),
        1
      )
      assert.lengthOf(yield* systemSql`SELECT FROM memberships WHERE org_id = ${one.orgId}`, 1)
    }
  })

  // members-15: Members cannot remove themselves; they leave instead.
  it.status(400, "oneself; that is leaving the organisation", function* () {
    const admin = yield* aSuperAdmin()
    yield* aMember(admin.orgId)
    for (const userId of [admin.userId, admin.userId.toUpperCase()]) {
      const { error } = yield* withStatus(400, remove(admin, { userId }))
      assert.include(error, "Leave the organization")
    }
  })

  it.status(404, "unknown, a member of another organisation, or removed before", function* () {
    const admin = yield* aSuperAdmin()
    const foreign = yield* aMember(yield* anOrganisation(), "hr")
    const gone = yield* aMember(admin.orgId, "hr")
    yield* remove(admin, gone)
    for (const userId of [randomUUID(), foreign.userId, gone.userId]) {
      assert.strictEqual((yield* remove(admin, { userId })).status, 404)
    }
    const db = yield* Db
    const sql = yield* SqlClient.SqlClient
    const kept = yield* asCaller(foreign)(db.transact(sql`SELECT role FROM memberships`))
    assert.deepStrictEqual(kept, [{ role: "hr" }])
  })
})
