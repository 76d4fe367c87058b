import { EmployeeStatus, PublicEmployee } from "@svc/contract/employees/schema"
import { EmployeeId, OrgId, PersonKeyId } from "@svc/contract/kernel/ids"
import type { PageParams } from "@svc/contract/kernel/paging"
import { Context, Effect, Layer, Schema, Struct } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { columnsOf } from "#platform/database/columns"
import { Transaction } from "#platform/database/db"
import { Instant, maybe, one } from "#platform/database/statements"
import { Employee } from "./person.ts"

const NewRow = Schema.Struct({ ...Struct.omit(Employee.fields, ["erased"]), org_id: OrgId })

const PageRow = Schema.Struct({ total: Schema.Int, data: Schema.Array(PublicEmployee) })

const Changed = Schema.Struct({ full_name: Schema.String, person_key_id: PersonKeyId })

export class EmployeesRepo extends Context.Service<EmployeesRepo>()("svc/employees/EmployeesRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const columns = columnsOf(Employee, "", { erased: sql`false` })

    const page = SqlSchema.findOne({
      Request: Schema.Struct({ orgId: OrgId, limit: Schema.Int, offset: Schema.Int }),
      Result: PageRow,
      execute: ({ limit, offset, orgId }) => sql`
        WITH tenant AS MATERIALIZED (SELECT set_config('svc.org_id', ${orgId}, true)::uuid AS org_id)
        SELECT totals.total, people.data
        FROM tenant
        CROSS JOIN LATERAL (
          SELECT COALESCE(sum(c.count), 0)::int AS total FROM org_employee_counts c WHERE c.org_id = tenant.org_id
        ) totals
        CROSS JOIN LATERAL (
          SELECT COALESCE(json_agg(json_build_object(
            'id', e.id, 'full_name', e.full_name, 'email', e.email, 'role', e.role, 'department', e.department,
            'created_at', e.created_at
          ) ORDER BY e.sort_name, e.id), '[]') AS data
          FROM (
            SELECT org_id, id FROM org_employees WHERE org_id = tenant.org_id
            ORDER BY sort_name, id LIMIT ${limit} OFFSET ${offset}
          ) page
          CROSS JOIN LATERAL (
            SELECT * FROM org_employees WHERE org_id = page.org_id AND id = page.id OFFSET 0
          ) e
        ) people`
    })

    const countActive = one({
      Request: OrgId,
      Result: Schema.Struct({ active: Schema.Int }),
      execute: (orgId) => sql`
        SELECT COALESCE(sum(count), 0)::int AS active FROM org_employee_counts
        WHERE org_id = ${orgId} AND status = 'active'`
    })

    const hasNumber = one({
      Request: Schema.Struct({ orgId: OrgId, number: Schema.String }),
      Result: Schema.Struct({ found: Schema.Boolean }),
      execute: ({ number, orgId }) => sql`
        SELECT EXISTS (SELECT FROM org_employees WHERE org_id = ${orgId} AND employee_id = ${number}) AS found`
    })

    const insert = maybe({
      Request: NewRow,
      Result: Employee,
      execute: (row) => sql`
        INSERT INTO org_employees ${sql.insert(row)}
        ON CONFLICT (org_id, lower_email) DO NOTHING RETURNING ${columns}`
    })

    const encodeRows = Schema.encodeEffect(Schema.NonEmptyArray(NewRow))

    const setStatus = maybe({
      Request: Schema.Struct({
        org_id: OrgId,
        id: EmployeeId,
        status: EmployeeStatus,
        now: Instant
      }),
      Result: Changed,
      execute: ({ id, now, org_id, status }) => sql`
        UPDATE org_employees SET status = ${status}, updated_at = ${now}
        WHERE org_id = ${org_id} AND id = ${id} AND status <> ${status}
          -- Whoever was erased is nobody's colleague any more.
          AND NOT EXISTS (SELECT FROM erasures e WHERE e.org_id = ${org_id} AND e.employee_id = ${id})
        RETURNING full_name, person_key_id`
    })

    return {
      /**
       * The page and the exact total in one statement, which sets its own organization. People before the page are
       * skipped in the index alone.
       */
      page: (orgId: OrgId, { limit, page: number }: PageParams) =>
        Effect.orDie(page({ orgId, limit, offset: (number - 1) * limit })),
      /** Until the end of the transaction no one else in the organization counts or adds people. */
      lockCount: (orgId: OrgId) =>
        Transaction.use(() =>
          Effect.orDie(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`employees:${orgId}`}, 0))`)
        ),
      countActive: (orgId: OrgId) => countActive(orgId).pipe(Effect.map(({ active }) => active)),
      /** Whether a person has this number, exactly. Under `lockCount` no one takes it in the meantime. */
      hasNumber: (orgId: OrgId, number: string) => hasNumber({ orgId, number }).pipe(Effect.map(({ found }) => found)),
      /** None if the email is taken. */
      insert,
      /** The caller has `lockCount`, and has checked emails and numbers. */
      insertMany: ([first, ...others]: ReadonlyArray<typeof NewRow.Type>) =>
        first === undefined
          ? Effect.void
          : Transaction.use(() =>
              Effect.orDie(
                Effect.flatMap(
                  encodeRows([first, ...others]),
                  (encoded) => sql`INSERT INTO org_employees ${sql.insert(encoded)}`
                )
              )
            ),
      /** None when the status is that already. */
      setStatus
    }
  })
}) {
  static readonly layer = Layer.effect(EmployeesRepo, EmployeesRepo.make)
}
