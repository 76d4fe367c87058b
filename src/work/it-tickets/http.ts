import { ItTicketCallbacksApi, ItTicketsApi, ItTicketsConnectApi } from "@svc/contract/it-tickets/api"
import { appSurface } from "@svc/contract/kernel/surfaces"
import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { TicketCallbacks } from "./callbacks.ts"
import { ItTicketsConnecting } from "./connect.ts"
import { ItTickets } from "./service.ts"

const ConnectHttp = HttpApiBuilder.group(
  appSurface.add(ItTicketsConnectApi),
  "it-tickets-connect",
  Effect.fn(function* (handlers) {
    const connecting = yield* ItTicketsConnecting
    return handlers.handleAll({ connect: ({ payload }) => connecting.connect(payload) })
  })
)

const TicketsHttp = HttpApiBuilder.group(
  appSurface.add(ItTicketsApi),
  "it-tickets",
  Effect.fn(function* (handlers) {
    const tickets = yield* ItTickets
    return handlers.handleAll({
      list: ({ params }) => tickets.list(params.id),
      create: ({ params }) => tickets.create(params.itemId)
    })
  })
)

const CallbacksHttp = HttpApiBuilder.group(
  appSurface.add(ItTicketCallbacksApi),
  "it-ticket-callbacks",
  Effect.fn(function* (handlers) {
    const callbacks = yield* TicketCallbacks
    return handlers.handleAll({
      receive: ({ query, request }) =>
        Effect.gen(function* () {
          // A body over the limit is a defect that answers 413, as where the platform reads it.
          const body = new Uint8Array(yield* Effect.orDie(request.arrayBuffer))
          return yield* callbacks.receive({ integration: query.integration, headers: request.headers, body })
        })
    })
  })
)

export const ItTicketsHttp = Layer.mergeAll(ConnectHttp, TicketsHttp, CallbacksHttp)
