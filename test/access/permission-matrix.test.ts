import { assert, describe, it, layer } from "#test/support/suite"
import { type Permission, Permission as Permissions, Role, rolePermissions } from "@svc/contract/kernel/permissions"
import { Effect } from "effect"
import { type ContractRoute, contractRoutes } from "#test/support/contract-routes"
import { call, cardOf, routesThatAre } from "#test/support/route-cards"
import type { Asked } from "#test/support/route-cards/card"
import { TestApp } from "#test/support/TestApp"
import { aMember, anOrganisation, aSession, type OwnRole } from "#test/support/people"

/** Who holds what, word by word (permissions-1). */
const held = `
  offboardings_view, offboardings_create, offboardings_edit, assets_view, analytics_view, checklists_manage | superadmin admin hr manager
  compliance_view | superadmin admin hr manager
  compliance_manage, audit_view, analytics_export, employees_manage | superadmin admin hr
  audit_export, settings_manage, integrations_manage, members_manage, access_revoke, offboardings_delete, assets_manage, legal_hold_manage | superadmin admin
`

const superadminOrOwnRole = new Set(routesThatAre("superadminOrOwnRole"))

const behindSession = contractRoutes.filter((route) => route.middlewares.includes("svc/SessionAuth"))

const askedOf = (route: ContractRoute): Asked => {
  const { permission } = cardOf(route)
  if (permission === "open" || (typeof permission === "object" && "scope" in permission)) {
    throw new Error(`${route.name} is behind a session, and its card says otherwise`)
  }
  return permission
}

const isHeld = (wanted: Exclude<Asked, string>, permissions: ReadonlyArray<Permission>) =>
  "anyOf" in wanted
    ? wanted.anyOf.some((permission) => permissions.includes(permission))
    : wanted.every((permission) => permissions.includes(permission))

/** No more than opens the route: of several permissions of which one is enough the last. */
const enoughFor = (wanted: Asked): ReadonlyArray<Permission> =>
  typeof wanted === "string" ? [] : "anyOf" in wanted ? wanted.anyOf.slice(-1) : wanted

/** Whether the answer is a refusal for want of a right, and not for the plan or for a fact. */
const denied = (answer: { readonly status: number; readonly text: string }) =>
  answer.status === 403 && /You need the permission|Only Super Admins can do this/.test(answer.text)

describe("permissions of the four roles", () => {
  // permissions-1: The four roles hold exactly the permissions of the table.
  it("each role holds just the permissions of the table, and the table has every permission", () => {
    const rows = held
      .trim()
      .split("\n")
      .map((line) => line.split("|"))
    const table = new Map<string, ReadonlyArray<string>>()
    for (const [permissions = "", roles = ""] of rows) {
      for (const permission of permissions.split(",")) table.set(permission.trim(), roles.trim().split(" "))
    }
    assert.sameMembers([...table.keys()], [...Permissions.literals])
    for (const role of Role.literals) {
      assert.sameMembers(
        [...rolePermissions[role]],
        Permissions.literals.filter((permission) => table.get(permission)?.includes(role) === true),
        role
      )
    }
  })

  it("every route behind a session asks for what the documents say, and no entry is left over", () => {
    assert.sameMembers(
      behindSession.map(({ name }) => name),
      contractRoutes
        .filter((route) => route.surface === "app" && cardOf(route).permission !== "open")
        .map(({ name }) => name)
    )
    for (const route of behindSession) {
      const { anyPermission, permission, permissions = [], role } = route.requires ?? {}
      const every = permission === undefined ? permissions : [permission, ...permissions]
      const either = anyPermission === undefined ? "nothing" : { anyOf: anyPermission }
      const declared: Asked = role === "superadmin" ? role : every.length > 0 ? every : either
      assert.deepStrictEqual(declared, askedOf(route), route.name)
      const builtIn = superadminOrOwnRole.has(route.name) ? "superadmin" : undefined
      assert.strictEqual(route.requires?.builtInRole, builtIn, route.name)
    }
  })
})

layer(TestApp)("every app route, by role", (it) => {
  // permissions-2: Every app route admits exactly the roles in its row of the table.
  // log-13
  it.status(403, "each of the four roles is let in to just what its row of the table says", function* () {
    const orgId = yield* anOrganisation()
    for (const role of Role.literals) {
      const reading = yield* aSession(yield* aMember(orgId, role))
      for (const route of behindSession) {
        const wanted = askedOf(route)
        const allowed =
          wanted === "nothing" ||
          (wanted === "superadmin"
            ? role === "superadmin"
            : isHeld(wanted, rolePermissions[role]) && (role === "superadmin" || !superadminOrOwnRole.has(route.name)))
        // A fresh member for what writes: it may end the session or the membership of whoever calls it.
        const session = route.method === "GET" ? reading : yield* aSession(yield* aMember(orgId, role))
        const answer = yield* call(route, session)
        assert.strictEqual(denied(answer), !allowed, `${role}, ${route.name}: ${answer.status} ${answer.text}`)
        if (!allowed || typeof wanted === "string" || "anyOf" in wanted) continue
        // A domain may refuse on facts of its own, but never by naming a permission that is held.
        for (const permission of wanted) assert.notInclude(answer.text, `"permission":"${permission}"`, route.name)
      }
    }
  })

  const asOwnRole = Effect.fnUntraced(function* (
    holding: (wanted: ReadonlyArray<Permission>) => OwnRole,
    isAllowed: (wanted: Asked) => boolean
  ) {
    const orgId = yield* anOrganisation()
    for (const route of behindSession) {
      const wanted = askedOf(route)
      const member = yield* aMember(orgId, holding(enoughFor(wanted)))
      const answer = yield* call(route, yield* aSession(member))
      assert.strictEqual(denied(answer), !isAllowed(wanted), `${route.name}: ${answer.status} ${answer.text}`)
    }
  })

  it.effect(
    "an own role with just the permission that a route asks for is let in there, and to no Super Admin's route",
    () =>
      asOwnRole(
        (wanted) => ({ permissions: wanted }),
        (wanted) => wanted !== "superadmin"
      )
  )

  // permissions-3: The 403 for a missing permission names it in the body.
  it.status(403, "an own role with every permission but the one asked for, which the body names", function* () {
    const orgId = yield* anOrganisation()
    for (const route of behindSession) {
      const wanted = askedOf(route)
      if (typeof wanted === "string") continue
      for (const missing of "anyOf" in wanted ? wanted.anyOf.slice(0, 1) : wanted) {
        const without = "anyOf" in wanted ? wanted.anyOf : [missing]
        const member = yield* aMember(orgId, {
          permissions: Permissions.literals.filter((permission) => !without.includes(permission))
        })
        const answer = yield* call(route, yield* aSession(member))
        assert.strictEqual(answer.status, 403, route.name)
        assert.deepInclude(answer.body, { permission: missing }, route.name)
      }
    }
  })

  // permissions-4: Only the role superadmin manages API keys, settings and retention of the organization, whatever
  //   another role holds.
  // settings-2
  it.status(403, "an own role that holds everything still gets to no Super Admin's route", () =>
    asOwnRole(
      () => ({ permissions: Permissions.literals }),
      (wanted) => wanted !== "superadmin"
    )
  )

  it.effect("an own role without any permission gets to what asks for nothing, and to nothing else", () =>
    asOwnRole(
      () => ({ permissions: [] }),
      (wanted) => wanted === "nothing"
    )
  )
})
