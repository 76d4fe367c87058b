import { Asset, AssetCategory, AssetStatus, type ListAssets } from "@svc/contract/assets/schema"
import { RecordScope } from "@svc/contract/kernel/access"
import { CalendarDate } from "@svc/contract/kernel/dates"
import { OrgId } from "@svc/contract/kernel/ids"
import { Context, Effect, Layer, Schema } from "effect"
import { type SqlClient, SqlSchema, type Statement } from "effect/sql"
import { ReadSql } from "#platform/database/db"
import { containingLowered } from "#platform/database/fragments"
import { assetsIn } from "#records/record-scope"
import { countedByKept } from "./rules.ts"

const Page = Schema.Struct({ total: Schema.Int, rows: Schema.Array(Asset) })

const Figures = Schema.Struct({
  timezone: Schema.String,
  counts: Schema.Array(Schema.Struct({ category: AssetCategory, status: AssetStatus, count: Schema.Int })),
  /** Of those that are out and have a deadline. */
  dues: Schema.Array(Schema.Struct({ return_deadline: CalendarDate, count: Schema.Int }))
})
/**
 * Reads of the equipment screens; each in one statement, which sets its own organization. With a narrower scope:
 * unassigned items, and those of people in that scope (tenancy-2).
 */
export class AssetsReadRepo extends Context.Service<AssetsReadRepo>()("svc/assets/AssetsReadRepo", {
  make: Effect.gen(function* () {
    const sql: SqlClient.SqlClient = yield* ReadSql

    const named = (q: string) => sql`
      LEFT JOIN org_employees named ON named.org_id = assets.org_id AND named.id = assets.org_employee_id
        AND named.sort_name COLLATE "C" LIKE ${containingLowered(sql, q.trim())}`

    const fitting = ({ category, holder, q, state }: ListAssets): ReadonlyArray<Statement.Fragment> => [
      ...(state === undefined ? [] : [sql`assets.status = ${state}`]),
      ...(category === undefined ? [] : [sql`assets.category = ${category}`]),
      ...(holder === undefined ? [] : [sql`assets.org_employee_id = ${holder}`]),
      ...(q === undefined
        ? []
        : [
            sql`(named.id IS NOT NULL
              OR lower(concat_ws(' ', assets.item_name, assets.serial_number, assets.model) COLLATE "und-x-icu")
                COLLATE "C" LIKE ${containingLowered(sql, q.trim())})`
          ])
    ]

    const kept = ({ category, state }: ListAssets) =>
      sql.and([
        sql`c.org_id = tenant.org_id`,
        ...(category === undefined ? [] : [sql`c.category = ${category}`]),
        ...(state === undefined ? [] : [sql`c.status = ${state}`])
      ])

    const page = (orgId: OrgId, records: RecordScope, filters: ListAssets) => {
      const { q } = filters
      const where = sql.and([sql`assets.org_id = tenant.org_id`, assetsIn(sql, records), ...fitting(filters)])
      const latest = sql`ORDER BY created_at DESC, id DESC LIMIT ${filters.limit} OFFSET ${filters.offset}`
      // A search looks at every text: once for the number and the page.
      const matching =
        q === undefined
          ? sql``
          : sql`, matching AS MATERIALIZED (
              SELECT found.id, found.created_at FROM tenant CROSS JOIN LATERAL (
                SELECT assets.id, assets.created_at FROM assets ${named(q)} WHERE ${where} OFFSET 0
              ) found
            )`
      const onPage =
        q === undefined
          ? sql`SELECT * FROM assets WHERE ${where} ${latest}`
          : sql`SELECT assets.* FROM (SELECT * FROM matching ${latest}) m
              JOIN assets ON assets.org_id = tenant.org_id AND assets.id = m.id`
      const total = countedByKept(records, filters)
        ? sql`(SELECT coalesce(sum(c.count), 0)::int FROM asset_counts c WHERE ${kept(filters)})`
        : q === undefined
          ? sql`(SELECT count(*)::int FROM assets WHERE ${where})`
          : sql`(SELECT count(*)::int FROM matching)`
      const read = SqlSchema.findOne({
        Request: OrgId,
        Result: Page,
        execute: (id) => sql`
          WITH tenant AS MATERIALIZED (SELECT set_config('svc.org_id', ${id}, true)::uuid AS org_id)
          ${matching}
          SELECT ${total} AS total, listed.rows
          FROM tenant
          CROSS JOIN LATERAL (
            SELECT COALESCE(json_agg(json_build_object(
              'id', a.id, 'org_id', a.org_id, 'org_employee_id', a.org_employee_id, 'item_name', a.item_name,
              'serial_number', a.serial_number, 'model', a.model, 'category', a.category, 'condition', a.condition,
              'tracking_number', a.tracking_number, 'return_deadline', a.return_deadline, 'status', a.status,
              'created_at', a.created_at, 'updated_at', a.updated_at,
              'employee', json_build_object('id', e.id, 'full_name', e.full_name, 'email', e.email,
                'employee_id', e.employee_id, 'department', e.department)
            ) ORDER BY a.created_at DESC, a.id DESC), '[]') AS rows
            FROM (${onPage}) a
            LEFT JOIN org_employees e ON e.org_id = a.org_id AND e.id = a.org_employee_id
          ) listed`
      })
      return read(orgId)
    }

    const counts = (records: RecordScope) =>
      records._tag === "All"
        ? sql`SELECT category, status, count::int FROM asset_counts WHERE org_id = tenant.org_id AND count > 0`
        : sql`SELECT category, status, count(*)::int AS count FROM assets
            WHERE org_id = tenant.org_id AND ${assetsIn(sql, records)} GROUP BY category, status`

    const figures = SqlSchema.findOne({
      Request: Schema.Struct({ orgId: OrgId, records: RecordScope }),
      Result: Figures,
      execute: ({ orgId, records }) => sql`
        WITH tenant AS MATERIALIZED (SELECT set_config('svc.org_id', ${orgId}, true)::uuid AS org_id)
        SELECT o.timezone, counted.counts, due.dues
        FROM tenant
        CROSS JOIN LATERAL (SELECT timezone FROM organisations WHERE id = tenant.org_id OFFSET 0) o
        CROSS JOIN LATERAL (
          SELECT COALESCE(json_agg(c), '[]') AS counts FROM (${counts(records)}) c
        ) counted
        CROSS JOIN LATERAL (
          SELECT COALESCE(json_agg(d), '[]') AS dues FROM (
            SELECT return_deadline, count(*)::int AS count FROM assets
            WHERE org_id = tenant.org_id AND status = 'deployed' AND return_deadline IS NOT NULL AND ${assetsIn(sql, records)}
            GROUP BY return_deadline
          ) d
        ) due`
    })

    return {
      /** Newest first. */
      page: (orgId: OrgId, records: RecordScope, filters: ListAssets) => Effect.orDie(page(orgId, records, filters)),
      figures: (orgId: OrgId, records: RecordScope) => Effect.orDie(figures({ orgId, records }))
    }
  })
}) {
  static readonly layer = Layer.effect(AssetsReadRepo, AssetsReadRepo.make)
}
