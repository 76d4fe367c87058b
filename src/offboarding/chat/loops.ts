import { Effect, Layer } from "effect"
import { Jobs } from "#platform/jobs/jobs"
import { Chat } from "./service.ts"
import { chatMessages } from "./topic.ts"

export const ChatLoops = Layer.effectDiscard(
  Effect.gen(function* () {
    const jobs = yield* Jobs
    const chat = yield* Chat
    yield* jobs.define({
      name: "chat-messages",
      role: "deliveries",
      trigger: { _tag: "Work", topic: chatMessages, poll: "1 second" },
      run: ({ orgId }) => chat.sendDue(orgId)
    })
    yield* jobs.define({
      name: "chat-message-purge",
      trigger: { _tag: "Cron", cron: "25 3 * * *" },
      run: () => Effect.map(chat.purge, (purged) => ({ purged }))
    })
  })
)
