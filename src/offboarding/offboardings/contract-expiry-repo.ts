import { CalendarDate } from "@svc/contract/kernel/dates"
import { EmployeeId, OrgId } from "@svc/contract/kernel/ids"
import { PlanStatus, isReadOnly } from "@svc/contract/kernel/plans"
import { Context, DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { SystemSql } from "#platform/database/db"
import { behind, ofOrganisation } from "#platform/database/fragments"
import { anyRow, Instant, maybe } from "#platform/database/statements"
import { expiryDays } from "./rules.ts"

const Due = Schema.Struct({ org_id: OrgId, employee_id: EmployeeId })
export type DueContract = typeof Due.Type

const Person = Schema.Struct({
  full_name: Schema.String,
  email: Schema.String,
  role: Schema.String,
  department: Schema.String,
  contract_end_date: CalendarDate
})

interface Query {
  readonly orgId: OrgId | undefined
  readonly now: DateTime.Utc
  /** Only people behind this one, in the order of the answer. */
  readonly after: DueContract | undefined
  readonly limit: number
}

const readOnly = PlanStatus.literals.filter(isReadOnly)

/** Contracts that end soon, and the ends for which a case was made. */
export class ContractExpiryRepo extends Context.Service<ContractExpiryRepo>()("svc/offboardings/ContractExpiryRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const system = yield* SystemSql

    const isDue = (client: SqlClient.SqlClient, now: Date) => client`
      NOT o.suspended AND o.deletion_started_at IS NULL AND o.plan_status <> ALL(${readOnly}::text[])
        AND e.status = 'active'
        AND e.contract_end_date BETWEEN (${now}::timestamptz AT TIME ZONE o.timezone)::date - ${expiryDays}::int
          AND (${now}::timestamptz AT TIME ZONE o.timezone)::date + ${expiryDays}::int
        AND NOT EXISTS (
          SELECT FROM contract_expiries x
          WHERE x.org_id = e.org_id AND x.employee_id = e.id AND x.contract_end_date = e.contract_end_date
        )
        AND NOT EXISTS (
          SELECT FROM offboardings c
          WHERE c.org_id = e.org_id AND c.status NOT IN ('completed', 'cancelled')
            AND (c.org_employee_id = e.id OR c.lower_employee_email = e.lower_email)
        )`

    const due = SqlSchema.findAll({
      Request: Schema.Struct({
        orgId: Schema.UndefinedOr(OrgId),
        now: Instant,
        after: Schema.UndefinedOr(Due),
        limit: Schema.Int
      }),
      Result: Due,
      execute: ({ after, limit, now, orgId }) => system`
        SELECT e.org_id, e.id AS employee_id FROM organisations o JOIN org_employees e ON e.org_id = o.id
        WHERE ${isDue(system, now)} AND ${ofOrganisation(system, orgId, "o.id")}
          AND ${behind(system, { "e.org_id": after?.org_id, "e.id": after?.employee_id })}
        ORDER BY e.org_id, e.id LIMIT ${limit}`
    })

    const lockDue = maybe({
      Request: Schema.Struct({ ...Due.fields, now: Instant }),
      Result: Person,
      execute: ({ employee_id, now, org_id }) => sql`
        SELECT e.full_name, e.email, e.role, e.department, e.contract_end_date::text AS contract_end_date
        FROM organisations o JOIN org_employees e ON e.org_id = o.id
        WHERE e.org_id = ${org_id} AND e.id = ${employee_id} AND ${isDue(sql, now)}
        FOR NO KEY UPDATE OF e`
    })

    return {
      /**
       * Active people whose contract ends, or has ended, within `expiryDays`, by the organization's calendar: without
       * an open case or an earlier one for that end. No suspended, read-only, or deleting organization.
       */
      due: (query: Query) => Effect.orDie(due(query)),
      /** The person if they are due still; held to the end of the transaction. */
      lockDue: (one: DueContract, now: DateTime.Utc) => lockDue({ ...one, now }),
      /** False if a case was already created for that end, by anyone. */
      remember: (
        { contract_end_date, employee_id, org_id }: DueContract & { readonly contract_end_date: string },
        at: DateTime.Utc
      ) =>
        anyRow(sql`
            INSERT INTO contract_expiries (org_id, employee_id, contract_end_date, created_at)
            VALUES (${org_id}, ${employee_id}, ${contract_end_date}::date, ${DateTime.toDateUtc(at)})
            ON CONFLICT DO NOTHING RETURNING employee_id`)
    }
  })
}) {
  static readonly layer = Layer.effect(ContractExpiryRepo, ContractExpiryRepo.make)
}
