import { CaseApp, CaseAsset, CaseDocument, Case, type ListCases } from "@svc/contract/cases/schema"
import { ChecklistItem, type SlaStatus } from "@svc/contract/checklists/schema"
import { riskyPart } from "@svc/contract/checklists/sla"
import { holdsEveryCase, type RecordScope } from "@svc/contract/kernel/access"
import { type EmployeeId, OffboardingId, OrgId, type UserId } from "@svc/contract/kernel/ids"
import { Context, type DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema, type Statement } from "effect/sql"
import { columnsOf, jsonOf } from "#platform/database/columns"
import { Transaction } from "#platform/database/db"
import { containingLowered } from "#platform/database/fragments"
import { anyRow, Instant, one } from "#platform/database/statements"
import { casesIn, employeesElsewhere, employeesIn, foldedAddress } from "#records/record-scope"
import { stillActive } from "#records/case-facts"
import { countedByKept, orderOf } from "./rules.ts"

const { not_needed_reason: _reason, ...itemFields } = ChecklistItem.fields
const { cancel_reason: _cancelReason, apps_to_revoke: _names, ...caseFields } = Case.fields

const Item = Schema.Struct({ ...itemFields, sealed_not_needed_reason: Schema.NullOr(Schema.String) })

const Row = Schema.Struct({
  ...caseFields,
  access_ends_at: Schema.NullOr(Instant),
  created_at: Instant,
  updated_at: Instant,
  no_apps_confirmed_at: Schema.NullOr(Instant),
  asset_return_confirmed_at: Schema.NullOr(Instant),
  completed_at: Schema.NullOr(Instant),
  legal_hold_released_at: Schema.NullOr(Instant),
  revoke_at: Schema.NullOr(Instant),
  revocation_waits: Schema.Boolean,
  sealed_cancel_reason: Schema.NullOr(Schema.String),
  apps: Schema.Array(CaseApp),
  checklist_items: Schema.Array(Item)
})
export type CaseRow = typeof Row.Type

const Papers = Schema.Struct({
  assets: Schema.Array(CaseAsset),
  documents: Schema.Array(CaseDocument),
  exit_interview_invited: Schema.Boolean
})

const Person = Schema.Struct({
  full_name: Schema.String,
  email: Schema.String,
  role: Schema.String,
  department: Schema.String
})

const encodeInstant = Schema.encodeSync(Instant)

/** Cases with what belongs to them, as they are read; nothing is written here. */
export class CasesRepo extends Context.Service<CasesRepo>()("svc/cases/CasesRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const closed = sql.literal("('completed', 'cancelled')")

    const worstDeadlineIs = (status: SlaStatus, at: DateTime.Utc) => {
      const now = sql`${encodeInstant(at)}::timestamptz`
      const someTask = (standing: Statement.Fragment) => sql`EXISTS (
        SELECT FROM checklist_items i WHERE i.org_id = o.org_id AND i.offboarding_id = o.id
          AND i.sla_deadline IS NOT NULL AND i.completed_at IS NULL AND i.not_needed_at IS NULL AND ${standing})`
      const late = someTask(sql`i.sla_deadline <= ${now}`)
      const isRisky = sql`i.sla_deadline < ${now} + i.sla_hours * ${riskyPart}::float8 * interval '1 hour'`
      const risky = someTask(isRisky)
      const soon = someTask(sql`i.sla_deadline > ${now} AND ${isRisky}`)
      const open = sql`o.status NOT IN ${closed}`
      switch (status) {
        case "breached":
          return sql`${open} AND ${late}`
        case "at_risk":
          // A case that is not late has no past deadline; that bounds the index from below.
          return sql`${open} AND ${soon} AND NOT ${late}`
        case "on_track":
          return sql`${open} AND ${someTask(sql`true`)} AND NOT ${risky} AND NOT ${late}`
      }
    }

    const revocationFailed = sql`EXISTS (
      SELECT FROM revocation_apps a WHERE a.org_id = o.org_id AND a.offboarding_id = o.id
        AND a.outcome = 'failed' AND a.removal_confirmed_at IS NULL)`

    const conditions = (orgId: OrgId, records: RecordScope, query: ListCases, now: DateTime.Utc, self: UserId | null) =>
      sql.and([
        sql`o.org_id = ${orgId}`,
        ...(holdsEveryCase(records) ? [] : [casesIn(sql, records, "o")]),
        ...(query.status === undefined ? [] : [sql`o.status = ANY(${query.status}::text[])`]),
        ...(query.department === undefined ? [] : [sql`o.employee_department = ${query.department}`]),
        ...(query.separation_type === undefined ? [] : [sql`o.separation_type = ${query.separation_type}`]),
        ...(query.manager_email === undefined
          ? []
          : [sql`o.lower_manager_email = ${foldedAddress(query.manager_email)}`]),
        ...(query.exit_date_from === undefined ? [] : [sql`o.exit_date >= ${query.exit_date_from}::date`]),
        ...(query.exit_date_to === undefined ? [] : [sql`o.exit_date <= ${query.exit_date_to}::date`]),
        ...(query.legal_hold === undefined ? [] : [sql`o.legal_hold = ${query.legal_hold}`]),
        ...(query.sla === undefined ? [] : [worstDeadlineIs(query.sla, now)]),
        ...(query.revocation_failed === undefined
          ? []
          : [query.revocation_failed ? revocationFailed : sql`NOT ${revocationFailed}`]),
        ...(query.open === undefined ? [] : [query.open ? sql`o.status NOT IN ${closed}` : sql`o.status IN ${closed}`]),
        ...(query.owner === undefined
          ? []
          : query.owner === "none"
            ? [sql`o.owner_id IS NULL`]
            : [sql`o.owner_id = ${query.owner === "me" ? self : query.owner}::uuid`]),
        ...(query.q === undefined ? [] : [sql`o.search_text COLLATE "C" LIKE ${containingLowered(sql, query.q)}`])
      ])

    const kept = (orgId: OrgId, records: RecordScope, query: ListCases) =>
      sql.and([
        sql`c.org_id = ${orgId}`,
        ...(records._tag === "Departments" ? [sql`c.department = ANY(${records.departments}::text[])`] : []),
        ...(query.status === undefined ? [] : [sql`c.status = ANY(${query.status}::text[])`]),
        ...(query.department === undefined ? [] : [sql`c.department = ${query.department}`]),
        ...(query.open === undefined ? [] : [query.open ? sql`c.status NOT IN ${closed}` : sql`c.status IN ${closed}`])
      ])

    const One = Schema.Struct({ total: Schema.Int })
    const keptTotal = (orgId: OrgId, records: RecordScope, query: ListCases) =>
      SqlSchema.findOne({
        Request: Schema.Void,
        Result: One,
        execute: () => sql`
          SELECT coalesce(sum(c.count), 0)::int AS total FROM offboarding_counts c WHERE ${kept(orgId, records, query)}`
      })(undefined)

    /** The number of matches and the page's ids, in one pass. */
    const matching = (orgId: OrgId, records: RecordScope, query: ListCases, now: DateTime.Utc, self: UserId | null) => {
      const { direction, key } = orderOf(query)
      return SqlSchema.findOne({
        Request: Schema.Void,
        Result: Schema.Struct({ ...One.fields, ids: Schema.Array(OffboardingId) }),
        execute: () => sql`
          WITH matching AS MATERIALIZED (
            SELECT o.id, ${sql.literal(key)} AS key FROM offboardings o WHERE ${conditions(orgId, records, query, now, self)}
          )
          SELECT (SELECT count(*)::int FROM matching) AS total, ARRAY(
            SELECT m.id FROM matching m ORDER BY m.key ${sql.literal(direction)}, m.id ${sql.literal(direction)}
            LIMIT ${query.limit}::int OFFSET ${query.offset}::int
          ) AS ids`
      })(undefined)
    }

    const finding = sql`(SELECT coalesce(f.resolution, 'open') FROM residual_access_findings f
      WHERE f.org_id = a.org_id AND f.offboarding_id = a.offboarding_id AND f.service_name = a.service_name AND f.identity = o.identity
      ORDER BY f.found_at DESC, f.resolved_at IS NULL DESC LIMIT 1)`

    const waits = sql`(o.immediate_revocation = 'waiting' AND o.status NOT IN ('completed', 'cancelled') AND s.due_at IS NULL
      AND NOT EXISTS (SELECT FROM revocation_runs r WHERE r.org_id = o.org_id AND r.offboarding_id = o.id)) IS TRUE`

    /** The rows whose ids this statement finds, in its order, which it numbers. */
    const rows = (chosen: Statement.Fragment) =>
      SqlSchema.findAll({
        Request: Schema.Void,
        Result: Row,
        execute: () => sql`
          SELECT ${columnsOf(Row, "o", { revoke_at: sql`s.due_at`, revocation_waits: waits, owner_name: sql`owner.full_name`, apps: sql`apps.list`, checklist_items: sql`items.list` })}
          FROM (${chosen}) chosen
          JOIN offboardings o ON o.org_id = chosen.org_id AND o.id = chosen.id
          LEFT JOIN revocation_schedules s ON s.org_id = o.org_id AND s.offboarding_id = o.id
          LEFT JOIN users owner ON owner.id = o.owner_id
          CROSS JOIN LATERAL (
            SELECT coalesce(json_agg(${jsonOf(CaseApp, "a", {
              finding,
              still_active: sql.literal(stillActive),
              next_try_at: sql`y.next_attempt_at`,
              retries: sql`coalesce(y.attempts, 0)`,
              retries_ended_at: sql`y.given_up_at`
            })} ORDER BY a.position, a.service_name), '[]') AS list
            FROM revocation_apps a
            LEFT JOIN revocation_retries y ON y.org_id = a.org_id AND y.offboarding_id = a.offboarding_id
              AND y.service_name = a.service_name
            WHERE a.org_id = o.org_id AND a.offboarding_id = o.id
          ) apps
          CROSS JOIN LATERAL (
            SELECT coalesce(json_agg(${jsonOf(Item, "i", {
              completed: sql`i.completed_at IS NOT NULL OR i.not_needed_at IS NOT NULL`,
              owner_name: sql`responsible.full_name`
            })} ORDER BY i.position, i.created_at, i.id), '[]') AS list
            FROM checklist_items i LEFT JOIN users responsible ON responsible.id = i.owner_id
            WHERE i.org_id = o.org_id AND i.offboarding_id = o.id
          ) items
          ORDER BY chosen.place`
      })(undefined)

    const papers = one({
      Request: Schema.Struct({ orgId: OrgId, id: OffboardingId }),
      Result: Papers,
      execute: ({ id, orgId }) => sql`
        SELECT
          (SELECT coalesce(json_agg(${jsonOf(CaseAsset, "a", {
            shipment: sql`(SELECT json_build_object('carrier', s.carrier, 'tracking_number', s.tracking_number,
            'announced_at', s.announced_at) FROM asset_shipments s
            WHERE s.org_id = a.org_id AND s.asset_id = a.id AND s.offboarding_id = o.id AND s.tracking_number <> ''
              AND a.status = 'deployed')`
          })} ORDER BY a.item_name, a.serial_number), '[]')
            FROM assets a WHERE a.org_id = o.org_id AND a.org_employee_id = holder.id
          ) AS assets,
          (SELECT coalesce(json_agg(${jsonOf(CaseDocument, "d")} ORDER BY d.created_at, d.id), '[]')
            FROM compliance_documents d WHERE d.org_id = o.org_id AND d.offboarding_id = o.id
          ) AS documents,
          EXISTS (
            SELECT FROM exit_interviews x WHERE x.org_id = o.org_id AND x.offboarding_id = o.id
          ) AS exit_interview_invited
        FROM offboardings o
        -- A value of its own: within row-level security no index serves what is compared to an expression of rows.
        CROSS JOIN LATERAL (
          SELECT coalesce(o.org_employee_id,
            (SELECT e.id FROM org_employees e WHERE e.org_id = o.org_id AND e.lower_email = o.lower_employee_email)) AS id
          OFFSET 0
        ) holder
        WHERE o.org_id = ${orgId} AND o.id = ${id}`
    })

    const person = (orgId: OrgId, records: RecordScope, id: EmployeeId) =>
      SqlSchema.findOneOption({
        Request: Schema.Void,
        Result: Person,
        execute: () => sql`
          SELECT ${columnsOf(Person, "p")} FROM org_employees p
          WHERE p.org_id = ${orgId} AND p.id = ${id} AND ${employeesIn(sql, records, "p")}
            AND NOT EXISTS (SELECT FROM erasures e WHERE e.org_id = p.org_id AND e.employee_id = p.id)`
      })(undefined)

    const isElsewhere = (orgId: OrgId, records: RecordScope, email: string) => sql`
      SELECT 1 FROM org_employees p
      WHERE p.org_id = ${orgId} AND p.lower_email = lower(${email}::text) AND ${employeesElsewhere(sql, records, "p")}`

    const pageIds = (orgId: OrgId, records: RecordScope, query: ListCases, now: DateTime.Utc, self: UserId | null) => {
      const { direction, key } = orderOf(query)
      return sql`
        SELECT p.org_id, p.id, row_number() OVER () AS place FROM (
          SELECT o.org_id, o.id FROM offboardings o WHERE ${conditions(orgId, records, query, now, self)}
          ORDER BY ${sql.literal(`${key} ${direction}, o.id ${direction}`)}
          LIMIT ${query.limit}::int OFFSET ${query.offset}::int
        ) p`
    }

    const namedIds = (orgId: OrgId, records: RecordScope, ids: ReadonlyArray<OffboardingId>) => sql`
      SELECT o.org_id, o.id, named.place FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS named (id, place)
      JOIN offboardings o ON o.org_id = ${orgId} AND o.id = named.id AND ${casesIn(sql, records, "o")}`

    return {
      /** `self` is the owner whom the filter calls `me`. Two statements, whatever the number of rows. */
      page: (orgId: OrgId, records: RecordScope, query: ListCases, now: DateTime.Utc, self: UserId | null) =>
        Transaction.use(() =>
          Effect.orDie(
            countedByKept(records, query)
              ? Effect.all({
                  rows: rows(pageIds(orgId, records, query, now, self)),
                  total: Effect.map(keptTotal(orgId, records, query), (found) => found.total)
                })
              : Effect.flatMap(matching(orgId, records, query, now, self), ({ ids, total }) =>
                  Effect.map(ids.length === 0 ? Effect.succeed([]) : rows(namedIds(orgId, records, ids)), (rows) => ({
                    rows,
                    total
                  }))
                )
          )
        ),
      /** Those of these ids within the scope, in the order of the ids. */
      find: (orgId: OrgId, records: RecordScope, ids: ReadonlyArray<OffboardingId>) =>
        ids.length === 0
          ? Effect.succeed([])
          : Transaction.use(() => Effect.orDie(rows(namedIds(orgId, records, ids)))),
      /** A directory person within the scope who was not erased. */
      person: (orgId: OrgId, records: RecordScope, id: EmployeeId) =>
        Transaction.use(() => Effect.orDie(person(orgId, records, id))),
      /** Whether the directory has a person with this email outside the scope. */
      isElsewhere: (orgId: OrgId, records: RecordScope, email: string) => anyRow(isElsewhere(orgId, records, email)),
      /** What the person of the case holds or held, the documents of the case, and whether there is an exit interview. */
      papers: (orgId: OrgId, id: OffboardingId) => papers({ orgId, id })
    }
  })
}) {
  static readonly layer = Layer.effect(CasesRepo, CasesRepo.make)
}
