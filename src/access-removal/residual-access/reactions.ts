import { Effect, Layer } from "effect"
import { Outbox } from "#outgoing/outbox/service"
import { ResidualAccesses } from "./service.ts"

export const ResidualAccessReactions = Layer.effectDiscard(
  Effect.gen(function* () {
    const outbox = yield* Outbox
    const residual = yield* ResidualAccesses
    yield* outbox.react(residual.hear)
  })
)
