import type { OffboardingId } from "@svc/contract/kernel/ids"
import { AsyncResult } from "effect/reactivity"
import { useEffect } from "preact/hooks"
import { caseDetails } from "#records/data.ts"
import { Banner } from "#design/Banner.tsx"
import { Text } from "#design/layout.tsx"
import { useWords } from "#languages/words.ts"
import { useQuery } from "#platform/atoms.ts"
import { registry } from "#state/registry.ts"
import { latestRun, runPage, runUnderWay } from "./data.ts"

/** Progress of the current run; refreshes the offboarding when it finishes. */
export const RunUnderWay = ({ id }: { readonly id: OffboardingId }) => {
  const words = useWords().revocations
  const result = useQuery(runUnderWay(id))
  const run = AsyncResult.isSuccess(result) ? result.value : null
  const ended = run?.status === "finished"
  const done = run?.results.filter(({ outcome }) => outcome !== null).length ?? 0
  useEffect(() => {
    // Results are shown per app, as they arrive.
    if (done > 0) registry.refresh(caseDetails(id))
    if (!ended) return
    registry.refresh(latestRun(id))
    registry.refresh(runPage({ id, offset: 0 }))
  }, [run?.id, done, ended])
  return (
    <Banner tone="accent" title={run === null ? words.begins : words.underWay(done, run.results.length)}>
      <Text tone="2">{words.oneAtATime}</Text>
    </Banner>
  )
}
