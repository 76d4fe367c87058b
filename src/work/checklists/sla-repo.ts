import { CalendarDate } from "@svc/contract/kernel/dates"
import type { RecordScope } from "@svc/contract/kernel/access"
import { ChecklistItemId, OffboardingId, OrgId } from "@svc/contract/kernel/ids"
import { Context, type DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { SystemSql, Transaction } from "#platform/database/db"
import { behind, ofOrganisation } from "#platform/database/fragments"
import { all, Instant, perform } from "#platform/database/statements"
import { casesIn } from "#records/record-scope"

const Tracked = Schema.Struct({
  id: ChecklistItemId,
  task: Schema.String,
  assignedTo: Schema.String,
  slaHours: Schema.Int,
  slaDeadline: Instant,
  dueDate: Schema.NullOr(CalendarDate),
  createdAt: Instant,
  offboardingId: OffboardingId,
  employeeName: Schema.String,
  employeeDepartment: Schema.String,
  exitDate: CalendarDate
})
const Due = Schema.Struct({ org_id: OrgId, offboarding_id: OffboardingId })
export type DueCase = typeof Due.Type

const Breach = Schema.Struct({
  id: ChecklistItemId,
  task: Schema.String,
  assigned_to: Schema.String,
  sla_deadline: Instant,
  /** The deadline was announced before: the task was done and reopened. */
  told: Schema.Boolean
})
type Breach = typeof Breach.Type

interface CaseKey {
  readonly orgId: OrgId
  readonly offboardingId: OffboardingId
}

/** Open tasks with a deadline. */
export class SlaRepo extends Context.Service<SlaRepo>()("svc/checklists/SlaRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const system = yield* SystemSql

    const isOpen = sql.literal("i.sla_deadline IS NOT NULL AND i.completed_at IS NULL AND i.not_needed_at IS NULL")

    const tracked = (orgId: OrgId, records: RecordScope, limit: number | undefined) =>
      SqlSchema.findAll({
        Request: Schema.Void,
        Result: Tracked,
        execute: () => sql`
          SELECT i.id, i.task, i.assigned_to AS "assignedTo", i.sla_hours AS "slaHours", i.sla_deadline AS "slaDeadline",
            i.due_date AS "dueDate", i.created_at AS "createdAt", o.id AS "offboardingId",
            o.employee_name AS "employeeName", o.employee_department AS "employeeDepartment", o.exit_date AS "exitDate"
          FROM checklist_items i JOIN offboardings o ON o.org_id = i.org_id AND o.id = i.offboarding_id
          WHERE i.org_id = ${orgId} AND ${isOpen} AND o.status NOT IN ('completed', 'cancelled')
            AND ${casesIn(sql, records, "o")}
          ORDER BY i.sla_deadline, i.id LIMIT ${limit ?? null}::int`
      })(undefined)

    const due = SqlSchema.findAll({
      Request: Schema.Struct({
        orgId: Schema.UndefinedOr(OrgId),
        now: Instant,
        after: Schema.UndefinedOr(Due),
        limit: Schema.Int
      }),
      Result: Due,
      execute: ({ after, limit, now, orgId }) => system`
        SELECT DISTINCT i.org_id, i.offboarding_id
        FROM checklist_items i JOIN offboardings o ON o.org_id = i.org_id AND o.id = i.offboarding_id
        WHERE ${isOpen} AND NOT i.sla_breached AND i.sla_deadline <= ${now}
          AND o.status NOT IN ('completed', 'cancelled') AND ${ofOrganisation(system, orgId, "i.org_id")}
          AND ${behind(system, { "i.org_id": after?.org_id, "i.offboarding_id": after?.offboarding_id })}
        ORDER BY i.org_id, i.offboarding_id LIMIT ${limit}`
    })

    const passed = all({
      Request: Schema.Struct({ orgId: OrgId, offboardingId: OffboardingId, now: Instant }),
      Result: Breach,
      execute: ({ now, offboardingId, orgId }) => sql`
        SELECT i.id, i.task, i.assigned_to, i.sla_deadline,
          i.sla_told_for IS NOT DISTINCT FROM i.sla_deadline AS told
        FROM checklist_items i
        WHERE i.org_id = ${orgId} AND i.offboarding_id = ${offboardingId} AND ${isOpen} AND NOT i.sla_breached
          AND i.sla_deadline <= ${now}
        ORDER BY i.sla_deadline, i.id`
    })

    return {
      /** Of open cases in the scope, the earliest deadline first. */
      tracked: (orgId: OrgId, records: RecordScope, limit: number | undefined) =>
        Transaction.use(() => Effect.orDie(tracked(orgId, records, limit))),
      /** Open cases with a passed, unmarked deadline, over all organizations or of one. */
      due: (query: {
        readonly orgId: OrgId | undefined
        readonly now: DateTime.Utc
        readonly after: DueCase | undefined
        readonly limit: number
      }) => Effect.orDie(due(query)),
      /** Those of a case, which the caller holds. */
      passed: (key: CaseKey, now: DateTime.Utc) => passed({ ...key, now }),
      mark: ({ offboardingId, orgId }: CaseKey, ids: ReadonlyArray<ChecklistItemId>) =>
        perform(sql`
            UPDATE checklist_items SET sla_breached = true, sla_told_for = sla_deadline
            WHERE org_id = ${orgId} AND offboarding_id = ${offboardingId} AND id = ANY(${ids}::uuid[])`)
    }
  })
}) {
  static readonly layer = Layer.effect(SlaRepo, SlaRepo.make)
}
