import { OrgId, Uuid } from "@svc/contract/kernel/ids"
import { type ReportSchedule, ReportSchedule as Schedule } from "@svc/contract/scheduled-reports/choices"
import { ScheduledReportId } from "@svc/contract/scheduled-reports/schema"
import { Context, DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { SystemSql } from "#platform/database/db"
import { behind, ofOrganisation } from "#platform/database/fragments"
import { all, Instant, maybe, one, perform, run } from "#platform/database/statements"

const Due = Schema.Struct({ org_id: OrgId, id: ScheduledReportId, period: Schema.String })
export type DueReport = typeof Due.Type

/** A report in one of its periods. */
const Key = Schema.Struct({ orgId: OrgId, reportId: ScheduledReportId, period: Schema.String })
export type RunKey = typeof Key.Type

const Run = Schema.Struct({
  status: Schema.Literals(["pending", "sent", "failed", "superseded"]),
  attempts: Schema.Int,
  webhook_sent: Schema.Boolean
})

const Copy = Schema.Struct({
  lower_recipient: Schema.String,
  id: Uuid,
  status: Schema.Literals(["pending", "sending", "sent"]),
  /** It has rows. */
  for_user: Schema.Boolean,
  audience: Schema.String,
  sha256: Schema.NullOr(Schema.String),
  key_id: Schema.NullOr(Schema.String)
})
export type Copy = typeof Copy.Type

const NewCopy = Schema.Struct({
  ...Key.fields,
  lower_recipient: Schema.String,
  id: Uuid,
  for_user: Schema.Boolean,
  audience: Schema.String,
  sealed_mail: Schema.String,
  sha256: Schema.NullOr(Schema.String),
  key_id: Schema.NullOr(Schema.String)
})

const OfCopy = Schema.Struct({ ...Key.fields, lower_recipient: Schema.String, at: Instant })

/** The present period of each schedule, and whether a run of it may begin today. */
export interface Periods {
  readonly plans: ReadonlyArray<string>
  readonly readOnly: ReadonlyArray<string>
  readonly of: ReadonlyArray<{ readonly schedule: ReportSchedule; readonly period: string; readonly begins: boolean }>
}

/** Outcomes of reports per period, and each recipient's copy. */
export class RunsRepo extends Context.Service<RunsRepo>()("svc/scheduled-reports/RunsRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const system = yield* SystemSql

    const due = SqlSchema.findAll({
      Request: Schema.Struct({
        orgId: Schema.UndefinedOr(OrgId),
        after: Schema.UndefinedOr(Due),
        limit: Schema.Int,
        plans: Schema.Array(Schema.String),
        readOnly: Schema.Array(Schema.String),
        schedules: Schema.Array(Schedule),
        periods: Schema.Array(Schema.String),
        begins: Schema.Array(Schema.Boolean)
      }),
      Result: Due,
      execute: ({ after, begins, limit, orgId, periods, plans, readOnly, schedules }) => system`
        SELECT r.org_id, r.id, p.period
        FROM scheduled_reports r
        JOIN organisations g ON g.id = r.org_id
        JOIN unnest(${schedules}::text[], ${periods}::text[], ${begins}::boolean[]) AS p (schedule, period, begins)
          ON p.schedule = r.schedule
        LEFT JOIN scheduled_report_runs u
          ON u.org_id = r.org_id AND u.report_id = r.id AND u.period = p.period::date
        WHERE ${ofOrganisation(system, orgId, "r.org_id")}
          AND ${behind(system, { "r.org_id": after?.org_id, "r.id": after?.id })}
          AND NOT g.suspended AND g.deletion_started_at IS NULL
          AND r.active AND g.plan = ANY(${plans}::text[]) AND g.plan_status <> ALL(${readOnly}::text[])
          AND CASE WHEN u.status IS NULL THEN p.begins ELSE u.status = 'pending' END
        ORDER BY r.org_id, r.id LIMIT ${limit}`
    })

    const isAt = ({ orgId, period, reportId }: (typeof Key)["Encoded"]) =>
      sql`org_id = ${orgId} AND report_id = ${reportId} AND period = ${period}::date`

    const runOf = one({
      Request: Key,
      Result: Run,
      execute: (key) => sql`
        SELECT status, attempts, webhook_sent_at IS NOT NULL AS webhook_sent FROM scheduled_report_runs
        WHERE ${isAt(key)}`
    })
    const begin = Effect.fnUntraced(function* (key: RunKey, at: DateTime.Utc) {
      const now = DateTime.toDateUtc(at)
      yield* perform(sql`
        INSERT INTO scheduled_report_runs (org_id, report_id, period, created_at)
        VALUES (${key.orgId}::uuid, ${key.reportId}::uuid, ${key.period}::date, ${now}) ON CONFLICT DO NOTHING`)
      yield* perform(sql`
        WITH ended AS (
          UPDATE scheduled_report_runs SET status = 'superseded', finished_at = ${now}
          WHERE org_id = ${key.orgId} AND report_id = ${key.reportId} AND period < ${key.period}::date
            AND status = 'pending'
          RETURNING org_id, report_id, period
        )
        DELETE FROM scheduled_report_copies c USING ended
        WHERE c.org_id = ended.org_id AND c.report_id = ended.report_id AND c.period = ended.period
          AND c.status <> 'sent'`)
      return yield* runOf(key)
    })

    const copies = all({
      Request: Key,
      Result: Copy,
      execute: (key) => sql`
        SELECT lower_recipient, id, status, for_user, audience, sha256, key_id FROM scheduled_report_copies
        WHERE ${isAt(key)} ORDER BY lower_recipient`
    })
    const saveCopy = run({
      Request: NewCopy,
      execute: (copy) => sql`
        INSERT INTO scheduled_report_copies AS c
          (org_id, report_id, period, lower_recipient, id, for_user, audience, sealed_mail, sha256, key_id)
        SELECT u.org_id, u.report_id, u.period, ${copy.lower_recipient}, ${copy.id}::uuid, ${copy.for_user}::boolean,
          ${copy.audience}, ${copy.sealed_mail}, ${copy.sha256}, ${copy.key_id}
        FROM scheduled_report_runs u
        WHERE u.org_id = ${copy.orgId} AND u.report_id = ${copy.reportId} AND u.period = ${copy.period}::date
          AND u.status = 'pending'
        ON CONFLICT (org_id, report_id, period, lower_recipient) DO UPDATE SET id = EXCLUDED.id, status = 'pending',
          for_user = EXCLUDED.for_user, audience = EXCLUDED.audience, sealed_mail = EXCLUDED.sealed_mail, sha256 = EXCLUDED.sha256,
          key_id = EXCLUDED.key_id
        WHERE c.status <> 'sent'`
    })
    const takeCopy = maybe({
      Request: OfCopy,
      Result: Schema.Struct({ sealed_mail: Schema.String }),
      execute: ({ at, lower_recipient, ...key }) => sql`
        UPDATE scheduled_report_copies SET status = 'sending', attempts = attempts + 1, last_attempt_at = ${at}
        WHERE ${isAt(key)} AND lower_recipient = ${lower_recipient} AND status <> 'sent'
        RETURNING sealed_mail`
    })
    const usersOf = all({
      Request: Schema.Struct({ orgId: OrgId, addresses: Schema.Array(Schema.String) }),
      Result: Schema.Struct({ email: Schema.String }),
      execute: ({ addresses, orgId }) => sql`
        SELECT lower(u.email) AS email FROM memberships m JOIN users u ON u.id = m.user_id
        WHERE m.org_id = ${orgId} AND u.email_verified_at IS NOT NULL AND lower(u.email) = ANY(${addresses}::text[])`
    })
    const purge = SqlSchema.findOne({
      Request: Instant,
      Result: Schema.Struct({ purged: Schema.Int }),
      execute: (before) => system`
        WITH purged AS (DELETE FROM scheduled_report_runs WHERE finished_at < ${before} RETURNING 1)
        SELECT count(*)::int AS purged FROM purged`
    })

    return {
      /** Organizations with the feature: runs that start today, and incomplete ones. */
      due: (orgId: OrgId | undefined, { of, plans, readOnly }: Periods, after: DueReport | undefined, limit: number) =>
        Effect.orDie(
          due({
            orgId,
            after,
            limit,
            plans,
            readOnly,
            schedules: of.map(({ schedule }) => schedule),
            periods: of.map(({ period }) => period),
            begins: of.map(({ begins }) => begins)
          })
        ),
      /** Begins the period, where it has not begun, and ends those before it: what was not sent of them never is. */
      begin,
      copies,
      /** Replaces one that was not sent. */
      saveCopy,
      /** Unsent copies of people who are no longer recipients. */
      keepCopiesOf: (key: RunKey, recipients: ReadonlyArray<string>) =>
        perform(sql`
          DELETE FROM scheduled_report_copies
          WHERE ${isAt(key)} AND status <> 'sent' AND lower_recipient <> ALL(${recipients}::text[])`),
      /** From here on it may have been sent; returns its email, none if there is no such copy to send anymore. */
      takeCopy: (copy: typeof OfCopy.Type) =>
        Effect.map(takeCopy(copy), (row) => (row._tag === "Some" ? row.value.sealed_mail : undefined)),
      /** Also if it was dropped in the meantime: it is not built and sent again. */
      copySent: ({ at, id, lower_recipient, ...key }: typeof OfCopy.Type & { readonly id: string }) =>
        perform(sql`
          INSERT INTO scheduled_report_copies AS c
            (org_id, report_id, period, lower_recipient, id, for_user, status, sent_at)
          SELECT u.org_id, u.report_id, u.period, ${lower_recipient}, ${id}::uuid, false, 'sent',
            ${DateTime.toDateUtc(at)}::timestamptz
          FROM scheduled_report_runs u
          WHERE u.org_id = ${key.orgId} AND u.report_id = ${key.reportId} AND u.period = ${key.period}::date
          ON CONFLICT (org_id, report_id, period, lower_recipient) DO UPDATE SET id = EXCLUDED.id, status = 'sent',
            sealed_mail = NULL, last_error = NULL, sent_at = EXCLUDED.sent_at`),
      copyFailed: ({ at, error, lower_recipient, ...key }: typeof OfCopy.Type & { readonly error: string }) =>
        perform(sql`
          UPDATE scheduled_report_copies SET status = 'pending', last_error = ${error},
            last_attempt_at = ${DateTime.toDateUtc(at)}
          WHERE ${isAt(key)} AND lower_recipient = ${lower_recipient} AND status = 'sending'`),
      webhookSent: (key: RunKey, at: DateTime.Utc) =>
        perform(sql`UPDATE scheduled_report_runs SET webhook_sent_at = ${DateTime.toDateUtc(at)} WHERE ${isAt(key)}`),
      /** After a round; a run that is no longer pending keeps no email. */
      settle: Effect.fnUntraced(function* (
        key: RunKey,
        {
          at,
          error,
          status
        }: {
          readonly status: "pending" | "sent" | "failed"
          readonly error: string | null
          readonly at: DateTime.Utc
        }
      ) {
        const now = DateTime.toDateUtc(at)
        yield* perform(sql`
          UPDATE scheduled_report_runs SET status = ${status}, attempts = attempts + 1, last_attempt_at = ${now},
            last_error = ${error}, finished_at = CASE WHEN ${status}::text = 'pending' THEN NULL ELSE ${now}::timestamptz END
          WHERE ${isAt(key)} AND status = 'pending'`)
        if (status === "pending") return
        yield* perform(sql`DELETE FROM scheduled_report_copies WHERE ${isAt(key)} AND status <> 'sent'`)
      }),
      /** The report was changed: its unsent copies are built again. */
      dropUnsent: (orgId: OrgId, id: ScheduledReportId) =>
        perform(sql`
          DELETE FROM scheduled_report_copies WHERE org_id = ${orgId} AND report_id = ${id} AND status = 'pending'`),
      /** Of these addresses those of members, in lower case. */
      usersOf: (orgId: OrgId, addresses: ReadonlyArray<string>) =>
        Effect.map(usersOf({ orgId, addresses }), (rows) => new Set(rows.map(({ email }) => email))),
      /** Forgets runs that ended before this moment. */
      purge: (before: DateTime.Utc) => Effect.map(Effect.orDie(purge(before)), ({ purged }) => purged)
    }
  })
}) {
  static readonly layer = Layer.effect(RunsRepo, RunsRepo.make)
}
