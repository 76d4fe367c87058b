import { TemplateItem } from "@svc/contract/checklist-templates/schema"
import { WorkerType } from "@svc/contract/employees/schema"
import { CalendarDate } from "@svc/contract/kernel/dates"
import { EmployeeId, OffboardingId, OrgId, PersonKeyId, UserId } from "@svc/contract/kernel/ids"
import { Plan } from "@svc/contract/kernel/plans"
import { ListedOffboarding, OffboardingSource, SeparationType } from "@svc/contract/offboardings/schema"
import { Context, type DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { brakeCounts } from "#access/daily-brake"
import { overtakenConstraint, reader, Transaction } from "#platform/database/db"
import { Instant, one, perform } from "#platform/database/statements"
import { organisationLanguage, WrittenLanguage } from "#records/organisation-language"

/** Of a case by API key whose access has ended: whether its run begins automatically, or waits for an administrator. */
export const ImmediateRevocation = Schema.Literals(["automatic", "waiting"])
export type ImmediateRevocation = typeof ImmediateRevocation.Type

const NewRow = Schema.Struct({
  ...ListedOffboarding.fields,
  org_id: OrgId,
  access_ends_at: Schema.NullOr(Instant),
  employment_ends_on: Schema.NullOr(CalendarDate),
  timezone: Schema.NullOr(Schema.String),
  jurisdiction: Schema.NullOr(Schema.String),
  source: OffboardingSource,
  initiated_by: Schema.NullOr(UserId),
  org_employee_id: Schema.NullOr(EmployeeId),
  person_key_id: PersonKeyId,
  employee_personal_email: Schema.NullOr(Schema.String),
  no_apps_confirmed_at: Schema.NullOr(Instant),
  no_apps_confirmed_by: Schema.NullOr(UserId),
  immediate_revocation: Schema.NullOr(ImmediateRevocation),
  created_at: Instant,
  updated_at: Instant
})
export type NewOffboarding = typeof NewRow.Type

const Facts = Schema.Struct({
  plan: Plan,
  timezone: Schema.String,
  auto_revoke_at_exit: Schema.Boolean,
  default_jurisdiction: Schema.NullOr(Schema.String),
  /** The open offboarding of the address, if there is one. */
  open_id: Schema.NullOr(OffboardingId),
  /** The person's record in the directory. */
  employee: Schema.NullOr(
    Schema.Struct({
      id: EmployeeId,
      email: Schema.String,
      manager_email: Schema.NullOr(Schema.String),
      timezone: Schema.NullOr(Schema.String),
      worker_type: WorkerType
    })
  ),
  language: WrittenLanguage,
  /** The tasks of the checklist template that fits best, whatever the plan. */
  template: Schema.NullOr(Schema.Array(TemplateItem)),
  /** The person's key, as it is stored. */
  person_key: Schema.NullOr(Schema.Struct({ id: PersonKeyId, wrapped_key: Schema.NullOr(Schema.String) }))
})
export type CreationFacts = typeof Facts.Type

/** What a template is chosen by; the role as `folded` gives it. */
const Fit = Schema.Struct({ role: Schema.String, separationType: SeparationType })
type Fit = typeof Fit.Type

/** Constraints of which a new case may meet one: another transaction was quicker. */
export const overtakenBy: ReadonlySet<string> = new Set([
  "offboardings_open_email",
  "audit_person_keys_email",
  "organisations_revocation_settings",
  overtakenConstraint
])

/** What a new case depends on, and its row. */
export class CreationRepo extends Context.Service<CreationRepo>()("svc/offboardings/CreationRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const reads = yield* reader
    const open = sql.literal("status NOT IN ('completed', 'cancelled')")

    const facts = SqlSchema.findOne({
      Request: Schema.Struct({
        orgId: OrgId,
        email: Schema.NullOr(Schema.String),
        personDigests: Schema.Array(Schema.String),
        employeeId: Schema.NullOr(EmployeeId),
        fit: Fit
      }),
      Result: Facts,
      execute: ({ email, employeeId, fit, orgId, personDigests }) =>
        Effect.flatMap(reads, (sql) => {
          const person = employeeId === null ? sql`e.lower_email = lower(${email}::text)` : sql`e.id = ${employeeId}`
          return sql`
            WITH tenant AS MATERIALIZED (SELECT set_config('svc.org_id', ${orgId}, true)::uuid AS org_id)
            SELECT o.*, coalesce(${organisationLanguage(sql, "tenant.org_id")}, 'en') AS language,
              (SELECT c.id FROM offboardings c
                WHERE c.org_id = tenant.org_id AND c.lower_employee_email = lower(${email}::text) AND c.${open}
              ) AS open_id,
              (SELECT json_build_object('id', e.id, 'email', e.email, 'manager_email', e.manager_email, 'timezone', e.timezone,
                  'worker_type', e.worker_type)
                FROM org_employees e WHERE e.org_id = tenant.org_id AND ${person}
              ) AS employee,
              (SELECT t.items FROM checklist_templates t
                WHERE t.org_id = tenant.org_id AND t.is_active
                  AND (t.role_folded IS NOT NULL OR t.separation_type IS NOT NULL OR t.worker_type IS NOT NULL)
                  AND (t.role_folded IS NULL OR t.role_folded = ${fit.role})
                  AND (t.separation_type IS NULL OR t.separation_type = ${fit.separationType})
                  AND (t.worker_type IS NULL OR t.worker_type = coalesce((SELECT e.worker_type FROM org_employees e
                    WHERE e.org_id = tenant.org_id AND ${person}), 'employee'))
                ORDER BY t.role_folded IS NULL, t.separation_type IS NULL, t.worker_type IS NULL, t.created_at, t.id
                LIMIT 1
              ) AS template,
              (SELECT json_build_object('id', k.id, 'wrapped_key', k.wrapped_key) FROM audit_person_keys k
                WHERE k.org_id = tenant.org_id AND ${sql.in("k.email_digest", personDigests)} AND k.destroyed_at IS NULL
                ORDER BY k.created_at LIMIT 1
              ) AS person_key
            FROM tenant
            CROSS JOIN LATERAL (
              SELECT plan, timezone, auto_revoke_at_exit, default_jurisdiction
              FROM organisations WHERE id = tenant.org_id OFFSET 0
            ) o`
        })
    })

    const countOpen = one({
      Request: OrgId,
      Result: Schema.Struct({ open: Schema.Int }),
      execute: (orgId) => sql`
        SELECT coalesce(sum(count), 0)::int AS open FROM offboarding_counts WHERE org_id = ${orgId} AND ${open}`
    })

    const countImmediate = brakeCounts(sql, sql`o.immediate_revocation = 'automatic'`)

    const encode = Schema.encodeEffect(NewRow)

    return {
      /** One statement; inside a transaction it sees what that one did. */
      facts: (
        orgId: OrgId,
        person: {
          readonly email: string | null
          readonly personDigests: ReadonlyArray<string>
          /** Their directory record, if it is not to be found by the address. */
          readonly employeeId: EmployeeId | null
          readonly fit: Fit
        }
      ) => Effect.orDie(facts({ orgId, ...person })),
      /** Serializes creates that count against a plan limit. */
      // No one else locks this row of the organization in this mode; foreign keys pass it.
      lockLimit: (orgId: OrgId) => perform(sql`SELECT 1 FROM organisations WHERE id = ${orgId} FOR NO KEY UPDATE`),
      /** Those that count immediate revocations go one after the other. */
      lockImmediate: (orgId: OrgId) =>
        perform(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`immediate-revocations:${orgId}`}, 0))`),
      /** How many people are active, and how many immediate revocations began automatically since then. */
      countImmediate: (orgId: OrgId, since: DateTime.Utc) => countImmediate({ orgId, since }),
      countOpen: (orgId: OrgId) => countOpen(orgId).pipe(Effect.map((row) => row.open)),
      /** Refused by `offboardings_open_email` when the address has an open offboarding, also one made at the same moment. */
      insert: (row: NewOffboarding) =>
        Transaction.use(({ send }) =>
          Effect.flatMap(Effect.orDie(encode(row)), (encoded) =>
            send(sql`INSERT INTO offboardings ${sql.insert(encoded)}`)
          )
        )
    }
  })
}) {
  static readonly layer = Layer.effect(CreationRepo, CreationRepo.make)
}
