import type { CaseDetails } from "@svc/contract/cases/schema"
import { useEffect, useRef } from "preact/hooks"
import { useWords } from "#languages/words.ts"
import { useAction } from "#platform/atoms.ts"
import { failureOf } from "#platform/failures.tsx"
import { toast } from "#frame/toasts.tsx"
import { confirmAssetReturn } from "#records/changes-data.ts"
import { progress } from "#records/data.ts"
import { changeStage } from "./changes-data.ts"

/** Stage change. A refusal by the stage gate stays visible until the offboarding changes. */
export const useMove = (details: CaseDetails) => {
  const words = useWords().cases
  const move = useAction(changeStage, {
    onDone: ({ employee_name, status }) => toast(words.moved(employee_name, words.stages[status]))
  })
  const confirmation = useAction(confirmAssetReturn, { onDone: () => move.reset() })
  const state = JSON.stringify([progress(details), details.status, details.assets?.map(({ status }) => status)])
  const before = useRef(state)
  useEffect(() => {
    // Keep a request in flight: its response is still to come.
    if (before.current !== state && !move.busy) move.reset()
    before.current = state
  }, [state])
  const refused = failureOf(move.result)
  const gate = refused?._tag === "StageGateClosed" ? refused : undefined
  return { confirmation, gate, move }
}
