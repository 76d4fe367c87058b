import { AttentionKind, AttentionRow } from "@svc/contract/home/schema"
import { RecordScope } from "@svc/contract/kernel/access"
import { OrgId } from "@svc/contract/kernel/ids"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { assetsIn, casesIn } from "#records/record-scope"
import { all, Instant } from "#platform/database/statements"

const Found = Schema.Struct({
  ...AttentionRow.fields,
  kind: AttentionKind,
  since: Schema.NullOr(Instant),
  next_attempt_at: Schema.NullOr(Instant),
  total: Schema.Int
})

const Asked = Schema.Struct({ orgId: OrgId, records: RecordScope, now: Instant, today: Schema.String })

/** Rows of a kind that are listed; all are counted. */
export const maxRows = 10

/** Days before the last working day by which the apps should be chosen. */
const appsChosenBefore = 7

/** What needs attention, one statement for each permission, by the indexes of what is open. */
export class AttentionRepo extends Context.Service<AttentionRepo>()("svc/home/AttentionRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const isOpen = sql`o.status NOT IN ('completed', 'cancelled')`

    /** A kind's rows, counted before they are limited. */
    const kind = (
      name: AttentionKind,
      of: {
        readonly id: string
        readonly subject: string
        readonly count?: string
        readonly since?: string
        readonly day?: string
        readonly next?: string
        readonly person?: string
        readonly offboarding?: string
        readonly from: Statement.Fragment
        readonly order: string
      }
    ) => sql`(
      SELECT ${name} AS kind, ${sql.literal(of.id)}::text AS id,
        ${sql.literal(of.offboarding ?? "o.id")}::uuid AS offboarding_id,
        ${sql.literal(of.person ?? "o.employee_name")}::text AS person, ${sql.literal(of.subject)}::text AS subject,
        ${sql.literal(of.count ?? "1")}::int AS count, ${sql.literal(of.since ?? "NULL")}::timestamptz AS since,
        ${sql.literal(of.day ?? "NULL")}::date::text AS day, ${sql.literal(of.next ?? "NULL")}::timestamptz AS next_attempt_at,
        (count(*) OVER ())::int AS total
      ${of.from}
      ORDER BY ${sql.literal(of.order)} LIMIT ${sql.literal(String(maxRows))})`

    const cases = all({
      Request: Asked,
      Result: Found,
      execute: ({ now, orgId, records, today }) => sql`
        ${kind("failed_removal", {
          id: "a.offboarding_id || ' ' || a.service_name",
          subject: "a.service_name",
          next: "coalesce(t.next_attempt_at, s.due_at)",
          from: sql`FROM revocation_apps a JOIN offboardings o ON o.org_id = a.org_id AND o.id = a.offboarding_id
            LEFT JOIN revocation_retries t ON t.org_id = a.org_id AND t.offboarding_id = a.offboarding_id
              AND t.service_name = a.service_name
            LEFT JOIN revocation_schedules s ON s.org_id = a.org_id AND s.offboarding_id = a.offboarding_id
              AND s.due_at > ${now}::timestamptz
            WHERE a.org_id = ${orgId} AND a.outcome = 'failed' AND a.removal_confirmed_at IS NULL
              AND ${casesIn(sql, records, "o")}`,
          order: "o.exit_date, a.offboarding_id, a.service_name"
        })} UNION ALL ${kind("reactivated", {
          id: "f.id",
          subject: "f.service_name",
          since: "f.found_at",
          from: sql`FROM residual_access_findings f
            JOIN offboardings o ON o.org_id = f.org_id AND o.id = f.offboarding_id
            WHERE f.org_id = ${orgId} AND f.resolved_at IS NULL AND ${casesIn(sql, records, "o")}`,
          order: "f.found_at DESC, f.id"
        })} UNION ALL ${kind("deadline_missed", {
          id: "o.id",
          subject: "l.task",
          count: "l.count",
          since: "l.since",
          from: sql`FROM (
              SELECT i.offboarding_id, count(*) AS count, min(i.sla_deadline) AS since,
                (array_agg(i.task ORDER BY i.sla_deadline, i.id))[1] AS task
              FROM checklist_items i
              WHERE i.org_id = ${orgId} AND i.sla_deadline <= ${now}::timestamptz AND i.sla_deadline IS NOT NULL
                AND i.completed_at IS NULL AND i.not_needed_at IS NULL
              GROUP BY i.offboarding_id
            ) l JOIN offboardings o ON o.org_id = ${orgId} AND o.id = l.offboarding_id
            WHERE ${isOpen} AND ${casesIn(sql, records, "o")}`,
          order: "l.since, o.id"
        })} UNION ALL ${kind("no_apps", {
          id: "o.id",
          subject: "''",
          day: "o.exit_date",
          from: sql`FROM offboardings o
            WHERE o.org_id = ${orgId} AND ${isOpen} AND o.no_apps_confirmed_at IS NULL
              AND o.exit_date <= ${today}::date + ${sql.literal(String(appsChosenBefore))}
              AND NOT EXISTS (
                SELECT FROM revocation_apps a WHERE a.org_id = o.org_id AND a.offboarding_id = o.id)
              AND ${casesIn(sql, records, "o")}`,
          order: "o.exit_date, o.id"
        })}`
    })

    const connections = all({
      Request: Asked,
      Result: Found,
      execute: ({ orgId }) =>
        kind("connection_refused", {
          id: "i.id",
          offboarding: "NULL",
          person: "NULL",
          subject: "i.service_name",
          since: "i.credential_refused_at",
          from: sql`FROM integrations i
            WHERE i.org_id = ${orgId} AND i.connection_status AND i.credential_refused_at IS NOT NULL`,
          order: "i.credential_refused_at DESC, i.id"
        })
    })

    const equipment = all({
      Request: Asked,
      Result: Found,
      execute: ({ orgId, records, today }) =>
        kind("equipment_late", {
          id: "a.id",
          offboarding: "NULL",
          person: "p.full_name",
          subject: "a.item_name",
          day: "a.return_deadline",
          from: sql`FROM assets a LEFT JOIN org_employees p ON p.org_id = a.org_id AND p.id = a.org_employee_id
            WHERE a.org_id = ${orgId} AND a.status = 'deployed' AND a.return_deadline < ${today}::date
              AND ${assetsIn(sql, records, "a")}`,
          order: "a.return_deadline, a.id"
        })
    })

    const documents = all({
      Request: Asked,
      Result: Found,
      execute: ({ orgId, records, today }) =>
        kind("document_unsigned", {
          id: "o.id",
          subject: "d.name",
          count: "d.count",
          day: "o.exit_date",
          from: sql`FROM offboardings o
            CROSS JOIN LATERAL (
              SELECT count(*) AS count, (array_agg(c.name ORDER BY c.created_at, c.id))[1] AS name
              FROM compliance_documents c
              WHERE c.org_id = o.org_id AND c.offboarding_id = o.id AND c.status = 'pending'
            ) d
            WHERE o.org_id = ${orgId} AND ${isOpen} AND o.exit_date <= ${today}::date AND d.count > 0
              AND ${casesIn(sql, records, "o")}`,
          order: "o.exit_date, o.id"
        })
    })

    return { cases, connections, equipment, documents }
  })
}) {
  static readonly layer = Layer.effect(AttentionRepo, AttentionRepo.make)
}
