import { Caller } from "@svc/contract/kernel/access"
import type { OffboardingId } from "@svc/contract/kernel/ids"
import { type DateTime, Effect } from "effect"
import { Wakeups } from "#platform/jobs/wakeups"
import { RevocationsRepo } from "./repo.ts"
import { isSettled } from "./rules.ts"
import { RevocationRunsRepo } from "./runs-repo.ts"
import { revocationRuns } from "./topic.ts"

/** The verbs `Revocations.selection`, `plan` and `replan`. */
export const makePlanning = Effect.gen(function* () {
  const repo = yield* RevocationsRepo
  const runs = yield* RevocationRunsRepo
  const wakeups = yield* Wakeups

  const selection = Effect.fn("Revocations.selection")(function* (offboardingId: OffboardingId) {
    const { orgId } = yield* Caller
    const apps = yield* repo.apps({ orgId, offboardingId })
    return apps.map((app) => ({ name: app.service_name, settled: isSettled(app) }))
  })

  const plan = Effect.fn("Revocations.plan")(function* (planned: {
    readonly offboardingId: OffboardingId
    readonly apps: ReadonlyArray<string>
    readonly revokeAt: DateTime.Utc | null
  }) {
    const { orgId } = yield* Caller
    const key = { orgId, offboardingId: planned.offboardingId }
    yield* repo.select(key, planned.apps)
    yield* repo.unschedule(key)
    if (planned.revokeAt !== null) yield* repo.schedule(key, planned.revokeAt)
  })

  const replan = Effect.fn("Revocations.replan")(function* (planned: {
    readonly offboardingId: OffboardingId
    readonly apps: ReadonlyArray<string>
    readonly revokeAt: DateTime.Utc | null
  }) {
    const { orgId } = yield* Caller
    yield* runs.removeQueuedSchedule(orgId, planned.offboardingId)
    const kept = new Set(planned.apps)
    const busy = (yield* runs.openApps(orgId, planned.offboardingId)).filter((name) => !kept.has(name))
    if (busy.length > 0) return busy
    yield* plan(planned)
    // What is due by its new moment is not to wait for the poll.
    if (planned.revokeAt !== null) yield* wakeups.signal(revocationRuns)
    return []
  })

  return { selection, plan, replan }
})
