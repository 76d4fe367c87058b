import { isReadOnly, PlanStatus } from "@svc/contract/kernel/plans"
import { Context, type DateTime, Effect, Layer, Schema } from "effect"
import { SqlSchema, type Statement } from "effect/sql"
import { SystemSql } from "#platform/database/db"
import { Instant } from "#platform/database/statements"

/** Of a longer queue no more are counted: what is waiting is then the point, not how much of it. */
const mostCounted = 10_000
/** Maximum receivers with due deliveries that are counted, each by one index probe. */
const mostReceivers = 5_000

const Backlog = Schema.Struct({
  queue: Schema.String,
  depth: Schema.Int,
  oldest_due: Schema.NullOr(Instant)
})
export type Backlog = typeof Backlog.Type

const Chains = Schema.Struct({
  /** Time of the newest entry of any organization. */
  newest: Schema.NullOr(Instant),
  /** Time of the oldest entry that is newer than its organization's newest anchor. */
  unanchored_since: Schema.NullOr(Instant),
  /** Organizations with such an entry from before the given time. */
  unanchored: Schema.Int,
  /** Anchors that a place outside of the database does not have yet. */
  unpublished: Schema.Int
})
export type Chains = typeof Chains.Type

/**
 * Pending work over all organizations. Counts only what a worker may claim: of served organizations, for active
 * receivers. Every part walks an index of unfinished rows; finished rows cost nothing.
 */
export class GaugesRepo extends Context.Service<GaugesRepo>()("svc/gauges/GaugesRepo", {
  make: Effect.gen(function* () {
    const system = yield* SystemSql
    const readOnly = PlanStatus.literals.filter(isReadOnly)

    const served = (of: string) => system`EXISTS (
      SELECT FROM organisations o WHERE o.id = ${system.literal(of)} AND NOT o.suspended AND o.deletion_started_at IS NULL)`
    const paying = (of: string, now: Date) => system`EXISTS (
      SELECT FROM organisations o WHERE o.id = ${system.literal(of)} AND NOT o.suspended AND o.deletion_started_at IS NULL
        AND effective_plan_status(o.plan, o.plan_status, o.trial_ends_at, ${now}::timestamptz) <> ALL(${readOnly}::text[]))`

    /** A queue in the order of what is due: the first of the index is the oldest. */
    const inOrder = (queue: string, due: Statement.Fragment) => system`
      SELECT ${queue}::text AS queue, count(*)::int AS depth, min(due) AS oldest_due FROM (${due} LIMIT ${mostCounted}) waiting`

    const free = (now: Date) => system`(leased_until IS NULL OR leased_until <= ${now}::timestamptz)`

    /** From receiver to receiver along the index of unfinished deliveries, as the engine looks for them. */
    const deliveries = (
      queue: string,
      now: Date,
      {
        receiverId,
        receivers,
        table
      }: { readonly table: string; readonly receivers: string; readonly receiverId: string }
    ) => {
      const [of, to, id] = [system.literal(table), system.literal(receivers), system.literal(receiverId)]
      return system`
      (WITH RECURSIVE first_due AS (
        (
          SELECT d.org_id, d.${id} AS receiver, d.next_attempt_at FROM ${of} d
          WHERE d.status IN ('pending', 'failed')
          ORDER BY d.org_id, d.${id}, d.next_attempt_at, d.id LIMIT 1
        )
        UNION ALL
        SELECT following.* FROM first_due CROSS JOIN LATERAL (
          SELECT d.org_id, d.${id} AS receiver, d.next_attempt_at FROM ${of} d
          WHERE d.status IN ('pending', 'failed') AND (d.org_id, d.${id}) > (first_due.org_id, first_due.receiver)
          ORDER BY d.org_id, d.${id}, d.next_attempt_at, d.id LIMIT 1
        ) following
      ), due AS (
        SELECT first_due.* FROM first_due JOIN ${to} r ON r.org_id = first_due.org_id AND r.id = first_due.receiver
        WHERE first_due.next_attempt_at <= ${now}::timestamptz AND r.active AND ${paying("first_due.org_id", now)}
        LIMIT ${mostReceivers}
      )
      SELECT ${queue}::text AS queue, (
          SELECT count(*)::int FROM (
            SELECT FROM due CROSS JOIN LATERAL (
              SELECT FROM ${of} d
              WHERE d.org_id = due.org_id AND d.${id} = due.receiver AND d.status IN ('pending', 'failed')
                AND d.next_attempt_at <= ${now}::timestamptz
              LIMIT ${mostCounted}
            ) one LIMIT ${mostCounted}
          ) counted
        ) AS depth, min(due.next_attempt_at) AS oldest_due
      FROM due)`
    }

    const backlogs = SqlSchema.findAll({
      Request: Instant,
      Result: Backlog,
      execute: (now) =>
        system`
        ${deliveries("webhook-deliveries", now, { table: "webhook_deliveries", receivers: "webhook_endpoints", receiverId: "endpoint_id" })}
        UNION ALL
        ${deliveries("siem-deliveries", now, { table: "siem_deliveries", receivers: "siem_targets", receiverId: "target_id" })}
        UNION ALL
        ${inOrder(
          "outbox",
          system`SELECT coalesce(not_before, recorded_at) AS due FROM outbox_events
            WHERE not_before IS NULL OR not_before <= ${now}::timestamptz`
        )}
        UNION ALL
        ${inOrder(
          "mail-outbox",
          system`SELECT next_attempt_at AS due FROM mail_outbox
            WHERE status = 'pending' AND next_attempt_at <= ${now}::timestamptz AND ${free(now)} ORDER BY next_attempt_at`
        )}
        UNION ALL
        ${inOrder(
          "revocation-runs",
          system`SELECT coalesce(due_at, created_at) AS due FROM revocation_runs
            WHERE status <> 'finished' AND ${free(now)} ORDER BY created_at`
        )}
        UNION ALL
        ${inOrder(
          "revocation-schedules",
          system`SELECT due_at AS due FROM revocation_schedules s WHERE due_at <= ${now}::timestamptz
            AND NOT EXISTS (
              SELECT FROM revocation_runs r
              WHERE r.org_id = s.org_id AND r.offboarding_id = s.offboarding_id AND r.status <> 'finished')
            ORDER BY due_at`
        )}
        UNION ALL
        ${inOrder(
          "chat-messages",
          system`SELECT next_attempt_at AS due FROM chat_messages
            WHERE status = 'pending' AND next_attempt_at <= ${now}::timestamptz AND ${free(now)} ORDER BY next_attempt_at`
        )}
        UNION ALL
        ${inOrder(
          "sms-messages",
          system`SELECT due_at AS due FROM sms_messages
            WHERE status = 'queued' AND due_at <= ${now}::timestamptz AND ${free(now)}
              AND ${served("sms_messages.org_id")} ORDER BY due_at`
        )}
        UNION ALL
        ${inOrder(
          "it-tickets",
          system`SELECT due_at AS due FROM it_tickets
            WHERE due_at <= ${now}::timestamptz AND ${free(now)} AND ${paying("it_tickets.org_id", now)} ORDER BY due_at`
        )}
        UNION ALL
        ${inOrder(
          "esignature-requests",
          system`SELECT next_attempt_at AS due FROM esignature_requests
            WHERE next_attempt_at <= ${now}::timestamptz AND ${free(now)}
              AND ${served("esignature_requests.org_id")} ORDER BY next_attempt_at`
        )}
        UNION ALL
        ${inOrder(
          "org-exports",
          system`SELECT next_attempt_at AS due FROM organisation_exports
            WHERE status IN ('queued', 'running') AND next_attempt_at <= ${now}::timestamptz AND ${free(now)}
            ORDER BY next_attempt_at`
        )}
        UNION ALL
        ${inOrder(
          "leaver-tests",
          system`SELECT next_attempt_at AS due FROM leaver_tests
            WHERE status IN ('queued', 'running') AND next_attempt_at <= ${now}::timestamptz AND ${free(now)}
            ORDER BY next_attempt_at`
        )}`.unprepared
    })

    const chains = SqlSchema.findOne({
      Request: Instant,
      Result: Chains,
      execute: (before) =>
        system`
        WITH heads AS (
          SELECT newest.created_at AS newest, behind.created_at AS behind
          FROM audit_heads h
          CROSS JOIN LATERAL (
            SELECT e.created_at FROM audit_entries e WHERE e.org_id = h.org_id AND e.seq = h.seq
          ) newest
          LEFT JOIN LATERAL (
            SELECT a.seq FROM audit_anchors a WHERE a.org_id = h.org_id ORDER BY a.seq DESC LIMIT 1
          ) anchored ON true
          LEFT JOIN LATERAL (
            SELECT e.created_at FROM audit_entries e
            WHERE e.org_id = h.org_id AND e.seq > coalesce(anchored.seq, 0) ORDER BY e.seq LIMIT 1
          ) behind ON h.seq > coalesce(anchored.seq, 0)
          WHERE h.seq > 0
        )
        SELECT max(newest) AS newest, min(behind) AS unanchored_since,
          count(*) FILTER (WHERE behind < ${before}::timestamptz)::int AS unanchored,
          (SELECT count(*)::int FROM (SELECT FROM audit_anchor_witnessings LIMIT ${mostCounted}) w) AS unpublished
        FROM heads`.unprepared
    })

    return {
      backlogs: (now: DateTime.Utc) => Effect.orDie(backlogs(now)),
      /** The state of all chains; `before`: entries older than this must have an anchor. */
      chains: (before: DateTime.Utc) => Effect.orDie(chains(before))
    }
  })
}) {
  static readonly layer = Layer.effect(GaugesRepo, GaugesRepo.make)
}
