import { ItTicketId, ItTicketStatus, TicketProvider } from "@svc/contract/it-tickets/schema"
import { CalendarDate } from "@svc/contract/kernel/dates"
import { ChecklistItemId, OffboardingId, OrgId, PersonKeyId } from "@svc/contract/kernel/ids"
import { OffboardingStatus } from "@svc/contract/offboardings/schema"
import { Context, DateTime, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { columnsOf } from "#platform/database/columns"
import { SystemSql, Transaction } from "#platform/database/db"
import { ofOrganisation } from "#platform/database/fragments"
import { anyRow, Instant, maybe, perform } from "#platform/database/statements"
import { makeLeaseQueue } from "#platform/jobs/lease-queue"
import { CaseFacts, caseReads } from "#records/case-facts"
import type { TicketAt } from "./ticket-system.ts"

const Queued = Schema.Struct({
  org_id: OrgId,
  id: ItTicketId,
  offboarding_id: OffboardingId,
  checklist_item_id: ChecklistItemId,
  provider: TicketProvider,
  status: ItTicketStatus,
  external_id: Schema.NullOr(Schema.String),
  external_key: Schema.NullOr(Schema.String),
  url: Schema.NullOr(Schema.String),
  /** Including the one in flight. */
  attempts: Schema.Int,
  sent_at: Schema.NullOr(Instant)
})
export type QueuedTicket = typeof Queued.Type

const Content = Schema.Struct({
  task: Schema.String,
  due_date: Schema.NullOr(CalendarDate),
  done: Schema.Boolean,
  case_status: OffboardingStatus,
  employee_name: Schema.String,
  exit_date: CalendarDate,
  person_key_id: PersonKeyId
})
export type TicketContent = typeof Content.Type

type Key = Pick<QueuedTicket, "org_id" | "id">

/** Ticket calls over all organizations, as a leased queue. */
export class TicketQueueRepo extends Context.Service<TicketQueueRepo>()("svc/it-tickets/TicketQueueRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const system = yield* SystemSql
    const columns = columnsOf(Queued, "t")
    const { lockCase } = caseReads(sql, CaseFacts)

    const queue = yield* makeLeaseQueue({
      table: "it_tickets",
      lease: "leased_by",
      row: Queued,
      join: system`JOIN organisations o ON o.id = q.org_id AND NOT o.suspended`,
      due: (now) => system`q.due_at <= ${now}
        AND effective_plan_status(o.plan, o.plan_status, o.trial_ends_at, ${now}) NOT IN ('trial_expired', 'canceled')`,
      order: "q.due_at",
      taken: () => system`attempts = q.attempts + CASE q.status WHEN 'queued' THEN 1 ELSE 0 END`
    })
    const content = maybe({
      Request: Schema.Struct({ orgId: OrgId, offboardingId: OffboardingId, itemId: ChecklistItemId }),
      Result: Content,
      execute: ({ itemId, offboardingId, orgId }) => sql`
        SELECT i.task, i.due_date, i.completed_at IS NOT NULL OR i.not_needed_at IS NOT NULL AS done,
          o.status AS case_status, o.employee_name, o.exit_date, o.person_key_id
        FROM checklist_items i JOIN offboardings o ON o.org_id = i.org_id AND o.id = i.offboarding_id
        WHERE i.org_id = ${orgId} AND i.id = ${itemId} AND o.id = ${offboardingId}`
    })
    const named = SqlSchema.findAll({
      Request: Schema.Struct({ orgId: OrgId, provider: TicketProvider, references: Schema.Array(Schema.String) }),
      Result: Queued,
      execute: ({ orgId, provider, references }) => system`
        SELECT ${columns} FROM it_tickets t
        WHERE t.org_id = ${orgId} AND t.provider = ${provider} AND t.status IN ('open', 'resolved')
          AND (t.external_id = ANY(${references}::text[]) OR t.external_key = ANY(${references}::text[]))
        LIMIT 5`
    })

    const { free } = queue
    const date = (moment: DateTime.Utc | null) => (moment === null ? null : DateTime.toDateUtc(moment))

    return {
      claim: queue.claim,
      content: ({ checklist_item_id, offboarding_id, org_id }: QueuedTicket) =>
        content({ orgId: org_id, offboardingId: offboarding_id, itemId: checklist_item_id }),
      /** When the call that makes the ticket began; null when it is known to have made none. */
      markSent: ({ id, org_id }: Key, at: DateTime.Utc | null) =>
        perform(sql`UPDATE it_tickets SET sent_at = ${date(at)} WHERE org_id = ${org_id} AND id = ${id}`),
      /** False when the ticket is another worker's by now, or gone. */
      made: ({ id, org_id }: Key, worker: string, ticket: TicketAt) =>
        queue.settle(
          { orgId: org_id, id, worker },
          sql`status = 'open', external_id = ${ticket.id}, external_key = ${ticket.key}, url = ${ticket.url},
            last_error = NULL, due_at = NULL`
        ),
      /** Retried at the given time; without one it has failed. */
      failed: (
        { id, org_id }: Key,
        { dueAt, error }: { readonly error: string; readonly dueAt: DateTime.Utc | null }
      ) =>
        perform(sql`
            UPDATE it_tickets SET status = CASE WHEN ${date(dueAt)}::timestamptz IS NULL THEN 'failed' ELSE 'queued' END,
              last_error = ${error}, due_at = ${date(dueAt)}, ${free}
            WHERE org_id = ${org_id} AND id = ${id}`),
      /** No call was made for it. */
      drop: ({ id, org_id }: Key) => perform(sql`DELETE FROM it_tickets WHERE org_id = ${org_id} AND id = ${id}`),
      lockCase: (orgId: OrgId, offboardingId: OffboardingId) =>
        Effect.map(lockCase({ orgId, offboardingId }, { _tag: "All" }, "NO KEY UPDATE"), Option.isSome),
      /** True for the caller that resolves it: once. */
      resolve: ({ id, org_id }: Key, at: DateTime.Utc) =>
        anyRow(sql`
            UPDATE it_tickets SET status = 'resolved', resolved_at = ${date(at)}, checked_at = ${date(at)}, last_error = NULL,
              due_at = NULL, ${free}
            WHERE org_id = ${org_id} AND id = ${id} AND status = 'open' RETURNING id`),
      /** An open ticket was read, or could not be; then the next read is due, if any. */
      checked: (
        { id, org_id }: Key,
        {
          at,
          dueAt,
          error
        }: { readonly at: DateTime.Utc; readonly error: string | null; readonly dueAt: DateTime.Utc | null }
      ) =>
        perform(sql`
            UPDATE it_tickets SET checked_at = ${date(at)}, last_error = ${error}, due_at = ${date(dueAt)}, ${free}
            WHERE org_id = ${org_id} AND id = ${id} AND status = 'open'`),
      /** Of an organization by these ids or keys, created tickets only. */
      named: (ticket: {
        readonly orgId: OrgId
        readonly provider: TicketProvider
        readonly references: ReadonlyArray<string>
      }) => Effect.orDie(named(ticket)),
      /** Makes reads due for open tickets of open cases that were not read since; returns the number. */
      lookAtOpen: ({
        limit,
        now,
        orgId,
        since
      }: {
        readonly orgId: OrgId | undefined
        readonly since: DateTime.Utc
        readonly now: DateTime.Utc
        readonly limit: number
      }) =>
        Transaction.use(() =>
          Effect.orDie(sql`
            UPDATE it_tickets t SET due_at = ${date(now)} FROM (
              SELECT t.org_id, t.id FROM it_tickets t
              JOIN offboardings o ON o.org_id = t.org_id AND o.id = t.offboarding_id AND o.status NOT IN ('completed', 'cancelled')
              WHERE t.status = 'open' AND t.due_at IS NULL
                AND (t.checked_at IS NULL OR t.checked_at <= ${date(since)}::timestamptz)
                AND ${ofOrganisation(sql, orgId, "t.org_id")}
              ORDER BY coalesce(t.checked_at, t.created_at) LIMIT ${limit} FOR UPDATE OF t SKIP LOCKED
            ) old
            WHERE t.org_id = old.org_id AND t.id = old.id RETURNING t.id`)
        ).pipe(Effect.map((rows) => rows.length))
    }
  })
}) {
  static readonly layer = Layer.effect(TicketQueueRepo, TicketQueueRepo.make)
}
