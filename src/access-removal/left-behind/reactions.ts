import { Effect, Layer } from "effect"
import { Outbox } from "#outgoing/outbox/service"
import { LeftBehinds } from "./service.ts"

export const LeftBehindReactions = Layer.effectDiscard(
  Effect.gen(function* () {
    const outbox = yield* Outbox
    const leftBehind = yield* LeftBehinds
    yield* outbox.react(leftBehind.hear)
  })
)
