import { Context, DateTime, Effect, Layer } from "effect"
import { Mails } from "#mails/service"
import type { Envelope } from "#outbox/service"
import { AppConfig } from "#platform/config"
import type { Transaction } from "#platform/db"
import { NotificationsRepo } from "./repo.ts"
import { noticeOf } from "./rules.ts"

/** What members are told, in the app and by mail. */
export class Notifications extends Context.Service<
  Notifications,
  {
    /** Writes the notices of an event, and queues their mails, in the transaction of its hand-out. */
    tell(envelope: Envelope): Effect.Effect<void, never, Transaction>
  }
>()("svc/notifications/Notifications") {
  static readonly layerNoDeps = Layer.effect(
    Notifications,
    Effect.gen(function* () {
      const repo = yield* NotificationsRepo
      const mails = yield* Mails
      const { baseUrl } = yield* AppConfig

      const tell = Effect.fnUntraced(function* ({ event, orgId }: Envelope) {
        const notice = noticeOf(event)
        if (notice === null) return
        const { body, byMail, data, roles, title, type } = notice
        const now = DateTime.toDateUtc(yield* DateTime.now)
        yield* repo.insertNotifications({ orgId, roles, now, type, title, body, data })
        if (!byMail) return
        yield* Effect.forEach(
          yield* repo.addressesOf(orgId, roles),
          (to) =>
            mails.queue({
              orgId,
              to,
              subject: title,
              paragraphs: [body],
              action: { label: "Open the dashboard", url: baseUrl }
            }),
          { discard: true }
        )
      })

      return Notifications.of({ tell })
    })
  )
}
