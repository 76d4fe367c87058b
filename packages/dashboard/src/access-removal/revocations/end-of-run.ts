import type { OffboardingId } from "@svc/contract/kernel/ids"
import type { RevocationRun, StartedRun } from "@svc/contract/revocations/schema"
import { AsyncResult } from "effect/reactivity"
import { useNames } from "#connections/integrations/providers.ts"
import { useWords } from "#languages/words.ts"
import { changeKeys } from "#platform/changes.ts"
import { offboardingTab } from "#platform/pages.ts"
import { registry } from "#state/registry.ts"
import { toast } from "#frame/toasts.tsx"
import { runUnderWay } from "./data.ts"
import { isFailed } from "./result.ts"

/** Timeout in ms; longer runs are shown only on their own page. */
const followedFor = 15 * 60_000

/** Toast on any page: the run started, then how it ended. */
export const useRunToast = (id: OffboardingId, name: string) => {
  const words = useWords().revocations
  const nameOf = useNames()
  const resultOf = ({ results }: RevocationRun) => {
    const failed = results.filter(isFailed).map(({ service }) => nameOf(service))
    const manual = results.filter(({ outcome }) => outcome === "manual_required").map(({ service }) => nameOf(service))
    if (failed.length > 0) {
      return { text: words.endedFailed(name, failed.length, results.length, failed.join(", ")), tone: "bad" } as const
    }
    return manual.length > 0
      ? ({ text: words.endedManual(name, manual.join(", ")), tone: "watch" } as const)
      : ({
          text: words.endedWell(name, results.filter(({ outcome }) => outcome === "revoked").length),
          tone: "good"
        } as const)
  }
  return ({ apps, run_id }: StartedRun) => {
    const said = toast(words.started(apps.length), { tone: "running" })
    const stop = () => {
      clearTimeout(limit)
      unsubscribe()
    }
    const limit = setTimeout(() => {
      stop()
      said.remove()
    }, followedFor)
    const unsubscribe = registry.subscribe(runUnderWay(id), (result) => {
      if (!AsyncResult.isSuccess(result)) return
      const run = result.value
      if (run === null || run.id !== run_id || run.status !== "finished") return
      stop()
      const { text, tone } = resultOf(run)
      said.become(text, tone, { href: offboardingTab({ id, tab: "access" }), text: words.viewResult })
      changeKeys([`case ${id}`, "cases"])
    })
    registry.get(runUnderWay(id))
  }
}
