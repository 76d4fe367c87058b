import { OffboardingId, OrgId } from "@svc/contract/kernel/ids"
import { isReadOnly, PlanStatus } from "@svc/contract/kernel/plans"
import { OffboardingStatus } from "@svc/contract/offboardings/schema"
import { Context, type DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { SystemSql } from "#platform/database/db"
import { behind, ofOrganisation } from "#platform/database/fragments"
import { Instant, maybe } from "#platform/database/statements"

/** Days after a last day on which the job still makes up for it. */
const catchUpDays = 7

const readOnly = PlanStatus.literals.filter(isReadOnly)

const Due = Schema.Struct({
  org_id: OrgId,
  id: OffboardingId,
  previous: OffboardingStatus,
  target: OffboardingStatus,
  source: Schema.Literals(["automation", "schedule"])
})
export type DueMove = typeof Due.Type

interface Query {
  readonly orgId: OrgId | undefined
  readonly now: DateTime.Utc
  /** Only cases behind this one, in the order of the answer. */
  readonly after: DueMove | undefined
  readonly limit: number
}

/** Cases that a setting of their organization moves to another stage. */
export class StageAutomationRepo extends Context.Service<StageAutomationRepo>()(
  "svc/offboardings/StageAutomationRepo",
  {
    make: Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const system = yield* SystemSql

      const columns = (client: SqlClient.SqlClient) => client`
      o.org_id, o.id, o.status AS previous,
      CASE o.status WHEN 'it_revocation' THEN 'asset_recovery' WHEN 'asset_recovery' THEN 'completed'
        ELSE 'it_revocation' END AS target,
      CASE WHEN o.status IN ('pending', 'notice_period') THEN 'schedule' ELSE 'automation' END AS source`

      /** Of organizations `g` and cases `o`. The gates themselves are asked by the move. */
      const isDue = (client: SqlClient.SqlClient, now: Date) => {
        const zone = client`COALESCE(o.timezone, g.timezone)`
        const today = client`(${now}::timestamptz AT TIME ZONE ${zone})::date`
        const leftBefore = (stages: ReadonlyArray<string>, since = client``) => client`EXISTS (
        SELECT FROM audit_entries e
        WHERE e.org_id = o.org_id AND e.offboarding_id = o.id AND e.action = 'offboarding_status_changed'
          AND e.facts ->> 'previous_status' = ANY(${stages}::text[]) ${since})`
        return client`
        NOT g.suspended AND g.deletion_started_at IS NULL
          AND effective_plan_status(g.plan, g.plan_status, g.trial_ends_at, ${now}) <> ALL(${readOnly}::text[])
          AND CASE o.status
            WHEN 'it_revocation' THEN g.advance_when_ready AND NOT o.legal_hold
              AND NOT EXISTS (
                SELECT FROM revocation_apps a WHERE a.org_id = o.org_id AND a.offboarding_id = o.id
                  AND a.outcome IS DISTINCT FROM 'revoked' AND a.removal_confirmed_at IS NULL)
              AND NOT ${leftBefore(["asset_recovery", "completed"])}
            WHEN 'asset_recovery' THEN g.advance_when_ready AND NOT o.legal_hold AND o.exit_date < ${today}
              AND o.asset_return_confirmed_at IS NOT NULL
              AND NOT EXISTS (
                SELECT FROM checklist_items t WHERE t.org_id = o.org_id AND t.offboarding_id = o.id
                  AND t.completed_at IS NULL AND t.not_needed_at IS NULL)
              AND NOT ${leftBefore(["completed"])}
            ELSE o.status IN ('pending', 'notice_period') AND g.begin_revocation_on_last_day
              AND o.exit_date BETWEEN ${today} - ${catchUpDays}::int AND ${today}
              AND NOT ${leftBefore(
                ["it_revocation", "asset_recovery", "completed"],
                client`AND e.created_at >= o.exit_date::timestamp AT TIME ZONE ${zone}`
              )}
          END`
      }

      const due = SqlSchema.findAll({
        Request: Schema.Struct({
          orgId: Schema.UndefinedOr(OrgId),
          now: Instant,
          after: Schema.UndefinedOr(Due),
          limit: Schema.Int
        }),
        Result: Due,
        execute: ({ after, limit, now, orgId }) => system`
        SELECT ${columns(system)} FROM organisations g JOIN offboardings o ON o.org_id = g.id
        WHERE (g.advance_when_ready OR g.begin_revocation_on_last_day) AND ${ofOrganisation(system, orgId, "g.id")}
          AND o.status NOT IN ('completed', 'cancelled') AND ${isDue(system, now)}
          AND ${behind(system, { "o.org_id": after?.org_id, "o.id": after?.id })}
        ORDER BY o.org_id, o.id LIMIT ${limit}`
      })

      const lockDue = maybe({
        Request: Schema.Struct({ org_id: OrgId, id: OffboardingId, target: OffboardingStatus, now: Instant }),
        Result: Due,
        execute: ({ id, now, org_id, target }) => sql`
        SELECT * FROM (
          SELECT ${columns(sql)} FROM organisations g JOIN offboardings o ON o.org_id = g.id
          WHERE o.org_id = ${org_id} AND o.id = ${id} AND ${isDue(sql, now)}
          FOR UPDATE OF o
        ) due WHERE due.target = ${target}`
      })

      return {
        /**
         * Cases whose next stage a setting decides, and as far as this table and its neighbors tell, may be reached. None of an
         * organization that is suspended, read-only or being deleted, and none back to a stage that a person moved it from.
         */
        due: (query: Query) => Effect.orDie(due(query)),
        /** The same move if it is due still; the case is held to the end of the transaction. */
        lockDue: (one: DueMove, now: DateTime.Utc) => lockDue({ ...one, now })
      }
    })
  }
) {
  static readonly layer = Layer.effect(StageAutomationRepo, StageAutomationRepo.make)
}
