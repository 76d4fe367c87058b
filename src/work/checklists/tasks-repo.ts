import { FollowedRecord, TaskLink } from "@svc/contract/checklists/schema"
import { CalendarDate } from "@svc/contract/kernel/dates"
import { ChecklistItemId, OffboardingId, OrgId, UserId } from "@svc/contract/kernel/ids"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { columnsOf } from "#platform/database/columns"
import { Transaction } from "#platform/database/db"
import { all, Instant, maybe, one, perform } from "#platform/database/statements"
import { ownerReads } from "#records/case-readers"

const Row = Schema.Struct({
  id: ChecklistItemId,
  offboarding_id: OffboardingId,
  task: Schema.String,
  assigned_to: Schema.String,
  owner_id: Schema.NullOr(UserId),
  owner_name: Schema.NullOr(Schema.String),
  description: Schema.NullOr(Schema.String),
  links: Schema.Array(TaskLink),
  completed_at: Schema.NullOr(Instant),
  not_needed_at: Schema.NullOr(Instant),
  sealed_not_needed_reason: Schema.NullOr(Schema.String),
  due_date: Schema.NullOr(CalendarDate),
  sla_hours: Schema.NullOr(Schema.Int),
  sla_deadline: Schema.NullOr(Instant),
  sla_breached: Schema.Boolean,
  follows: Schema.NullOr(FollowedRecord),
  /** Stands for what is left behind of a kind at an app. */
  follows_left_behind: Schema.Boolean,
  self_completed: Schema.Boolean,
  kept_open: Schema.Boolean
})
export type TaskRow = typeof Row.Type

interface Key {
  readonly orgId: OrgId
  readonly id: ChecklistItemId
}

/** Single tasks. Changes lock the case (`ChecklistsRepo.lockCaseOf`). */
export class TasksRepo extends Context.Service<TasksRepo>()("svc/checklists/TasksRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const columns = columnsOf(Row, "", {
      follows_left_behind: sql`EXISTS (SELECT FROM left_behind_tasks l
        WHERE l.org_id = checklist_items.org_id AND l.task_id = checklist_items.id)`,
      owner_name: sql`(SELECT u.full_name FROM users u WHERE u.id = checklist_items.owner_id)`
    })

    const find = maybe({
      Request: Schema.Struct({ orgId: OrgId, id: ChecklistItemId }),
      Result: Row,
      execute: ({ id, orgId }) => sql`SELECT ${columns} FROM checklist_items WHERE org_id = ${orgId} AND id = ${id}`
    })

    const ofCases = all({
      Request: Schema.Struct({ orgId: OrgId, offboardingIds: Schema.Array(OffboardingId) }),
      Result: Row,
      execute: ({ offboardingIds, orgId }) => sql`
        SELECT ${columns} FROM checklist_items
        WHERE org_id = ${orgId} AND offboarding_id = ANY(${offboardingIds}::uuid[])
        ORDER BY offboarding_id, position, created_at, id`
    })

    const nextPosition = one({
      Request: Schema.Struct({ orgId: OrgId, offboardingId: OffboardingId }),
      Result: Schema.Struct({ position: Schema.Int }),
      execute: ({ offboardingId, orgId }) => sql`
        SELECT coalesce(max(position) + 1, 0)::int AS position FROM checklist_items
        WHERE org_id = ${orgId} AND offboarding_id = ${offboardingId}`
    })

    const emailOf = maybe({
      Request: UserId,
      Result: Schema.Struct({ email: Schema.String }),
      execute: (id) => sql`SELECT u.email FROM users u WHERE u.id = ${id}`
    })

    const encode = Schema.encodeEffect(Row)
    const kept = ["id", "offboarding_id", "follows", "follows_left_behind", "owner_name"] as const

    return {
      find,
      ...ownerReads(sql),
      /** Of an owner, by which their name is sealed in the log. */
      emailOf,
      /** In the order of each checklist. */
      ofCases: (orgId: OrgId, offboardingIds: ReadonlyArray<OffboardingId>) => ofCases({ orgId, offboardingIds }),
      /** Where a task comes to stand that is added at the end. */
      nextPosition: (orgId: OrgId, offboardingId: OffboardingId) =>
        nextPosition({ orgId, offboardingId }).pipe(Effect.map(({ position }) => position)),
      save: (orgId: OrgId, task: TaskRow) =>
        Transaction.use(() =>
          Effect.orDie(
            Effect.flatMap(
              encode(task),
              (row) => sql`
                UPDATE checklist_items SET ${sql.update({ ...row, links: JSON.stringify(row.links) }, kept)}
                WHERE org_id = ${orgId} AND id = ${task.id}`
            )
          )
        ).pipe(Effect.asVoid),
      remove: ({ id, orgId }: Key) => perform(sql`DELETE FROM checklist_items WHERE org_id = ${orgId} AND id = ${id}`)
    }
  })
}) {
  static readonly layer = Layer.effect(TasksRepo, TasksRepo.make)
}
