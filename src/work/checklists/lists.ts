import type { ChecklistItem } from "@svc/contract/checklists/schema"
import { Caller } from "@svc/contract/kernel/access"
import { ChecklistItemId, type DocumentId, type OffboardingId } from "@svc/contract/kernel/ids"
import { OffboardingNotFound } from "@svc/contract/offboardings/errors"
import { DateTime, Effect, Option } from "effect"
import { PersonKeys } from "#audit/record/person-keys"
import { Audit } from "#audit/record/service"
import { auditText, caseTarget } from "#audit/record/text"
import { Db } from "#platform/database/db"
import { Randomness } from "#platform/crypto/random"
import type { ListedTask } from "./default-lists.ts"
import { makeSync } from "./following.ts"
import { ChecklistsRepo } from "./repo.ts"
import { dueDate, withoutTwins } from "./rules.ts"
import { admitChange } from "./tasks.ts"
import { TasksRepo } from "./tasks-repo.ts"

/** The verbs of whole lists: `createFor`, `copy`, `addListed`, `addFollowing`, `addLinked`, `ofCases`. */
export const makeLists = Effect.gen(function* () {
  const db = yield* Db
  const repo = yield* ChecklistsRepo
  const rows = yield* TasksRepo
  const audit = yield* Audit
  const personKeys = yield* PersonKeys
  const randomness = yield* Randomness
  const sync = yield* makeSync

  /** A case that the tasks are for; `exitDate` is `YYYY-MM-DD`, `position` that of the first. */
  interface Target {
    readonly id: OffboardingId
    readonly exitDate: string
    readonly position: number
  }

  const insert = Effect.fnUntraced(function* (target: Target, tasks: ReadonlyArray<ListedTask>) {
    if (tasks.length === 0) return
    const { orgId } = yield* Caller
    const now = yield* DateTime.now
    yield* repo.insert(
      yield* Effect.forEach(tasks, (listed, index) =>
        Effect.map(randomness.uuid, (id) => ({
          org_id: orgId,
          id: ChecklistItemId.make(id),
          offboarding_id: target.id,
          position: target.position + index,
          task: listed.task,
          assigned_to: listed.assignedTo,
          sla_hours: listed.slaHours,
          sla_deadline: listed.slaHours === null ? null : DateTime.add(now, { hours: listed.slaHours }),
          due_date: listed.dueDaysBeforeExit === null ? null : dueDate(target.exitDate, listed.dueDaysBeforeExit),
          follows: listed.follows,
          followed_document_id: null,
          created_at: now
        }))
      )
    )
  })

  const createFor = ({
    exitDate,
    id,
    tasks
  }: {
    readonly id: OffboardingId
    readonly exitDate: string
    readonly tasks: ReadonlyArray<ListedTask>
  }) => insert({ id, exitDate, position: 0 }, tasks)

  const copy = Effect.fn("Checklists.copy")(function* (from: OffboardingId, to: OffboardingId) {
    const { orgId } = yield* Caller
    const tasks = (yield* rows.ofCases(orgId, [from])).filter(
      (row) => row.follows !== "document" && !row.follows_left_behind
    )
    const listed = tasks.map((row) => ({
      task: row.task,
      assignedTo: row.assigned_to,
      follows: row.follows === "document" ? null : row.follows,
      slaHours: row.sla_hours,
      dueDaysBeforeExit: null
    }))
    yield* createFor({ id: to, exitDate: "", tasks: listed })
  })

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
        owner_id: row.owner_id,
        owner_name: row.owner_name,
        description: row.description,
        links: row.links,
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

  const addLinked = Effect.fnUntraced(function* (task: {
    readonly offboardingId: OffboardingId
    readonly task: string
    readonly assignedTo: string
    readonly dueDate: string
  }) {
    const { orgId } = yield* Caller
    const id = ChecklistItemId.make(yield* randomness.uuid)
    yield* repo.insert([
      {
        org_id: orgId,
        id,
        offboarding_id: task.offboardingId,
        position: yield* rows.nextPosition(orgId, task.offboardingId),
        task: task.task,
        assigned_to: task.assignedTo,
        sla_hours: null,
        sla_deadline: null,
        due_date: task.dueDate,
        follows: null,
        followed_document_id: null,
        created_at: yield* DateTime.now
      }
    ])
    return id
  })

  const addListed = Effect.fn("Checklists.addListed")(function* (
    offboardingId: OffboardingId,
    list: { readonly tasks: ReadonlyArray<ListedTask>; readonly from: string }
  ) {
    const { orgId, records } = yield* Caller
    const found = yield* repo.lockCase({ orgId, offboardingId }, records)
    if (Option.isNone(found)) return yield* new OffboardingNotFound()
    const offboarding = found.value
    yield* Effect.fromResult(admitChange(offboarding))
    const present = yield* rows.ofCases(orgId, [offboardingId])
    const missing = withoutTwins(
      list.tasks,
      present.map(({ task }) => task)
    )
    const skipped = list.tasks.length - missing.length
    if (missing.length > 0) {
      const position = yield* rows.nextPosition(orgId, offboardingId)
      yield* insert({ id: offboardingId, exitDate: offboarding.exit_date, position }, missing)
      yield* audit.record({
        action: "checklist_template_applied",
        target: caseTarget(offboarding),
        details: auditText`${list.from}, added: ${missing.map(({ task }) => task).join(", ")}; skipped: ${skipped}`,
        offboardingId
      })
      yield* sync(offboardingId)
    }
    return { added: missing.length, skipped }
  }, db.transact)

  return { createFor, copy, addListed, addFollowing, addLinked, ofCases }
})
