import type { RecordScope } from "@svc/contract/kernel/access"
import { EmployeeId, OffboardingId, OrgId, UserId } from "@svc/contract/kernel/ids"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Transaction } from "#platform/database/db"
import { all, anyRow, maybe } from "#platform/database/statements"
import { employeesElsewhere } from "#records/record-scope"
import { isTheirsAlone, type NewStep } from "./steps-repo.ts"

const Email = Schema.NullOr(Schema.String)

const DirectoryRecord = Schema.Struct({
  id: EmployeeId,
  full_name: Schema.String,
  email: Schema.String,
  status: Schema.String,
  manager_email: Schema.NullOr(Schema.String),
  source_control_username: Schema.NullOr(Schema.String)
})
type DirectoryRecord = typeof DirectoryRecord.Type

/** A request, as far as it names its person. */
interface About {
  readonly employee_email: string | null
}

/** What of other domains an initiation depends on. */
export class FactsRepo extends Context.Service<FactsRepo>()("svc/initiations/FactsRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const membership = maybe({
      Request: Schema.Struct({ orgId: OrgId, userId: UserId }),
      Result: Schema.Struct({ role_id: Schema.NullOr(Schema.String) }),
      execute: ({ orgId, userId }) => sql`
        SELECT role_id::text AS role_id FROM memberships WHERE org_id = ${orgId} AND user_id = ${userId}`
    })

    const isPerson = maybe({
      Request: Schema.Struct({ orgId: OrgId, userId: UserId, email: Email }),
      Result: Schema.Struct({ user_id: UserId }),
      execute: ({ email, orgId, userId }) => sql`
        SELECT m.user_id FROM memberships m JOIN users u ON u.id = m.user_id
        WHERE m.org_id = ${orgId} AND m.user_id = ${userId} AND lower(u.email) = lower(${email}::text)`
    })

    const members = all({
      Request: Schema.Struct({ orgId: OrgId, email: Email }),
      Result: Schema.Struct({ user_id: UserId, full_name: Schema.String }),
      execute: ({ email, orgId }) => sql`
        SELECT m.user_id, u.full_name FROM memberships m JOIN users u ON u.id = m.user_id
        WHERE m.org_id = ${orgId} AND lower(u.email) IS DISTINCT FROM lower(${email}::text) ORDER BY lower(u.full_name), m.user_id`
    })

    const toBeTold = all({
      Request: Schema.Struct({
        orgId: OrgId,
        department: Schema.String,
        email: Email,
        approver: Schema.NullOr(UserId),
        role: Schema.NullOr(Schema.String),
        except: Schema.NullOr(UserId)
      }),
      Result: Schema.Struct({ user_id: UserId }),
      execute: ({ approver, department, email, except, orgId, role }) => sql`
        WITH person AS (
          SELECT u.id FROM users u JOIN memberships p ON p.user_id = u.id AND p.org_id = ${orgId}
          WHERE lower(u.email) = lower(${email}::text)
        )
        SELECT m.user_id FROM memberships m LEFT JOIN roles r ON r.org_id = m.org_id AND r.id = m.role_id
        WHERE m.org_id = ${orgId} AND m.user_id IS DISTINCT FROM ${except}::uuid
          AND NOT EXISTS (SELECT FROM person WHERE person.id = m.user_id) AND (
          m.user_id = ${approver}::uuid
          OR m.role = 'superadmin' AND EXISTS (SELECT FROM person WHERE ${isTheirsAlone(sql, {
            org: sql`${orgId}`,
            approver: sql`${approver}::uuid`,
            role: sql`${role}::text`
          })})
          OR (
            (m.role = ${role}::text OR m.role_id::text = ${role}::text
              OR ${approver === null && role === null}::boolean AND m.role IN ('superadmin', 'admin', 'hr'))
            AND CASE COALESCE(m.scope, r.scope, 'all')
              WHEN 'departments' THEN ${department}
                = ANY(CASE WHEN m.scope IS NULL THEN r.departments ELSE m.departments END)
              WHEN 'direct_reports' THEN ${role}::text IS NOT NULL
              ELSE true
            END
          )
        )
        ORDER BY m.user_id`
    })

    const timezone = SqlSchema.findOne({
      Request: OrgId,
      Result: Schema.Struct({ timezone: Schema.String }),
      execute: (orgId) => sql`SELECT timezone FROM organisations WHERE id = ${orgId}`
    })

    const found = (orgId: OrgId, userId: UserId) => membership({ orgId, userId })

    const openCase = maybe({
      Request: Schema.Struct({ orgId: OrgId, email: Schema.String }),
      Result: Schema.Struct({ id: OffboardingId }),
      execute: ({ email, orgId }) => sql`
        SELECT id FROM offboardings
        WHERE org_id = ${orgId} AND lower_employee_email = lower(${email}) AND status NOT IN ('completed', 'cancelled')`
    })

    const recordOf = maybe({
      Request: Schema.Struct({ orgId: OrgId, email: Schema.String }),
      Result: DirectoryRecord,
      execute: ({ email, orgId }) => sql`
        SELECT id, full_name, email, status, manager_email, source_control_username FROM org_employees
        WHERE org_id = ${orgId} AND lower_email = lower(${email})`
    })

    const isElsewhere = (orgId: OrgId, records: RecordScope, email: string) => sql`
      SELECT 1 FROM org_employees p
      WHERE p.org_id = ${orgId} AND p.lower_email = lower(${email}::text) AND ${employeesElsewhere(sql, records, "p")}`

    return {
      /** The member's custom role. */
      roleIdOf: (orgId: OrgId, userId: UserId) =>
        Effect.map(found(orgId, userId), (one) => Option.getOrNull(one)?.role_id ?? null),
      /** Whether this member is the person whom the request is about. */
      isPerson: (orgId: OrgId, userId: UserId, { employee_email: email }: About) =>
        Effect.map(isPerson({ orgId, userId, email }), Option.isSome),
      /** The organization's members except the person the request is about, by name. */
      members: (orgId: OrgId, { employee_email: email }: About) => members({ orgId, email }),
      isMember: (orgId: OrgId, userId: UserId) => Effect.map(found(orgId, userId), Option.isSome),
      /**
       * Members who can act on the step, except this one; without a step HR and admins with the department in scope.
       * Never the person the request is about: if the step is theirs alone, the Super Admins.
       */
      toBeTold: ({
        about,
        department,
        except,
        orgId,
        step
      }: {
        readonly orgId: OrgId
        readonly about: About
        readonly department: string
        readonly step: NewStep | null
        readonly except: UserId | null
      }) =>
        toBeTold({
          orgId,
          email: about.employee_email,
          department,
          except,
          approver: step?.approver_id ?? null,
          role: step?.approver_role ?? null
        }).pipe(Effect.map((rows) => rows.map(({ user_id }) => user_id))),
      /** Whether the directory has a person with this email outside the scope. */
      isElsewhere: (orgId: OrgId, records: RecordScope, email: string) => anyRow(isElsewhere(orgId, records, email)),
      /** The organization's IANA zone. */
      timezone: (orgId: OrgId) =>
        Transaction.use(() => Effect.map(Effect.orDie(timezone(orgId)), (row) => row.timezone)),
      /** The directory record with this email now. */
      recordOf: (orgId: OrgId, email: string) => recordOf({ orgId, email }),
      /** The open offboarding of the address. */
      openCase: (orgId: OrgId, email: string) => openCase({ orgId, email }).pipe(Effect.map(Option.map(({ id }) => id)))
    }
  })
}) {
  static readonly layer = Layer.effect(FactsRepo, FactsRepo.make)
}
