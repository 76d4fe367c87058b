import { CalendarDate } from "@svc/contract/kernel/dates"
import { ChecklistItemId, OffboardingId, OrgId, UserId } from "@svc/contract/kernel/ids"
import { Context, type DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { SystemSql } from "#platform/database/db"
import { behind, ofOrganisation } from "#platform/database/fragments"
import { all, Instant, perform } from "#platform/database/statements"
import { membersOf, readsCase } from "#records/case-readers"

const DueCase = Schema.Struct({ org_id: OrgId, offboarding_id: OffboardingId })
export type DueCase = typeof DueCase.Type

const DueTask = Schema.Struct({
  id: ChecklistItemId,
  task: Schema.String,
  owner_id: UserId,
  due_date: CalendarDate
})

/** The hour of the organization's day from which owners are reminded. */
const morning = 7

interface CaseKey {
  readonly orgId: OrgId
  readonly offboardingId: OffboardingId
}

/** Open tasks that are due today and whose owner was not reminded of that date. */
export class DueRepo extends Context.Service<DueRepo>()("svc/checklists/DueRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const system: SqlClient.SqlClient = yield* SystemSql

    const untold = sql.literal(`i.completed_at IS NULL AND i.not_needed_at IS NULL
      AND i.due_told_for IS DISTINCT FROM i.due_date`)

    // By its owners, so that the index of an owner's due dates finds the few tasks of the day.
    const cases = SqlSchema.findAll({
      Request: Schema.Struct({
        orgId: Schema.UndefinedOr(OrgId),
        now: Instant,
        after: Schema.UndefinedOr(DueCase),
        limit: Schema.Int
      }),
      Result: DueCase,
      execute: ({ after, limit, now, orgId }) => system`
        SELECT DISTINCT i.org_id, i.offboarding_id
        FROM organisations g
        CROSS JOIN LATERAL (SELECT ${now}::timestamptz AT TIME ZONE g.timezone AS now) local
        JOIN memberships m ON m.org_id = g.id
        JOIN checklist_items i ON i.org_id = m.org_id AND i.owner_id = m.user_id AND i.due_date = local.now::date
        JOIN offboardings o ON o.org_id = i.org_id AND o.id = i.offboarding_id
        WHERE ${ofOrganisation(system, orgId, "g.id")} AND extract(hour FROM local.now) >= ${morning}::int AND ${untold}
          AND o.status NOT IN ('completed', 'cancelled')
          AND ${behind(system, { "i.org_id": after?.org_id, "i.offboarding_id": after?.offboarding_id })}
        ORDER BY i.org_id, i.offboarding_id LIMIT ${limit}`
    })

    const ofCase = all({
      Request: Schema.Struct({ orgId: OrgId, offboardingId: OffboardingId, now: Instant }),
      Result: DueTask,
      execute: ({ now, offboardingId, orgId }) => sql`
        SELECT i.id, i.task, i.owner_id, i.due_date
        FROM organisations g
        JOIN offboardings o ON o.org_id = g.id AND o.id = ${offboardingId}
        JOIN checklist_items i ON i.org_id = o.org_id AND i.offboarding_id = o.id
        JOIN (${membersOf(sql)}) ON m.org_id = i.org_id AND m.user_id = i.owner_id
        WHERE g.id = ${orgId} AND i.due_date = (${now}::timestamptz AT TIME ZONE g.timezone)::date AND ${untold}
          AND ${readsCase(sql)}
        ORDER BY i.position, i.created_at, i.id`
    })

    return {
      /** Open cases with such a task where the day has begun, over all organizations or of one. */
      cases: (query: {
        readonly orgId: OrgId | undefined
        readonly now: DateTime.Utc
        readonly after: DueCase | undefined
        readonly limit: number
      }) => Effect.orDie(cases(query)),
      /** Those of a case, which the caller holds, whose owner can still open it. */
      ofCase: (key: CaseKey, now: DateTime.Utc) => ofCase({ ...key, now }),
      /** Marks the date, so that the owner is reminded of it once. */
      mark: ({ offboardingId, orgId }: CaseKey, ids: ReadonlyArray<ChecklistItemId>) =>
        perform(sql`
            UPDATE checklist_items SET due_told_for = due_date
            WHERE org_id = ${orgId} AND offboarding_id = ${offboardingId} AND id = ANY(${ids}::uuid[])`)
    }
  })
}) {
  static readonly layer = Layer.effect(DueRepo, DueRepo.make)
}
