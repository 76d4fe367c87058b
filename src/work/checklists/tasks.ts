import {
  ChecklistItemNotFound,
  LinkedItemOpen,
  NotNeededReasonRequired,
  OpenTaskDelete,
  TaskOwnerUnknown
} from "@svc/contract/checklists/errors"
import { ChecklistCompleted, TaskAssigned } from "@svc/contract/checklists/events"
import {
  type AddTask,
  assigneeOf,
  NotNeededReason,
  type TaskLink,
  type UpdateTask
} from "@svc/contract/checklists/schema"
import { Caller } from "@svc/contract/kernel/access"
import { CaseCompleted, LegalHoldInForce, PermissionDenied } from "@svc/contract/kernel/errors"
import { ChecklistItemId, type OffboardingId, type UserId } from "@svc/contract/kernel/ids"
import { isFrozen } from "@svc/contract/kernel/legal-hold"
import type { Permission } from "@svc/contract/kernel/permissions"
import { OffboardingCancelled, OffboardingNotFound } from "@svc/contract/offboardings/errors"
import type { Assignee } from "@svc/contract/offboardings/owner-schema"
import { DateTime, Effect, Option, Result, Schema } from "effect"
import { PersonKeys } from "#audit/record/person-keys"
import { Audit } from "#audit/record/service"
import { aboutCase, type AuditText, auditText, personal } from "#audit/record/text"
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

/** What changed of the words and dates of a task, as its audit entry says it; of a description and links only that. */
const edited = (before: TaskRow, after: TaskRow): ReadonlyArray<string> => [
  ...(["task", "assigned_to", "due_date", "sla_hours"] as const)
    .filter((field) => before[field] !== after[field])
    .map((field) => `${field}: ${before[field] ?? "none"} -> ${after[field] ?? "none"}`),
  ...(before.description === after.description ? [] : ["description changed"]),
  ...(sameLinks(before.links, after.links) ? [] : ["links changed"])
]

const sameLinks = (some: ReadonlyArray<TaskLink>, others: ReadonlyArray<TaskLink>) =>
  some.length === others.length &&
  some.every(({ title, url }, index) => title === others[index]?.title && url === others[index].url)

/** A blank description is stored as null. */
const descriptionOf = (text: string | null) => (text === null || text.trim() === "" ? null : text)

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

  /** The member who becomes the owner, before the case is locked; none for null, and for a member who does not exist. */
  const hold = Effect.fnUntraced(function* (userId: UserId | null | undefined) {
    const { orgId } = yield* Caller
    return userId === null || userId === undefined
      ? Option.none<Assignee>()
      : yield* tasks.holdMember({ orgId, userId })
  })

  /** The held member, who can open the case. */
  const admitOwner = Effect.fnUntraced(function* (offboardingId: OffboardingId, member: Option.Option<Assignee>) {
    const { orgId } = yield* Caller
    if (Option.isNone(member)) return yield* new TaskOwnerUnknown()
    const { user_id: userId } = member.value
    return (yield* tasks.canOwn({ orgId, userId, offboardingId })) ? member.value : yield* new TaskOwnerUnknown()
  })

  const named = Effect.fnUntraced(function* ({ owner_id, owner_name }: Pick<TaskRow, "owner_id" | "owner_name">) {
    const { orgId } = yield* Caller
    const account = owner_id === null ? Option.none() : yield* tasks.emailOf(owner_id)
    return Option.isNone(account)
      ? "none"
      : personal(yield* personKeys.forMember(orgId, account.value.email), owner_name)
  })

  /** Members are not notified of what they did themselves, nor of a task that is done. */
  const announceOwner = Effect.fnUntraced(function* (
    offboarding: CaseFacts,
    { done, due_date, owner_id, task }: Pick<TaskRow, "owner_id" | "task" | "due_date"> & { readonly done: boolean }
  ) {
    const { orgId, userId } = yield* Caller
    if (owner_id === null || owner_id === userId || done) return
    yield* outbox.append(
      orgId,
      TaskAssigned.make({
        offboardingId: offboarding.id,
        employeeName: offboarding.employee_name,
        ownerId: owner_id,
        task,
        dueDate: due_date
      })
    )
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
    const { owner_id: asked = null } = given
    const member = yield* hold(asked)
    const found = yield* repo.lockCase({ orgId, offboardingId }, records)
    if (Option.isNone(found)) return yield* new OffboardingNotFound()
    yield* Effect.fromResult(admitChange(found.value))
    const owner = asked === null ? null : yield* admitOwner(offboardingId, member)
    const item = {
      id: ChecklistItemId.make(yield* randomness.uuid),
      task: given.task,
      assigned_to: assigneeOf(given.assignedTo),
      owner_id: owner?.user_id ?? null,
      description: descriptionOf(given.description ?? null),
      links: given.links ?? [],
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
      details: [
        ...auditText`${item.task}, assigned to ${item.assigned_to}`,
        ...(owner === null
          ? []
          : auditText`, owner: ${yield* named({ owner_id: owner.user_id, owner_name: owner.full_name })}`)
      ]
    })
    yield* announceOwner(found.value, { ...item, done: false })
    return {
      ...item,
      owner_name: owner?.full_name ?? null,
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

  const withEdits = (
    task: TaskRow,
    change: UpdateTask,
    { now, owner }: { readonly now: DateTime.Utc; readonly owner: Pick<TaskRow, "owner_id" | "owner_name"> }
  ): TaskRow => {
    const hours = change.sla_hours === undefined ? task.sla_hours : change.sla_hours
    return {
      ...task,
      task: change.task ?? task.task,
      assigned_to: change.assigned_to === undefined ? task.assigned_to : assigneeOf(change.assigned_to),
      due_date: change.due_date === undefined ? task.due_date : change.due_date,
      ...owner,
      description: change.description === undefined ? task.description : descriptionOf(change.description),
      links: change.links ?? task.links,
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
    const changes: ReadonlyArray<AuditText> = [
      ...edited(before, after).map((text) => [text]),
      ...(before.owner_id === after.owner_id
        ? []
        : [auditText`owner: ${yield* named(before)} -> ${yield* named(after)}`])
    ]
    if (changes.length > 0) {
      yield* audit.record({
        ...aboutCase(offboarding),
        action: "checklist_item_edited",
        details: [
          ...auditText`${before.task}: `,
          ...changes.flatMap((text, index) => (index === 0 ? text : [", ", ...text]))
        ]
      })
    }
  })

  /** The same owner again is not asked whether they still see the case: a form sends all its fields. */
  const ownerAfter = Effect.fnUntraced(function* (
    { offboarding_id, owner_id, owner_name }: TaskRow,
    asked: UserId | null | undefined,
    member: Option.Option<Assignee>
  ) {
    if (asked === undefined || asked === owner_id) return { owner_id, owner_name }
    if (asked === null) return { owner_id: null, owner_name: null }
    const { full_name, user_id } = yield* admitOwner(offboarding_id, member)
    return { owner_id: user_id, owner_name: full_name }
  })

  const update = Effect.fn("Checklists.update")(function* (id: ChecklistItemId, change: UpdateTask) {
    const caller = yield* Caller
    const { orgId } = caller
    yield* Effect.fromResult(lacking(caller, change))
    const given = change.notNeeded === true ? decodeReason(change.reason) : Option.some("")
    if (Option.isNone(given)) return yield* new NotNeededReasonRequired()
    const reason = given.value
    const member = yield* hold(change.owner_id)
    const { offboarding, task } = yield* lockTask(id)
    yield* Effect.fromResult(admitChange(offboarding))
    const owner = yield* ownerAfter(task, change.owner_id, member)

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
    const after = withEdits(yield* moved(task, move, { now, sealedReason, followed }), change, { now, owner })
    if (move === "unchanged" && !hasEdits(change)) return { unchanged: true as const }
    yield* tasks.save(orgId, after)
    yield* record(offboarding, { before: task, after, move, reason })
    if (owner.owner_id !== task.owner_id) yield* announceOwner(offboarding, { ...after, done: isDone(after) })
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

const hasEdits = ({ assigned_to, description, due_date, links, owner_id, sla_hours, task }: UpdateTask) =>
  [assigned_to, description, due_date, links, owner_id, sla_hours, task].some((field) => field !== undefined)
