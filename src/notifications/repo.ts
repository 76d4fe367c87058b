import { OrgId, Uuid } from "@svc/contract/kernel/ids"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { SystemSql, Transaction } from "#platform/db"

const QueuedMail = Schema.Struct({
  org_id: OrgId,
  id: Uuid,
  recipient: Schema.String,
  subject: Schema.String,
  text: Schema.String,
  html: Schema.NullOr(Schema.String),
  attempts: Schema.Int
})
export type QueuedMail = typeof QueuedMail.Type

/** What the members with one of these roles are told. */
export interface NewNotices {
  readonly orgId: OrgId
  readonly roles: ReadonlyArray<string>
  readonly now: Date
}

export class NotificationsRepo extends Context.Service<
  NotificationsRepo,
  {
    insertNotifications(
      notices: NewNotices & {
        readonly type: string
        readonly title: string
        readonly body: string
        readonly data: Readonly<Record<string, string>>
      }
    ): Effect.Effect<void, never, Transaction>
    insertMails(
      notices: NewNotices & { readonly subject: string; readonly text: string }
    ): Effect.Effect<void, never, Transaction>
    /** Mails that are due, held for this worker until `leasedUntil`; the try is counted. */
    claimMails(options: {
      readonly now: Date
      readonly leasedUntil: Date
      readonly limit: number
      readonly orgId: OrgId | null
    }): Effect.Effect<ReadonlyArray<QueuedMail>>
    markSent(mail: QueuedMail, sentAt: Date): Effect.Effect<void>
    markFailed(
      mail: QueuedMail,
      failure: { readonly message: string; readonly nextAttemptAt: Date | null }
    ): Effect.Effect<void>
  }
>()("svc/notifications/NotificationsRepo") {
  static readonly layer = Layer.effect(
    NotificationsRepo,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const system = yield* SystemSql

      const claim = SqlSchema.findAll({
        Request: Schema.Struct({
          now: Schema.Date,
          leasedUntil: Schema.Date,
          limit: Schema.Int,
          orgId: Schema.NullOr(OrgId)
        }),
        Result: QueuedMail,
        execute: ({ leasedUntil, limit, now, orgId }) => system`
          UPDATE mail_outbox SET leased_until = ${leasedUntil}, attempts = attempts + 1
          WHERE (org_id, id) IN (
            SELECT org_id, id FROM mail_outbox
            WHERE status = 'pending' AND next_attempt_at <= ${now} AND (leased_until IS NULL OR leased_until <= ${now})
              AND (${orgId}::uuid IS NULL OR org_id = ${orgId}::uuid)
            ORDER BY next_attempt_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
          )
          RETURNING org_id, id, recipient, subject, text, html, attempts`
      })

      return NotificationsRepo.of({
        insertNotifications: ({ body, data, now, orgId, roles, title, type }) =>
          Transaction.use(({ send }) =>
            send(sql`
              INSERT INTO notifications (org_id, id, user_id, type, title, body, data, created_at)
              SELECT m.org_id, gen_random_uuid(), m.user_id, ${type}, ${title}, ${body}, ${JSON.stringify(data)}::jsonb, ${now}::timestamptz
              FROM memberships m WHERE m.org_id = ${orgId} AND m.role = ANY(${roles}) ORDER BY m.user_id`)
          ),
        insertMails: ({ now, orgId, roles, subject, text }) =>
          Transaction.use(({ send }) =>
            send(sql`
              INSERT INTO mail_outbox (org_id, id, recipient, subject, text, created_at, next_attempt_at)
              SELECT m.org_id, gen_random_uuid(), u.email, ${subject}, ${text}, ${now}::timestamptz, ${now}::timestamptz
              FROM memberships m JOIN users u ON u.id = m.user_id
              WHERE m.org_id = ${orgId} AND m.role = ANY(${roles}) ORDER BY m.user_id`)
          ),
        claimMails: (options) => Effect.orDie(claim(options)),
        markSent: (mail, sentAt) =>
          Effect.orDie(
            Effect.asVoid(system`
              UPDATE mail_outbox SET status = 'sent', sent_at = ${sentAt}, leased_until = NULL, last_error = NULL
              WHERE org_id = ${mail.org_id} AND id = ${mail.id}`)
          ),
        markFailed: (mail, { message, nextAttemptAt }) =>
          Effect.orDie(
            Effect.asVoid(system`
              UPDATE mail_outbox SET status = ${nextAttemptAt === null ? "dead" : "pending"}, last_error = ${message},
                next_attempt_at = ${nextAttemptAt}, leased_until = NULL
              WHERE org_id = ${mail.org_id} AND id = ${mail.id}`)
          )
      })
    })
  )
}
