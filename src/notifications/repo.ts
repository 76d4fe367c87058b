import { OrgId, UserId, Uuid } from "@svc/contract/kernel/ids"
import { Array as Arr, Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { SystemSql, Transaction } from "#platform/db"

const Recipient = Schema.Struct({ user_id: UserId, email: Schema.String })

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

export type NewNotification = {
  readonly org_id: string
  readonly id: string
  readonly user_id: string
  readonly type: string
  readonly title: string
  readonly body: string
  readonly data: string
  readonly created_at: Date
}

export type NewMail = {
  readonly org_id: string
  readonly id: string
  readonly recipient: string
  readonly subject: string
  readonly text: string
  readonly created_at: Date
  readonly next_attempt_at: Date
}

export class NotificationsRepo extends Context.Service<
  NotificationsRepo,
  {
    membersWithRoles(
      orgId: OrgId,
      roles: ReadonlyArray<string>
    ): Effect.Effect<ReadonlyArray<typeof Recipient.Type>, never, Transaction>
    insertNotifications(rows: ReadonlyArray<NewNotification>): Effect.Effect<void, never, Transaction>
    insertMails(rows: ReadonlyArray<NewMail>): Effect.Effect<void, never, Transaction>
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

      const members = SqlSchema.findAll({
        Request: Schema.Struct({ orgId: OrgId, roles: Schema.Array(Schema.String) }),
        Result: Recipient,
        execute: ({ orgId, roles }) => sql`
          SELECT m.user_id, u.email FROM memberships m JOIN users u ON u.id = m.user_id
          WHERE m.org_id = ${orgId} AND m.role = ANY(${roles}) ORDER BY m.user_id`
      })
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
        membersWithRoles: (orgId, roles) => Transaction.use(() => Effect.orDie(members({ orgId, roles }))),
        insertNotifications: (rows) =>
          Transaction.use(() =>
            Arr.isReadonlyArrayNonEmpty(rows)
              ? Effect.orDie(Effect.asVoid(sql`INSERT INTO notifications ${sql.insert(rows)}`))
              : Effect.void
          ),
        insertMails: (rows) =>
          Transaction.use(() =>
            Arr.isReadonlyArrayNonEmpty(rows)
              ? Effect.orDie(Effect.asVoid(sql`INSERT INTO mail_outbox ${sql.insert(rows)}`))
              : Effect.void
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
