import type { OffboardingId } from "@svc/contract/kernel/ids"
import type { RevocationRun, StartedRun } from "@svc/contract/revocations/schema"
import { AsyncResult, Atom } from "effect/reactivity"
import { useEffect, useRef, useState } from "preact/hooks"
import { useQuery } from "#platform/atoms.ts"
import { latestRun, runPage } from "./data.ts"
import { isFailed } from "./result.ts"

// No apps, so there is no run to load.
export const noRun: ReturnType<typeof latestRun> = Atom.make(AsyncResult.success(null))

type Step = RevocationRun["results"][number]

/** Nothing of the run is left to a person. */
export const endedWell = ({ results }: RevocationRun) =>
  results.length > 0 &&
  results.every((step) => !isFailed(step) && (step.outcome === "revoked" || step.outcome === "skipped"))

/** How long a run that succeeded is shown, in ms. */
const shownFor = 6_000

/** Latest result per app, and the step of the current run. */
export const useSteps = (id: OffboardingId) => {
  const result = useQuery(runPage({ id, offset: 0 }))
  const runs = AsyncResult.isSuccess(result) ? result.value.rows : []
  const find = (service: string, having: (run: RevocationRun, step: Step) => boolean) =>
    runs.flatMap((run) => run.results.filter((step) => step.service === service && having(run, step)))[0]
  return {
    last: (service: string) => find(service, (_run, { outcome }) => outcome !== null),
    running: (service: string) => find(service, ({ status }) => status !== "finished")
  }
}

/** Whether a run is in progress. A second start would only join it, so it is not offered; nor before the latest run is loaded. */
export const useRunUnderWay = (id: OffboardingId, hasApps: boolean) => {
  const latest = useQuery(hasApps ? latestRun(id) : noRun)
  const [started, setStarted] = useState<StartedRun["run_id"]>()
  const run = AsyncResult.isSuccess(latest) ? latest.value : undefined
  const isSeen = started === undefined || run?.id === started
  const isUnderWay = (run != null && run.status !== "finished") || !isSeen
  const wasUnderWay = useRef(isUnderWay)
  const [ended, setEnded] = useState<RevocationRun>()
  useEffect(() => {
    const hasEnded = wasUnderWay.current && !isUnderWay
    wasUnderWay.current = isUnderWay
    setEnded(hasEnded && run != null ? run : undefined)
    const end = setTimeout(() => setEnded(undefined), shownFor)
    return () => clearTimeout(end)
  }, [isUnderWay])
  return {
    isUnderWay,
    /** The run that ended a few seconds ago. */
    ended: isUnderWay ? undefined : ended,
    isKnown: run !== undefined,
    onStarted: ({ run_id }: StartedRun) => setStarted(run_id)
  }
}
