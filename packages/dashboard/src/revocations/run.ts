import type { OffboardingId } from "@svc/contract/kernel/ids"
import type { StartedRun } from "@svc/contract/revocations/schema"
import { AsyncResult } from "effect/reactivity"
import { useState } from "preact/hooks"
import { useQuery } from "../platform/atoms.ts"
import { latestRun } from "./data.ts"

/**
 * Whether a run of the case is under way. A second one would only join it, so nothing is offered that starts one; nor is it
 * before the newest run is known, nor from a start until that start is seen.
 */
export const useRunUnderWay = (id: OffboardingId) => {
  const latest = useQuery(latestRun(id))
  const [started, setStarted] = useState<StartedRun["run_id"]>()
  const run = AsyncResult.isSuccess(latest) ? latest.value : undefined
  const isSeen = started === undefined || run?.id === started
  return {
    isUnderWay: (run != null && run.status !== "finished") || !isSeen,
    isKnown: run !== undefined,
    onStarted: ({ run_id }: StartedRun) => setStarted(run_id)
  }
}
