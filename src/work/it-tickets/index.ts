import { Layer } from "effect"
import { TicketCallbacks } from "./callbacks.ts"
import { ItTicketsConnecting } from "./connect.ts"
import { ItTicketsHttp } from "./http.ts"
import { ItTicketsLoops } from "./loops.ts"
import { TicketQueueRepo } from "./queue-repo.ts"
import { ItTicketsReactions } from "./reactions.ts"
import { TicketsRepo } from "./repo.ts"
import { ItTickets } from "./service.ts"
import { TicketCalls } from "./ticket-calls.ts"

export const services = Layer.mergeAll(
  ItTickets.layerNoDeps,
  ItTicketsConnecting.layerNoDeps,
  TicketCallbacks.layerNoDeps
).pipe(
  Layer.provideMerge(TicketCalls.layerNoDeps),
  Layer.provide(Layer.mergeAll(TicketsRepo.layer, TicketQueueRepo.layer))
)
export const http = ItTicketsHttp
export const reactions = ItTicketsReactions
export const loops = ItTicketsLoops
