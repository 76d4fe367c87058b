import { assert, layer } from "#test/support/suite"
import { type Permission, rolePermissions, type ScopeName } from "@svc/contract/kernel/permissions"
import type { Caller, RecordScope } from "@svc/contract/kernel/access"
import { Effect, Option, Redacted, Struct } from "effect"
import { Sessions } from "#access/sessions"
import { TestServices } from "#test/support/TestApp"
import { aMember, anOrganisation, aSession, type Member } from "#test/support/people"
import { systemSql } from "#test/support/tables"

/** Whom the member's session stands for. */
const caller = Effect.fnUntraced(function* (member: Member) {
  const sessions = yield* Sessions
  const found = yield* sessions.find(Redacted.make(yield* aSession(member)))
  return Option.getOrThrow(found)
})

const setScope = (member: Member, scope: ScopeName | null, departments: ReadonlyArray<string> | null) =>
  systemSql`
    UPDATE memberships SET scope = ${scope}, departments = ${departments}::text[]
    WHERE org_id = ${member.orgId} AND user_id = ${member.userId}`

/** Without what is about the member themselves. */
const scopeOf = ({ records }: Caller["Service"]): unknown => Struct.omit(records, ["own"])

layer(TestServices)("what a session may do", (it) => {
  // permissions-1
  it.effect("built-in roles hold the permissions of the table, and a manager sees direct reports", function* () {
    const orgId = yield* anOrganisation()
    for (const role of ["superadmin", "admin", "hr", "manager"] as const) {
      const member = yield* aMember(orgId, role)
      const who = yield* caller(member)
      assert.strictEqual(who.role, role)
      assert.deepStrictEqual(who.permissions, rolePermissions[role])
      const own: RecordScope =
        role === "manager" ? { _tag: "DirectReports", managerEmail: member.email } : { _tag: "All" }
      assert.deepStrictEqual(scopeOf(who), own)
    }
  })

  // members-10
  it.effect(
    "a custom role holds its own permissions and scope; a permission of unknown name grants nothing",
    function* () {
      const orgId = yield* anOrganisation()
      const permissions: ReadonlyArray<Permission> = ["audit_view", "access_revoke"]
      const member = yield* aMember(orgId, { permissions, scope: "departments", departments: ["Sales", "Ops"] })
      const who = yield* caller(member)
      assert.strictEqual(who.role, "custom")
      assert.deepStrictEqual(who.permissions, permissions)
      assert.deepStrictEqual(scopeOf(who), { _tag: "Departments", departments: ["Sales", "Ops"] })

      yield* systemSql`UPDATE roles SET permissions = ARRAY['audit_view', 'rule_the_world'] WHERE org_id = ${orgId}`
      assert.deepStrictEqual((yield* caller(member)).permissions, ["audit_view"])
    }
  )

  it.effect("a scope of the membership goes before the role's, from the next request on", function* () {
    const orgId = yield* anOrganisation()
    const hr = yield* aMember(orgId, "hr")
    yield* setScope(hr, "departments", ["Sales"])
    assert.deepStrictEqual(scopeOf(yield* caller(hr)), { _tag: "Departments", departments: ["Sales"] })
    yield* setScope(hr, "direct_reports", null)
    assert.deepStrictEqual(scopeOf(yield* caller(hr)), { _tag: "DirectReports", managerEmail: hr.email })
    yield* setScope(hr, null, null)
    assert.deepStrictEqual(scopeOf(yield* caller(hr)), { _tag: "All" })

    const own = yield* aMember(orgId, { permissions: [], scope: "departments", departments: ["Sales"] })
    yield* setScope(own, "all", null)
    assert.deepStrictEqual(scopeOf(yield* caller(own)), { _tag: "All" })
  })
})
