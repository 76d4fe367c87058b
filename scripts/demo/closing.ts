import { Effect, Schema } from "effect"
import type { apiCustomer, signIn } from "./customer.ts"
import type { NeighboursControl } from "./neighbours-control.ts"
import { step } from "./printer.ts"

type Session = Effect.Success<ReturnType<typeof signIn>>

const Made = Schema.Struct({ id: Schema.String })
const Returned = Schema.Struct({ item_name: Schema.String, status: Schema.String })
const Link = Schema.Struct({ url: Schema.String })
const Own = Schema.Struct({ tasks: Schema.Array(Schema.Unknown), assets: Schema.Array(Schema.Unknown) })
const Case = Schema.Struct({
  checklist_items: Schema.Array(Schema.Struct({ id: Schema.String, task: Schema.String, completed: Schema.Boolean }))
})

/** The person in the directory, and the laptop that they have; answers the laptop. */
export const equip = Effect.fnUntraced(function* (
  session: Session,
  person: { readonly name: string; readonly email: string; readonly mark: string }
) {
  const { id: holder } = yield* session.ask("POST", "/api/org-employees", 201, Made, {
    full_name: person.name,
    email: person.email
  })
  const laptop = yield* session.ask("POST", "/api/assets", 201, Made, {
    itemName: "MacBook Pro 14",
    serialNumber: `LARK-${person.mark}`,
    category: "laptop",
    orgEmployeeId: holder
  })
  step(
    "Add a person and a laptop: POST /api/org-employees, POST /api/assets",
    `201 and 201: ${person.name} has a MacBook Pro 14`
  )
  return laptop.id
})

/** Completes the remaining tasks and the offboarding. */
export const close = Effect.fnUntraced(function* (
  {
    api,
    neighbours,
    session
  }: {
    readonly api: ReturnType<typeof apiCustomer>
    readonly neighbours: NeighboursControl
    readonly session: Session
  },
  offboarding: { readonly id: string; readonly laptop: string }
) {
  const path = `/api/employees/${offboarding.id}`
  const { missing } = yield* api.moveRefused(offboarding.id, "completed")
  const tasks = missing.filter(({ kind }) => kind === "task").length
  const others = missing.filter(({ kind }) => kind !== "task").map(({ name }) => name)
  step("The last gate before: PATCH to completed", `409 stage_gate, missing: ${others.join(", ")}, and ${tasks} tasks`)

  const link = yield* session.ask("POST", `${path}/portal-link`, 201, Link, {
    reason: "The demo shows the page"
  })
  const token = link.url.split("/").at(-1) ?? ""
  const own = yield* session.ask("GET", `/api/portal/${token}`, 200, Own)
  step(
    "A portal link for the leaver: POST /api/employees/{id}/portal-link, then GET /api/portal/{token}",
    `200 ${own.tasks.length} task assigned to them, ${own.assets.length} asset to return`
  )

  const returned = yield* session.ask("PATCH", `/api/assets/${offboarding.laptop}/return`, 200, Returned, {})
  yield* session.ask("POST", `${path}/confirm-asset-return`, 200, Schema.Unknown)
  const items = (yield* session.ask("GET", path, 200, Case)).checklist_items
  const open = items.filter(({ completed }) => !completed)
  step(
    "The laptop is returned: PATCH /api/assets/{id}/return, POST /api/employees/{id}/confirm-asset-return",
    `200 ${returned.item_name} is ${returned.status}; ${items.length - open.length} tasks completed automatically`
  )
  yield* Effect.forEach(
    open,
    ({ id }) => session.ask("PATCH", `/api/employees/checklist/${id}`, 200, Schema.Unknown, { completed: true }),
    { discard: true }
  )
  const closed = yield* api.move(offboarding.id, "completed")
  for (const event of ["checklist.completed", "offboarding.completed"]) {
    yield* neighbours.awaitDelivery(
      event,
      (one) => one.event === event && JSON.stringify(one.body["data"] ?? {}).includes(offboarding.id)
    )
  }
  step("Complete the remaining tasks, then the same PATCH", `200 ${closed.status}`)
})
