import type { CaseDetails } from "@svc/contract/cases/schema"
import { ChecklistsApi } from "@svc/contract/checklists/api"
import type { AddTask, UpdateTask } from "@svc/contract/checklists/schema"
import type { ChecklistItemId, OffboardingId } from "@svc/contract/kernel/ids"
import { Effect } from "effect"
import { AsyncResult, Atom } from "effect/reactivity"
import { caseDetails } from "#records/data.ts"
import { beside } from "#records/turns.ts"
import { clientOf } from "#platform/api.ts"
import { action, running } from "#platform/atoms.ts"

const checklists = clientOf(ChecklistsApi)

interface OfTask {
  readonly id: OffboardingId
  readonly itemId: ChecklistItemId
}

/** Target state of a checkbox. */
interface Box {
  readonly completed: boolean
  /** Called when the service has stored it. */
  readonly onDone: () => void
}

const tickTask = ({ id, itemId }: OfTask) =>
  action(
    ({ completed, onDone }: Box) =>
      checklists.update({ params: { itemId }, payload: { completed } }).pipe(
        beside(id),
        Effect.tap(() => Effect.sync(onDone))
      ),
    () => [`case ${id}`, "cases"]
  )

const ticked = (details: CaseDetails, itemId: ChecklistItemId, completed: boolean): CaseDetails => ({
  ...details,
  checklist_items: details.checklist_items.map((item) => (item.id === itemId ? { ...item, completed } : item))
})

/** Optimistic case: includes ticks in flight; refused ones are rolled back. */
export const caseWithTicks = Atom.family((id: OffboardingId) => Atom.optimistic(caseDetails(id)))

/** Tick of one task: concurrent across tasks, the last one wins per task. */
export const tick = Atom.family((task: OfTask) =>
  Atom.optimisticFn(caseWithTicks(task.id), {
    reducer: (result, { completed }: Box) =>
      AsyncResult.map(result, (details) => ticked(details, task.itemId, completed)),
    fn: running(tickTask(task))
  })
)

export const addTask = action(
  ({ id, ...payload }: AddTask & { readonly id: OffboardingId }) => checklists.add({ params: { id }, payload }),
  ({ id }) => [`case ${id}`, "cases"]
)

export const changeTask = action(
  ({ changes, itemId }: OfTask & { readonly changes: UpdateTask }) =>
    checklists.update({ params: { itemId }, payload: changes }),
  ({ id }) => [`case ${id}`, "cases"]
)

export const removeTask = action(
  ({ itemId, reason }: OfTask & { readonly reason: string }) =>
    checklists.remove({ params: { itemId }, query: {}, payload: { reason } }),
  ({ id }) => [`case ${id}`, "cases"]
)
