import { HrisOrigin } from "@svc/contract/hris/schema"
import { CalendarDate } from "@svc/contract/kernel/dates"
import { EmployeeId, type IntegrationId, OffboardingId, OrgId } from "@svc/contract/kernel/ids"
import { isReadOnly, Plan, PlanStatus } from "@svc/contract/kernel/plans"
import { EmailAddress } from "@svc/contract/kernel/text"
import { OffboardingSource } from "@svc/contract/offboardings/schema"
import { Context, DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { brakeCounts } from "#access/daily-brake"
import { SystemSql, Transaction } from "#platform/database/db"
import { ofOrganisation } from "#platform/database/fragments"
import { all, Instant, send } from "#platform/database/statements"
import { Wakeups } from "#platform/jobs/wakeups"
import { hrisRequests } from "./topic.ts"

const Person = Schema.Struct({
  id: EmployeeId,
  full_name: Schema.String,
  email: EmailAddress,
  role: Schema.String,
  department: Schema.String,
  active: Schema.Boolean,
  known: Schema.NullOr(
    Schema.Struct({ last_day: Schema.NullOr(CalendarDate), offboarding_id: Schema.NullOr(OffboardingId) })
  ),
  open: Schema.NullOr(Schema.Struct({ id: OffboardingId, exit_date: CalendarDate, source: OffboardingSource }))
})
export type KnownPerson = typeof Person.Type

const Organisation = Schema.Struct({
  plan: Plan,
  plan_status: PlanStatus,
  suspended: Schema.Boolean,
  timezone: Schema.String
})
export type SyncedOrganisation = typeof Organisation.Type

const Key = Schema.Struct({ orgId: OrgId, employeeId: EmployeeId, origin: HrisOrigin })
type LeaverKey = typeof Key.Type

const readOnly = PlanStatus.literals.filter(isReadOnly)

/** Who leaves as an origin says, and which syncs were asked for. */
export class HrisRepo extends Context.Service<HrisRepo>()("svc/hris/HrisRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const system = yield* SystemSql
    const wakeups = yield* Wakeups

    const selected = sql`
      e.id, e.full_name, e.email, e.role, e.department, e.status = 'active' AS active,
      (SELECT json_build_object('last_day', l.last_day::text, 'offboarding_id', l.offboarding_id)
        FROM hris_leavers l WHERE l.org_id = e.org_id AND l.employee_id = e.id AND l.origin = `
    const openCase = sql`
      (SELECT json_build_object('id', c.id, 'exit_date', c.exit_date::text, 'source', c.source) FROM offboardings c
        WHERE c.org_id = e.org_id AND c.status NOT IN ('completed', 'cancelled')
          AND (c.org_employee_id = e.id OR c.lower_employee_email = e.lower_email)
        ORDER BY c.created_at DESC LIMIT 1) AS open`
    const notErased = sql`NOT EXISTS (SELECT FROM erasures x WHERE x.org_id = e.org_id AND x.employee_id = e.id)`

    const people = all({
      Request: Schema.Struct({
        orgId: OrgId,
        origin: HrisOrigin,
        ids: Schema.Array(EmployeeId),
        leaving: Schema.Array(EmployeeId)
      }),
      Result: Person,
      execute: ({ ids, leaving, orgId, origin }) => sql`
        SELECT ${selected} ${origin}) AS known, ${openCase} FROM org_employees e
        WHERE e.org_id = ${orgId} AND ${notErased} AND (
          e.id = ANY(${leaving}::uuid[]) OR e.id IN (
            SELECT l.employee_id FROM hris_leavers l
            WHERE l.org_id = ${orgId} AND l.origin = ${origin} AND l.employee_id = ANY(${ids}::uuid[])))`
    })

    const lockPerson = SqlSchema.findOneOption({
      Request: Key,
      Result: Person,
      execute: ({ employeeId, orgId, origin }) => sql`
        SELECT ${selected} ${origin}) AS known, ${openCase} FROM org_employees e
        WHERE e.org_id = ${orgId} AND e.id = ${employeeId} AND ${notErased}`
    })

    // A case that a member made of a review is the member's own.
    const begun = brakeCounts(sql, sql`o.source = 'hris' AND o.initiated_by IS NULL`)

    const organisation = SqlSchema.findOneOption({
      Request: Schema.Struct({ orgId: OrgId, now: Instant }),
      Result: Organisation,
      execute: ({ now, orgId }) => system`
        SELECT * FROM (
          SELECT plan, suspended, timezone, effective_plan_status(plan, plan_status, trial_ends_at, ${now}) AS plan_status
          FROM organisations WHERE id = ${orgId} AND NOT suspended AND deletion_started_at IS NULL
        ) o WHERE o.plan_status <> ALL(${readOnly}::text[])`
    })

    const takeRequests = SqlSchema.findAll({
      Request: Schema.Struct({ now: Instant, orgId: Schema.UndefinedOr(OrgId) }),
      Result: Schema.Struct({ org_id: OrgId }),
      execute: ({ now, orgId }) => system`
        UPDATE hris_requests SET asked_at = NULL, not_before = ${now}::timestamptz + interval '1 minute'
        WHERE asked_at IS NOT NULL AND not_before <= ${now} AND ${ofOrganisation(system, orgId, "org_id")}
        RETURNING org_id`
    })

    return {
      /** Those of these people who are there, or whom the origin had as leaving. */
      people: (orgId: OrgId, origin: HrisOrigin, ids: ReadonlyArray<EmployeeId>, leaving: ReadonlyArray<EmployeeId>) =>
        people({ orgId, origin, ids, leaving }),
      /** The person with what is known, held to the end of the transaction: who asks next waits. */
      lockPerson: (key: LeaverKey) =>
        Transaction.use(() =>
          // No row of the person's is held: cases are locked before people, as everywhere.
          Effect.andThen(
            sql`SELECT pg_advisory_xact_lock(hashtextextended(${`hris:${key.orgId}:${key.employeeId}`}, 0))`,
            lockPerson(key)
          ).pipe(Effect.orDie)
        ),
      remember: ({
        employeeId,
        lastDay,
        now,
        offboardingId,
        orgId,
        origin
      }: LeaverKey & {
        readonly lastDay: string | null
        readonly offboardingId: OffboardingId | null
        readonly now: DateTime.Utc
      }) =>
        send(sql`
            INSERT INTO hris_leavers (org_id, employee_id, origin, last_day, offboarding_id, updated_at)
            VALUES (${orgId}, ${employeeId}, ${origin}, ${lastDay}::text::date, ${offboardingId}, ${DateTime.toDateUtc(now)})
            ON CONFLICT (org_id, employee_id, origin) DO UPDATE SET last_day = EXCLUDED.last_day,
              offboarding_id = EXCLUDED.offboarding_id, updated_at = EXCLUDED.updated_at`),
      forget: ({ employeeId, orgId, origin }: LeaverKey) =>
        send(sql`
            DELETE FROM hris_leavers
            WHERE org_id = ${orgId} AND employee_id = ${employeeId} AND origin = ${origin}`),
      /** Active people, and the offboardings that syncs began since then. */
      begun: (orgId: OrgId, since: DateTime.Utc) => begun({ orgId, since }),
      /** None when it is suspended, read-only or on its way out. */
      organisation: (orgId: OrgId, now: DateTime.Utc) => Effect.orDie(organisation({ orgId, now })),
      /** A vendor's call asks for a sync. */
      request: (orgId: OrgId, integrationId: IntegrationId, at: DateTime.Utc) =>
        Transaction.use(({ send }) =>
          Effect.andThen(
            send(sql`
              INSERT INTO hris_requests (org_id, integration_id, asked_at, not_before)
              VALUES (${orgId}, ${integrationId}, ${DateTime.toDateUtc(at)}, ${DateTime.toDateUtc(at)})
              ON CONFLICT (org_id, integration_id) DO UPDATE SET asked_at = EXCLUDED.asked_at`),
            wakeups.signal(hrisRequests)
          )
        ),
      /** Takes what waits and may run; the next of the same connection not before a minute later. */
      takeRequests: (now: DateTime.Utc, orgId: OrgId | undefined) =>
        Effect.orDie(takeRequests({ now, orgId })).pipe(
          Effect.map((rows) => [...new Set(rows.map(({ org_id }) => org_id))])
        )
    }
  })
}) {
  static readonly layer = Layer.effect(HrisRepo, HrisRepo.make)
}
