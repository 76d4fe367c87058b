import type { CaseDetails } from "@svc/contract/cases/schema"
import { ChecklistsApi } from "@svc/contract/checklists/api"
import type { AddTask, UpdateTask } from "@svc/contract/checklists/schema"
import type { ChecklistItemId, OffboardingId } from "@svc/contract/kernel/ids"
import { Effect } from "effect"
import { AsyncResult, Atom } from "effect/reactivity"
import { caseDetails } from "#records/data.ts"
import { beside } from "#records/turns.ts"
import { clientOf } from "#platform/api.ts"
import { action, queryOne, running } from "#platform/atoms.ts"

const checklists = clientOf(ChecklistsApi)

/** The tasks whose deadline is missed first, or was. */
export const firstDeadlines = queryOne(() => checklists.slaBreaches({ query: { limit: 6 } }), ["cases"])

interface OfTask {
  readonly id: OffboardingId
  readonly itemId: ChecklistItemId
}

/** A box as it shall be. */
interface Box {
  readonly completed: boolean
  /** Once the service has it. */
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

/** The case as it will be once the ticks that are under way have arrived; what is refused goes back. */
export const caseWithTicks = Atom.family((id: OffboardingId) => Atom.optimistic(caseDetails(id)))

/** A tick of one task: one of another goes beside it, where a second of the same takes its place. */
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
