import { ItTicketsApi } from "@svc/contract/it-tickets/api"
import type { ChecklistItemId, OffboardingId } from "@svc/contract/kernel/ids"
import { clientOf } from "../platform/api.ts"
import { action, query } from "../platform/atoms.ts"

const tickets = clientOf(ItTicketsApi)

const key = (id: OffboardingId) => `tickets ${id}`

/** The tickets of a case; looked at again while somebody looks, as they are made and resolved elsewhere. */
export const ticketsOf = query((id: OffboardingId) => tickets.list({ params: { id } }), {
  keys: (id) => [key(id)],
  every: "10 seconds"
})

export const makeTicket = action(
  ({ itemId }: { readonly id: OffboardingId; readonly itemId: ChecklistItemId }) =>
    tickets.create({ params: { itemId } }),
  ({ id }) => [key(id), `case ${id}`]
)
