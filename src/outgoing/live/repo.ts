import { AuditAction } from "@svc/contract/audit/actions"
import { EmployeeId, OffboardingId, OrgId, UserId } from "@svc/contract/kernel/ids"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlSchema } from "effect/sql"
import { SystemSql } from "#platform/database/db"
import { Instant } from "#platform/database/statements"

const Placed = {
  department: Schema.NullOr(Schema.String),
  manager_email: Schema.NullOr(Schema.String)
}

const Entry = Schema.Struct({
  seq: Schema.BigInt,
  /** Null for one of another release. */
  action: Schema.NullOr(AuditAction),
  actor_id: Schema.NullOr(UserId),
  offboarding_id: Schema.NullOr(OffboardingId),
  org_employee_id: Schema.NullOr(EmployeeId),
  case_department: Placed.department,
  case_manager: Placed.manager_email,
  /** The entry belongs to one of several cases created together; the entry of the whole follows. */
  of_import: Schema.Boolean,
  case_email: Schema.NullOr(Schema.String),
  person_department: Placed.department,
  person_manager: Placed.manager_email
})
export type EntryRow = typeof Entry.Type

const Case = Schema.Struct({
  id: OffboardingId,
  department: Schema.String,
  manager_email: Placed.manager_email,
  employee_email: Schema.NullOr(Schema.String)
})
/** New log entries, as long as a reader listens; the system reads them, and rules decide who gets them. */
export class LiveRepo extends Context.Service<LiveRepo>()("svc/live/LiveRepo", {
  make: Effect.gen(function* () {
    const system = yield* SystemSql

    const heads = SqlSchema.findAll({
      Request: Schema.Array(OrgId),
      Result: Schema.Struct({ org_id: OrgId, seq: Schema.BigInt }),
      execute: (orgIds) => system`SELECT org_id, seq FROM audit_heads WHERE org_id = ANY(${orgIds}::uuid[])`
    })

    const entries = system`
      SELECT e.seq, CASE WHEN e.action = ANY(${AuditAction.literals}::text[]) THEN e.action END AS action,
        e.actor_id, e.offboarding_id, e.org_employee_id,
        e.action = 'offboarding_created' AND COALESCE(o.source IN ('csv', 'bulk'), false) AS of_import,
        o.employee_department AS case_department, o.manager_email AS case_manager, o.employee_email AS case_email,
        p.department AS person_department, p.manager_email AS person_manager
      FROM audit_entries e
      LEFT JOIN offboardings o ON o.org_id = e.org_id AND o.id = e.offboarding_id
      LEFT JOIN org_employees p ON p.org_id = e.org_id AND p.id = e.org_employee_id`

    const after = SqlSchema.findAll({
      Request: Schema.Struct({ orgId: OrgId, seq: Schema.BigInt, limit: Schema.Int }),
      Result: Entry,
      execute: ({ limit, orgId, seq }) => system`
        ${entries} WHERE e.org_id = ${orgId} AND e.seq > ${seq} ORDER BY e.seq LIMIT ${limit}`
    })

    const since = SqlSchema.findAll({
      Request: Schema.Struct({ orgId: OrgId, moment: Instant, limit: Schema.Int }),
      Result: Entry,
      execute: ({ limit, moment, orgId }) => system`
        ${entries} WHERE e.org_id = ${orgId} AND e.created_at >= ${moment}
          AND e.seq > (SELECT h.seq FROM audit_heads h WHERE h.org_id = ${orgId}) - ${limit}::int
        ORDER BY e.seq`
    })

    const cases = SqlSchema.findAll({
      Request: Schema.Struct({ orgId: OrgId, ids: Schema.Array(Schema.String) }),
      Result: Case,
      execute: ({ ids, orgId }) => system`
        SELECT id, employee_department AS department, manager_email, employee_email FROM offboardings
        WHERE org_id = ${orgId} AND id = ANY(${ids}::uuid[])`
    })

    return {
      /** The current positions of these organizations' logs. */
      heads: (orgIds: ReadonlyArray<OrgId>) =>
        Effect.map(Effect.orDie(heads(orgIds)), (rows) => new Map(rows.map(({ org_id, seq }) => [org_id, seq]))),
      /** The entries behind this one, in their order. */
      after: (orgId: OrgId, seq: bigint, limit: number) => Effect.orDie(after({ orgId, seq, limit })),
      /** The newest entries, as far as they are from this moment or later. */
      since: (orgId: OrgId, moment: typeof Instant.Type, limit: number) =>
        Effect.orDie(since({ orgId, moment, limit })),
      cases: (orgId: OrgId, ids: ReadonlyArray<string>) => Effect.orDie(cases({ orgId, ids }))
    }
  })
}) {
  static readonly layer = Layer.effect(LiveRepo, LiveRepo.make)
}
