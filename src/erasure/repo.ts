import { ErasureRecord } from "@svc/contract/erasure/schema"
import { EmployeeId, OffboardingId, OrgId, PersonKeyId } from "@svc/contract/kernel/ids"
import type { RecordScope } from "@svc/contract/kernel/access"
import { Context, DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { columnsOf } from "#platform/database/columns"
import { SystemSql } from "#platform/database/db"
import { ofOrganisation } from "#platform/database/fragments"
import { all, Instant, maybe, one, send } from "#platform/database/statements"
import { employeesIn } from "#records/record-scope"

const Person = Schema.Struct({ id: EmployeeId, email: Schema.String, person_key_id: PersonKeyId })

const Case = Schema.Struct({
  id: OffboardingId,
  person_key_id: PersonKeyId,
  employee_email: Schema.NullOr(Schema.String),
  employee_personal_email: Schema.NullOr(Schema.String),
  employee_department: Schema.String,
  manager_email: Schema.NullOr(Schema.String),
  legal_hold: Schema.Boolean,
  legal_hold_released_at: Schema.NullOr(Instant),
  revoking: Schema.Boolean
})

export type ErasureCase = typeof Case.Type

const { format: _format, mac: _mac, ...recorded } = ErasureRecord.fields
const Row = Schema.Struct({ ...recorded, erased_at: Instant })
export type ErasureRow = typeof Row.Type

interface Key {
  readonly orgId: OrgId
  readonly employeeId: EmployeeId
}
const Key = Schema.Struct({ orgId: OrgId, employeeId: EmployeeId })

const Figures = Schema.Struct({
  open_offboardings: Schema.Int,
  documents: Schema.Int,
  entries: Schema.Int,
  exports: Schema.Int
})

/** Who was erased, and what of the ledger outside the database is still to be written or done again. */
export class ErasuresRepo extends Context.Service<ErasuresRepo>()("svc/erasure/ErasuresRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const system = yield* SystemSql
    const columns = columnsOf(Row, "")

    const find = maybe({
      Request: Key,
      Result: Row,
      execute: ({ employeeId, orgId }) => sql`
        SELECT ${columns} FROM erasures WHERE org_id = ${orgId} AND employee_id = ${employeeId}`
    })

    const lockPerson = (records: RecordScope) =>
      maybe({
        Request: Key,
        Result: Person,
        execute: ({ employeeId, orgId }) => sql`
          SELECT id, email, person_key_id FROM org_employees
          WHERE org_id = ${orgId} AND id = ${employeeId} AND ${employeesIn(sql, records)} FOR UPDATE`
      })

    const lockCases = all({
      Request: Schema.Struct({
        ...Key.fields,
        email: Schema.NullOr(Schema.String),
        also: Schema.Array(OffboardingId)
      }),
      Result: Case,
      execute: ({ also, email, employeeId, orgId }) => sql`
        SELECT o.id, o.person_key_id,
          -- Whoever has the address by now is somebody else, and keeps it.
          CASE WHEN NOT EXISTS (
            SELECT FROM org_employees p
            WHERE p.org_id = o.org_id AND p.lower_email = o.lower_employee_email AND p.id <> ${employeeId}
          ) THEN o.employee_email END AS employee_email,
          o.employee_personal_email, o.employee_department, o.manager_email, o.legal_hold, o.legal_hold_released_at,
          EXISTS (
            SELECT FROM revocation_schedules s
            JOIN revocation_apps a ON a.org_id = s.org_id AND a.offboarding_id = s.offboarding_id
            WHERE s.org_id = o.org_id AND s.offboarding_id = o.id
              AND a.outcome IS DISTINCT FROM 'revoked' AND a.removal_confirmed_at IS NULL
          ) OR EXISTS (
              SELECT FROM revocation_runs r
              WHERE r.org_id = o.org_id AND r.offboarding_id = o.id AND r.status <> 'finished'
            ) AS revoking
        FROM offboardings o
        WHERE o.org_id = ${orgId} AND (
          o.org_employee_id = ${employeeId}
          OR (o.org_employee_id IS NULL AND o.lower_employee_email = lower(${email}::text))
          OR o.id = ANY(${also}::uuid[])
        )
        ORDER BY o.id FOR UPDATE OF o`
    })

    const othersAddresses = all({
      Request: Schema.Struct({
        ...Key.fields,
        offboardingIds: Schema.Array(OffboardingId),
        addresses: Schema.Array(Schema.String)
      }),
      Result: Schema.Struct({ address: Schema.String }),
      execute: ({ addresses, employeeId, offboardingIds, orgId }) => sql`
        SELECT address FROM unnest(${addresses}::text[]) AS a (address)
        WHERE EXISTS (
          SELECT FROM org_employees p WHERE p.org_id = ${orgId} AND p.lower_email = a.address AND p.id <> ${employeeId}
        ) OR EXISTS (
          SELECT FROM offboardings o
          WHERE o.org_id = ${orgId} AND o.lower_employee_email = a.address AND o.id <> ALL(${offboardingIds}::uuid[])
        ) OR EXISTS (
          SELECT FROM memberships m JOIN users u ON u.id = m.user_id
          WHERE m.org_id = ${orgId} AND lower(u.email) = a.address
        )`
    })

    const figures = one({
      Request: Schema.Struct({ ...Key.fields, offboardingIds: Schema.Array(OffboardingId) }),
      Result: Figures,
      execute: ({ employeeId, offboardingIds, orgId }) => {
        const theirs = sql`offboarding_id = ANY(${offboardingIds}::uuid[])`
        return sql`
          SELECT
            (SELECT count(*)::int FROM offboardings
              WHERE org_id = ${orgId} AND id = ANY(${offboardingIds}::uuid[])
                AND status NOT IN ('completed', 'cancelled')) AS open_offboardings,
            (SELECT count(*)::int FROM compliance_documents WHERE org_id = ${orgId} AND ${theirs}) AS documents,
            (SELECT count(*)::int FROM (
              SELECT seq FROM audit_entries WHERE org_id = ${orgId} AND org_employee_id = ${employeeId}
              UNION SELECT seq FROM audit_entries WHERE org_id = ${orgId} AND ${theirs}) about) AS entries,
            (SELECT count(*)::int FROM organisation_exports
              WHERE org_id = ${orgId} AND status IN ('ready', 'running')) AS exports`
      }
    })

    const unwritten = SqlSchema.findAll({
      Request: Schema.Struct({ orgId: Schema.UndefinedOr(OrgId), limit: Schema.Int }),
      Result: Row,
      execute: ({ limit, orgId }) => system`
        SELECT ${columns} FROM erasures
        WHERE ledger_written_at IS NULL AND ${ofOrganisation(system, orgId, "org_id")}
        ORDER BY erased_at LIMIT ${limit}`
    })

    const whole = SqlSchema.findAll({
      Request: Schema.UndefinedOr(OrgId),
      Result: Schema.Struct({ org_id: OrgId, employee_ids: Schema.Array(EmployeeId) }),
      execute: (orgId) => system`
        SELECT o.id AS org_id, array(
          SELECT e.employee_id FROM erasures e
          WHERE e.org_id = o.id AND NOT EXISTS (
            SELECT FROM audit_person_keys k
            WHERE k.org_id = e.org_id AND k.id = ANY(e.person_key_ids)
              AND (k.destroyed_at IS NULL OR k.wrapped_key IS NOT NULL)
          ) AND NOT EXISTS (
            SELECT FROM org_employees p
            WHERE p.org_id = e.org_id AND p.id = e.employee_id AND p.full_name <> '[erased]'
          )
        ) AS employee_ids
        FROM organisations o WHERE ${ofOrganisation(system, orgId, "o.id")}`
    })

    return {
      find,
      /** The person's record, held until the transaction ends; none out of the scope. */
      lockPerson: (key: Key, records: RecordScope) => lockPerson(records)(key),
      /** The cases linked to the record, those of its address, and these; held until the transaction ends. */
      lockCases,
      /** Those of the emails, in lower case, that another record, other cases, or a member has. */
      othersAddresses: (
        options: Key & {
          readonly offboardingIds: ReadonlyArray<OffboardingId>
          readonly addresses: ReadonlyArray<string>
        }
      ) =>
        options.addresses.length === 0
          ? Effect.succeed(new Set())
          : Effect.map(othersAddresses(options), (rows) => new Set(rows.map(({ address }) => address))),
      /** Number of the organization's rows about the person and these cases. */
      figures,
      /** Written again if the database had lost it. */
      save: ({ employee_id, erased_at, offboarding_ids, org_id, person_key_ids }: ErasureRow) =>
        send(sql`
            INSERT INTO erasures AS e (org_id, employee_id, person_key_ids, offboarding_ids, erased_at)
            VALUES (${org_id}, ${employee_id}, ${person_key_ids}::uuid[], ${offboarding_ids}::uuid[],
              ${DateTime.toDateUtc(erased_at)})
            ON CONFLICT (org_id, employee_id) DO UPDATE SET person_key_ids = EXCLUDED.person_key_ids,
              offboarding_ids = EXCLUDED.offboarding_ids, ledger_written_at = NULL`),
      unwritten: (orgId: OrgId | undefined, limit: number) => Effect.orDie(unwritten({ orgId, limit })),
      markWritten: ({ employeeId, orgId }: Key, at: DateTime.Utc) =>
        Effect.orDie(
          Effect.asVoid(system`
            UPDATE erasures SET ledger_written_at = ${DateTime.toDateUtc(at)}
            WHERE org_id = ${orgId} AND employee_id = ${employeeId}`)
        ),
      /**
       * The complete erasures of each organization: recorded, every key destroyed, and the record empty. An
       * organization that does not exist has none.
       */
      whole: (orgId: OrgId | undefined) =>
        Effect.map(
          Effect.orDie(whole(orgId)),
          (rows) => new Map(rows.map(({ employee_ids, org_id }) => [org_id, new Set(employee_ids)] as const))
        )
    }
  })
}) {
  static readonly layer = Layer.effect(ErasuresRepo, ErasuresRepo.make)
}
