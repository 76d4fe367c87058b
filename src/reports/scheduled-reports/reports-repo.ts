import { OrgId } from "@svc/contract/kernel/ids"
import {
  ReportColumn,
  ReportDateRange,
  ReportGrouping,
  ReportSchedule,
  ReportType
} from "@svc/contract/scheduled-reports/choices"
import { DistributionListId, ReportFilters, ScheduledReportId } from "@svc/contract/scheduled-reports/schema"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { columnsOf } from "#platform/database/columns"
import { all, exists, Instant, maybe, one, perform, run } from "#platform/database/statements"

const settings = {
  name: Schema.String,
  type: ReportType,
  schedule: ReportSchedule,
  columns: Schema.Array(ReportColumn),
  grouping: ReportGrouping,
  date_range: ReportDateRange,
  filters: ReportFilters,
  recipients: Schema.Array(Schema.String),
  distribution_list_id: Schema.NullOr(DistributionListId),
  include_pdf: Schema.Boolean,
  delivery_webhook_host: Schema.NullOr(Schema.String),
  sealed_delivery_webhook: Schema.NullOr(Schema.String),
  active: Schema.Boolean
}

/** What its owners decide of a report. */
export const ReportSettings = Schema.Struct(settings)
export type ReportSettings = typeof ReportSettings.Type

const Row = Schema.Struct({
  id: ScheduledReportId,
  ...settings,
  last_run: Schema.NullOr(Instant),
  last_attempt_at: Schema.NullOr(Instant),
  last_error: Schema.NullOr(Schema.String),
  created_at: Instant,
  updated_at: Instant
})
export type ReportRow = typeof Row.Type

const Key = Schema.Struct({ orgId: OrgId, id: ScheduledReportId })
type Key = typeof Key.Type

const Saved = Schema.Struct({
  orgId: OrgId,
  id: ScheduledReportId,
  ...settings,
  filters: Schema.fromJsonString(ReportFilters),
  at: Instant
})

/** Scheduled reports as people manage them. */
export class ReportsRepo extends Context.Service<ReportsRepo>()("svc/scheduled-reports/ReportsRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const columns = columnsOf(Row, "r")

    const count = one({
      Request: OrgId,
      Result: Schema.Struct({ count: Schema.Int }),
      execute: (orgId) => sql`SELECT count(*)::int AS count FROM scheduled_reports WHERE org_id = ${orgId}`
    })
    const hasList = exists({
      Request: Schema.Struct({ orgId: OrgId, id: DistributionListId }),
      execute: ({ id, orgId }) =>
        sql`SELECT 1 FROM distribution_lists WHERE org_id = ${orgId} AND id = ${id} FOR KEY SHARE`
    })
    const insert = run({
      Request: Saved,
      execute: (row) => sql`
        INSERT INTO scheduled_reports (org_id, id, name, type, schedule, columns, grouping, date_range, filters,
          recipients, distribution_list_id, include_pdf, delivery_webhook_host, sealed_delivery_webhook, active,
          created_at, updated_at)
        VALUES (${row.orgId}::uuid, ${row.id}::uuid, ${row.name}, ${row.type}, ${row.schedule}, ${row.columns}::text[],
          ${row.grouping}, ${row.date_range}, ${row.filters}::jsonb, ${row.recipients}::text[],
          ${row.distribution_list_id}::uuid, ${row.include_pdf}, ${row.delivery_webhook_host},
          ${row.sealed_delivery_webhook}, ${row.active}::boolean, ${row.at}::timestamptz, ${row.at}::timestamptz)`
    })
    const list = all({
      Request: OrgId,
      Result: Row,
      execute: (orgId) => sql`
        SELECT ${columns} FROM scheduled_reports r WHERE r.org_id = ${orgId} ORDER BY r.created_at DESC, r.id DESC`
    })
    const by = { Request: Key, Result: Row }
    const where = ({ id, orgId }: { readonly orgId: string; readonly id: string }) =>
      sql`FROM scheduled_reports r WHERE r.org_id = ${orgId} AND r.id = ${id}`
    const get = one({ ...by, execute: (key) => sql`SELECT ${columns} ${where(key)}` })
    const find = maybe({ ...by, execute: (key) => sql`SELECT ${columns} ${where(key)}` })
    const lock = maybe({ ...by, execute: (key) => sql`SELECT ${columns} ${where(key)} FOR NO KEY UPDATE` })
    const save = run({
      Request: Saved,
      execute: (row) => sql`
        UPDATE scheduled_reports SET name = ${row.name}, type = ${row.type}, schedule = ${row.schedule},
          columns = ${row.columns}::text[], grouping = ${row.grouping}, date_range = ${row.date_range},
          filters = ${row.filters}::jsonb, recipients = ${row.recipients}::text[],
          distribution_list_id = ${row.distribution_list_id}::uuid, include_pdf = ${row.include_pdf},
          delivery_webhook_host = ${row.delivery_webhook_host}, sealed_delivery_webhook = ${row.sealed_delivery_webhook},
          active = ${row.active}, updated_at = ${row.at}
        WHERE org_id = ${row.orgId} AND id = ${row.id}`
    })
    const remove = run({
      Request: Key,
      execute: ({ id, orgId }) => sql`DELETE FROM scheduled_reports WHERE org_id = ${orgId} AND id = ${id}`
    })
    const ofList = all({
      Request: Schema.Struct({ orgId: OrgId, id: DistributionListId }),
      Result: Row,
      execute: ({ id, orgId }) => sql`
        SELECT ${columns} FROM scheduled_reports r WHERE r.org_id = ${orgId} AND r.distribution_list_id = ${id}
        ORDER BY r.created_at, r.id FOR NO KEY UPDATE`
    })
    const listed = maybe({
      Request: Schema.Struct({ orgId: OrgId, id: Schema.NullOr(DistributionListId) }),
      Result: Schema.Struct({ recipients: Schema.Array(Schema.String) }),
      execute: ({ id, orgId }) =>
        sql`SELECT recipients FROM distribution_lists WHERE org_id = ${orgId} AND id = ${id}::uuid`
    })
    const note = run({
      Request: Schema.Struct({
        orgId: OrgId,
        id: ScheduledReportId,
        at: Instant,
        sent: Schema.Boolean,
        error: Schema.NullOr(Schema.String)
      }),
      execute: ({ at, error, id, orgId, sent }) => sql`
        UPDATE scheduled_reports SET last_attempt_at = ${at}::timestamptz, last_error = ${error},
          last_run = CASE WHEN ${sent}::boolean THEN ${at}::timestamptz ELSE last_run END
        WHERE org_id = ${orgId} AND id = ${id}`
    })

    return {
      /** Serializes within an organization until the transaction ends, so that they can be counted. */
      lockNumber: (orgId: OrgId) =>
        perform(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`scheduled-reports:${orgId}`}, 0))`),
      count: (orgId: OrgId) => Effect.map(count(orgId), (row) => row.count),
      /** Whether the organization has this list, locked against deletion. */
      hasList: (orgId: OrgId, id: DistributionListId) => hasList({ orgId, id }),
      insert,
      /** Newest first. */
      list,
      get,
      find,
      /** Locks the report until the transaction ends. */
      lock,
      save,
      delete: remove,
      /** The reports that go to the list, oldest first, locked with it. */
      ofList: (orgId: OrgId, id: DistributionListId) => ofList({ orgId, id }),
      /** The addresses of a list; none without one. */
      listed: (orgId: OrgId, id: DistributionListId | null) =>
        Effect.map(listed({ orgId, id }), (list) => (list._tag === "Some" ? list.value.recipients : [])),
      /** The result of a round; `sent` if at least one recipient got it. */
      note
    }
  })
}) {
  static readonly layer = Layer.effect(ReportsRepo, ReportsRepo.make)
}
