import type { OrgId } from "@svc/contract/kernel/ids"
import { Context, DateTime, Effect, Layer } from "effect"
import type { Envelope } from "#outbox/service"
import { AppConfig } from "#platform/config"
import type { Transaction } from "#platform/db"
import { Mailer } from "#platform/mail"
import { Randomness } from "#platform/random"
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
      const randomness = yield* Randomness
      const wakeups = yield* Wakeups
      const { baseUrl } = yield* AppConfig
      const host = new URL(baseUrl).hostname

      const tell = Effect.fn("Notifications.tell")(function* ({ event, orgId }: Envelope) {
        const notice = noticeOf(event)
        if (notice === null) return
        const now = DateTime.toDateUtc(yield* DateTime.now)
        const members = yield* repo.membersWithRoles(orgId, notice.roles)
        yield* repo.insertNotifications(
          yield* Effect.forEach(members, (member) =>
            Effect.map(randomness.uuid, (id) => ({
              org_id: orgId,
              id,
              user_id: member.user_id,
              type: notice.type,
              title: notice.title,
              body: notice.body,
              data: JSON.stringify(notice.data),
              created_at: now
            }))
          )
        )
        if (!notice.byMail || members.length === 0) return
        yield* repo.insertMails(
          yield* Effect.forEach(members, (member) =>
            Effect.map(randomness.uuid, (id) => ({
              org_id: orgId,
              id,
              recipient: member.email,
              subject: notice.title,
              text: `${notice.body}\n\n${baseUrl}\n`,
              created_at: now,
              next_attempt_at: now
            }))
          )
        )
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
