import { ExitInterview, ExitInterviewId, ExitInterviewStatus } from "@svc/contract/exit-interviews/schema"
import type { RecordScope } from "@svc/contract/kernel/access"
import { OffboardingId, OrgId } from "@svc/contract/kernel/ids"
import { Plan } from "@svc/contract/kernel/plans"
import { Context, type DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { columnsOf } from "#platform/database/columns"
import { SystemSql } from "#platform/database/db"
import { Instant, maybe, run } from "#platform/database/statements"
import { addressedCaseReads } from "#records/case-facts"

const Moment = Schema.NullOr(Instant)

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

export class ExitInterviewsRepo extends Context.Service<ExitInterviewsRepo>()(
  "svc/exit-interviews/ExitInterviewsRepo",
  {
    make: Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const system = yield* SystemSql

      const { caseOf, lockCase } = addressedCaseReads(sql)

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

      return {
        /** The case, held; none when this scope does not have it. */
        lockCase: (key: Key, records: RecordScope) => lockCase(key, records, "NO KEY UPDATE"),
        findCase: caseOf,
        find,
        /** The interview by its own id, held. */
        lock,
        /** New, or replaces the case's. */
        save: (row: InterviewRow, at: DateTime.Utc) => save({ ...row, updated_at: at }),
        /** Its plan, while the organization is writable. */
        standing: (orgId: OrgId, now: DateTime.Utc) => Effect.orDie(standing({ orgId, now }))
      }
    })
  }
) {
  static readonly layer = Layer.effect(ExitInterviewsRepo, ExitInterviewsRepo.make)
}
