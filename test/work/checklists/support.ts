import { assert } from "@effect/vitest"
import type { ChecklistItemId, OffboardingId } from "@svc/contract/kernel/ids"
import { Effect, Predicate } from "effect"
import { Checklists } from "#work/checklists/service"
import { asCaller, type Member } from "#test/support/people"
import { as } from "#test/support/requests"
import { inTables } from "#test/support/tables"
import { entriesOf, eventsOf } from "#test/support/log"
import { aCase } from "#test/support/cases"

export const patch = (member: Member, id: string, body: unknown) =>
  as(member).patch(`/api/employees/checklist/${id}`, body)

/** The tasks of the case as people see them. */
export const tasksOf = Effect.fnUntraced(function* (admin: Member, offboardingId: OffboardingId) {
  const checklists = yield* Checklists
  return (yield* asCaller(admin)(checklists.ofCases([offboardingId]))).get(offboardingId) ?? []
})

/** The task of the case whose text begins so. */
export const taskOf = Effect.fnUntraced(function* (admin: Member, offboardingId: OffboardingId, begins: string) {
  const task = (yield* tasksOf(admin, offboardingId)).find(({ task }) => task.startsWith(begins))
  return task === undefined ? yield* Effect.die(`There is no task ${begins}`) : task
})

/** A case with these tasks alone, none of which follows anything. */
export const aCaseWith = Effect.fnUntraced(function* (admin: Member, tasks: ReadonlyArray<string>) {
  const offboarding = yield* aCase(admin, {
    tasks: tasks.map((task) => ({
      task,
      assignedTo: "HR",
      follows: null,
      slaHours: null,
      dueDaysBeforeExit: null
    }))
  })
  const ids: ReadonlyArray<ChecklistItemId> = (yield* tasksOf(admin, offboarding.id)).map(({ id }) => id)
  return { offboarding, ids }
})

/** The sources of the case's `checklist.completed`, oldest first; each is an audit entry as well. */
export const completionsOf = Effect.fnUntraced(function* (admin: Member, offboardingId: string) {
  const sources = (yield* eventsOf(admin.orgId, { offboardingId }))
    .filter(({ _tag }) => _tag === "checklist.completed")
    .map(({ source }) => source)
  const entries = (yield* entriesOf(admin.orgId, { offboardingId })).filter(
    ({ action }) => action === "checklist_completed"
  )
  assert.deepStrictEqual(
    entries.map(({ details }) => details),
    sources.map((source) => told[String(source)])
  )
  for (const { target } of entries) assert.strictEqual(target, "Offboarding of Ada Lovelace")
  return sources
})

const told: Readonly<Record<string, string>> = {
  app: "every task is done or not needed",
  linked: "every task is done or not needed, the last one completed automatically",
  it_ticket: "every task is done or not needed, the last one by its resolved ticket"
}

/** Puts the case into this status past every gate. */
export const forceStatus = (admin: Member, offboardingId: string, status: string) =>
  inTables(
    admin.orgId,
    (sql) => sql`UPDATE offboardings SET status = ${status} WHERE org_id = ${admin.orgId} AND id = ${offboardingId}`
  )

/** Ticks or otherwise closes all open tasks of the case but those that begin so. */
export const tickAllBut = Effect.fnUntraced(function* (
  admin: Member,
  offboardingId: OffboardingId,
  begins: ReadonlyArray<string>
) {
  for (const task of yield* tasksOf(admin, offboardingId)) {
    if (begins.some((text) => task.task.startsWith(text)) || task.completed) continue
    yield* patch(admin, task.id, { completed: true })
  }
})

export const fieldOf = (body: unknown, name: string): unknown =>
  Predicate.hasProperty(body, name) ? body[name] : undefined
