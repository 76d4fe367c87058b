import { Effect, Layer } from "effect"
import { Outbox } from "#outgoing/outbox/service"
import { ItTickets } from "./service.ts"

/** A new case's tasks of IT become tickets. */
export const ItTicketsReactions = Layer.effectDiscard(
  Effect.gen(function* () {
    const outbox = yield* Outbox
    const tickets = yield* ItTickets
    yield* outbox.react(
      ({ event, orgId }) =>
        event._tag === "offboarding.created" ? tickets.queueFor(orgId, event.offboardingId) : Effect.void,
      tickets.concerned
    )
  })
)
