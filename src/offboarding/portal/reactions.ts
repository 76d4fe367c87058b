import { Effect, Layer } from "effect"
import { Outbox } from "#outgoing/outbox/service"
import { PortalRepo } from "./repo.ts"

/** A link opens nothing from the moment its case is cancelled; afterwards it goes. */
export const PortalReactions = Layer.effectDiscard(
  Effect.gen(function* () {
    const outbox = yield* Outbox
    const repo = yield* PortalRepo
    yield* outbox.react(({ event, orgId }) =>
      event._tag === "offboarding.stage_changed" && event.status === "cancelled"
        ? Effect.asVoid(repo.remove({ orgId, offboardingId: event.offboardingId }))
        : Effect.void
    )
  })
)
