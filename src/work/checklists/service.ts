import type {
  ChecklistItemNotFound,
  LinkedItemOpen,
  NotNeededReasonRequired,
  OpenTaskDelete,
  TaskOwnerUnknown
} from "@svc/contract/checklists/errors"
import type { AddTask, ChecklistItem, UpdateTask } from "@svc/contract/checklists/schema"
import { Caller } from "@svc/contract/kernel/access"
import type { CaseCompleted, LegalHoldInForce, PermissionDenied } from "@svc/contract/kernel/errors"
import type { ChecklistItemId, DocumentId, EmployeeId, OffboardingId } from "@svc/contract/kernel/ids"
import type { OffboardingCancelled, OffboardingNotFound } from "@svc/contract/offboardings/errors"
import { Context, Effect } from "effect"
import type { Transaction } from "#platform/database/db"
import { layerOf } from "#platform/services/layer-of"
import type { ListedTask } from "./default-lists.ts"
import { makeSync } from "./following.ts"
import { makeLists } from "./lists.ts"
import { ChecklistsRepo } from "./repo.ts"
import { makeTasks } from "./tasks.ts"
import type { TaskRow } from "./tasks-repo.ts"

export { defaultList, type ListedTask, listedTask, templateItem } from "./default-lists.ts"
export { folded } from "./rules.ts"

/** A task after a change; `unchanged` when one that was done already was ticked and nothing else was asked. */
export type TaskAfter =
  | { readonly unchanged: true }
  | { readonly unchanged: false; readonly task: TaskRow; readonly notNeededReason: string | null }

/**
 * The tasks of offboardings.
 *
 * Locks have one order everywhere: the case first, then what belongs to it (tasks, its person's equipment, documents).
 * So the last task to close is really the last, and no case completes while an item goes out again.
 */
export class Checklists extends Context.Service<
  Checklists,
  {
    /**
     * The tasks of a new case, in the transaction that inserts it (tasks-3): those given, in their order.
     * `exitDate` is `YYYY-MM-DD`.
     */
    createFor(offboarding: {
      readonly id: OffboardingId
      readonly exitDate: string
      readonly tasks: ReadonlyArray<ListedTask>
    }): Effect.Effect<void, never, Caller | Transaction>
    /** The tasks of one case as those of a new one, open and without due dates; those that follow a document stay. */
    copy(from: OffboardingId, to: OffboardingId): Effect.Effect<void, never, Caller | Transaction>
    /** Adds those that the case does not have by their text; `from` tells the audit log where they come from. */
    addListed(
      offboardingId: OffboardingId,
      list: { readonly tasks: ReadonlyArray<ListedTask>; readonly from: string }
    ): Effect.Effect<
      { readonly added: number; readonly skipped: number },
      OffboardingNotFound | CaseCompleted | OffboardingCancelled,
      Caller
    >
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
    /**
     * A task that stands for what another domain links it with, and completes itself with that; `dueDate` is `YYYY-MM-DD`.
     * Answers its id.
     */
    addLinked(task: {
      readonly offboardingId: OffboardingId
      readonly task: string
      readonly assignedTo: string
      readonly dueDate: string
    }): Effect.Effect<ChecklistItemId, never, Caller | Transaction>
    /** Holds the open cases of a directory record to the end of the transaction; before its assets are changed. */
    lockCasesOf(holder: EmployeeId): Effect.Effect<ReadonlyArray<OffboardingId>, never, Caller | Transaction>
    /**
     * To be called in the transaction of every change to an app, an asset or a document of a case, after the change:
     * tasks that follow it complete themselves or open again. Nothing happens to a completed or cancelled case.
     */
    sync(offboardingId: OffboardingId): Effect.Effect<void, never, Caller | Transaction>
    /** At the end of the list (tasks-4). */
    add(
      offboardingId: OffboardingId,
      task: AddTask
    ): Effect.Effect<
      ChecklistItem,
      TaskOwnerUnknown | OffboardingNotFound | CaseCompleted | OffboardingCancelled,
      Caller
    >
    /** Changes one (tasks-5 to tasks-9); announces `checklist.completed` when it closes the last open task. */
    update(
      id: ChecklistItemId,
      change: UpdateTask
    ): Effect.Effect<
      TaskAfter,
      | NotNeededReasonRequired
      | TaskOwnerUnknown
      | PermissionDenied
      | ChecklistItemNotFound
      | CaseCompleted
      | OffboardingCancelled
      | LinkedItemOpen,
      Caller
    >
    /**
     * Closes an open task because its ticket was resolved (events-9); `left` when it is done already, its
     * case is, or it follows a record that is still open. `ticket` is what people call it there.
     */
    closeByTicket(id: ChecklistItemId, ticket: string): Effect.Effect<"closed" | "left", never, Caller>
    /** Deletes one (tasks-10); the reason has 5 to 500 characters. Closes nothing, so it announces nothing. */
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
  static readonly layerNoDeps = layerOf(Checklists, function* () {
    const repo = yield* ChecklistsRepo

    const lockCasesOf = Effect.fnUntraced(function* (holder: EmployeeId) {
      const { orgId } = yield* Caller
      return yield* repo.lockCasesOf(orgId, holder)
    })

    return Checklists.of({
      lockCasesOf,
      ...(yield* makeLists),
      sync: yield* makeSync,
      ...(yield* makeTasks)
    })
  })
}
