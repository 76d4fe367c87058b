import { ItTicketId, ItTicketStatus, TicketProvider } from "@svc/contract/it-tickets/schema"
import type { RecordScope } from "@svc/contract/kernel/access"
import {
  ChecklistItemId,
  IntegrationId,
  OffboardingId,
  OrgId,
  PersonKeyId,
  type UserId
} from "@svc/contract/kernel/ids"
import { Plan } from "@svc/contract/kernel/plans"
import { OffboardingStatus } from "@svc/contract/offboardings/schema"
import { Context, DateTime, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { SystemSql, Transaction } from "#platform/database/db"
import { all, Instant, maybe, organisations, perform } from "#platform/database/statements"
import { CaseFacts, caseReads } from "#records/case-facts"
import { casesIn } from "#records/record-scope"

const Listed = Schema.Struct({
  id: ItTicketId,
  offboarding_id: OffboardingId,
  task_id: ChecklistItemId,
  task: Schema.String,
  provider: TicketProvider,
  status: ItTicketStatus,
  key: Schema.NullOr(Schema.String),
  url: Schema.NullOr(Schema.String),
  last_error: Schema.NullOr(Schema.String),
  created_at: Instant,
  resolved_at: Schema.NullOr(Instant)
})
const Task = Schema.Struct({
  id: ChecklistItemId,
  offboarding_id: OffboardingId,
  task: Schema.String,
  done: Schema.Boolean,
  status: OffboardingStatus,
  employee_name: Schema.String,
  person_key_id: PersonKeyId
})
const ItTasks = Schema.Struct({ id: ChecklistItemId })
const Connected = Schema.Struct({ provider: TicketProvider, plan: Plan })
const Owner = Schema.Struct({ org_id: OrgId, plan: Plan })
const Existing = Schema.Struct({ id: ItTicketId, status: ItTicketStatus })

interface CaseKey {
  readonly orgId: OrgId
  readonly offboardingId: OffboardingId
}

/** Tickets as people and callbacks ask for them; the calls that they need are queued in `TicketQueueRepo`. */
export class TicketsRepo extends Context.Service<TicketsRepo>()("svc/it-tickets/TicketsRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const system = yield* SystemSql
    const Key = Schema.Struct({ orgId: OrgId, offboardingId: OffboardingId })
    const { caseOf } = caseReads(sql, CaseFacts)

    const listed = sql.literal(`
      t.id, t.offboarding_id, t.checklist_item_id AS task_id, i.task, t.provider, t.status, t.external_key AS key, t.url,
      t.last_error, t.created_at, t.resolved_at
      FROM it_tickets t JOIN checklist_items i ON i.org_id = t.org_id AND i.id = t.checklist_item_id`)
    const ofCase = all({
      Request: Key,
      Result: Listed,
      execute: ({ offboardingId, orgId }) => sql`
        SELECT ${listed} WHERE t.org_id = ${orgId} AND t.offboarding_id = ${offboardingId} ORDER BY i.position, i.created_at, i.id`
    })
    const find = maybe({
      Request: Schema.Struct({ orgId: OrgId, id: ItTicketId }),
      Result: Listed,
      execute: ({ id, orgId }) => sql`SELECT ${listed} WHERE t.org_id = ${orgId} AND t.id = ${id}`
    })
    const lockTask = (orgId: OrgId, id: ChecklistItemId, records: RecordScope) =>
      SqlSchema.findOneOption({
        Request: Schema.Void,
        Result: Task,
        execute: () => sql`
          SELECT i.id, i.offboarding_id, i.task, i.completed_at IS NOT NULL OR i.not_needed_at IS NOT NULL AS done,
            offboardings.status, offboardings.employee_name, offboardings.person_key_id
          FROM checklist_items i
          JOIN offboardings ON offboardings.org_id = i.org_id AND offboardings.id = i.offboarding_id
          WHERE i.org_id = ${orgId} AND i.id = ${id} AND ${casesIn(sql, records)}
          FOR NO KEY UPDATE OF offboardings`
      })(undefined)
    const connected = maybe({
      Request: OrgId,
      Result: Connected,
      execute: (orgId) => sql`
        SELECT i.config ->> 'provider' AS provider, o.plan FROM integrations i JOIN organisations o ON o.id = i.org_id
        WHERE i.org_id = ${orgId} AND i.protocol = 'it-tickets' AND i.connection_status`
    })
    const connectedAmong = organisations(
      (orgIds) => sql`
        SELECT DISTINCT org_id FROM integrations
        WHERE org_id = ANY(${orgIds}::uuid[]) AND protocol = 'it-tickets' AND connection_status`
    )
    const tasksForIt = all({
      Request: Schema.Struct({ ...Key.fields, limit: Schema.Int }),
      Result: ItTasks,
      execute: ({ limit, offboardingId, orgId }) => sql`
        SELECT i.id FROM checklist_items i
        JOIN offboardings o ON o.org_id = i.org_id AND o.id = i.offboarding_id
          AND o.status NOT IN ('completed', 'cancelled')
        WHERE i.org_id = ${orgId} AND i.offboarding_id = ${offboardingId}
          AND i.completed_at IS NULL AND i.not_needed_at IS NULL
          AND i.follows IS DISTINCT FROM 'revocation'
          AND lower(btrim(i.assigned_to)) ~ '^it([ -].*)?$'
          AND NOT EXISTS (SELECT FROM it_tickets t WHERE t.org_id = i.org_id AND t.checklist_item_id = i.id)
        ORDER BY i.position, i.created_at, i.id LIMIT ${limit}`
    })
    const ofTask = maybe({
      Request: Schema.Struct({ orgId: OrgId, id: ChecklistItemId }),
      Result: Existing,
      execute: ({ id, orgId }) => sql`
        SELECT id, status FROM it_tickets WHERE org_id = ${orgId} AND checklist_item_id = ${id}`
    })
    const standing = system.literal(
      "NOT o.suspended AND effective_plan_status(o.plan, o.plan_status, o.trial_ends_at, now_at.value) NOT IN ('trial_expired', 'canceled')"
    )
    const ownerOf = SqlSchema.findAll({
      Request: Schema.Struct({ id: IntegrationId, now: Instant }),
      Result: Owner,
      execute: ({ id, now }) => system`
        SELECT i.org_id, o.plan FROM (SELECT ${now}::timestamptz AS value) now_at
        JOIN integrations i ON i.id = ${id} AND i.protocol = 'it-tickets' AND i.connection_status
        JOIN organisations o ON o.id = i.org_id AND ${standing}`
    })
    const ownersOfTicket = SqlSchema.findAll({
      Request: Schema.Struct({ provider: TicketProvider, references: Schema.Array(Schema.String), now: Instant }),
      Result: Owner,
      execute: ({ now, provider, references }) => system`
        SELECT DISTINCT t.org_id, o.plan FROM (SELECT ${now}::timestamptz AS value) now_at
        JOIN it_tickets t ON t.provider = ${provider}
          AND (t.external_id = ANY(${references}::text[]) OR t.external_key = ANY(${references}::text[]))
        JOIN organisations o ON o.id = t.org_id AND ${standing}
        LIMIT 20`
    })

    return {
      hasCase: (key: CaseKey, records: RecordScope) => Effect.map(caseOf(key, records), Option.isSome),
      ofCase,
      find: (orgId: OrgId, id: ItTicketId) => find({ orgId, id }),
      /** The task, with its case held; none outside the scope. */
      lockTask: (orgId: OrgId, id: ChecklistItemId, records: RecordScope) =>
        Transaction.use(() => Effect.orDie(lockTask(orgId, id, records))),
      /** The ticket system that is connected now. */
      connected,
      /** The organizations that have one. */
      connectedAmong,
      /** Open tasks of IT in an open case that this service does not do itself and that have no ticket. */
      tasksForIt: (key: CaseKey, limit: number) =>
        tasksForIt({ ...key, limit }).pipe(Effect.map((rows) => rows.map(({ id }) => id))),
      ofTask: (orgId: OrgId, id: ChecklistItemId) => ofTask({ orgId, id }),
      insert: (ticket: {
        readonly orgId: OrgId
        readonly id: ItTicketId
        readonly offboardingId: OffboardingId
        readonly taskId: ChecklistItemId
        readonly provider: TicketProvider
        readonly createdBy: UserId | null
        readonly now: DateTime.Utc
      }) =>
        perform(sql`
            INSERT INTO it_tickets ${sql.insert({
              org_id: ticket.orgId,
              id: ticket.id,
              offboarding_id: ticket.offboardingId,
              checklist_item_id: ticket.taskId,
              provider: ticket.provider,
              created_by: ticket.createdBy,
              created_at: DateTime.toDateUtc(ticket.now),
              due_at: DateTime.toDateUtc(ticket.now)
            })} ON CONFLICT (org_id, checklist_item_id) DO NOTHING`),
      /** One that failed is queued again, by whichever system is connected now. */
      requeue: (
        orgId: OrgId,
        id: ItTicketId,
        { now, provider }: { readonly provider: TicketProvider; readonly now: DateTime.Utc }
      ) =>
        perform(sql`
            UPDATE it_tickets SET status = 'queued', attempts = 0, last_error = NULL, due_at = ${DateTime.toDateUtc(now)},
              sent_at = CASE WHEN provider = ${provider} THEN sent_at END, provider = ${provider},
              external_id = NULL, external_key = NULL, url = NULL
            WHERE org_id = ${orgId} AND id = ${id}`),
      emailOf: (userId: UserId) =>
        Transaction.use(() =>
          Effect.orDie(sql<{ readonly email: string }>`SELECT email FROM users WHERE id = ${userId}`)
        ).pipe(Effect.map((rows) => rows[0]?.email ?? null)),
      /** The connection's organization, while it is in good standing. */
      ownerOf: (id: IntegrationId, now: DateTime.Utc) => Effect.orDie(ownerOf({ id, now })),
      /** Organizations that have a ticket with this id or key. */
      ownersOfTicket: (ticket: {
        readonly provider: TicketProvider
        readonly references: ReadonlyArray<string>
        readonly now: DateTime.Utc
      }) => Effect.orDie(ownersOfTicket(ticket))
    }
  })
}) {
  static readonly layer = Layer.effect(TicketsRepo, TicketsRepo.make)
}
