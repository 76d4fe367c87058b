import { Caller } from "@svc/contract/kernel/access"
import type { OffboardingId } from "@svc/contract/kernel/ids"
import { DateTime, Effect, Option } from "effect"
import { systemCaller } from "#platform/jobs/system-caller"
import { LeftBehinds } from "#access-removal/left-behind/service"
import { inOrder } from "./order.ts"
import { makeQueueing } from "./queueing.ts"
import { RevocationsRepo } from "./repo.ts"
import { isGivenBack, isSettled, resumable } from "./rules.ts"
import { RevocationRunsRepo } from "./runs-repo.ts"

/**
 * Resumes apps that a run held back once nothing blocks them: a run of these apps alone. Never an app that no run had,
 * that another run has since resolved, that a later schedule will revoke anyway, or whose access was restored.
 */
export const makeResuming = Effect.gen(function* () {
  const repo = yield* RevocationsRepo
  const runs = yield* RevocationRunsRepo
  const leftBehind = yield* LeftBehinds
  const queue = yield* makeQueueing

  return Effect.fn("Revocations.resume")(function* (offboardingId: OffboardingId) {
    const { orgId } = yield* Caller
    const key = { orgId, offboardingId }
    const freed = yield* leftBehind.freed(offboardingId)
    if (freed.length === 0) return
    const offboarding = yield* repo.lockCase(key, { _tag: "All" })
    if (Option.isNone(offboarding) || ["cancelled", "completed"].includes(offboarding.value.status)) return
    // A run that is open looks here itself when it ends.
    if (Option.isSome(yield* runs.findOpen(orgId, offboardingId))) return
    const selected = yield* repo.apps(key)
    const latest = yield* runs.latestResults(orgId, offboardingId)
    if (isGivenBack(latest, selected)) return
    const held = resumable(latest, {
      isHeldBack: leftBehind.isHeldBack,
      freed,
      isScheduled: yield* repo.isScheduled(key),
      offboarding: offboarding.value,
      now: yield* DateTime.now
    })
    const apps = inOrder(selected).flatMap((app) => {
      const of = held.find(({ service_name }) => service_name === app.service_name)
      return of === undefined || isSettled(app) ? [] : [of]
    })
    const [first] = apps
    if (first === undefined) return
    const asked = apps.find(({ trigger }) => trigger === "app") ?? first
    yield* queue(
      offboarding.value,
      apps.map(({ service_name }) => service_name),
      { trigger: asked.trigger, dueAt: asked.due_at, occasion: "The block was resolved" }
    ).pipe(Effect.provideService(Caller, systemCaller(orgId)))
  })
})
