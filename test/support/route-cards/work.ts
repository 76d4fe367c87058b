import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { formOf, formType } from "#test/work/documents/support"
import { aLeftBehind, looksForIt } from "#test/access-removal/left-behind/item"
import { anEntitlement, aReturn } from "#test/access-removal/entitlements/held"
import { aFinding } from "#test/access-removal/residual-access/finding"
import { aPerson } from "#test/support/cases"
import { asSystem } from "#test/support/tables"
import type { Asked, Cards } from "./card.ts"
import { calledWith, made, ofCase, type Prepare, type World } from "./prepare.ts"

const checklistWork: Asked = { anyOf: ["offboardings_edit", "checklists_manage"] }
const checklistReading: Asked = { anyOf: ["checklists_manage", "offboardings_edit"] }

const finding: Prepare = ({ offboardingId, orgId }) =>
  Effect.map(aFinding(orgId, offboardingId), (id) => ({ parameters: { id } }))

const leftBehind =
  (more: Readonly<Record<string, string>> = {}): Prepare =>
  ({ offboardingId, orgId }) =>
    Effect.map(aLeftBehind(orgId, offboardingId, more), (id) => ({ parameters: { id } }))

const taken: Prepare = (world) => Effect.andThen(anEntitlement(world.orgId, world.offboardingId), ofCase(world))

const returning: Prepare = ({ offboardingId, orgId }) =>
  Effect.map(aReturn(orgId, offboardingId), ({ id }) => ({ parameters: { id } }))
const returningAsRead: Prepare = ({ offboardingId, orgId }) =>
  Effect.map(aReturn(orgId, offboardingId), ({ digest, id }) => ({ parameters: { id }, body: { digest } }))

/** One that follows no record. */
const task = (world: World) =>
  made(world, `/api/employees/${world.offboardingId}/checklist`, { task: "Return the badge" })
const item: Prepare = (world) => Effect.map(task(world), (itemId) => ({ parameters: { itemId } }))

const comment: Prepare = (world) =>
  Effect.map(
    made(world, `/api/employees/${world.offboardingId}/comments`, { text: "The laptop is here" }),
    (commentId) => ({
      parameters: { commentId }
    })
  )

const document: Prepare = (world) =>
  Effect.map(made(world, `/api/employees/${world.offboardingId}/compliance`, { name: "NDA" }), (docId) => ({
    parameters: { docId }
  }))

const checklistTemplate: Prepare = (world) =>
  Effect.map(
    made(world, "/api/checklist-templates", { name: "Engineers", items: [{ task: "Hand over the pager" }] }),
    (id) => ({ parameters: { id, offboardingId: world.offboardingId } })
  )

const documentTemplate: Prepare = (world) =>
  Effect.map(made(world, "/api/document-templates", { name: "Letter", body: "<p>{{employee_name}}</p>" }), (id) => ({
    parameters: { id }
  }))

const person: Prepare = ({ admin }) => Effect.map(aPerson(admin, "Grace Hopper"), ({ id }) => ({ parameters: { id } }))

const laptop = (world: World) => made(world, "/api/assets", { itemName: "Laptop", serialNumber: "SN-1" })
const asset: Prepare = (world) => Effect.map(laptop(world), (id) => ({ parameters: { id } }))

export const workCards = {
  "GET /api/v1/employees": { permission: { scope: "employees:read" } },
  "GET /api/employees/{id}/comments": { permission: ["offboardings_view"] },
  "POST /api/employees/{id}/comments": {
    permission: ["offboardings_view"],
    body: { text: "The laptop is here" },
    reach: { task_id: null, mentions: [] },
    prepare: ofCase
  },
  "DELETE /api/employees/comments/{commentId}": { permission: ["offboardings_view"], prepare: comment },
  "PUT /api/employees/{id}/following": {
    permission: ["offboardings_view"],
    body: { following: true },
    audited: { not: "which comments a member is notified of is their own choice" },
    prepare: ofCase
  },
  "POST /api/revoke-access": {
    permission: ["access_revoke"],
    naming: ({ offboardingId }) => ({ offboardingId }),
    reach: ({ id }) => ({ offboardingId: id, apps: ["crm"] }),
    prepare: calledWith(({ offboardingId }) => ({ body: { offboardingId } }))
  },
  "POST /api/revoke-access/preview": {
    permission: ["access_revoke"],
    naming: ({ offboardingId }) => ({ offboardingId }),
    reach: ({ id }) => ({ offboardingId: id, apps: ["crm"] }),
    prepare: calledWith(({ offboardingId }) => ({ body: { offboardingId } })),
    audited: { not: "reads: tells what a revocation would do" }
  },
  "GET /api/employees/{id}/revocation-runs": { permission: ["offboardings_view"] },
  "POST /api/employees/{id}/apps/{service}/confirm-removed": { permission: ["access_revoke"], prepare: ofCase },
  "GET /api/residual-access": { permission: ["offboardings_view"] },
  "GET /api/residual-access/export": { permission: ["offboardings_view"], also: ["recording"] },
  "GET /api/residual-access/apps": { permission: ["offboardings_view"] },
  "GET /api/residual-access/unverified": { permission: ["offboardings_view"] },
  "GET /api/residual-access/unverified/export": { permission: ["offboardings_view"], also: ["recording"] },
  "POST /api/residual-access/{id}/resolve": {
    permission: ["access_revoke"],
    body: { reason: "Removed in the admin console" },
    reach: { reason: "removed by hand" },
    prepare: finding
  },
  "GET /api/left-behind": { permission: ["offboardings_view"] },
  "GET /api/left-behind/export": { permission: ["offboardings_view"], also: ["recording"] },
  "GET /api/left-behind/settings": { permission: ["offboardings_view"] },
  "PUT /api/left-behind/settings": { permission: ["settings_manage"], body: { on: true } },
  "GET /api/left-behind/successors": { permission: ["offboardings_view"] },
  "PUT /api/left-behind/successors": {
    permission: ["access_revoke"],
    body: { successors: [{ kind: "agent", email: "platform@acme.test" }] }
  },
  "GET /api/employees/{id}/left-behind": { permission: ["offboardings_view"] },
  "POST /api/employees/{id}/left-behind/look": {
    permission: ["access_revoke"],
    prepare: (world) => Effect.andThen(looksForIt(world.orgId), ofCase(world)),
    audited: { not: "asks for a look; what it finds and what is settled by it has entries of its own" }
  },
  "POST /api/left-behind/{id}/transfer": {
    permission: ["access_revoke"],
    body: { email: "grace@acme.test" },
    reach: "body",
    prepare: leftBehind()
  },
  "POST /api/left-behind/{id}/accept-transfer": {
    permission: ["offboardings_view"],
    prepare: leftBehind({ new_owner_email: "partner@else.test", new_owner_name: "A Partner" })
  },
  "POST /api/left-behind/{id}/accept": {
    permission: ["access_revoke"],
    body: { reason: "The build server has it" },
    reach: "body",
    prepare: leftBehind()
  },
  "POST /api/left-behind/{id}/done": {
    permission: ["access_revoke"],
    body: { reason: "Deleted in the settings" },
    reach: "body",
    prepare: leftBehind()
  },
  "POST /api/left-behind/{id}/go": {
    permission: "superadmin",
    body: { reason: "Nobody needs it any more" },
    reach: "body",
    prepare: leftBehind({ stops_the_cut: "Last owner of acme" })
  },
  "GET /api/employees/{id}/entitlements": { permission: ["offboardings_view"] },
  "GET /api/entitlements/licence-prices": { permission: ["offboardings_view"] },
  "PUT /api/entitlements/licence-prices": {
    permission: ["settings_manage"],
    body: {
      prices: [{ service: "crm", licence: "seat", seat_price: 21.5, currency: "EUR", billed_until: "2026-12-31" }]
    }
  },
  "GET /api/entitlements/savings": { permission: ["analytics_view"] },
  "GET /api/employees/{id}/access-returns": { permission: ["offboardings_view"] },
  "POST /api/employees/{id}/access-returns": {
    permission: ["access_revoke"],
    body: { ground: "wrong_person", reason: "The other Ann leaves" },
    reach: { ground: "wrong_person", reason: "The other Ann leaves", services: ["crm"] },
    prepare: taken
  },
  "POST /api/access-returns/{id}/approve": {
    permission: ["access_revoke"],
    body: { digest: "0".repeat(64) },
    prepare: returningAsRead
  },
  "POST /api/access-returns/{id}/decline": {
    permission: ["access_revoke"],
    body: { reason: "She leaves indeed" },
    reach: "body",
    prepare: returning
  },
  "GET /api/employees/compliance": { permission: ["compliance_view"] },
  "GET /api/employees/compliance/export": { permission: ["compliance_view"], also: ["recording"] },
  "GET /api/employees/{id}/compliance": { permission: ["compliance_view"] },
  "POST /api/employees/{id}/compliance": {
    permission: ["compliance_manage"],
    body: { name: "NDA" },
    reach: { fileUrl: "https://127.0.0.1:9/nda.pdf" },
    prepare: ofCase
  },
  "PATCH /api/employees/compliance/{docId}/status": {
    permission: ["compliance_manage"],
    body: { status: "pending" },
    reach: { status: "pending", signed_at: "2026-03-02T00:00:00.000Z" },
    prepare: (world) =>
      Effect.map(document(world), (write) => ({ ...write, body: { status: "pending", expires_on: "2027-01-31" } }))
  },
  "DELETE /api/employees/compliance/{docId}": {
    permission: ["compliance_manage"],
    body: { reason: "uploaded twice" },
    reach: "body",
    prepare: document
  },
  "POST /api/upload/compliance/{offboardingId}": {
    permission: ["compliance_manage"],
    prepare: ({ offboardingId }) =>
      Effect.succeed({
        parameters: { offboardingId },
        body: formOf([{ name: "file", filename: "nda.pdf", content: "%PDF-1.4\n%%EOF\n" }]).toString(),
        headers: { "content-type": formType }
      })
  },
  "GET /api/upload/files/*": { permission: ["compliance_view"] },
  "GET /api/upload/compliance-zip/{offboardingId}": { permission: ["compliance_view"] },
  "GET /api/document-templates": { permission: ["compliance_view"] },
  "GET /api/document-templates/{id}": { permission: ["compliance_view"] },
  "POST /api/document-templates": {
    permission: ["compliance_manage"],
    body: { name: "Letter", body: "<p>{{employee_name}}</p>" },
    reach: { body: "<p>{{employee_name}}</p>" }
  },
  "PATCH /api/document-templates/{id}": {
    permission: ["compliance_manage"],
    body: { name: "Letter" },
    reach: { body: "<p>{{employee_name}}</p>" },
    prepare: (world) => Effect.map(documentTemplate(world), (write) => ({ ...write, body: { name: "Farewell" } }))
  },
  "DELETE /api/document-templates/{id}": { permission: ["compliance_manage"], prepare: documentTemplate },
  "POST /api/document-templates/{id}/generate": {
    permission: ["compliance_manage"],
    naming: ({ offboardingId }) => ({ offboardingId }),
    reach: ({ offboardingId }) => ({ offboardingId }),
    prepare: (world) =>
      Effect.map(documentTemplate(world), (write) => ({ ...write, body: { offboardingId: world.offboardingId } }))
  },
  "POST /api/employees/{id}/checklist": {
    permission: checklistWork,
    body: { task: "Collect the badge" },
    prepare: ofCase
  },
  "PATCH /api/employees/checklist/{itemId}": {
    permission: checklistWork,
    body: { task: "Collect the badge" },
    reach: { notNeeded: undefined },
    prepare: (world) => Effect.map(item(world), (write) => ({ ...write, body: { completed: true } }))
  },
  "DELETE /api/employees/checklist/{itemId}": {
    permission: checklistWork,
    body: { reason: "entered twice" },
    reach: { reason: "was entered twice" },
    prepare: item
  },
  "GET /api/checklist-templates": { permission: checklistReading },
  "POST /api/checklist-templates": {
    permission: ["checklists_manage"],
    body: { name: "Engineers", items: [{ task: "Hand over the pager" }] }
  },
  "GET /api/checklist-templates/standard": { permission: checklistReading },
  "POST /api/checklist-templates/{id}/duplicate": { permission: ["checklists_manage"], prepare: checklistTemplate },
  "GET /api/checklist-templates/{id}": { permission: checklistReading },
  "PATCH /api/checklist-templates/{id}": {
    permission: ["checklists_manage"],
    body: { name: "Engineers" },
    prepare: (world) => Effect.map(checklistTemplate(world), (write) => ({ ...write, body: { name: "Designers" } }))
  },
  "DELETE /api/checklist-templates/{id}": { permission: ["checklists_manage"], prepare: checklistTemplate },
  "POST /api/checklist-templates/{id}/apply/{offboardingId}": { permission: checklistWork, prepare: checklistTemplate },
  "GET /api/org-employees": { permission: ["offboardings_view"] },
  "GET /api/org-employees/export": { permission: ["offboardings_view"], also: ["recording"] },
  "GET /api/org-employees/{id}": { permission: ["offboardings_view"] },
  "POST /api/org-employees": { permission: ["employees_manage"], body: { full_name: "Ada", email: "ada@acme.test" } },
  "POST /api/org-employees/import": {
    permission: ["employees_manage"],
    body: { csv: "full_name,email\nAda,ada@acme.test\n" },
    reach: { csv: "full_name,email\nGrace,grace@acme.test\n" }
  },
  "PATCH /api/org-employees/{id}": { permission: ["employees_manage"], body: { role: "Lead" }, prepare: person },
  "DELETE /api/org-employees/{id}": { permission: ["employees_manage"], prepare: person },
  "GET /api/assets": { permission: ["assets_view"] },
  "GET /api/assets/export": { permission: ["assets_view"], also: ["recording"] },
  "GET /api/assets/summary": { permission: ["assets_view"] },
  "POST /api/assets": {
    permission: ["assets_manage"],
    body: { itemName: "Laptop", serialNumber: "SN-1" },
    reach: { itemName: "Laptop", serialNumber: "SN-1", orgEmployeeId: null }
  },
  "POST /api/assets/bulk": {
    permission: ["assets_manage"],
    body: { assets: [{ itemName: "Laptop", serialNumber: "SN-2" }] },
    reach: "body"
  },
  "PATCH /api/assets/bulk-return": {
    permission: ["offboardings_edit"],
    body: { ids: [randomUUID()] },
    prepare: (world) => Effect.map(laptop(world), (id) => ({ body: { ids: [id] } }))
  },
  "PATCH /api/assets/{id}": {
    permission: ["assets_manage"],
    body: { itemName: "Laptop", serialNumber: "SN-3" },
    reach: { itemName: "Laptop", serialNumber: "SN-3", orgEmployeeId: null, status: "deployed" },
    prepare: (world) =>
      Effect.map(asset(world), (write) => ({ ...write, body: { itemName: "Laptop 14", serialNumber: "SN-1" } }))
  },
  "PATCH /api/assets/{id}/return": { permission: ["offboardings_edit"], body: {}, prepare: asset },
  "POST /api/assets/{id}/receive": {
    permission: ["offboardings_edit"],
    prepare: (world) =>
      Effect.gen(function* () {
        const id = yield* laptop(world)
        yield* asSystem(
          (
            sql
          ) => sql`INSERT INTO asset_shipments (org_id, asset_id, offboarding_id, carrier, tracking_number, announced_at)
            VALUES (${world.orgId}, ${id}, ${world.offboardingId}, 'UPS', '1Z', now())`
        )
        return { parameters: { id } }
      })
  },
  "DELETE /api/assets/{id}": { permission: ["assets_manage"], prepare: asset }
} satisfies Cards
