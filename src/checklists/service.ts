import { ChecklistCompleted } from "@svc/contract/checklists/events"
import type { WorkerType } from "@svc/contract/employees/schema"
import { Caller } from "@svc/contract/kernel/access"
import { ChecklistItemId, type DocumentId, type EmployeeId, type OffboardingId } from "@svc/contract/kernel/ids"
import { Context, DateTime, Effect, Layer, Option } from "effect"
import { Audit } from "#audit/service"
import { auditText, personal } from "#audit/text"
import { Outbox } from "#outbox/service"
import type { Transaction } from "#platform/db"
import { Randomness } from "#platform/random"
import { defaultList } from "./default-lists.ts"
import { ChecklistsRepo } from "./repo.ts"
import { followUp } from "./rules.ts"

/**
 * The tasks of offboardings.
 *
 * Locks are taken in one order by everybody: the case first, then what belongs to it (tasks, assets of its person,
 * documents). So the last task to close is the last, and no case completes beside an asset that goes out again.
 */
export class Checklists extends Context.Service<
  Checklists,
  {
    /** The tasks of a new case, in the transaction that inserts it (D3, Checklist item). */
    createFor(offboarding: {
      readonly id: OffboardingId
      readonly workerType: WorkerType
    }): Effect.Effect<void, never, Caller | Transaction>
    /** The tasks of one case as those of a new one, open; those that follow a document stay with it. */
    copy(from: OffboardingId, to: OffboardingId): Effect.Effect<void, never, Caller | Transaction>
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
  }
>()("svc/checklists/Checklists") {
  static readonly layerNoDeps = Layer.effect(
    Checklists,
    Effect.gen(function* () {
      const repo = yield* ChecklistsRepo
      const audit = yield* Audit
      const outbox = yield* Outbox
      const randomness = yield* Randomness

      const createFor = Effect.fnUntraced(function* (offboarding: {
        readonly id: OffboardingId
        readonly workerType: WorkerType
      }) {
        const { orgId } = yield* Caller
        const now = yield* DateTime.now
        yield* repo.insert(
          yield* Effect.forEach(defaultList(offboarding.workerType), (listed, position) =>
            Effect.map(randomness.uuid, (id) => ({
              org_id: orgId,
              id: ChecklistItemId.make(id),
              offboarding_id: offboarding.id,
              position,
              task: listed.task,
              assigned_to: listed.assignedTo,
              sla_hours: listed.slaHours,
              sla_deadline: listed.slaHours === null ? null : DateTime.add(now, { hours: listed.slaHours }),
              follows: listed.follows,
              followed_document_id: null,
              created_at: now
            }))
          )
        )
      })

      const copy = Effect.fn("Checklists.copy")(function* (from: OffboardingId, to: OffboardingId) {
        const { orgId } = yield* Caller
        const now = yield* DateTime.now
        const tasks = yield* repo.copyable({ orgId, offboardingId: from })
        yield* repo.insert(
          yield* Effect.forEach(tasks, (task) =>
            Effect.map(randomness.uuid, (id) => ({
              ...task,
              org_id: orgId,
              id: ChecklistItemId.make(id),
              offboarding_id: to,
              sla_deadline: task.sla_hours === null ? null : DateTime.add(now, { hours: task.sla_hours }),
              followed_document_id: null,
              created_at: now
            }))
          )
        )
      })

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
            position: 1000,
            task: task.task,
            assigned_to: task.assignedTo,
            sla_hours: null,
            sla_deadline: null,
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

      const sync = Effect.fn("Checklists.sync")(function* (offboardingId: OffboardingId) {
        const { orgId } = yield* Caller
        const key = { orgId, offboardingId }
        const found = yield* repo.lockCase(key)
        if (Option.isNone(found)) return
        const offboarding = found.value
        if (offboarding.status === "completed" || offboarding.status === "cancelled") return

        const following = yield* repo.following(key)
        const toComplete = following.filter((item) => followUp(item, item.state) === "complete")
        const toReopen = following.filter((item) => followUp(item, item.state) === "reopen")
        const ids = (items: typeof following) => items.map(({ id }) => id)
        if (toReopen.length > 0) yield* repo.reopen(key, ids(toReopen))
        if (toComplete.length > 0) yield* repo.complete(key, ids(toComplete), yield* DateTime.now)

        const record = (action: string, task: string) =>
          audit.record({
            action,
            target: auditText`Offboarding of ${personal(offboarding.person_key_id, offboarding.employee_name)}`,
            details: auditText`${task}: by the record that it follows`,
            offboardingId
          })
        yield* Effect.forEach(toReopen, ({ task }) => record("checklist_item_reopened", task), { discard: true })
        yield* Effect.forEach(toComplete, ({ task }) => record("checklist_item_completed", task), { discard: true })
        if (toComplete.length === 0 || (yield* repo.countOpen(key)) > 0) return
        yield* outbox.append(
          orgId,
          ChecklistCompleted.make({ offboardingId, employeeName: offboarding.employee_name, source: "linked" })
        )
      })

      return Checklists.of({ createFor, copy, addFollowing, lockCasesOf, sync })
    })
  )
}
