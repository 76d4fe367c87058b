import { AssetCategory } from "@svc/contract/assets/schema"
import { CalendarDate } from "@svc/contract/kernel/dates"
import { AssetId, EmployeeId, OrgId } from "@svc/contract/kernel/ids"
import { Context, DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { SystemSql } from "#platform/database/db"
import { ofOrganisation } from "#platform/database/fragments"
import { all } from "#platform/database/statements"

const Organisation = Schema.Struct({ org_id: OrgId, timezone: Schema.String })

const Overdue = Schema.Struct({
  id: AssetId,
  org_employee_id: Schema.NullOr(EmployeeId),
  item_name: Schema.String,
  serial_number: Schema.String,
  category: AssetCategory,
  return_deadline: CalendarDate
})
/** Passed deadlines, each announced once. */
export class OverdueRepo extends Context.Service<OverdueRepo>()("svc/assets/OverdueRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const system: SqlClient.SqlClient = yield* SystemSql
    const untold = sql.literal("status = 'deployed' AND overdue_told_for IS DISTINCT FROM return_deadline")

    const organisations = SqlSchema.findAll({
      Request: Schema.Struct({ orgId: Schema.UndefinedOr(OrgId), latest: Schema.String }),
      Result: Organisation,
      execute: ({ latest, orgId }) => system`
        SELECT o.id AS org_id, o.timezone FROM organisations o
        WHERE ${ofOrganisation(system, orgId, "o.id")} AND EXISTS (
          SELECT FROM assets a WHERE a.org_id = o.id AND a.return_deadline < ${latest}::date AND ${untold})
        ORDER BY o.id`
    })

    const take = all({
      Request: Schema.Struct({ orgId: OrgId, today: Schema.String, limit: Schema.Int }),
      Result: Overdue,
      execute: ({ limit, orgId, today }) => sql`
        UPDATE assets SET overdue_told_for = return_deadline
        WHERE org_id = ${orgId} AND id IN (
          SELECT id FROM assets WHERE org_id = ${orgId} AND return_deadline < ${today}::date AND ${untold}
          ORDER BY id LIMIT ${limit} FOR NO KEY UPDATE)
        RETURNING id, org_employee_id, item_name, serial_number, category, return_deadline`
    })

    return {
      /** Organizations with an unannounced deadline that may have passed, in the latest zone on earth. */
      organisations: ({ now, orgId }: { readonly orgId: OrgId | undefined; readonly now: DateTime.Utc }) =>
        // No calendar is more than 14 hours ahead.
        Effect.orDie(organisations({ orgId, latest: DateTime.formatIsoDateUtc(DateTime.add(now, { hours: 14 })) })),
      /** Some with a deadline before this day, marked as announced. */
      take
    }
  })
}) {
  static readonly layer = Layer.effect(OverdueRepo, OverdueRepo.make)
}
