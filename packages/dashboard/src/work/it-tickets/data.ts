import { ItTicketsApi } from "@svc/contract/it-tickets/api"
import type { ChecklistItemId, OffboardingId } from "@svc/contract/kernel/ids"
import { clientOf } from "#platform/api.ts"
import { action, query } from "#platform/atoms.ts"

const tickets = clientOf(ItTicketsApi)

/** Tickets of a case. Polled while visible, as a failed creation sends no live event. */
export const ticketsOf = query((id: OffboardingId) => tickets.list({ params: { id } }), {
  keys: (id) => [`case ${id}`],
  every: "10 seconds"
})

export const makeTicket = action(
  ({ itemId }: { readonly id: OffboardingId; readonly itemId: ChecklistItemId }) =>
    tickets.create({ params: { itemId } }),
  ({ id }) => [`case ${id}`]
)
