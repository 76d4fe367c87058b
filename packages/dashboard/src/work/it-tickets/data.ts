import { ItTicketsApi } from "@svc/contract/it-tickets/api"
import type { ChecklistItemId, OffboardingId } from "@svc/contract/kernel/ids"
import { clientOf } from "#platform/api.ts"
import { action, query } from "#platform/atoms.ts"

const tickets = clientOf(ItTicketsApi)

/** The tickets of a case; looked at again while somebody looks, as nobody tells of one that cannot be made. */
export const ticketsOf = query((id: OffboardingId) => tickets.list({ params: { id } }), {
  keys: (id) => [`case ${id}`],
  every: "10 seconds"
})

export const makeTicket = action(
  ({ itemId }: { readonly id: OffboardingId; readonly itemId: ChecklistItemId }) =>
    tickets.create({ params: { itemId } }),
  ({ id }) => [`case ${id}`]
)
