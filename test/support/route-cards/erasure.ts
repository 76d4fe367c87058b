import { Effect } from "effect"
import { aPerson } from "#test/support/cases"
import type { Cards } from "./card.ts"
import type { Prepare } from "./prepare.ts"

const employee: Prepare = ({ admin }) =>
  Effect.map(aPerson(admin, "Grace Hopper"), ({ id }) => ({ parameters: { id } }))

export const erasureCards = {
  "GET /api/org-employees/{id}/erasure": { permission: ["employees_manage"] },
  "POST /api/org-employees/{id}/erase": { permission: ["employees_manage"], prepare: employee }
} satisfies Cards
