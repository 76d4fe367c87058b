import { DateTime, Effect, Option, Schema } from "effect"
import type { CopySession } from "#platform/database/copy-session"
import { refuse, whileTrying } from "./failed.ts"
import { inMaintenance } from "./load-repo.ts"
import { literal, texts } from "./sql-text.ts"

const failed = whileTrying("The database cannot be asked")
/** The hold that is open: since when what is queued waits, and of when the data is. */
const holds = `SELECT origin, coalesce(backup_id, ''), to_char(data_of AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    coalesce(to_char(ready_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), '')
  FROM platform_holds WHERE released_at IS NULL`

const decode = Schema.decodeOption(Schema.DateTimeUtcFromString)

/** Pending rows in each queue; for SIEM also the entries that were not forwarded. */
const counts = {
  webhooks: "SELECT count(*) FROM webhook_deliveries WHERE status IN ('pending', 'failed')",
  siem: `SELECT (SELECT count(*) FROM siem_deliveries) + coalesce((
      SELECT sum(h.seq - s.forwarded_seq) FROM siem_streams s JOIN audit_heads h ON h.org_id = s.org_id
      WHERE h.seq > s.forwarded_seq), 0)`,
  mails: "SELECT count(*) FROM mail_outbox WHERE status = 'pending'",
  chat: "SELECT count(*) FROM chat_messages WHERE status = 'pending'",
  texts: "SELECT count(*) FROM sms_messages WHERE status = 'queued'",
  reports: "SELECT count(*) FROM scheduled_report_runs WHERE status = 'pending'",
  revocations: "SELECT count(*) FROM revocation_runs WHERE status <> 'finished'",
  scheduled_revocations: "SELECT count(*) FROM revocation_schedules WHERE due_at <= now()",
  it_tickets: "SELECT count(*) FROM it_tickets WHERE status = 'queued'",
  signature_requests: "SELECT count(*) FROM esignature_requests WHERE finished_at IS NULL"
} as const

/** What waits for the release, by queue; none where nothing is held. */
export const readHeld = Effect.fn("Backup.readHeld")(function* (session: CopySession) {
  const [row] = texts(yield* Effect.mapError(session.query(holds), failed))
  const dataOf = Option.flatMap(Option.fromUndefinedOr(row?.[2]), decode)
  if (row === undefined || Option.isNone(dataOf)) return Option.none()
  const queues = yield* inMaintenance(
    session,
    Effect.forEach(Object.entries(counts), ([queue, question]) =>
      Effect.map(
        Effect.mapError(session.query(question), failed),
        (rows) => [queue, Number(texts(rows)[0]?.[0])] as const
      )
    )
  )
  return Option.some({
    origin: row[0] ?? "",
    backup: row[1] === "" ? null : (row[1] ?? null),
    data_of: dataOf.value,
    ready_at: Option.getOrNull(decode(row[3] ?? "")),
    queues: Object.fromEntries(queues)
  })
})

const why = literal("Not sent: it was queued in a restored backup and discarded on release")

/**
 * Ends the messages that were queued when the database was made ready, each as its domain ends what it gives up. What acts
 * (revocations, tickets, signatures) stays: it looks at the other side before it acts.
 */
const discarded = (readyAt: string, dataOf: string, now: string) => `
  UPDATE webhook_deliveries SET status = 'dead', last_error = ${why}, next_attempt_at = NULL, leased_until = NULL
  WHERE status IN ('pending', 'failed') AND created_at <= ${readyAt};
  DELETE FROM siem_deliveries WHERE created_at <= ${readyAt};
  UPDATE siem_streams s SET forwarded_seq = greatest(s.forwarded_seq, coalesce((
    SELECT max(e.seq) FROM audit_entries e WHERE e.org_id = s.org_id AND e.created_at <= ${dataOf}), 0));
  UPDATE mail_outbox SET status = 'dead', content = NULL, last_error = ${why}, next_attempt_at = NULL, leased_until = NULL
  WHERE status = 'pending' AND created_at <= ${readyAt};
  UPDATE chat_messages SET status = 'dead', last_error = ${why}, leased_until = NULL, ended_at = ${now}
  WHERE status = 'pending' AND created_at <= ${readyAt};
  UPDATE sms_messages SET status = 'unknown', last_error = ${why}, due_at = NULL, sealed_phone = NULL, sealed_content = NULL,
    leased_until = NULL, leased_by = NULL, updated_at = ${now}
  WHERE status = 'queued' AND created_at <= ${readyAt};
  DELETE FROM scheduled_report_copies c USING scheduled_report_runs r
  WHERE r.org_id = c.org_id AND r.report_id = c.report_id AND r.period = c.period
    AND r.status = 'pending' AND r.created_at <= ${readyAt} AND c.status <> 'sent';
  UPDATE scheduled_report_runs SET status = 'superseded', last_error = ${why}, finished_at = ${now}
  WHERE status = 'pending' AND created_at <= ${readyAt};`

/**
 * Releases the restore: queued messages are sent, or those queued in the backup are discarded first. Jobs run within
 * seconds.
 */
export const releaseHold = Effect.fn("Backup.releaseHold")(function* (
  session: CopySession,
  queued: "sent" | "discarded"
) {
  const held = yield* readHeld(session)
  if (Option.isNone(held)) return yield* refuse("Nothing is held: this database was not restored, or was released")
  const { data_of, ready_at } = held.value
  if (ready_at === null) return yield* refuse("The restore of this database is not finished: say it again first")
  const now = literal(DateTime.formatIso(yield* DateTime.now))
  yield* inMaintenance(
    session,
    Effect.mapError(
      session.query(
        (queued === "discarded"
          ? discarded(literal(DateTime.formatIso(ready_at)), literal(DateTime.formatIso(data_of)), now)
          : "") +
          `UPDATE platform_holds SET released_at = ${now}, queued = ${literal(queued)} WHERE released_at IS NULL`
      ),
      failed
    )
  )
  return held.value
})
