import type { FollowedRecord, TaskLink } from "@svc/contract/checklists/schema"
import type { RecordScope } from "@svc/contract/kernel/access"
import {
  ChecklistItemId,
  type DocumentId,
  EmployeeId,
  OffboardingId,
  OrgId,
  type UserId
} from "@svc/contract/kernel/ids"
import { Context, DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { all, one, perform, send } from "#platform/database/statements"
import { CaseFacts, caseReads, stillActive } from "#records/case-facts"

interface NewItem {
  readonly org_id: OrgId
  readonly id: ChecklistItemId
  readonly offboarding_id: OffboardingId
  readonly position: number
  readonly task: string
  readonly assigned_to: string
  readonly sla_hours: number | null
  readonly sla_deadline: DateTime.Utc | null
  readonly due_date: string | null
  readonly follows: FollowedRecord | null
  readonly followed_document_id: DocumentId | null
  readonly created_at: DateTime.Utc
  readonly owner_id?: UserId | null
  readonly description?: string | null
  readonly links?: ReadonlyArray<TaskLink>
}

/** What most new tasks have none of. */
const bare = { owner_id: null, description: null, links: [] }

const Following = Schema.Struct({
  id: ChecklistItemId,
  task: Schema.String,
  completed: Schema.Boolean,
  notNeeded: Schema.Boolean,
  selfCompleted: Schema.Boolean,
  keptOpen: Schema.Boolean,
  state: Schema.Literals(["settled", "open", "none"])
})
export type FollowingItem = typeof Following.Type

interface CaseKey {
  readonly orgId: OrgId
  readonly offboardingId: OffboardingId
}

/** Tasks of cases. Changes lock the case first, so that the last closed one is really the last. */
export class ChecklistsRepo extends Context.Service<ChecklistsRepo>()("svc/checklists/ChecklistsRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const Key = Schema.Struct({ orgId: OrgId, offboardingId: OffboardingId })

    const { lockCase } = caseReads(sql, CaseFacts)

    const lockCasesOf = all({
      Request: Schema.Struct({ orgId: OrgId, holder: EmployeeId }),
      Result: Schema.Struct({ id: OffboardingId }),
      execute: ({ holder, orgId }) => sql`
        SELECT o.id FROM offboardings o
        WHERE o.org_id = ${orgId} AND o.status NOT IN ('completed', 'cancelled')
          AND (o.org_employee_id = ${holder} OR (o.org_employee_id IS NULL AND o.lower_employee_email =
            (SELECT e.lower_email FROM org_employees e WHERE e.org_id = ${orgId} AND e.id = ${holder})))
        ORDER BY o.id FOR NO KEY UPDATE`
    })

    const following = all({
      Request: Key,
      Result: Following,
      execute: ({ offboardingId, orgId }) => sql`
        SELECT i.id, i.task, i.completed_at IS NOT NULL AS completed, i.not_needed_at IS NOT NULL AS "notNeeded",
          i.self_completed AS "selfCompleted", i.kept_open AS "keptOpen",
          CASE i.follows
            WHEN 'revocation' THEN CASE
              WHEN apps.selected = 0 THEN CASE WHEN o.no_apps_confirmed_at IS NULL THEN 'none' ELSE 'settled' END
              WHEN apps.missing = 0 THEN 'settled' ELSE 'open' END
            WHEN 'assets' THEN CASE
              WHEN lent.deployed > 0 THEN 'open'
              WHEN lent.settled > 0 OR o.asset_return_confirmed_at IS NOT NULL THEN 'settled' ELSE 'none' END
            WHEN 'document' THEN coalesce((
              SELECT CASE WHEN d.status = 'pending' THEN 'open' ELSE 'settled' END FROM compliance_documents d
              WHERE d.org_id = i.org_id AND d.id = i.followed_document_id), 'none')
            ELSE CASE WHEN EXISTS (
              SELECT FROM left_behind_tasks l
              JOIN left_behind_items b ON b.org_id = l.org_id AND b.offboarding_id = l.offboarding_id
                AND b.service_name = l.service_name AND b.kind = l.kind AND b.disposition = 'pending'
                AND b.identity = o.identity
              WHERE l.org_id = i.org_id AND l.task_id = i.id) THEN 'open' ELSE 'settled' END
          END AS state
        FROM offboardings o
        JOIN checklist_items i ON i.org_id = o.org_id AND i.offboarding_id = o.id AND (i.follows IS NOT NULL
          OR EXISTS (SELECT FROM left_behind_tasks l WHERE l.org_id = i.org_id AND l.task_id = i.id))
        CROSS JOIN LATERAL (
          SELECT count(*) AS selected, count(*) FILTER (
            WHERE a.outcome IS DISTINCT FROM 'revoked' AND a.removal_confirmed_at IS NULL
              OR ${sql.literal(stillActive)}) AS missing
          FROM revocation_apps a WHERE a.org_id = o.org_id AND a.offboarding_id = o.id
        ) apps
        CROSS JOIN LATERAL (
          -- What came back before the case says nothing of what the person has now.
          SELECT count(*) FILTER (WHERE a.status = 'deployed') AS deployed,
            count(*) FILTER (WHERE a.status <> 'deployed' AND a.updated_at >= o.created_at) AS settled
          -- A value of its own: within row-level security no index serves what is compared to an expression of rows.
          FROM (SELECT coalesce(o.org_employee_id,
            (SELECT e.id FROM org_employees e WHERE e.org_id = o.org_id AND e.lower_email = o.lower_employee_email)
          ) AS id OFFSET 0) holder
          JOIN assets a ON a.org_id = o.org_id AND a.org_employee_id = holder.id
        ) lent
        WHERE o.org_id = ${orgId} AND o.id = ${offboardingId}
        ORDER BY i.position, i.created_at, i.id`
    })

    const countOpen = one({
      Request: Key,
      Result: Schema.Struct({ open: Schema.Int }),
      execute: ({ offboardingId, orgId }) => sql`
        SELECT count(*)::int AS open FROM checklist_items
        WHERE org_id = ${orgId} AND offboarding_id = ${offboardingId}
          AND completed_at IS NULL AND not_needed_at IS NULL`
    })

    const columns = sql.literal(
      `org_id, id, offboarding_id, position, task, assigned_to, sla_hours, sla_deadline, due_date, follows,
       followed_document_id, created_at, owner_id, description, links`
    )

    return {
      /** None as well when the case is not in the scope. */
      lockCase: (key: CaseKey, records: RecordScope) => lockCase(key, records, "NO KEY UPDATE"),
      /** The same for the case that has this task. */
      lockCaseOf: ({ id, orgId }: { readonly orgId: OrgId; readonly id: ChecklistItemId }, records: RecordScope) =>
        lockCase(
          {
            orgId,
            offboardingId: sql`(SELECT i.offboarding_id FROM checklist_items i WHERE i.org_id = ${orgId} AND i.id = ${id})`
          },
          records,
          "NO KEY UPDATE"
        ),
      /** The open cases of a directory record, by link, or by address where none is linked; held, in the order of their ids. */
      lockCasesOf: (orgId: OrgId, holder: EmployeeId) =>
        lockCasesOf({ orgId, holder }).pipe(Effect.map((rows) => rows.map(({ id }) => id))),
      // Our own rows for output: times become ISO texts, and a schema's encoder costs several times as much. One
      // parameter for any number of tasks, so that the statement is planned once.
      insert: (items: ReadonlyArray<NewItem>) =>
        send(sql`
            INSERT INTO checklist_items (${columns}) SELECT ${columns}
            FROM jsonb_populate_recordset(NULL::checklist_items, ${JSON.stringify(items.map((item) => ({ ...bare, ...item })))}::jsonb)`),
      /** The tasks that follow a record, each with what that says now. */
      following,
      complete: ({ offboardingId, orgId }: CaseKey, ids: ReadonlyArray<ChecklistItemId>, at: DateTime.Utc) =>
        perform(sql`
            UPDATE checklist_items SET completed_at = ${DateTime.toDateUtc(at)}, self_completed = true, sla_breached = false
            WHERE org_id = ${orgId} AND offboarding_id = ${offboardingId} AND id = ANY(${ids}::uuid[])`),
      /** Also lets go of what was kept open. */
      reopen: ({ offboardingId, orgId }: CaseKey, ids: ReadonlyArray<ChecklistItemId>) =>
        perform(sql`
            UPDATE checklist_items SET completed_at = NULL, self_completed = false, kept_open = false
            WHERE org_id = ${orgId} AND offboarding_id = ${offboardingId} AND id = ANY(${ids}::uuid[])`),
      countOpen: (key: CaseKey) => countOpen(key).pipe(Effect.map(({ open }) => open))
    }
  })
}) {
  static readonly layer = Layer.effect(ChecklistsRepo, ChecklistsRepo.make)
}
