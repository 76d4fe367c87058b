import { OrgId, Uuid } from "@svc/contract/kernel/ids"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { SystemSql } from "#platform/database/db"
import { one, send } from "#platform/database/statements"
import { makeClaim } from "#platform/jobs/lease-queue"
import { organisationLanguage, WrittenLanguage } from "#records/organisation-language"

const QueuedMail = Schema.Struct({
  org_id: Schema.NullOr(OrgId),
  id: Uuid,
  recipient: Schema.String,
  subject: Schema.String,
  /** Sealed. */
  content: Schema.String,
  attempts: Schema.Int,
  trace_parent: Schema.NullOr(Schema.String)
})
export type QueuedMail = typeof QueuedMail.Type

export class MailsRepo extends Context.Service<MailsRepo>()("svc/mails/MailsRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const system = yield* SystemSql

    const claim = yield* makeClaim({
      table: "mail_outbox",
      key: ["id"],
      row: QueuedMail,
      due: (now) => system`q.status = 'pending' AND q.next_attempt_at <= ${now}`,
      order: "q.next_attempt_at",
      taken: () => system`attempts = q.attempts + 1`
    })

    const purge = SqlSchema.findOne({
      Request: Schema.Date,
      Result: Schema.Struct({ purged: Schema.Int }),
      execute: (endedBefore) => system`
        WITH purged AS (
          DELETE FROM mail_outbox WHERE status <> 'pending' AND created_at < ${endedBefore} RETURNING 1
        )
        SELECT count(*)::int AS purged FROM purged`
    })

    const languageOf = one({
      Request: Schema.Struct({ orgId: Schema.NullOr(OrgId), address: Schema.String }),
      Result: Schema.Struct({ language: WrittenLanguage }),
      execute: ({ address, orgId }) => sql`
        SELECT coalesce(
          (SELECT CASE language WHEN 'de' THEN 'de' ELSE 'en' END FROM users WHERE lower(email) = lower(${address})),
          ${organisationLanguage(sql, "o.id")}, 'en') AS language
        FROM (SELECT ${orgId}::uuid AS id) o`
    })

    return {
      /** The language of the account with this address; for other addresses the organization's, without one English. */
      languageOf: (orgId: OrgId | null, address: string) =>
        Effect.map(languageOf({ orgId, address }), ({ language }) => language),
      insert: ({ created_at, ...mail }: Omit<QueuedMail, "attempts"> & { readonly created_at: Date }) =>
        send(sql`INSERT INTO mail_outbox ${sql.insert({ ...mail, created_at, next_attempt_at: created_at })}`),
      /** Forgets the mails that ended before this moment; answers how many. */
      purge: (endedBefore: Date) => Effect.orDie(Effect.map(purge(endedBefore), ({ purged }) => purged)),
      /** The try is counted. */
      claim,
      markSent: (mail: QueuedMail, sentAt: Date) =>
        Effect.orDie(
          Effect.asVoid(system`
            UPDATE mail_outbox SET status = 'sent', content = NULL, sent_at = ${sentAt}, leased_until = NULL, last_error = NULL
            WHERE id = ${mail.id}`)
        ),
      /** Without a next attempt the mail is given up. */
      markFailed: (
        mail: QueuedMail,
        { message, nextAttemptAt }: { readonly message: string; readonly nextAttemptAt: Date | null }
      ) =>
        Effect.orDie(
          Effect.asVoid(
            nextAttemptAt === null
              ? system`
                  UPDATE mail_outbox SET status = 'dead', content = NULL, last_error = ${message},
                    next_attempt_at = NULL, leased_until = NULL
                  WHERE id = ${mail.id}`
              : system`
                  UPDATE mail_outbox SET last_error = ${message}, next_attempt_at = ${nextAttemptAt}, leased_until = NULL
                  WHERE id = ${mail.id}`
          )
        )
    }
  })
}) {
  static readonly layer = Layer.effect(MailsRepo, MailsRepo.make)
}
