import { Effect, Layer } from "effect"
import { Jobs } from "#platform/jobs"
import { Notifications } from "./service.ts"

export const NotificationsLoops = Layer.effectDiscard(
  Effect.gen(function* () {
    const jobs = yield* Jobs
    const notifications = yield* Notifications
    yield* jobs.define({
      name: "mail-outbox",
      trigger: { _tag: "Work", topic: "mail-outbox", poll: "10 seconds" },
      run: ({ orgId }) => notifications.sendDueMails(orgId)
    })
  })
)
