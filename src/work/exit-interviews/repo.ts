import { ExitInterview, ExitInterviewId, ExitInterviewStatus } from "@svc/contract/exit-interviews/schema"
import type { RecordScope } from "@svc/contract/kernel/access"
import { EmployeeId, OffboardingId, OrgId, PersonKeyId } from "@svc/contract/kernel/ids"
import { Plan } from "@svc/contract/kernel/plans"
import { OffboardingStatus } from "@svc/contract/offboardings/schema"
import { Context, type DateTime, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { columnsOf } from "#platform/database/columns"
import { SystemSql, Transaction } from "#platform/database/db"
import { Instant, maybe, run } from "#platform/database/statements"
import { casesIn } from "#access/record-scope"

const Moment = Schema.NullOr(Instant)

const Case = Schema.Struct({
  id: OffboardingId,
  employee_name: Schema.String,
  employee_email: Schema.NullOr(Schema.String),
  employee_personal_email: Schema.NullOr(Schema.String),
  status: OffboardingStatus,
  person_key_id: PersonKeyId,
  directory_id: Schema.NullOr(EmployeeId),
  organisation_name: Schema.String
})
type InterviewedCase = typeof Case.Type

const Row = Schema.Struct({
  org_id: OrgId,
  id: ExitInterviewId,
  offboarding_id: OffboardingId,
  status: ExitInterviewStatus,
  sealed_booking_url: Schema.String,
  sent_to: ExitInterview.fields.sent_to,
  invited_at: Instant,
  event_id: Schema.NullOr(Schema.String),
  scheduled_for: Moment,
  completed_at: Moment
})
export type InterviewRow = typeof Row.Type

const Written = Schema.Struct({ ...Row.fields, updated_at: Instant })
const ById = Schema.Struct({ orgId: OrgId, id: ExitInterviewId })
const Standing = Schema.Struct({ plan: Plan })

interface Key {
  readonly orgId: OrgId
  readonly offboardingId: OffboardingId
}
const Key = Schema.Struct({ orgId: OrgId, offboardingId: OffboardingId })

export class ExitInterviewsRepo extends Context.Service<
  ExitInterviewsRepo,
  {
    /** The case, held; none when this scope does not have it. */
    lockCase(key: Key, records: RecordScope): Effect.Effect<Option.Option<InterviewedCase>, never, Transaction>
    findCase(key: Key, records: RecordScope): Effect.Effect<Option.Option<InterviewedCase>, never, Transaction>
    find(key: Key): Effect.Effect<Option.Option<InterviewRow>, never, Transaction>
    /** The interview by its own id, held. */
    lock(key: typeof ById.Type): Effect.Effect<Option.Option<InterviewRow>, never, Transaction>
    /** New, or in the place of what the case had. */
    save(row: InterviewRow, at: DateTime.Utc): Effect.Effect<void, never, Transaction>
    /** Its plan, as long as the organisation may write. */
    standing(orgId: OrgId, now: DateTime.Utc): Effect.Effect<Option.Option<typeof Standing.Type>>
  }
>()("svc/exit-interviews/ExitInterviewsRepo") {
  static readonly layer = Layer.effect(
    ExitInterviewsRepo,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const system = yield* SystemSql

      const readCase = (key: Key, records: RecordScope, { lock }: { readonly lock: boolean }) =>
        SqlSchema.findOneOption({
          Request: Key,
          Result: Case,
          execute: ({ offboardingId, orgId }) => sql`
            SELECT o.id, o.employee_name, o.employee_email, o.employee_personal_email, o.status, o.person_key_id,
              coalesce(o.org_employee_id, e.id) AS directory_id, g.name AS organisation_name
            FROM offboardings o
            JOIN organisations g ON g.id = o.org_id
            LEFT JOIN org_employees e ON e.org_id = o.org_id AND e.lower_email = o.lower_employee_email
            WHERE o.org_id = ${orgId} AND o.id = ${offboardingId} AND ${casesIn(sql, records, "o")}
            ${sql.literal(lock ? "FOR NO KEY UPDATE OF o" : "")}`
        })(key)

      const columns = columnsOf(Row, "")
      const find = maybe({
        Request: Key,
        Result: Row,
        execute: ({ offboardingId, orgId }) => sql`
          SELECT ${columns} FROM exit_interviews WHERE org_id = ${orgId} AND offboarding_id = ${offboardingId}`
      })
      const lock = maybe({
        Request: ById,
        Result: Row,
        execute: ({ id, orgId }) => sql`
          SELECT ${columns} FROM exit_interviews WHERE org_id = ${orgId} AND id = ${id} FOR UPDATE`
      })
      const save = run({
        Request: Written,
        execute: (row) => sql`
          INSERT INTO exit_interviews ${sql.insert(row)}
          ON CONFLICT (org_id, offboarding_id) DO UPDATE SET status = EXCLUDED.status,
            sealed_booking_url = EXCLUDED.sealed_booking_url, sent_to = EXCLUDED.sent_to, invited_at = EXCLUDED.invited_at,
            event_id = EXCLUDED.event_id, scheduled_for = EXCLUDED.scheduled_for, completed_at = EXCLUDED.completed_at,
            updated_at = EXCLUDED.updated_at`
      })
      const standing = SqlSchema.findOneOption({
        Request: Schema.Struct({ orgId: OrgId, now: Instant }),
        Result: Standing,
        execute: ({ now, orgId }) => system`
          SELECT o.plan FROM organisations o
          WHERE o.id = ${orgId} AND NOT o.suspended
            AND effective_plan_status(o.plan, o.plan_status, o.trial_ends_at, ${now}) NOT IN ('trial_expired', 'canceled')`
      })

      return ExitInterviewsRepo.of({
        lockCase: (key, records) => Transaction.use(() => Effect.orDie(readCase(key, records, { lock: true }))),
        findCase: (key, records) => Transaction.use(() => Effect.orDie(readCase(key, records, { lock: false }))),
        find,
        lock,
        save: (row, at) => save({ ...row, updated_at: at }),
        standing: (orgId, now) => Effect.orDie(standing({ orgId, now }))
      })
    })
  )
}
