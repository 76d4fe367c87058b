import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { aPerson } from "#test/support/cases"
import { aMember } from "#test/support/people"
import { as } from "#test/support/requests"
import { systemSql } from "#test/support/tables"
import type { Cards } from "./card.ts"
import { calledWith, fieldIn, idIn, made, ofCase, type Prepare, type World } from "./prepare.ts"

const noTemplate = { checklist_template_id: undefined, checklistTemplateId: undefined }

/** The token stands at the end of the link's address. */
const portal = Effect.fnUntraced(function* (world: World) {
  const link = yield* world.post(`/api/employees/${world.offboardingId}/portal-link`, {
    reason: "No mailbox; on paper"
  })
  return (yield* fieldIn("url", link)).split("/").at(-1) ?? ""
})

const chainOf = (world: World) =>
  made(world, "/api/approval-chains", { name: "One", steps: [{ approver_role: "superadmin" }] })
const chain: Prepare = (world) => Effect.map(chainOf(world), (id) => ({ parameters: { id } }))

/** One that waits for the Super Admin. */
const initiation: Prepare = (world) =>
  Effect.gen(function* () {
    const submitted = yield* as(yield* aMember(world.orgId, "manager")).post("/api/offboarding-initiations", {
      employee_name: "Ada",
      exit_date: "2026-04-30",
      no_apps: true,
      chain_id: yield* chainOf(world)
    })
    return { parameters: { id: yield* idIn(submitted) } }
  })

const filtersAreNotRecorded = { not: "filters under a name change no record and grant nothing" }
const savedView: Prepare = (world) =>
  Effect.map(made(world, "/api/views", { name: "Sales", filters: { department: "Sales" } }), (viewId) => ({
    parameters: { viewId }
  }))

export const offboardingCards = {
  "GET /api/search": { permission: "nothing" },
  "GET /api/views": { permission: ["offboardings_view"] },
  "POST /api/views": {
    permission: ["offboardings_view"],
    body: { name: "Sales", filters: { department: "Sales" } },
    reach: "body",
    audited: filtersAreNotRecorded
  },
  "PATCH /api/views/{viewId}": {
    permission: ["offboardings_view"],
    body: { name: "Sales" },
    reach: "body",
    audited: filtersAreNotRecorded,
    prepare: savedView
  },
  "DELETE /api/views/{viewId}": {
    permission: ["offboardings_view"],
    audited: filtersAreNotRecorded,
    prepare: savedView
  },
  "GET /api/calendar-feed": { permission: "nothing" },
  "POST /api/calendar-feed": { permission: ["offboardings_view"] },
  "DELETE /api/calendar-feed": {
    permission: "nothing",
    also: ["whileReadOnly"],
    prepare: (world) => Effect.as(world.post("/api/calendar-feed", {}), {})
  },
  "GET /api/v1/offboardings": { permission: { scope: "offboardings:read" } },
  "GET /api/v1/offboardings/{id}": { permission: { scope: "offboardings:read" } },
  "POST /api/v1/offboardings": {
    permission: { scope: "offboardings:write" },
    body: { employee_name: "Ada", exit_date: "2026-04-30" },
    read: (id) => `/api/v1/offboardings/${id}`
  },
  "PATCH /api/v1/offboardings/{id}": {
    permission: { scope: "offboardings:write" },
    body: { status: "notice_period" },
    read: (id) => `/api/v1/offboardings/${id}`,
    prepare: ofCase
  },
  "POST /api/employees/{id}/confirm-no-apps": {
    permission: ["offboardings_edit"],
    prepare: ({ key, post }) =>
      Effect.gen(function* () {
        const person = { employee_name: "Alan", exit_date: "2026-04-30" }
        return { parameters: { id: yield* idIn(yield* post("/api/v1/offboardings", person, key)) } }
      })
  },
  "POST /api/employees/{id}/confirm-asset-return": { permission: ["offboardings_edit"], prepare: ofCase },
  "GET /api/employees/{id}/membership": { permission: ["offboardings_view"] },
  "PATCH /api/employees/{id}/status": {
    permission: ["offboardings_edit"],
    body: { status: "notice_period" },
    reach: { reason: "stays with us" },
    prepare: ofCase
  },
  "POST /api/employees/bulk-status": {
    permission: ["offboardings_edit"],
    body: { ids: [randomUUID()], status: "notice_period" },
    reach: ({ id }) => ({ ids: [id], reason: "stays with us" }),
    prepare: ({ offboardingId }) => Effect.succeed({ body: { ids: [offboardingId], status: "notice_period" } })
  },
  "DELETE /api/employees/{id}": {
    permission: ["offboardings_delete"],
    body: { reason: "was entered by mistake" },
    reach: "body",
    prepare: ofCase
  },
  "POST /api/employees/bulk-delete": {
    permission: ["offboardings_delete"],
    body: { ids: [randomUUID()], reason: "was entered by mistake" },
    reach: ({ id }) => ({ ids: [id], reason: "was entered by mistake" }),
    prepare: ({ offboardingId }) => Effect.succeed({ body: { ids: [offboardingId], reason: "was entered by mistake" } })
  },
  "PUT /api/employees/{id}/legal-hold": {
    permission: ["legal_hold_manage"],
    body: { held: true, reason: "a lawsuit is pending" },
    reach: { reason: "a lawsuit is pending" },
    prepare: ofCase
  },
  "GET /api/employees/assignees": { permission: ["offboardings_view"] },
  "PUT /api/employees/{id}/owner": {
    permission: ["offboardings_edit"],
    body: { owner_id: null },
    reach: "body",
    prepare: (world) => Effect.map(ofCase(world), (write) => ({ ...write, body: { owner_id: world.admin.userId } }))
  },
  "POST /api/employees/bulk-owner": {
    permission: ["offboardings_edit"],
    body: { ids: [randomUUID()], owner_id: null },
    reach: ({ id }) => ({ ids: [id], owner_id: null }),
    prepare: ({ admin, offboardingId }) => Effect.succeed({ body: { ids: [offboardingId], owner_id: admin.userId } })
  },
  "GET /api/employees": { permission: ["offboardings_view"] },
  "GET /api/employees/export": { permission: ["offboardings_view"], also: ["recording"] },
  "GET /api/employees/{id}": { permission: ["offboardings_view"] },
  "POST /api/employees": {
    permission: ["offboardings_create"],
    body: { employee_name: "Ada", exit_date: "2026-04-30" },
    reach: {
      ...noTemplate,
      employee_name: "Ada",
      org_employee_id: undefined,
      jurisdiction: "DE",
      apps_to_revoke: ["crm"]
    }
  },
  "POST /api/employees/bulk": {
    permission: ["offboardings_create"],
    body: { employees: [{ employee_name: "Ada", exit_date: "2026-04-30" }] }
  },
  "POST /api/employees/import": {
    permission: ["offboardings_create"],
    body: { csv: "employee_name,exit_date\nAda,2026-04-30\n" },
    reach: "body"
  },
  "POST /api/employees/{id}/clone": {
    permission: ["offboardings_create"],
    body: { employee_name: "Bo", exit_date: "2026-04-30" },
    reach: { ...noTemplate, jurisdiction: "DE", apps_to_revoke: ["crm"] },
    prepare: ofCase
  },
  "PATCH /api/employees/{id}": {
    permission: ["offboardings_edit"],
    body: { employee_role: "Engineer" },
    reach: { jurisdiction: "DE", apps_to_revoke: ["crm"] },
    prepare: ofCase
  },
  "GET /api/employees/{id}/timeline": { permission: ["offboardings_view"] },
  "GET /api/employees/sla-breaches": { permission: ["offboardings_view"] },
  "GET /api/employees/{id}/portal-link": { permission: ["offboardings_view"] },
  "POST /api/employees/{id}/portal-link": {
    permission: ["offboardings_edit"],
    body: {},
    prepare: (world) =>
      Effect.map(ofCase(world), (write) => ({ ...write, body: { reason: "No mailbox; handed over on paper" } }))
  },
  "DELETE /api/employees/{id}/portal-link": {
    permission: ["offboardings_edit"],
    prepare: (world) => Effect.andThen(portal(world), ofCase(world))
  },
  "GET /api/portal/{token}": { permission: "open" },
  "PATCH /api/portal/{token}/tasks/{id}": {
    permission: "open",
    body: { completed: true },
    prepare: (world) =>
      Effect.gen(function* () {
        const token = yield* portal(world)
        const id = yield* made(world, `/api/employees/${world.offboardingId}/checklist`, {
          task: "Return the badge",
          assignedTo: "Employee"
        })
        return { parameters: { token, id }, bearer: null }
      })
  },
  "PATCH /api/portal/{token}/assets/{id}": {
    permission: "open",
    body: { trackingNumber: "1Z", carrier: "UPS" },
    prepare: (world) =>
      Effect.gen(function* () {
        const token = yield* portal(world)
        const { id: holder } = yield* aPerson(world.admin, "Grace Hopper")
        yield* systemSql`UPDATE offboardings SET org_employee_id = ${holder} WHERE id = ${world.offboardingId}`
        const body = { itemName: "Laptop", serialNumber: "SN-1", orgEmployeeId: holder }
        return { parameters: { token, id: yield* made(world, "/api/assets", body) }, bearer: null }
      })
  },
  "GET /api/offboarding-initiations/settings": { permission: "nothing" },
  "PATCH /api/offboarding-initiations/settings": {
    permission: ["settings_manage"],
    body: { require_initiation_approval: true },
    reach: { default_chain_id: null },
    prepare: calledWith(() => ({ body: { require_initiation_approval: false } }))
  },
  "POST /api/offboarding-initiations": {
    permission: ["offboardings_create"],
    body: { employee_name: "Ada", exit_date: "2026-04-30", no_apps: true },
    reach: { apps_to_revoke: ["crm"], chain_id: null }
  },
  "GET /api/offboarding-initiations": { permission: "nothing" },
  "GET /api/offboarding-initiations/export": { permission: "nothing", also: ["recording"] },
  "GET /api/offboarding-initiations/{id}": { permission: "nothing" },
  "GET /api/offboarding-initiations/{id}/proposal": { permission: "nothing" },
  "PATCH /api/offboarding-initiations/{id}": {
    permission: "nothing",
    body: { employee_role: "Engineer" },
    reach: { apps_to_revoke: ["crm"] },
    prepare: initiation
  },
  "POST /api/offboarding-initiations/{id}/approve": {
    permission: "nothing",
    body: {},
    // What was agreed to is as it was read.
    reach: { apps_to_revoke: ["crm"], updated_at: undefined },
    prepare: initiation
  },
  "POST /api/offboarding-initiations/{id}/reject": {
    permission: "nothing",
    body: { rejection_reason: "Not agreed" },
    prepare: initiation
  },
  "POST /api/offboarding-initiations/{id}/delegate": {
    permission: "nothing",
    body: { delegate_id: randomUUID() },
    prepare: (world) =>
      Effect.gen(function* () {
        const { userId } = yield* aMember(world.orgId, "hr")
        return { ...(yield* initiation(world)), body: { delegate_id: userId } }
      })
  },
  "DELETE /api/offboarding-initiations/{id}": { permission: "nothing", prepare: initiation },
  "GET /api/approval-chains": { permission: ["offboardings_create"] },
  "GET /api/approval-chains/{id}": { permission: ["offboardings_create"] },
  "POST /api/approval-chains": {
    permission: ["settings_manage"],
    body: { name: "HR first", steps: [{ approver_role: "hr" }] },
    reach: "body"
  },
  "PATCH /api/approval-chains/{id}": {
    permission: ["settings_manage"],
    body: { name: "HR first" },
    reach: { name: "HR first", steps: [{ approver_role: "hr" }] },
    prepare: chain
  },
  "DELETE /api/approval-chains/{id}": { permission: ["settings_manage"], prepare: chain }
} satisfies Cards
