import { assert, layer } from "#test/support/suite"
import { TestApp } from "#test/support/TestApp"
import { aMember, anOrganisation, aSession, aSuperAdmin } from "#test/support/people"
import { send } from "#test/support/requests"
import { systemSql } from "#test/support/tables"
import { aSessionBy, joins, nameOf } from "./support.ts"

const memberships = (bearer: string) => send("GET", "/api/account/memberships", { bearer })

layer(TestApp)("GET /api/account/memberships", (it) => {
  // accounts-1: `GET /api/account/memberships` is an array of `{ org_id, org_name, role, sole_superadmin }`.
  it.status(200, "array of { org_id, org_name, role, sole_superadmin }, the user's own and no other's", function* () {
    const member = yield* aSuperAdmin()
    const there = yield* joins(member, yield* anOrganisation(), "hr")
    yield* aMember(there.orgId)
    const { body, status } = yield* memberships(yield* aSession(member))
    assert.strictEqual(status, 200)
    assert.sameDeepMembers(Array.isArray(body) ? body : [], [
      { org_id: member.orgId, org_name: yield* nameOf(member.orgId), role: "superadmin", sole_superadmin: true },
      { org_id: there.orgId, org_name: yield* nameOf(there.orgId), role: "hr", sole_superadmin: false }
    ])
  })

  // accounts-13: A single sign-on session sees the memberships and records of its own organization only.
  it.status(200, "one organisation's identity provider learns of no other organisation", function* () {
    const member = yield* aMember(yield* anOrganisation(), "hr")
    yield* joins(member, yield* anOrganisation(), "admin")
    const { body, status } = yield* memberships(yield* aSessionBy(member, "saml"))
    assert.strictEqual(status, 200)
    assert.deepStrictEqual(body, [
      { org_id: member.orgId, org_name: yield* nameOf(member.orgId), role: "hr", sole_superadmin: false }
    ])
  })

  it.status(200, "sole_superadmin until there is another Super Admin", function* () {
    const member = yield* aSuperAdmin()
    yield* aMember(member.orgId, "admin")
    const bearer = yield* aSession(member)
    assert.include((yield* memberships(bearer)).text, `"sole_superadmin":true`)
    yield* aMember(member.orgId)
    assert.include((yield* memberships(bearer)).text, `"sole_superadmin":false`)
  })

  it.status(200, "a role of the organisation's own by its name; also in a read-only organisation", function* () {
    const member = yield* aMember(yield* anOrganisation({ planStatus: "canceled" }), { permissions: [] })
    yield* systemSql`UPDATE roles SET name = 'Front desk' WHERE org_id = ${member.orgId}`
    const { body } = yield* memberships(yield* aSession(member))
    assert.deepStrictEqual(body, [
      { org_id: member.orgId, org_name: yield* nameOf(member.orgId), role: "Front desk", sole_superadmin: false }
    ])
  })
})
