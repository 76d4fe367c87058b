import { type OrgId, Uuid } from "@svc/contract/kernel/ids"
import { Context, DateTime, Effect, Redacted, Schema } from "effect"
import { AppConfig } from "#platform/config/config"
import type { Transaction } from "#platform/database/db"
import { type Mail, Mailer, MailFailed } from "#platform/mail/mail"
import { Randomness } from "#platform/crypto/random"
import { boundTo, Secrets } from "#platform/keys/secrets"
import { inLinkedTrace, traceParent } from "#platform/observability/trace-links"
import { makeTakeUp } from "#platform/jobs/each-claimed"
import { Wakeups } from "#platform/jobs/wakeups"
import { makeOutcomeCounter } from "#outgoing/deliveries/outcome-counter"
import { layerOf } from "#platform/services/layer-of"
import type { WrittenLanguage } from "#records/organisation-language"
import { MailsRepo, type QueuedMail } from "./repo.ts"
import { mailRetryLadder } from "./rules.ts"
import { type MailParts, type MailText, type MailTexts, renderMail } from "./template.ts"
import { mailOutbox } from "./topic.ts"

const batchSize = 20
const lease = "2 minutes"
const keptDays = 90

const Parts = Schema.fromJsonString(
  Schema.Struct({ text: Schema.String, html: Schema.String, subject: Schema.optionalKey(Schema.String) })
)
const encodeParts = Schema.encodeEffect(Parts)
const decodeParts = Schema.decodeEffect(Parts)

const place = ({ id, org_id }: Pick<QueuedMail, "id" | "org_id">) =>
  boundTo({ orgId: org_id, table: "mail_outbox", column: "content", rowId: id })

export type { MailText, MailTexts } from "./template.ts"

interface NewMail extends MailText {
  /** Null for an email without an organization, which only a system transaction may queue. */
  readonly orgId: OrgId | null
  /** One address. */
  readonly to: string
  /** Kept in the log of emails in place of a subject that names a person, which is sealed with the content. */
  readonly loggedSubject?: string
}

/**
 * Outgoing emails: recorded with their change, sent afterwards, retried with backoff (`mailRetryLadder`). At least
 * once: a crash after the mail server accepted one sends it again.
 */
export class Mails extends Context.Service<
  Mails,
  {
    /** The parts of an email, for callers that send it themselves. */
    render(mail: MailText): MailParts
    /** Sends one immediately, without the outbox: the caller keeps it and retries. */
    send(mail: Mail): Effect.Effect<void, MailFailed>
    /** In the running transaction, so the mail is sent if and only if that commits. The content is sealed at rest. */
    queue(mail: NewMail): Effect.Effect<void, never, Transaction>
    /** Of the account with this address, else of the organization. */
    languageOf(orgId: OrgId | null, to: string): Effect.Effect<WrittenLanguage, never, Transaction>
    /** As `queue`, in the language of the account that it goes to, else of the organization. */
    queueTranslated(mail: {
      readonly orgId: OrgId | null
      readonly to: string
      readonly texts: MailTexts
    }): Effect.Effect<void, never, Transaction>
    /** Sends the mails that are due, each by one node. */
    sendDue(orgId: OrgId | undefined): Effect.Effect<{ readonly sent: number; readonly failed: number }>
    /** Forgets the mails of more than 90 days ago that were sent or given up; answers how many. */
    readonly purge: Effect.Effect<number>
  }
>()("svc/mails/Mails") {
  static readonly layerNoDeps = layerOf(Mails, function* () {
    const repo = yield* MailsRepo
    const mailer = yield* Mailer
    const secrets = yield* Secrets
    const randomness = yield* Randomness
    const takeUp = yield* makeTakeUp
    const wakeups = yield* Wakeups
    const { baseUrl } = yield* AppConfig
    const host = new URL(baseUrl).hostname

    const queue = Effect.fnUntraced(function* ({ loggedSubject, orgId, to, ...mail }: NewMail) {
      const row = { org_id: orgId, id: Uuid.make(yield* randomness.uuid) }
      const parts = yield* Effect.orDie(
        encodeParts({
          ...renderMail(mail, baseUrl),
          ...(loggedSubject === undefined ? {} : { subject: mail.subject })
        })
      )
      yield* repo.insert({
        ...row,
        recipient: to,
        subject: loggedSubject ?? mail.subject,
        content: yield* secrets.seal(parts, place(row)),
        created_at: DateTime.toDateUtc(yield* DateTime.now),
        trace_parent: yield* traceParent
      })
      yield* wakeups.signal(mailOutbox)
    })

    const queueTranslated: Mails["Service"]["queueTranslated"] = Effect.fnUntraced(function* ({ orgId, texts, to }) {
      const language = yield* repo.languageOf(orgId, to)
      yield* queue({ orgId, to, ...texts[language], language })
    })

    const sendOne = Effect.fnUntraced(function* (mail: QueuedMail) {
      const parts = yield* secrets.open(mail.content, place(mail)).pipe(
        Effect.flatMap((content) => decodeParts(Redacted.value(content))),
        // Given up alone: the others of the round are not held up by it.
        Effect.mapError(() => new MailFailed({ retryable: false, message: "The stored mail cannot be read" }))
      )
      return yield* mailer.send({
        to: mail.recipient,
        subject: mail.subject,
        ...parts,
        // The same on every try, so that a mailbox that got it twice can tell.
        messageId: `<${mail.id}@${host}>`
      })
    })

    const count = makeOutcomeCounter("mail-outbox")
    const none = { delivered: 0, failed: 0, dead: 0, dropped: 0 }

    const send = Effect.fnUntraced(function* (mail: QueuedMail) {
      const result = yield* Effect.result(sendOne(mail))
      const now = yield* DateTime.now
      if (result._tag === "Success") {
        yield* repo.markSent(mail, DateTime.toDateUtc(now))
        yield* count({ ...none, delivered: 1 })
        return true
      }
      yield* Effect.logWarning("email not sent", result.failure)
      const seconds = result.failure.retryable ? mailRetryLadder[mail.attempts - 1] : undefined
      yield* count(seconds === undefined ? { ...none, dead: 1 } : { ...none, failed: 1 })
      yield* repo.markFailed(mail, {
        message: result.failure.message,
        nextAttemptAt: seconds === undefined ? null : DateTime.toDateUtc(DateTime.add(now, { seconds }))
      })
      return false
    })

    const sendLinked = (mail: QueuedMail) =>
      send(mail).pipe(
        inLinkedTrace("deliver mail-outbox", {
          causedBy: mail.trace_parent,
          attributes: { "svc.delivery.id": mail.id, ...(mail.org_id === null ? {} : { "svc.org.id": mail.org_id }) }
        })
      )

    const sendDue = Effect.fn("Mails.sendDue")(function* (orgId: OrgId | undefined) {
      const { rows } = yield* takeUp({ orgId, claim: repo.claim, lease, limit: batchSize })
      const sent = yield* Effect.forEach(rows, sendLinked, { concurrency: 4 })
      return { sent: sent.filter(Boolean).length, failed: sent.filter((ok) => !ok).length }
    })

    const purge = Effect.gen(function* () {
      const before = DateTime.subtract(yield* DateTime.now, { days: keptDays })
      return yield* repo.purge(DateTime.toDateUtc(before))
    }).pipe(Effect.withSpan("Mails.purge"))

    return Mails.of({
      render: (mail) => renderMail(mail, baseUrl),
      send: (mail) => mailer.send(mail),
      queue,
      languageOf: repo.languageOf,
      queueTranslated,
      sendDue,
      purge
    })
  })
}
