import { Effect, Layer } from "effect"
import { Outbox } from "#outgoing/outbox/service"
import { Webhooks } from "./service.ts"

/** Fan-out: every event becomes one delivery per endpoint that subscribes to it, in the dispatch's transaction. */
export const WebhooksReactions = Layer.effectDiscard(
  Effect.gen(function* () {
    const outbox = yield* Outbox
    const webhooks = yield* Webhooks
    yield* outbox.react(webhooks.announce, webhooks.concerned)
  })
)
