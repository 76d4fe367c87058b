import type { OffboardingId } from "@svc/contract/kernel/ids"
import { AsyncResult } from "effect/reactivity"
import { useEffect } from "preact/hooks"
import { caseDetails } from "../cases/data.ts"
import { Banner } from "../design/Banner.tsx"
import { useWords } from "../languages/words.ts"
import { useQuery } from "../platform/atoms.ts"
import { registry } from "../platform/registry.ts"
import { latestRun, runUnderWay } from "./data.ts"

/** A run as it goes, app by app; once it has ended the case is read again. */
const Watched = ({ id }: { readonly id: OffboardingId }) => {
  const words = useWords().revocations
  const result = useQuery(runUnderWay(id))
  const run = AsyncResult.isSuccess(result) ? result.value : null
  const ended = run?.status === "finished"
  const done = run?.results.filter(({ outcome }) => outcome !== null).length ?? 0
  useEffect(() => {
    // What each app has come to is seen as it comes.
    if (done > 0) registry.refresh(caseDetails(id))
    if (ended) registry.refresh(latestRun(id))
  }, [done, ended])
  return run === null || ended ? null : <Banner tone="accent" title={words.underWay(done, run.results.length)} />
}

/** Nothing while no run is under way, and then nothing is asked. */
export const RunUnderWay = ({ id }: { readonly id: OffboardingId }) => {
  const latest = useQuery(latestRun(id))
  const isUnderWay = AsyncResult.isSuccess(latest) && latest.value !== null && latest.value.status !== "finished"
  return isUnderWay ? <Watched id={id} /> : null
}
