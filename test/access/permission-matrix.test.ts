import { assert, describe, it, layer } from "@effect/vitest"
import { type Permission, Permission as Permissions, Role, rolePermissions } from "@svc/contract/kernel/permissions"
import { Effect } from "effect"
import { contractRoutes } from "#test/support/contract-routes"
import { TestApp } from "#test/support/TestApp"
import { aMember, anOrganisation, aSession, type OwnRole } from "#test/support/people"
import { call } from "./routes.ts"

/** Who holds what, word by word (permissions-1). */
const held = `
  offboardings_view, offboardings_create, offboardings_edit, assets_view, analytics_view, checklists_manage | superadmin admin hr manager
  compliance_view | superadmin admin hr manager
  compliance_manage, audit_view, analytics_export, employees_manage | superadmin admin hr
  audit_export, settings_manage, integrations_manage, members_manage, access_revoke, offboardings_delete, assets_manage, legal_hold_manage | superadmin admin
`

/**
 * What the documents ask of each route behind a session: permissions, `superadmin` for that role alone, or nothing but
 * the session; `anyOf` where one of several permissions is enough. A route that is not here, or asks for something
 * else, fails.
 */
type Asked = ReadonlyArray<Permission> | { readonly anyOf: ReadonlyArray<Permission> } | "superadmin" | "nothing"

const checklistWork: Asked = { anyOf: ["offboardings_edit", "checklists_manage"] }

const checklistReading: Asked = { anyOf: ["checklists_manage", "offboardings_edit"] }

const asked: Readonly<Record<string, Asked>> = {
  "POST /api/auth/logout": "nothing",
  "GET /api/auth/me": "nothing",
  "POST /api/auth/step-up": "nothing",
  "POST /api/auth/2fa/setup": "nothing",
  "POST /api/auth/2fa/enable": "nothing",
  "POST /api/auth/2fa/disable": "nothing",
  "POST /api/auth/2fa/recovery-codes": "nothing",
  "PATCH /api/auth/profile": "nothing",
  "POST /api/auth/change-password": "nothing",
  "GET /api/auth/sessions": "nothing",
  "DELETE /api/auth/sessions/{id}": "nothing",
  "POST /api/auth/switch-org": "nothing",
  "GET /api/account/memberships": "nothing",
  "DELETE /api/account/leave-org": "nothing",
  "DELETE /api/account": "nothing",
  "POST /api/account/transfer-and-delete": "nothing",
  "GET /api/account/export": "nothing",
  "POST /api/account/org-export": ["settings_manage", "audit_export"],
  "GET /api/account/org-export": ["settings_manage", "audit_export"],
  "GET /api/account/org-export/{id}/download": ["settings_manage", "audit_export"],
  "GET /api/members": ["members_manage"],
  "PATCH /api/members/{userId}": ["members_manage"],
  "DELETE /api/members/{userId}": ["members_manage"],
  "GET /api/invites": ["members_manage"],
  "POST /api/invites": ["members_manage"],
  "DELETE /api/invites/{id}": ["members_manage"],
  "GET /api/roles": ["members_manage"],
  "POST /api/roles": ["members_manage"],
  "PATCH /api/roles/{id}": ["members_manage"],
  "DELETE /api/roles/{id}": ["members_manage"],
  "GET /api/organizations/me": "nothing",
  "PATCH /api/organizations/me": "superadmin",
  "GET /api/organizations/me/retention": "superadmin",
  "PUT /api/organizations/me/retention": "superadmin",
  "POST /api/organizations/me/deletion": "superadmin",
  "DELETE /api/organizations/me/deletion": "superadmin",
  "GET /api/organizations/me/sso": ["settings_manage"],
  "PUT /api/organizations/me/sso": ["settings_manage"],
  "DELETE /api/organizations/me/sso": ["settings_manage"],
  "GET /api/billing/subscription": "nothing",
  "POST /api/integrations/scim/setup": ["integrations_manage"],
  "DELETE /api/integrations/scim/setup": ["integrations_manage"],
  "GET /api/integrations/scim/config": "nothing",
  "GET /api/integrations/scim/requests": ["integrations_manage"],
  "GET /api/auth/notification-preferences": "nothing",
  "PATCH /api/auth/notification-preferences": "nothing",
  "GET /api/notifications": "nothing",
  "POST /api/notifications/{id}/read": "nothing",
  "POST /api/notifications/read-all": "nothing",
  "GET /api/employees/{id}/compliance": ["compliance_view"],
  "POST /api/employees/{id}/compliance": ["compliance_manage"],
  "PATCH /api/employees/compliance/{docId}/status": ["compliance_manage"],
  "DELETE /api/employees/compliance/{docId}": ["compliance_manage"],
  "POST /api/upload/compliance/{offboardingId}": ["compliance_manage"],
  "GET /api/upload/files/*": ["compliance_view"],
  "GET /api/upload/compliance-zip/{offboardingId}": ["compliance_view"],
  "GET /api/document-templates": ["compliance_view"],
  "GET /api/document-templates/{id}": ["compliance_view"],
  "POST /api/document-templates": ["compliance_manage"],
  "PATCH /api/document-templates/{id}": ["compliance_manage"],
  "DELETE /api/document-templates/{id}": ["compliance_manage"],
  "POST /api/document-templates/{id}/generate": ["compliance_manage"],
  "GET /api/employees": ["offboardings_view"],
  "POST /api/employees": ["offboardings_create"],
  "POST /api/employees/bulk": ["offboardings_create"],
  "POST /api/employees/import": ["offboardings_create"],
  "GET /api/employees/{id}": ["offboardings_view"],
  "PATCH /api/employees/{id}": ["offboardings_edit"],
  "POST /api/employees/{id}/clone": ["offboardings_create"],
  "GET /api/employees/{id}/timeline": ["offboardings_view"],
  "GET /api/employees/{id}/revocation-runs": ["offboardings_view"],
  "GET /api/residual-access": ["offboardings_view"],
  "POST /api/residual-access/{id}/resolve": ["access_revoke"],
  "GET /api/siem-targets": ["settings_manage"],
  "GET /api/siem-targets/events": ["settings_manage"],
  "POST /api/siem-targets": ["settings_manage"],
  "PATCH /api/siem-targets/{id}": ["settings_manage"],
  "DELETE /api/siem-targets/{id}": ["settings_manage"],
  "POST /api/siem-targets/{id}/test": ["settings_manage"],
  "POST /api/siem-targets/batch-export": ["settings_manage", "audit_export"],
  "GET /api/keys": "superadmin",
  "POST /api/keys": "superadmin",
  "POST /api/keys/{keyId}/rotate": "superadmin",
  "DELETE /api/keys/{keyId}": "superadmin",
  "GET /api/audit-log": ["audit_view"],
  "GET /api/audit-log/export": ["audit_export"],
  "GET /api/audit-log/verify": ["audit_view"],
  "GET /api/audit-log/anchors": ["audit_view"],
  "GET /api/audit-log/signing-key": ["audit_view"],
  "GET /api/audit-log/retention": "superadmin",
  "PUT /api/audit-log/retention": "superadmin",
  "GET /api/audit-log/archive-retention": "superadmin",
  "PUT /api/audit-log/archive-retention": "superadmin",
  "GET /api/audit-log/archives": ["audit_view"],
  "POST /api/audit-log/archive": ["audit_export"],
  "GET /api/integrations": "nothing",
  "POST /api/integrations": ["integrations_manage"],
  "PATCH /api/integrations/{id}": ["integrations_manage"],
  "PATCH /api/integrations/{id}/auto-reply-setting": ["integrations_manage"],
  "PATCH /api/integrations/{id}/drive-transfer-setting": ["integrations_manage"],
  "POST /api/integrations/okta/connect": ["integrations_manage"],
  "POST /api/integrations/azure-ad/connect": ["integrations_manage"],
  "POST /api/integrations/jumpcloud/connect": ["integrations_manage"],
  "POST /api/integrations/onelogin/connect": ["integrations_manage"],
  "POST /api/integrations/ping/connect": ["integrations_manage"],
  "POST /api/integrations/slack/connect": ["integrations_manage"],
  "POST /api/integrations/docusign/connect": ["integrations_manage"],
  "POST /api/integrations/adobe-sign/connect": ["integrations_manage"],
  "POST /api/integrations/dropbox-sign/connect": ["integrations_manage"],
  "POST /api/integrations/alumni/connect": ["integrations_manage"],
  "GET /api/integrations/github/oauth/start": ["integrations_manage"],
  "GET /api/integrations/github/oauth/callback": ["integrations_manage"],
  "GET /api/integrations/google-workspace/oauth/start": ["integrations_manage"],
  "GET /api/integrations/google-workspace/oauth/callback": ["integrations_manage"],
  "GET /api/integrations/google-calendar/oauth/start": ["integrations_manage"],
  "GET /api/integrations/google-calendar/oauth/callback": ["integrations_manage"],
  "POST /api/integrations/saas-revocation/connect": ["integrations_manage"],
  "POST /api/integrations/teams/connect": ["integrations_manage"],
  "POST /api/integrations/teams/test": ["integrations_manage"],
  "DELETE /api/integrations/{id}": ["integrations_manage"],
  "POST /api/integrations/hris/connect": ["integrations_manage"],
  "POST /api/integrations/hris/sync": ["integrations_manage"],
  "POST /api/integrations/azure-ad/sync": ["integrations_manage"],
  "GET /api/integrations/hris/reviews": ["offboardings_create"],
  "POST /api/integrations/hris/reviews/{id}/accept": ["offboardings_create", "offboardings_edit"],
  "POST /api/integrations/hris/reviews/{id}/dismiss": ["offboardings_create"],
  "POST /api/integrations/it-tickets/connect": ["integrations_manage"],
  "POST /api/integrations/sms/connect": ["integrations_manage"],
  "POST /api/integrations/calendly/connect": ["integrations_manage"],
  "GET /api/employees/{id}/tickets": ["offboardings_view"],
  "GET /api/employees/{id}/exit-interview": ["offboardings_view"],
  "POST /api/employees/{id}/exit-interview": ["offboardings_edit"],
  "PATCH /api/employees/{id}/exit-interview": ["offboardings_edit"],
  "POST /api/employees/checklist/{itemId}/ticket": ["offboardings_edit"],
  "POST /api/revoke-access": ["access_revoke"],
  "POST /api/revoke-access/preview": ["access_revoke"],
  "POST /api/employees/{id}/apps/{service}/confirm-removed": ["access_revoke"],
  "GET /api/employees/{id}/evidence": ["offboardings_view", "audit_export"],
  "GET /api/org-employees": ["offboardings_view"],
  "GET /api/org-employees/{id}": ["offboardings_view"],
  "POST /api/org-employees": ["employees_manage"],
  "POST /api/org-employees/import": ["employees_manage"],
  "PATCH /api/org-employees/{id}": ["employees_manage"],
  "DELETE /api/org-employees/{id}": ["employees_manage"],
  "POST /api/org-employees/{id}/erase": ["employees_manage"],
  "PATCH /api/employees/{id}/status": ["offboardings_edit"],
  "POST /api/employees/bulk-status": ["offboardings_edit"],
  "DELETE /api/employees/{id}": ["offboardings_delete"],
  "POST /api/employees/bulk-delete": ["offboardings_delete"],
  "PUT /api/employees/{id}/legal-hold": ["legal_hold_manage"],
  "GET /api/employees/sla-breaches": ["offboardings_view"],
  "POST /api/employees/{id}/checklist": checklistWork,
  "PATCH /api/employees/checklist/{itemId}": checklistWork,
  "DELETE /api/employees/checklist/{itemId}": checklistWork,
  "GET /api/checklist-templates": checklistReading,
  "GET /api/checklist-templates/{id}": checklistReading,
  "POST /api/checklist-templates": ["checklists_manage"],
  "PATCH /api/checklist-templates/{id}": ["checklists_manage"],
  "DELETE /api/checklist-templates/{id}": ["checklists_manage"],
  "POST /api/checklist-templates/{id}/apply/{offboardingId}": checklistWork,
  "POST /api/employees/{id}/confirm-no-apps": ["offboardings_edit"],
  "POST /api/employees/{id}/confirm-asset-return": ["offboardings_edit"],
  "GET /api/employees/{id}/portal-link": ["offboardings_view"],
  "POST /api/employees/{id}/portal-link": ["offboardings_edit"],
  "DELETE /api/employees/{id}/portal-link": ["offboardings_edit"],
  "GET /api/assets": ["assets_view"],
  "GET /api/assets/summary": ["assets_view"],
  "POST /api/assets": ["assets_manage"],
  "POST /api/assets/bulk": ["assets_manage"],
  "PATCH /api/assets/bulk-return": ["offboardings_edit"],
  "PATCH /api/assets/{id}": ["assets_manage"],
  "PATCH /api/assets/{id}/return": ["offboardings_edit"],
  "DELETE /api/assets/{id}": ["assets_manage"],
  "GET /api/offboarding-initiations/settings": "nothing",
  "PATCH /api/offboarding-initiations/settings": ["settings_manage"],
  "POST /api/offboarding-initiations": ["offboardings_create"],
  "GET /api/offboarding-initiations": "nothing",
  "GET /api/offboarding-initiations/{id}": "nothing",
  "PATCH /api/offboarding-initiations/{id}": "nothing",
  "POST /api/offboarding-initiations/{id}/approve": "nothing",
  "POST /api/offboarding-initiations/{id}/reject": "nothing",
  "POST /api/offboarding-initiations/{id}/delegate": "nothing",
  "DELETE /api/offboarding-initiations/{id}": "nothing",
  "GET /api/approval-chains": ["offboardings_create"],
  "GET /api/approval-chains/{id}": ["offboardings_create"],
  "POST /api/approval-chains": ["settings_manage"],
  "PATCH /api/approval-chains/{id}": ["settings_manage"],
  "DELETE /api/approval-chains/{id}": ["settings_manage"],
  "GET /api/webhooks": ["settings_manage"],
  "POST /api/webhooks": ["settings_manage"],
  "PATCH /api/webhooks/{id}": ["settings_manage"],
  "DELETE /api/webhooks/{id}": ["settings_manage"],
  "POST /api/webhooks/{id}/ping": ["settings_manage"],
  "POST /api/webhooks/{id}/rotate-secret": ["settings_manage"],
  "GET /api/webhooks/{id}/deliveries": ["settings_manage"],
  "GET /api/webhooks/{id}/deliveries/{deliveryId}": ["settings_manage"],
  "POST /api/webhooks/{id}/deliveries/{deliveryId}/redeliver": ["settings_manage"]
}

/** Routes that a permission opens for own roles; of the built-in roles only Super Admins get in (permissions-4). */
const superadminOrOwnRole = new Set(["POST /api/audit-log/archive"])

const behindSession = contractRoutes.filter((route) => route.middlewares.includes("svc/SessionAuth"))

const askedOf = (name: string) => {
  const entry = asked[name]
  if (entry === undefined) throw new Error(`${name} is not in the table of what routes ask for`)
  return entry
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
  answer.status === 403 && /You lack the permission|Only Super Admins may do this/.test(answer.text)

describe("permissions of the four roles", () => {
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
      Object.keys(asked)
    )
    for (const { name, requires } of behindSession) {
      const { anyPermission, permission, permissions = [], role } = requires ?? {}
      const every = permission === undefined ? permissions : [permission, ...permissions]
      const either = anyPermission === undefined ? "nothing" : { anyOf: anyPermission }
      const declared: Asked = role === "superadmin" ? role : every.length > 0 ? every : either
      assert.deepStrictEqual(declared, askedOf(name), name)
      assert.strictEqual(requires?.builtInRole, superadminOrOwnRole.has(name) ? "superadmin" : undefined, name)
    }
  })
})

layer(TestApp)("every app route, by role", (it) => {
  it.effect("403: each of the four roles is let in to just what its row of the table says", () =>
    Effect.gen(function* () {
      const orgId = yield* anOrganisation()
      for (const role of Role.literals) {
        for (const route of behindSession) {
          const wanted = askedOf(route.name)
          const allowed =
            wanted === "nothing" ||
            (wanted === "superadmin"
              ? role === "superadmin"
              : isHeld(wanted, rolePermissions[role]) &&
                (role === "superadmin" || !superadminOrOwnRole.has(route.name)))
          // A fresh member: a route may end the session or the membership of whoever calls it.
          const answer = yield* call(route, yield* aSession(yield* aMember(orgId, role)))
          assert.strictEqual(denied(answer), !allowed, `${role}, ${route.name}: ${answer.status} ${answer.text}`)
        }
      }
    })
  )

  const asOwnRole = Effect.fnUntraced(function* (
    holding: (wanted: ReadonlyArray<Permission>) => OwnRole,
    isAllowed: (wanted: Asked) => boolean
  ) {
    const orgId = yield* anOrganisation()
    for (const route of behindSession) {
      const wanted = askedOf(route.name)
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

  it.effect("403: an own role with every permission but the one asked for, which the body names", () =>
    Effect.gen(function* () {
      const orgId = yield* anOrganisation()
      for (const route of behindSession) {
        const wanted = askedOf(route.name)
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
  )

  it.effect("403: an own role that holds everything still gets to no Super Admin's route", () =>
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
