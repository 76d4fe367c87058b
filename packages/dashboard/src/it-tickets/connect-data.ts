import { ItTicketsConnectApi } from "@svc/contract/it-tickets/api"
import type { ConnectItTickets } from "@svc/contract/it-tickets/schema"
import { clientOf } from "../platform/api.ts"
import { action } from "../platform/atoms.ts"

const tickets = clientOf(ItTicketsConnectApi)

export const connectTickets = action(
  (payload: ConnectItTickets) => tickets.connect({ payload }),
  () => ["integrations"]
)
