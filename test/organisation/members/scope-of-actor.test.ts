import { assert } from "#test/support/suite"
import { Permission } from "@svc/contract/kernel/permissions"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { aMember, anOrganisation, aSuperAdmin } from "#test/support/people"
import { as, withStatus } from "#test/support/requests"
import { TestApp } from "#test/support/TestApp"
import { layerOfFile } from "#test/support/layer-of-file"
import { invite, makeRole } from "./support.ts"

const sales = { scope: "departments", departments: ["Sales"] } as const
const wider = "You cannot change a member, role or invitation that sees more records than you do. Ask a Super Admin"

/** A member with every permission who sees the department Sales alone. */
const aWorld = Effect.gen(function* () {
  const orgId = yield* anOrganisation()
  const limited = yield* aMember(orgId, { permissions: Permission.literals, ...sales })
  return { orgId, limited, superadmin: yield* aMember(orgId) }
})

const anAddress = () => `new-${randomUUID().slice(0, 8)}@acme.test`

const withTestApp = layerOfFile(TestApp)

withTestApp("an actor who sees some records", (it) => {
  // members-12
  it.status(403, "changes and removes no member who sees more; 200 for those who see no more", function* () {
    const { limited, orgId } = yield* aWorld
    const above = [
      yield* aMember(orgId, "admin"),
      yield* aMember(orgId, "hr"),
      yield* aMember(orgId, { permissions: [], scope: "departments", departments: ["Sales", "Board"] })
    ]
    for (const { userId } of above) {
      const answers = [
        yield* as(limited).patch(`/api/members/${userId}`, { role: "manager" }),
        yield* as(limited).patch(`/api/members/${userId}`, sales),
        yield* as(limited).delete(`/api/members/${userId}`)
      ]
      for (const { error, status } of answers) assert.deepStrictEqual([status, error], [403, wider])
    }
    const within = [yield* aMember(orgId, "manager"), yield* aMember(orgId, { permissions: ["audit_view"], ...sales })]
    for (const { userId } of within) {
      assert.strictEqual((yield* as(limited).delete(`/api/members/${userId}`)).status, 200)
    }
  })

  it.status(
    403,
    "changes and deletes no role that sees more, or that a member or invitation with more holds",
    function* () {
      const { limited, orgId, superadmin } = yield* aWorld
      const wide = yield* makeRole(superadmin, { name: "Wide", scope: "all" })
      const held = yield* makeRole(superadmin, { name: "Held", ...sales })
      const invited = yield* makeRole(superadmin, { name: "Invited", ...sales })
      const free = yield* makeRole(superadmin, { name: "Free", ...sales })
      const hr = yield* aMember(orgId, "hr")
      yield* withStatus(200, as(superadmin).patch(`/api/members/${hr.userId}`, { role_id: held.id, scope: "all" }))
      yield* invite(superadmin, anAddress(), { role_id: invited.id, scope: "all" })
      for (const { id, name } of [wide, held, invited]) {
        for (const answer of [
          yield* as(limited).patch(`/api/roles/${id}`, { name: "Renamed" }),
          yield* as(limited).delete(`/api/roles/${id}`)
        ]) {
          assert.deepStrictEqual([name, answer.status, answer.error], [name, 403, wider])
        }
      }
      assert.strictEqual((yield* as(limited).patch(`/api/roles/${free.id}`, { name: "Renamed" })).status, 200)
      assert.strictEqual((yield* as(limited).delete(`/api/roles/${free.id}`)).status, 200)
    }
  )

  it.status(403, "withdraws and replaces no invitation that would see more", function* () {
    const { limited, superadmin } = yield* aWorld
    const open = yield* invite(superadmin, anAddress(), { role: "hr" })
    const revoked = yield* as(limited).delete(`/api/invites/${open.id}`)
    assert.deepStrictEqual([revoked.status, revoked.error], [403, wider])
    const again = yield* as(limited).post("/api/invites", { email: open.email, role: "manager" })
    assert.deepStrictEqual([again.status, again.error], [403, wider])
    const narrow = yield* invite(superadmin, anAddress(), { role: "hr", ...sales })
    assert.strictEqual((yield* as(limited).delete(`/api/invites/${narrow.id}`)).status, 200)
  })
})

withTestApp("a Super Admin", (it) => {
  it.status(200, "reaches every member", function* () {
    const superadmin = yield* aSuperAdmin()
    const { userId } = yield* aMember(superadmin.orgId, "admin")
    assert.strictEqual((yield* as(superadmin).delete(`/api/members/${userId}`)).status, 200)
  })
})
