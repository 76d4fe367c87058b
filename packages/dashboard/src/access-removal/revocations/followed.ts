import type { OffboardingId } from "@svc/contract/kernel/ids"
import type { RevocationRun, StartedRun } from "@svc/contract/revocations/schema"
import { DateTime } from "effect"
import { AsyncResult } from "effect/reactivity"
import { useEffect, useRef, useState } from "preact/hooks"
import { useQuery } from "#platform/atoms.ts"
import { runUnderWay } from "./data.ts"
import type { Step } from "./result.ts"
import { noRun } from "./run.ts"

/** An app that the run has not reached. */
const waiting = (service: string): Step => ({
  service,
  outcome: null,
  message: null,
  vendor_status: null,
  verified: false,
  still_active: false,
  account: null,
  next_try_at: null,
  started_at: null,
  finished_at: null
})

/** Seconds since a run started here: the clocks of service and reader may differ. */
const useSeconds = (run: StartedRun["run_id"] | undefined) => {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    setSeconds(0)
    if (run === undefined) return undefined
    const since = performance.now()
    const timer = setInterval(() => setSeconds(Math.floor((performance.now() - since) / 1_000)), 1_000)
    return () => clearInterval(timer)
  }, [run])
  return seconds
}

const secondsOf = ({ finished_at, started_at }: RevocationRun) =>
  finished_at === null || started_at === null
    ? 0
    : Math.round((DateTime.toEpochMillis(finished_at) - DateTime.toEpochMillis(started_at)) / 1_000)

/** Progress of the runs started by one dialog: a retry replaces the results of its apps, the others stay. */
export const useFollowedRun = (id: OffboardingId, started: StartedRun | undefined) => {
  const steps = useRef(new Map<string, Step>())
  const ended = useRef<{ readonly run: StartedRun["run_id"]; readonly seconds: number }>(undefined)
  const isOver = () => started !== undefined && ended.current?.run === started.run_id
  const result = useQuery(started === undefined || isOver() ? noRun : runUnderWay(id))
  const latest = AsyncResult.isSuccess(result) ? result.value : null
  const run = latest?.id === started?.run_id ? latest : null
  if (started !== undefined && !isOver()) {
    for (const step of run?.results ?? started.apps.map(waiting)) steps.current.set(step.service, step)
    if (run?.status === "finished") ended.current = { run: run.id, seconds: secondsOf(run) }
  }
  const ticking = useSeconds(isOver() ? undefined : started?.run_id)
  return {
    steps: [...steps.current.values()],
    isFinished: isOver(),
    seconds: isOver() ? (ended.current?.seconds ?? 0) : ticking
  }
}
