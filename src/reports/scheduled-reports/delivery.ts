import { type Caller, holdsEveryCase } from "@svc/contract/kernel/access"
import { Context, DateTime, Effect, Option, Redacted } from "effect"
import { PersonKeys } from "#audit/record/person-keys"
import { Audit } from "#audit/record/service"
import { auditText, personal } from "#audit/record/text"
import { Mails } from "#outgoing/mails/service"
import { AppConfig } from "#platform/config/config"
import { Db } from "#platform/database/db"
import { Secrets } from "#platform/keys/secrets"
import { Outbound } from "#platform/outbound/outbound"
import { layerOf } from "#platform/services/layer-of"
import { ReportAudiences } from "./audiences.ts"
import { ReportCopies } from "./copies.ts"
import { contentFor } from "./content.ts"
import { ReportMatters } from "./matters.ts"
import type { ReportRow } from "./reports-repo.ts"
import { ReportsRepo } from "./reports-repo.ts"
import { mostAttempts, roundError } from "./rules.ts"
import { type Copy, type RunKey, RunsRepo } from "./runs-repo.ts"
import { webhookPlace } from "./service.ts"
import { webhookBody } from "./webhook.ts"

/** Consecutive failures after which the mail server is left alone until the next round. */
const patience = 3

/** One report in one period: who gets it, what, and how that went. */
export class ReportDelivery extends Context.Service<
  ReportDelivery,
  {
    /** For the holder of the report's lock: everything not sent yet. */
    deliver(key: RunKey): Effect.Effect<{ readonly sent: number; readonly failed: number }, never, Caller>
  }
>()("svc/scheduled-reports/ReportDelivery") {
  static readonly layerNoDeps = layerOf(ReportDelivery, function* () {
    const db = yield* Db
    const reports = yield* ReportsRepo
    const runs = yield* RunsRepo
    const matters = yield* ReportMatters
    const audiences = yield* ReportAudiences
    const copies = yield* ReportCopies
    const mails = yield* Mails
    const outbound = yield* Outbound
    const secrets = yield* Secrets
    const audit = yield* Audit
    const personKeys = yield* PersonKeys
    const { baseUrl } = yield* AppConfig
    const host = new URL(baseUrl).hostname

    const targetOf = ({ name, type }: ReportRow) => auditText`Report ${name} (${type})`

    /** What to send now; none if the report is gone, or its period is done. */
    const gather = Effect.fnUntraced(function* (key: RunKey) {
      const now = yield* DateTime.now
      const found = yield* reports.find({ orgId: key.orgId, id: key.reportId })
      if (Option.isNone(found)) return Option.none()
      const report = found.value
      if (!report.active) return Option.none()
      const run = yield* runs.begin(key, now)
      if (run.status !== "pending") return Option.none()
      const addresses = yield* matters.addressesOf(key.orgId, report)
      yield* runs.keepCopiesOf(
        key,
        addresses.map((address) => address.toLowerCase())
      )
      const matter = yield* matters.of(key.orgId, report, { _tag: "All" }, now)
      return Option.some({ report, run, addresses, matter })
    }, db.transact)

    const succeeded = Effect.fnUntraced(function* (key: RunKey, report: ReportRow, copy: Copy, address: string) {
      const at = yield* DateTime.now
      yield* runs.copySent({ ...key, lower_recipient: copy.lower_recipient, id: copy.id, at })
      const personKey = yield* personKeys.forPerson(key.orgId, address)
      const proof =
        copy.sha256 === null
          ? auditText`document id: ${copy.id}, without a PDF`
          : auditText`document id: ${copy.id}, SHA-256: ${copy.sha256}, signing key: ${copy.key_id ?? "none"}`
      yield* audit.record({
        action: "scheduled_report.sent",
        target: targetOf(report),
        details: [
          ...auditText`to ${personal(personKey, address)}, ${copy.for_user ? (copy.audience === "all" ? "in full" : "in full, of the records that they see") : "totals only"}, period ${key.period}, `,
          ...proof
        ]
      })
    }, db.transact)

    /** Answers why it did not go; none when it did. */
    const sendCopy = Effect.fnUntraced(function* (key: RunKey, report: ReportRow, copy: Copy, address: string) {
      const of = { ...key, lower_recipient: copy.lower_recipient }
      const sealed = yield* db.transact(runs.takeCopy({ ...of, at: yield* DateTime.now }))
      if (sealed === undefined) return undefined
      const sending = Effect.flatMap(copies.open(key.orgId, copy.id, sealed), (mail) =>
        // The same on every try, so that a mailbox that got it twice can tell.
        mails.send({ to: address, ...mail, messageId: `<${copy.id}@${host}>` })
      )
      const result = yield* Effect.result(sending)
      if (result._tag === "Success") {
        yield* succeeded(key, report, copy, address)
        return undefined
      }
      const error = result.failure.message
      yield* Effect.logWarning("scheduled report not sent", result.failure)
      yield* db.transact(runs.copyFailed({ ...of, error, at: yield* DateTime.now }))
      return error
    })

    const post = Effect.fnUntraced(function* (key: RunKey, report: ReportRow, body: string) {
      const { delivery_webhook_host: shownHost, sealed_delivery_webhook: sealed } = report
      if (sealed === null) return null
      const posting = Effect.gen(function* () {
        const url = Redacted.value(yield* secrets.open(sealed, webhookPlace(key.orgId, report.id)))
        return yield* outbound.send({
          method: "POST",
          url,
          headers: { "content-type": "application/json" },
          body
        })
      }).pipe(
        Effect.map(({ status }) => (status >= 200 && status < 300 ? null : `it answered ${status}`)),
        Effect.catchTags({
          AddressRefused: ({ reason }) => Effect.succeed(reason),
          OutboundFailed: ({ message }) => Effect.succeed(message),
          SecretUnreadable: (error) =>
            Effect.as(
              Effect.logError("report webhook decryption failed", { reportId: report.id }, error),
              "its stored URL cannot be read"
            )
        })
      )
      const error = yield* posting
      if (error !== null) return error
      const noted = Effect.gen(function* () {
        yield* runs.webhookSent(key, yield* DateTime.now)
        yield* audit.record({
          action: "scheduled_report.webhook_sent",
          target: targetOf(report),
          details: auditText`to ${shownHost ?? "none"}, totals only, period ${key.period}`
        })
      })
      yield* db.transact(noted)
      return null
    })

    const settle = Effect.fnUntraced(function* (
      key: RunKey,
      report: ReportRow,
      round: { readonly attempts: number; readonly sent: number; readonly error: string | null }
    ) {
      const at = yield* DateTime.now
      const attempts = round.attempts + 1
      const status = round.error === null ? "sent" : attempts >= mostAttempts ? "failed" : "pending"
      yield* runs.settle(key, { status, error: round.error, at })
      yield* reports.note({ orgId: key.orgId, id: report.id, at, sent: round.sent > 0, error: round.error })
      if (round.error !== null && (attempts === 1 || status === "failed")) {
        yield* audit.record({
          action: "scheduled_report.failed",
          target: targetOf(report),
          details: auditText`period ${key.period}: ${round.error}; ${status === "failed" ? "it is not retried" : "the next hourly run retries it"}`
        })
      }
    }, db.transact)

    const deliver = Effect.fn("ReportDelivery.deliver")(function* (key: RunKey) {
      const gathered = yield* gather(key)
      if (Option.isNone(gathered)) return { sent: 0, failed: 0 }
      const { addresses, matter, report, run } = gathered.value
      const recipients = yield* audiences.of(key.orgId, addresses)
      const made = yield* copies.prepare(key, report, {
        recipients,
        contentFor: (audience, language) =>
          audience._tag === "Totals" || holdsEveryCase(audience.records)
            ? Effect.succeed(contentFor(matter, audience._tag === "Rows", language))
            : Effect.map(db.transact(matters.of(key.orgId, report, audience.records, matter.now)), (seen) =>
                contentFor(seen, true, language)
              )
      })
      const failures = [...made.failures]
      let sent = 0
      let inRow = 0
      for (const { address, copy } of made.unsent) {
        const error =
          inRow < patience
            ? yield* sendCopy(key, report, copy, address)
            : "the mail server did not accept the ones before it"
        inRow = error === undefined ? 0 : inRow + 1
        if (error === undefined) sent += 1
        else failures.push(error)
      }
      const webhook = run.webhook_sent ? null : yield* post(key, report, webhookBody(report.id, matter))
      const error = roundError({ copies: recipients.length, failures, webhook })
      yield* settle(key, report, { attempts: run.attempts, sent, error })
      return { sent, failed: failures.length }
    })

    return ReportDelivery.of({ deliver })
  })
}
