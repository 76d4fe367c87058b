import type {
  ChecklistItemNotFound,
  LinkedItemOpen,
  NotNeededReasonRequired,
  OpenTaskDelete
} from "@svc/contract/checklists/errors"
import type { AddTask, ChecklistItem, UpdateTask } from "@svc/contract/checklists/schema"
import { Caller } from "@svc/contract/kernel/access"
import type { CaseCompleted, LegalHoldInForce, PermissionDenied } from "@svc/contract/kernel/errors"
import { ChecklistItemId, type DocumentId, type EmployeeId, type OffboardingId } from "@svc/contract/kernel/ids"
import type { OffboardingCancelled, OffboardingNotFound } from "@svc/contract/offboardings/errors"
import { Context, DateTime, Effect, Layer } from "effect"
import { PersonKeys } from "#audit/person-keys"
import { Db, type Transaction } from "#platform/db"
import { Randomness } from "#platform/random"
import type { ListedTask } from "./default-lists.ts"
import { makeSync } from "./following.ts"
import { ChecklistsRepo } from "./repo.ts"
import { dueDate } from "./rules.ts"
import { makeTasks } from "./tasks.ts"
import { type TaskRow, TasksRepo } from "./tasks-repo.ts"

export { defaultList, type ListedTask } from "./default-lists.ts"

/** A task after a change; `unchanged` when one that was done already was ticked and nothing else was asked. */
export type TaskAfter =
  | { readonly unchanged: true }
  | { readonly unchanged: false; readonly task: TaskRow; readonly notNeededReason: string | null }

/**
 * The tasks of offboardings.
 *
 * Locks are taken in one order by everybody: the case first, then what belongs to it (tasks, assets of its person,
 * documents). So the last task to close is the last, and no case completes beside an asset that goes out again.
 */
export class Checklists extends Context.Service<
  Checklists,
  {
    /**
     * The tasks of a new case, in the transaction that inserts it (D3, Checklist item): those given, in their order.
     * `exitDate` is `YYYY-MM-DD`.
     */
    createFor(offboarding: {
      readonly id: OffboardingId
      readonly exitDate: string
      readonly tasks: ReadonlyArray<ListedTask>
    }): Effect.Effect<void, never, Caller | Transaction>
    /** The tasks of a case as another case may have them, open again; empty when there is no such case. */
    listOf(offboardingId: OffboardingId): Effect.Effect<ReadonlyArray<ListedTask>, never, Caller>
    /** The tasks of cases as people see them, reasons revealed; a case without tasks is not in the answer. */
    ofCases(
      offboardingIds: ReadonlyArray<OffboardingId>
    ): Effect.Effect<ReadonlyMap<OffboardingId, ReadonlyArray<ChecklistItem>>, never, Caller>
    /** A task that completes itself when the document is signed or completed. */
    addFollowing(task: {
      readonly offboardingId: OffboardingId
      readonly documentId: DocumentId
      readonly task: string
      readonly assignedTo: string
    }): Effect.Effect<void, never, Caller | Transaction>
    /** Holds the open cases of a directory record to the end of the transaction; before its assets are changed. */
    lockCasesOf(holder: EmployeeId): Effect.Effect<ReadonlyArray<OffboardingId>, never, Caller | Transaction>
    /**
     * To be called in the transaction of every change to an app, an asset or a document of a case, after the change:
     * tasks that follow it complete themselves or open again. Nothing happens to a completed or cancelled case.
     */
    sync(offboardingId: OffboardingId): Effect.Effect<void, never, Caller | Transaction>
    /** At the end of the list (D3, POST checklist). */
    add(
      offboardingId: OffboardingId,
      task: AddTask
    ): Effect.Effect<ChecklistItem, OffboardingNotFound | CaseCompleted | OffboardingCancelled, Caller>
    /** D3, PATCH checklist; announces `checklist.completed` when it closes the last open task. */
    update(
      id: ChecklistItemId,
      change: UpdateTask
    ): Effect.Effect<
      TaskAfter,
      | NotNeededReasonRequired
      | PermissionDenied
      | ChecklistItemNotFound
      | CaseCompleted
      | OffboardingCancelled
      | LinkedItemOpen,
      Caller
    >
    /** D3, DELETE checklist; the reason has 5 to 500 characters. Closes nothing, so it announces nothing. */
    remove(
      id: ChecklistItemId,
      reason: string
    ): Effect.Effect<
      void,
      OpenTaskDelete | ChecklistItemNotFound | CaseCompleted | OffboardingCancelled | LegalHoldInForce,
      Caller
    >
  }
>()("svc/checklists/Checklists") {
  static readonly layerNoDeps = Layer.effect(
    Checklists,
    Effect.gen(function* () {
      const db = yield* Db
      const repo = yield* ChecklistsRepo
      const rows = yield* TasksRepo
      const personKeys = yield* PersonKeys
      const randomness = yield* Randomness

      const createFor = Effect.fnUntraced(function* (offboarding: {
        readonly id: OffboardingId
        readonly exitDate: string
        readonly tasks: ReadonlyArray<ListedTask>
      }) {
        if (offboarding.tasks.length === 0) return
        const { orgId } = yield* Caller
        const now = yield* DateTime.now
        yield* repo.insert(
          yield* Effect.forEach(offboarding.tasks, (listed, position) =>
            Effect.map(randomness.uuid, (id) => ({
              org_id: orgId,
              id: ChecklistItemId.make(id),
              offboarding_id: offboarding.id,
              position,
              task: listed.task,
              assigned_to: listed.assignedTo,
              sla_hours: listed.slaHours,
              sla_deadline: listed.slaHours === null ? null : DateTime.add(now, { hours: listed.slaHours }),
              due_date:
                listed.dueDaysBeforeExit === null ? null : dueDate(offboarding.exitDate, listed.dueDaysBeforeExit),
              follows: listed.follows,
              followed_document_id: null,
              created_at: now
            }))
          )
        )
      })

      const listOf = Effect.fn("Checklists.listOf")(function* (offboardingId: OffboardingId) {
        const { orgId } = yield* Caller
        return (yield* rows.ofCases(orgId, [offboardingId])).map((row): ListedTask => ({
          task: row.task,
          assignedTo: row.assigned_to,
          // A document belongs to its own case.
          follows: row.follows === "document" ? null : row.follows,
          slaHours: row.sla_hours,
          dueDaysBeforeExit: null
        }))
      }, db.transact)

      const ofCases = Effect.fn("Checklists.ofCases")(function* (offboardingIds: ReadonlyArray<OffboardingId>) {
        const { orgId } = yield* Caller
        const found = yield* rows.ofCases(orgId, offboardingIds)
        const reasons = yield* personKeys.reveal(
          orgId,
          found.map((row) => row.sealed_not_needed_reason ?? "")
        )
        const items = new Map<OffboardingId, Array<ChecklistItem>>()
        for (const [index, row] of found.entries()) {
          const item = {
            id: row.id,
            task: row.task,
            completed: row.completed_at !== null || row.not_needed_at !== null,
            completed_at: row.completed_at,
            assigned_to: row.assigned_to,
            due_date: row.due_date,
            sla_hours: row.sla_hours,
            sla_deadline: row.sla_deadline,
            sla_breached: row.sla_breached,
            not_needed_at: row.not_needed_at,
            not_needed_reason: row.not_needed_at === null ? null : (reasons[index] ?? null)
          }
          const list = items.get(row.offboarding_id)
          if (list === undefined) items.set(row.offboarding_id, [item])
          else list.push(item)
        }
        return items
      }, db.transact)

      const addFollowing = Effect.fnUntraced(function* (task: {
        readonly offboardingId: OffboardingId
        readonly documentId: DocumentId
        readonly task: string
        readonly assignedTo: string
      }) {
        const { orgId } = yield* Caller
        yield* repo.insert([
          {
            org_id: orgId,
            id: ChecklistItemId.make(yield* randomness.uuid),
            offboarding_id: task.offboardingId,
            position: yield* rows.nextPosition(orgId, task.offboardingId),
            task: task.task,
            assigned_to: task.assignedTo,
            sla_hours: null,
            sla_deadline: null,
            due_date: null,
            follows: "document",
            followed_document_id: task.documentId,
            created_at: yield* DateTime.now
          }
        ])
      })

      const lockCasesOf = Effect.fnUntraced(function* (holder: EmployeeId) {
        const { orgId } = yield* Caller
        return yield* repo.lockCasesOf(orgId, holder)
      })

      return Checklists.of({
        createFor,
        listOf,
        ofCases,
        addFollowing,
        lockCasesOf,
        sync: yield* makeSync,
        ...(yield* makeTasks)
      })
    })
  )
}
