import type { ChecklistItem } from "@svc/contract/checklists/schema"
import type { ChecklistItemId, OffboardingId } from "@svc/contract/kernel/ids"
import { useState } from "preact/hooks"
import { useFirstWords } from "#languages/words.ts"
import { Refusal } from "#platform/failures.tsx"
import { registry, useAtomValue } from "#state/registry.ts"
import { toast } from "#frame/toasts.tsx"
import { tick } from "./data.ts"

/** Refusal of a tick, which is rolled back. */
const TickRefusal = (task: { readonly id: OffboardingId; readonly itemId: ChecklistItemId }) => {
  const words = useFirstWords().checklists
  return <Refusal of={useAtomValue(tick(task))} refusals={{ LinkedItemOpen: () => words.follows }} />
}

/** Optimistic ticks: rolled back with a reason when refused, with an undo in the toast. */
export const useTicks = (id: OffboardingId) => {
  const words = useFirstWords().checklists
  const [asked, setAsked] = useState<ReadonlyArray<ChecklistItemId>>([])
  const onTick = ({ id: itemId, task }: ChecklistItem, completed: boolean) => {
    const set = (completed: boolean, onDone: () => void) => registry.set(tick({ id, itemId }), { completed, onDone })
    setAsked((before) => [...before.filter((one) => one !== itemId), itemId])
    set(completed, () =>
      toast(completed ? words.ticked(task) : words.unticked(task), { undo: () => set(!completed, () => {}) })
    )
  }
  return { onTick, refusals: asked.map((itemId) => <TickRefusal key={itemId} id={id} itemId={itemId} />) }
}
