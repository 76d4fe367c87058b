import { Effect, Layer } from "effect"
import { Outbox } from "#outgoing/outbox/service"
import { Chat } from "./service.ts"

export const ChatReactions = Layer.effectDiscard(
  Effect.gen(function* () {
    const outbox = yield* Outbox
    const chat = yield* Chat
    yield* outbox.react(chat.tell, chat.concerned)
  })
)
