import { EmployeeStatus } from "@svc/contract/employees/schema"
import { Timestamp } from "@svc/contract/kernel/dates"
import { EmployeeId, OrgId } from "@svc/contract/kernel/ids"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { reader } from "#platform/database/db"
import { Instant, one } from "#platform/database/statements"

const fields = {
  id: EmployeeId,
  full_name: Schema.String,
  email: Schema.String,
  role: Schema.String,
  department: Schema.String,
  employee_id: Schema.NullOr(Schema.String),
  status: EmployeeStatus,
  manager_email: Schema.NullOr(Schema.String),
  manager_id: Schema.NullOr(EmployeeId),
  leaving: Schema.Boolean
}

const Listed = Schema.Struct({ ...fields, created_at: Timestamp, updated_at: Timestamp })

const PageRow = Schema.Struct({ total: Schema.Int, people: Schema.Array(Listed) })

const Found = Schema.Struct({ ...fields, created_at: Instant, updated_at: Instant })
const Standing = Schema.Struct({
  leaving: Schema.Boolean,
  /** Their last offboarding ran its course. */
  left: Schema.Boolean,
  manager_id: Schema.NullOr(EmployeeId)
})

const PageOf = Schema.Struct({
  orgId: OrgId,
  skip: Schema.Int,
  take: Schema.Int,
  /** Whether the answer tells who has an open offboarding. */
  withLeaving: Schema.Boolean
})

/** Compared like the directory does: the email without case, the number exactly. */
const By = Schema.Union([
  Schema.TaggedStruct("Id", { value: EmployeeId }),
  Schema.TaggedStruct("Email", { value: Schema.String }),
  Schema.TaggedStruct("ExternalId", { value: Schema.String })
])
type By = typeof By.Type

/** What an offboarding needs beyond the request. */
const Surroundings = Schema.Struct({ timezone: Schema.String, apps: Schema.Array(Schema.String) })

/** People as providers page through them; the directory changes them. */
export class ScimRepo extends Context.Service<ScimRepo>()("svc/scim/ScimRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const reads = yield* reader
    const isOpen = sql.literal(`EXISTS (
      SELECT FROM offboardings o WHERE o.org_id = e.org_id AND o.lower_employee_email = e.lower_email
        AND o.status NOT IN ('completed', 'cancelled'))`)

    const managerId = sql.literal(`(
      SELECT m.id FROM org_employees m WHERE m.org_id = e.org_id AND m.lower_email = e.lower_manager_email)`)

    const page = SqlSchema.findOne({
      Request: PageOf,
      Result: PageRow,
      execute: ({ orgId, skip, take, withLeaving }) =>
        Effect.flatMap(
          reads,
          (sql) => sql`
            WITH tenant AS MATERIALIZED (SELECT set_config('svc.org_id', ${orgId}, true)::uuid AS org_id)
            SELECT totals.total, page.people
            FROM tenant
            CROSS JOIN LATERAL (
              SELECT COALESCE(sum(c.count), 0)::int AS total FROM org_employee_counts c WHERE c.org_id = tenant.org_id
            ) totals
            CROSS JOIN LATERAL (
              SELECT least(${skip}::int, totals.total) AS skip,
                greatest(least(${take}::int, totals.total - ${skip}::int), 0) AS take,
                ${skip}::int <= totals.total / 2 AS from_front OFFSET 0
            ) place
            CROSS JOIN LATERAL (
              SELECT COALESCE(json_agg(json_build_object(
                'id', e.id, 'full_name', e.full_name, 'email', e.email, 'role', e.role, 'department', e.department,
                'employee_id', e.employee_id, 'status', e.status, 'created_at', e.created_at,
                'updated_at', e.updated_at, 'leaving', ${withLeaving ? isOpen : sql`false`},
                'manager_email', e.manager_email, 'manager_id', ${withLeaving ? managerId : sql`NULL`}
              ) ORDER BY e.created_at, e.id), '[]') AS people
              FROM (
                (SELECT org_id, id FROM org_employees WHERE org_id = tenant.org_id ORDER BY created_at, id
                  LIMIT CASE WHEN place.from_front THEN place.take ELSE 0 END OFFSET place.skip)
                UNION ALL
                (SELECT org_id, id FROM org_employees WHERE org_id = tenant.org_id ORDER BY created_at DESC, id DESC
                  LIMIT CASE WHEN place.from_front THEN 0 ELSE place.take END
                  OFFSET totals.total - place.skip - place.take)
              ) one
              CROSS JOIN LATERAL (
                SELECT * FROM org_employees WHERE org_id = one.org_id AND id = one.id OFFSET 0
              ) e
            ) page`
        )
    })

    const find = SqlSchema.findOneOption({
      Request: Schema.Struct({ orgId: OrgId, by: By }),
      Result: Found,
      execute: ({ by, orgId }) =>
        Effect.flatMap(reads, (sql) => {
          const key =
            by._tag === "Id"
              ? sql`id = ${by.value}`
              : by._tag === "Email"
                ? sql`lower_email = lower(${by.value}::text)`
                : sql`employee_id = ${by.value}`
          return sql`
            WITH tenant AS MATERIALIZED (SELECT set_config('svc.org_id', ${orgId}, true)::uuid AS org_id)
            SELECT e.id, e.full_name, e.email, e.role, e.department, e.employee_id, e.status, e.created_at, e.updated_at,
              e.manager_email, ${managerId} AS manager_id, ${isOpen} AS leaving
            FROM tenant
            CROSS JOIN LATERAL (SELECT * FROM org_employees WHERE org_id = tenant.org_id AND ${key} OFFSET 0) e`
        })
    })

    const standing = one({
      Request: Schema.Struct({ orgId: OrgId, email: Schema.String, managerEmail: Schema.NullOr(Schema.String) }),
      Result: Standing,
      execute: ({ email, managerEmail, orgId }) => sql`
        SELECT ${isOpen} AS leaving, ${managerId} AS manager_id, COALESCE((
            SELECT o.status = 'completed' FROM offboardings o
            WHERE o.org_id = e.org_id AND o.lower_employee_email = e.lower_email
            ORDER BY o.created_at DESC, o.id LIMIT 1
          ), false) AS left
        FROM (
          SELECT ${orgId}::uuid AS org_id, lower(${email}::text) AS lower_email, lower(${managerEmail}::text) AS lower_manager_email
        ) e`
    })

    const surroundings = SqlSchema.findOne({
      Request: OrgId,
      Result: Surroundings,
      execute: (orgId) =>
        Effect.flatMap(
          reads,
          (sql) => sql`
            WITH tenant AS MATERIALIZED (SELECT set_config('svc.org_id', ${orgId}, true)::uuid AS org_id)
            SELECT o.timezone, ARRAY(
              SELECT i.service_name FROM integrations i
              WHERE i.org_id = tenant.org_id AND i.can_revoke AND i.connection_status ORDER BY lower(i.service_name)
            ) AS apps
            FROM tenant CROSS JOIN LATERAL (SELECT timezone FROM organisations WHERE id = tenant.org_id OFFSET 0) o`
        )
    })

    return {
      /**
       * In order of arrival, with the total, in one statement. People before the page are skipped in the index alone,
       * from the nearer end (offboarding-89).
       */
      page: (query: typeof PageOf.Type) => Effect.orDie(page(query)),
      find: (orgId: OrgId, by: By) => Effect.orDie(find({ orgId, by })),
      /** What a record does not say of its person: of their cases, and of who has the address of their manager. */
      standing: (
        orgId: OrgId,
        { email, manager_email: managerEmail }: { readonly email: string; readonly manager_email: string | null }
      ) => standing({ orgId, email, managerEmail }),
      surroundings: (orgId: OrgId) => Effect.orDie(surroundings(orgId))
    }
  })
}) {
  static readonly layer = Layer.effect(ScimRepo, ScimRepo.make)
}
