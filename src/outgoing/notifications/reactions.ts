import { Effect, Layer } from "effect"
import { Outbox } from "#outgoing/outbox/service"
import { Notifications } from "./service.ts"

export const NotificationsReactions = Layer.effectDiscard(
  Effect.gen(function* () {
    const outbox = yield* Outbox
    const notifications = yield* Notifications
    yield* outbox.react(notifications.tell)
  })
)
