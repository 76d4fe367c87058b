import {
  ChecklistItemNotFound,
  LinkedItemOpen,
  NotNeededReasonRequired,
  OpenTaskDelete
} from "@svc/contract/checklists/errors"
import { ChecklistCompleted } from "@svc/contract/checklists/events"
import { type AddTask, assigneeOf, NotNeededReason, type UpdateTask } from "@svc/contract/checklists/schema"
import { Caller } from "@svc/contract/kernel/access"
import { CaseCompleted, LegalHoldInForce, PermissionDenied } from "@svc/contract/kernel/errors"
import { ChecklistItemId, type OffboardingId } from "@svc/contract/kernel/ids"
import { isFrozen } from "@svc/contract/kernel/legal-hold"
import type { Permission } from "@svc/contract/kernel/permissions"
import { OffboardingCancelled, OffboardingNotFound } from "@svc/contract/offboardings/errors"
import { DateTime, Effect, Option, Result, Schema } from "effect"
import { PersonKeys } from "#audit/record/person-keys"
import { Audit } from "#audit/record/service"
import { aboutCase, auditText, personal } from "#audit/record/text"
import { Outbox } from "#outgoing/outbox/service"
import { Db } from "#platform/database/db"
import { Randomness } from "#platform/crypto/random"
import type { CaseFacts } from "#records/case-facts"
import { ChecklistsRepo } from "./repo.ts"
import { completedText, moveOf, type TaskMove } from "./rules.ts"
import { type TaskRow, TasksRepo } from "./tasks-repo.ts"

const decodeReason = Schema.decodeUnknownOption(NotNeededReason)

/** A case whose tasks may change. */
export const admitChange = ({ status }: CaseFacts): Result.Result<void, CaseCompleted | OffboardingCancelled> =>
  status === "completed"
    ? Result.fail(new CaseCompleted())
    : status === "cancelled"
      ? Result.fail(new OffboardingCancelled())
      : Result.void

const lacking = (caller: Caller["Service"], change: UpdateTask): Result.Result<void, PermissionDenied> => {
  const edits: Permission = "offboardings_edit"
  const needs =
    change.completed !== undefined ||
    change.notNeeded !== undefined ||
    (change.sla_hours !== undefined && change.sla_hours !== null)
  return needs && !caller.permissions.includes(edits)
    ? Result.fail(
        new PermissionDenied({
          error:
            "You need the permission offboardings_edit to complete a task, mark it not needed or set its hours. " +
            "Ask an administrator for it",
          permission: edits
        })
      )
    : Result.void
}

const isDone = (task: TaskRow) => task.completed_at !== null || task.not_needed_at !== null

/** What changed of the words and dates of a task, as its audit entry says it; empty when nothing did. */
const edited = (before: TaskRow, after: TaskRow): string =>
  (["task", "assigned_to", "due_date", "sla_hours"] as const)
    .filter((field) => before[field] !== after[field])
    .map((field) => `${field}: ${before[field] ?? "none"} -> ${after[field] ?? "none"}`)
    .join(", ")

/** The verbs `Checklists.add`, `update`, `remove`, `closeByTicket`. */
export const makeTasks = Effect.gen(function* () {
  const db = yield* Db
  const repo = yield* ChecklistsRepo
  const tasks = yield* TasksRepo
  const audit = yield* Audit
  const personKeys = yield* PersonKeys
  const outbox = yield* Outbox
  const randomness = yield* Randomness

  /** The task and its case, which is held: whatever else changes the case's tasks comes before or after. */
  const lockTask = Effect.fnUntraced(function* (id: ChecklistItemId) {
    const { orgId, records } = yield* Caller
    const offboarding = yield* repo.lockCaseOf({ orgId, id }, records)
    if (Option.isNone(offboarding)) return yield* new ChecklistItemNotFound()
    const task = yield* tasks.find({ orgId, id })
    // It was deleted while this waited for the case.
    if (Option.isNone(task)) return yield* new ChecklistItemNotFound()
    return { offboarding: offboarding.value, task: task.value }
  })

  const announce = Effect.fnUntraced(function* (offboarding: CaseFacts, source: "app" | "it_ticket") {
    const { orgId } = yield* Caller
    if ((yield* repo.countOpen({ orgId, offboardingId: offboarding.id })) > 0) return
    yield* audit.record({
      ...aboutCase(offboarding),
      action: "checklist_completed",
      details: auditText`${completedText[source]}`
    })
    yield* outbox.append(
      orgId,
      ChecklistCompleted.make({
        offboardingId: offboarding.id,
        employeeName: offboarding.employee_name,
        source
      })
    )
  })

  const add = Effect.fn("Checklists.add")(function* (offboardingId: OffboardingId, given: AddTask) {
    const { orgId, records } = yield* Caller
    const found = yield* repo.lockCase({ orgId, offboardingId }, records)
    if (Option.isNone(found)) return yield* new OffboardingNotFound()
    yield* Effect.fromResult(admitChange(found.value))
    const item = {
      id: ChecklistItemId.make(yield* randomness.uuid),
      task: given.task,
      assigned_to: assigneeOf(given.assignedTo),
      sla_hours: null,
      sla_deadline: null,
      due_date: null
    }
    yield* repo.insert([
      {
        ...item,
        org_id: orgId,
        offboarding_id: offboardingId,
        position: yield* tasks.nextPosition(orgId, offboardingId),
        follows: null,
        followed_document_id: null,
        created_at: yield* DateTime.now
      }
    ])
    yield* audit.record({
      ...aboutCase(found.value),
      action: "checklist_item_added",
      details: auditText`${item.task}, assigned to ${item.assigned_to}`
    })
    return {
      ...item,
      completed: false,
      completed_at: null,
      sla_breached: false,
      not_needed_at: null,
      not_needed_reason: null
    }
  }, db.transact)

  /** What the record that the task follows says now; null for an ordinary task. */
  const followedState = Effect.fnUntraced(function* (offboarding: CaseFacts, task: TaskRow) {
    if (task.follows === null && !task.follows_left_behind) return null
    const { orgId } = yield* Caller
    const following = yield* repo.following({ orgId, offboardingId: offboarding.id })
    return following.find(({ id }) => id === task.id)?.state ?? null
  })

  /** The task as the move leaves it; the reason is that of `not_needed`. */
  const moved = Effect.fnUntraced(function* (
    task: TaskRow,
    move: TaskMove,
    context: { readonly now: DateTime.Utc; readonly sealedReason: string | null; readonly followed: string | null }
  ) {
    switch (move) {
      case "linked_item_open":
        return yield* new LinkedItemOpen()
      case "none":
      case "unchanged":
        return task
      case "complete":
        return {
          ...task,
          completed_at: task.completed_at ?? context.now,
          not_needed_at: null,
          sealed_not_needed_reason: null,
          sla_breached: false,
          self_completed: false,
          kept_open: false
        }
      case "reopen":
        return {
          ...task,
          completed_at: null,
          not_needed_at: null,
          sealed_not_needed_reason: null,
          self_completed: false,
          kept_open: context.followed === "settled"
        }
      case "not_needed":
        return {
          ...task,
          not_needed_at: task.not_needed_at ?? context.now,
          sealed_not_needed_reason: context.sealedReason,
          sla_breached: false
        }
    }
  })

  const withEdits = (task: TaskRow, change: UpdateTask, now: DateTime.Utc): TaskRow => {
    const hours = change.sla_hours === undefined ? task.sla_hours : change.sla_hours
    return {
      ...task,
      task: change.task ?? task.task,
      assigned_to: change.assigned_to === undefined ? task.assigned_to : assigneeOf(change.assigned_to),
      due_date: change.due_date === undefined ? task.due_date : change.due_date,
      // Hours that are sent as they are leave the deadline where it is: a form sends all its fields (work-38).
      ...(hours === task.sla_hours
        ? {}
        : {
            sla_hours: hours,
            sla_deadline: hours === null ? null : DateTime.add(now, { hours }),
            sla_breached: false
          })
    }
  }

  const actions = {
    complete: "checklist_item_completed",
    reopen: "checklist_item_reopened",
    not_needed: "checklist_item_not_needed"
  } as const

  const record = Effect.fnUntraced(function* (
    offboarding: CaseFacts,
    change: { readonly before: TaskRow; readonly after: TaskRow; readonly move: TaskMove; readonly reason: string }
  ) {
    const { after, before, move, reason } = change
    if (move === "complete" || move === "reopen" || move === "not_needed") {
      yield* audit.record({
        ...aboutCase(offboarding),
        action: actions[move],
        details:
          move === "not_needed"
            ? auditText`${before.task}, reason: ${personal(offboarding.person_key_id, reason)}`
            : auditText`${before.task}`
      })
    }
    const changes = edited(before, after)
    if (changes !== "") {
      yield* audit.record({
        ...aboutCase(offboarding),
        action: "checklist_item_edited",
        details: auditText`${before.task}: ${changes}`
      })
    }
  })

  const update = Effect.fn("Checklists.update")(function* (id: ChecklistItemId, change: UpdateTask) {
    const caller = yield* Caller
    const { orgId } = caller
    yield* Effect.fromResult(lacking(caller, change))
    const given = change.notNeeded === true ? decodeReason(change.reason) : Option.some("")
    if (Option.isNone(given)) return yield* new NotNeededReasonRequired()
    const reason = given.value
    const { offboarding, task } = yield* lockTask(id)
    yield* Effect.fromResult(admitChange(offboarding))

    const followed = yield* followedState(offboarding, task)
    const state = { ticked: task.completed_at !== null, notNeeded: task.not_needed_at !== null, followed }
    const asked = moveOf(state, change)
    const now = yield* DateTime.now
    const [before = ""] = yield* personKeys.reveal(orgId, [task.sealed_not_needed_reason ?? ""])
    // Repeating the same reason is not a change.
    const move = asked === "not_needed" && state.notNeeded && before === reason ? "none" : asked
    const sealedReason =
      move === "not_needed"
        ? yield* personKeys.seal(orgId, auditText`${personal(offboarding.person_key_id, reason)}`)
        : null
    const after = withEdits(yield* moved(task, move, { now, sealedReason, followed }), change, now)
    const changes = edited(task, after)
    if (move === "unchanged" && changes === "" && !hasEdits(change)) return { unchanged: true as const }
    if (changes !== "" || after !== task) {
      yield* tasks.save(orgId, after)
      yield* record(offboarding, { before: task, after, move, reason })
    }
    if (!isDone(task) && isDone(after)) yield* announce(offboarding, "app")
    return {
      unchanged: false as const,
      task: after,
      notNeededReason: after.not_needed_at === null ? null : change.notNeeded === true ? reason : before
    }
  }, db.transact)

  const remove = Effect.fn("Checklists.remove")(function* (id: ChecklistItemId, reason: string) {
    const { orgId, role } = yield* Caller
    const { offboarding, task } = yield* lockTask(id)
    if (!isDone(task) && role !== "superadmin" && role !== "admin") return yield* new OpenTaskDelete()
    yield* Effect.fromResult(admitChange(offboarding))
    if (isFrozen(offboarding, yield* DateTime.now)) return yield* new LegalHoldInForce()
    yield* tasks.remove({ orgId, id })
    const state = task.not_needed_at === null ? (task.completed_at === null ? "open" : "completed") : "not needed"
    yield* audit.record({
      ...aboutCase(offboarding),
      action: "checklist_item_deleted",
      details: auditText`${task.task}, ${state}, reason: ${personal(offboarding.person_key_id, reason)}`
    })
  }, db.transact)

  const closeByTicket = Effect.fn("Checklists.closeByTicket")(function* (id: ChecklistItemId, ticket: string) {
    const { orgId } = yield* Caller
    const held = yield* Effect.option(lockTask(id))
    if (Option.isNone(held)) return "left" as const
    const { offboarding, task } = held.value
    if (Result.isFailure(admitChange(offboarding)) || isDone(task)) return "left" as const
    // A resolved ticket is like a tick: what follows a record that is open completes itself with that (work-88).
    if ((yield* followedState(offboarding, task)) === "open") return "left" as const
    yield* tasks.save(orgId, { ...task, completed_at: yield* DateTime.now, sla_breached: false, kept_open: false })
    yield* audit.record({
      ...aboutCase(offboarding),
      action: actions.complete,
      details: auditText`${task.task}: by the resolved ticket ${ticket}`
    })
    yield* announce(offboarding, "it_ticket")
    return "closed" as const
  }, db.transact)

  return { add, update, remove, closeByTicket }
})

const hasEdits = ({ assigned_to, due_date, sla_hours, task }: UpdateTask) =>
  [assigned_to, due_date, sla_hours, task].some((field) => field !== undefined)
