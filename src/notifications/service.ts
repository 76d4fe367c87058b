import type { OrgId } from "@svc/contract/kernel/ids"
import { Context, DateTime, Effect, Layer } from "effect"
import type { Envelope } from "#outbox/service"
import { AppConfig } from "#platform/config"
import type { Transaction } from "#platform/db"
import { Mailer } from "#platform/mail"
import { Wakeups } from "#platform/wakeups"
import { NotificationsRepo, type QueuedMail } from "./repo.ts"
import { mailRetryLadder, noticeOf } from "./rules.ts"

const batchSize = 20
const lease = "2 minutes"

/** What members are told, in the app and by mail. */
export class Notifications extends Context.Service<
  Notifications,
  {
    /** Writes the notices of an event, and queues their mails, in the transaction of its hand-out. */
    tell(envelope: Envelope): Effect.Effect<void, never, Transaction>
    /** Sends the mails that are due, once over all nodes; a mail is tried again by its ladder. */
    sendDueMails(orgId: OrgId | undefined): Effect.Effect<{ readonly sent: number; readonly failed: number }>
  }
>()("svc/notifications/Notifications") {
  static readonly layerNoDeps = Layer.effect(
    Notifications,
    Effect.gen(function* () {
      const repo = yield* NotificationsRepo
      const mailer = yield* Mailer
      const wakeups = yield* Wakeups
      const { baseUrl } = yield* AppConfig
      const host = new URL(baseUrl).hostname

      const tell = Effect.fnUntraced(function* ({ event, orgId }: Envelope) {
        const notice = noticeOf(event)
        if (notice === null) return
        const { body, byMail, data, roles, title, type } = notice
        const now = DateTime.toDateUtc(yield* DateTime.now)
        yield* repo.insertNotifications({ orgId, roles, now, type, title, body, data })
        if (!byMail) return
        yield* repo.insertMails({ orgId, roles, now, subject: title, text: `${body}\n\n${baseUrl}\n` })
        yield* wakeups.signal("mail-outbox")
      })

      const send = Effect.fnUntraced(function* (mail: QueuedMail) {
        const result = yield* Effect.result(
          mailer.send({
            to: mail.recipient,
            subject: mail.subject,
            text: mail.text,
            // The same on every try, so that a mailbox that got it twice can tell.
            messageId: `<${mail.id}@${host}>`,
            ...(mail.html === null ? {} : { html: mail.html })
          })
        )
        const now = yield* DateTime.now
        if (result._tag === "Success") {
          yield* repo.markSent(mail, DateTime.toDateUtc(now))
          return true
        }
        const seconds = result.failure.retryable ? mailRetryLadder[mail.attempts - 1] : undefined
        yield* repo.markFailed(mail, {
          message: result.failure.message,
          nextAttemptAt: seconds === undefined ? null : DateTime.toDateUtc(DateTime.add(now, { seconds }))
        })
        return false
      })

      const sendDueMails = Effect.fn("Notifications.sendDueMails")(function* (orgId: OrgId | undefined) {
        const now = yield* DateTime.now
        const mails = yield* repo.claimMails({
          now: DateTime.toDateUtc(now),
          leasedUntil: DateTime.toDateUtc(DateTime.addDuration(now, lease)),
          limit: batchSize,
          orgId: orgId ?? null
        })
        const sent = yield* Effect.forEach(mails, send, { concurrency: 4 })
        return { sent: sent.filter(Boolean).length, failed: sent.filter((ok) => !ok).length }
      })

      return Notifications.of({ tell, sendDueMails })
    })
  )
}
