import type { CaseDetails } from "@svc/contract/cases/schema"
import { ChecklistsApi } from "@svc/contract/checklists/api"
import type { AddTask, UpdateTask } from "@svc/contract/checklists/schema"
import type { ChecklistItemId, OffboardingId } from "@svc/contract/kernel/ids"
import { Effect } from "effect"
import { AsyncResult, Atom } from "effect/reactivity"
import { caseDetails } from "../cases/data.ts"
import { clientOf } from "../platform/api.ts"
import { action, queryOne, running } from "../platform/atoms.ts"

const checklists = clientOf(ChecklistsApi)

/** The tasks whose deadline is missed first, or was. */
export const firstDeadlines = queryOne(() => checklists.slaBreaches({ query: { limit: 6 } }), ["cases"])

/** A box that was ticked, or unticked. */
interface Ticked {
  readonly itemId: ChecklistItemId
  readonly completed: boolean
  /** Once the service has it. */
  readonly onDone?: () => void
}

const tickTask = (id: OffboardingId) =>
  action(
    ({ completed, itemId, onDone }: Ticked) =>
      Effect.tap(checklists.update({ params: { itemId }, payload: { completed } }), () =>
        Effect.sync(() => onDone?.())
      ),
    () => [`case ${id}`, "cases"]
  )

const ticked = (details: CaseDetails, { completed, itemId }: Ticked): CaseDetails => ({
  ...details,
  checklist_items: details.checklist_items.map((item) => (item.id === itemId ? { ...item, completed } : item))
})

/** The case as it will be once the ticks that are under way have arrived; what is refused goes back. */
export const caseWithTicks = Atom.family((id: OffboardingId) => Atom.optimistic(caseDetails(id)))

export const tick = Atom.family((id: OffboardingId) =>
  Atom.optimisticFn(caseWithTicks(id), {
    reducer: (result, box: Ticked) => AsyncResult.map(result, (details) => ticked(details, box)),
    fn: running(tickTask(id))
  })
)

interface OfTask {
  readonly id: OffboardingId
  readonly itemId: ChecklistItemId
}

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
