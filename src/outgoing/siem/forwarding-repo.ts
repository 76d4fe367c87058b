import { OrgId } from "@svc/contract/kernel/ids"
import { isReadOnly, Plan, planFeatures, PlanStatus } from "@svc/contract/kernel/plans"
import { stageActions } from "@svc/contract/siem/events"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { SystemSql } from "#platform/database/db"
import { ofOrganisation } from "#platform/database/fragments"
import { Instant, maybe } from "#platform/database/statements"

const plans = Plan.literals.filter((plan) => planFeatures[plan].includes("siem"))
const readOnly = PlanStatus.literals.filter(isReadOnly)

const Slice = Schema.Struct({
  /** Deliveries made of it. */
  queued: Schema.Int,
  /** Entries of the chain are left behind it. */
  more: Schema.Boolean
})

/** From an organization's chain into the queues of its destinations. */
export class ForwardingRepo extends Context.Service<ForwardingRepo>()("svc/siem/ForwardingRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const system = yield* SystemSql

    const behind = SqlSchema.findAll({
      Request: Schema.UndefinedOr(OrgId),
      Result: Schema.Struct({ org_id: OrgId }),
      execute: (orgId) => system`
        SELECT s.org_id FROM siem_streams s JOIN audit_heads h ON h.org_id = s.org_id
        WHERE h.seq > s.forwarded_seq AND ${ofOrganisation(system, orgId, "s.org_id")}
        ORDER BY s.org_id`
    })

    /**
     * All of it sees one snapshot: entries are appended one transaction after the other, so every entry up to the
     * visible head is visible too. The cursor is read under its lock, as the previous node left it.
     *
     * If nothing may receive, nothing is queued: the cursor still moves, immediately to the end. Destinations are
     * locked against removal, because the foreign key would refuse the whole slice.
     *
     * Live deliveries are due a day ago, so that they precede those of a batch export, in the chain's order.
     */
    const slice = maybe({
      Request: Schema.Struct({ orgId: OrgId, entries: Schema.Int, deliveries: Schema.Int, now: Instant }),
      Result: Slice,
      execute: ({ deliveries, entries, now, orgId }) => sql`
        WITH stream AS MATERIALIZED (
          SELECT s.forwarded_seq, h.seq AS head,
            o.plan = ANY(${plans}::text[]) AND NOT o.suspended
              AND effective_plan_status(o.plan, o.plan_status, o.trial_ends_at, ${now}::timestamptz) <> ALL(${readOnly}::text[])
              AND o.deletion_started_at IS NULL AS receives
          FROM siem_streams s
          JOIN audit_heads h ON h.org_id = s.org_id
          JOIN organisations o ON o.id = s.org_id
          WHERE s.org_id = ${orgId} AND s.forwarded_seq < h.seq
          FOR NO KEY UPDATE OF s SKIP LOCKED
        ),
        target AS MATERIALIZED (
          SELECT t.id, t.events, t.all_events, t.after_seq FROM siem_targets t
          WHERE t.org_id = ${orgId} AND t.active AND EXISTS (SELECT FROM stream WHERE receives)
          FOR KEY SHARE OF t
        ),
        bounds AS MATERIALIZED (
          SELECT forwarded_seq, head, CASE
            WHEN targets = 0 THEN head
            ELSE LEAST(forwarded_seq + GREATEST(1, LEAST(${entries}::int, ${deliveries}::int / targets)), head)
          END AS through
          FROM stream CROSS JOIN (SELECT count(*) AS targets FROM target) t
        ),
        named AS MATERIALIZED (
          SELECT e.seq, n.name FROM bounds
          JOIN audit_entries e ON e.org_id = ${orgId} AND e.seq > bounds.forwarded_seq AND e.seq <= bounds.through
          CROSS JOIN LATERAL (
            SELECT 'status_changed' AS name
            WHERE e.action = ANY(${stageActions}::text[]) AND e.facts ? 'new_status'
            UNION ALL SELECT e.action WHERE e.action <> ALL(${stageActions}::text[])
            UNION ALL SELECT 'revocation_failed'
            WHERE e.action = 'access_revoked' AND e.facts @> '{"incomplete": true}'
          ) n
          WHERE EXISTS (SELECT FROM target)
        ),
        queued AS (
          INSERT INTO siem_deliveries (org_id, id, target_id, audit_seq, event, next_attempt_at, created_at)
          SELECT ${orgId}::uuid, gen_random_uuid(), target.id, named.seq, named.name,
            ${now}::timestamptz - interval '1 day' + named.seq * interval '1 microsecond', ${now}::timestamptz
          FROM target JOIN named ON named.seq > target.after_seq
            AND (target.all_events OR named.name = ANY(target.events))
          RETURNING 1
        ),
        moved AS (
          UPDATE siem_streams s SET forwarded_seq = bounds.through FROM bounds WHERE s.org_id = ${orgId}
        )
        SELECT (SELECT count(*)::int FROM queued) AS queued, through < head AS more FROM bounds`
    })

    return {
      /** Organizations with entries that were not forwarded; one, or all. */
      behind: (orgId: OrgId | undefined) =>
        Effect.map(Effect.orDie(behind(orgId)), (rows) => rows.map(({ org_id }) => org_id)),
      /**
       * Forwards the next entries of the chain: one delivery per entry, active destination, and selected name, and the
       * cursor after them. None while another node has the organization, or when nothing is left.
       */
      slice
    }
  })
}) {
  static readonly layer = Layer.effect(ForwardingRepo, ForwardingRepo.make)
}
