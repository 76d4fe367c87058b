import { Effect } from "effect"
import { formOf, formType } from "#test/work/documents/support"
import { asSystem } from "#test/support/tables"
import { aPerson } from "#test/support/cases"
import { fieldIn, idIn, type Prepare, type World } from "./support.ts"

const made = ({ post }: World, path: string, body: unknown) => Effect.flatMap(post(path, body), idIn)

const ofCase: Prepare = ({ offboardingId }) => Effect.succeed({ parameters: { id: offboardingId, offboardingId } })

/** One that follows no record. */
const task = (world: World) =>
  made(world, `/api/employees/${world.offboardingId}/checklist`, { task: "Return the badge" })
const item: Prepare = (world) => Effect.map(task(world), (itemId) => ({ parameters: { itemId } }))

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

/** The token stands at the end of the link's address. */
const portal = Effect.fnUntraced(function* (world: World) {
  const link = yield* world.post(`/api/employees/${world.offboardingId}/portal-link`, {})
  return (yield* fieldIn("url", link)).split("/").at(-1) ?? ""
})

/** Calls of the routes around cases that really change something. */
export const caseWrites: Readonly<Record<string, Prepare>> = {
  "PATCH /api/employees/{id}": ofCase,
  "PATCH /api/employees/{id}/status": ofCase,
  "DELETE /api/employees/{id}": ofCase,
  "PUT /api/employees/{id}/legal-hold": ofCase,
  "POST /api/employees/{id}/clone": ofCase,
  "POST /api/employees/bulk-status": ({ offboardingId }) =>
    Effect.succeed({ body: { ids: [offboardingId], status: "notice_period" } }),
  "POST /api/employees/bulk-delete": ({ offboardingId }) =>
    Effect.succeed({ body: { ids: [offboardingId], reason: "was entered by mistake" } }),
  "POST /api/employees/{id}/checklist": ofCase,
  "PATCH /api/employees/checklist/{itemId}": (world) =>
    Effect.map(item(world), (write) => ({ ...write, body: { completed: true } })),
  "DELETE /api/employees/checklist/{itemId}": item,
  "PATCH /api/checklist-templates/{id}": (world) =>
    Effect.map(checklistTemplate(world), (write) => ({ ...write, body: { name: "Designers" } })),
  "DELETE /api/checklist-templates/{id}": checklistTemplate,
  "POST /api/checklist-templates/{id}/apply/{offboardingId}": checklistTemplate,
  "POST /api/employees/{id}/compliance": ofCase,
  "PATCH /api/employees/compliance/{docId}/status": (world) =>
    Effect.map(document(world), (write) => ({ ...write, body: { status: "pending", expires_on: "2027-01-31" } })),
  "DELETE /api/employees/compliance/{docId}": document,
  "POST /api/upload/compliance/{offboardingId}": ({ offboardingId }) =>
    Effect.succeed({
      parameters: { offboardingId },
      body: formOf([{ name: "file", filename: "nda.pdf", content: "%PDF-1.4\n%%EOF\n" }]).toString(),
      headers: { "content-type": formType }
    }),
  "PATCH /api/document-templates/{id}": (world) =>
    Effect.map(documentTemplate(world), (write) => ({ ...write, body: { name: "Farewell" } })),
  "DELETE /api/document-templates/{id}": documentTemplate,
  "POST /api/document-templates/{id}/generate": (world) =>
    Effect.map(documentTemplate(world), (write) => ({ ...write, body: { offboardingId: world.offboardingId } })),
  "PATCH /api/org-employees/{id}": person,
  "DELETE /api/org-employees/{id}": person,
  "PATCH /api/assets/bulk-return": (world) => Effect.map(laptop(world), (id) => ({ body: { ids: [id] } })),
  "PATCH /api/assets/{id}": (world) =>
    Effect.map(asset(world), (write) => ({ ...write, body: { itemName: "Laptop 14", serialNumber: "SN-1" } })),
  "PATCH /api/assets/{id}/return": asset,
  "DELETE /api/assets/{id}": asset,
  "POST /api/employees/{id}/portal-link": ofCase,
  "DELETE /api/employees/{id}/portal-link": (world) => Effect.andThen(portal(world), ofCase(world)),
  "PATCH /api/portal/{token}/tasks/{id}": (world) =>
    Effect.gen(function* () {
      const token = yield* portal(world)
      const id = yield* made(world, `/api/employees/${world.offboardingId}/checklist`, {
        task: "Return the badge",
        assignedTo: "Employee"
      })
      return { parameters: { token, id }, bearer: null }
    }),
  "PATCH /api/portal/{token}/assets/{id}": (world) =>
    Effect.gen(function* () {
      const token = yield* portal(world)
      const { id: holder } = yield* aPerson(world.admin, "Grace Hopper")
      yield* asSystem(
        (sql) => sql`UPDATE offboardings SET org_employee_id = ${holder} WHERE id = ${world.offboardingId}`
      )
      const body = { itemName: "Laptop", serialNumber: "SN-1", orgEmployeeId: holder }
      return { parameters: { token, id: yield* made(world, "/api/assets", body) }, bearer: null }
    })
}
