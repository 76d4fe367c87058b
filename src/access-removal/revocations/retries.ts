import { Caller } from "@svc/contract/kernel/access"
import type { OffboardingId, OrgId } from "@svc/contract/kernel/ids"
import type { RunRetries } from "@svc/contract/revocations/events"
import { DateTime, Effect, Option } from "effect"
import { Db } from "#platform/database/db"
import { inOrder } from "./order.ts"
import { makeQueueing } from "./queueing.ts"
import { RevocationsRepo } from "./repo.ts"
import { RetriesRepo } from "./retries-repo.ts"
import { afterRun, dueTogether, retryOccasion } from "./retries-rules.ts"
import { isSettled } from "./rules.ts"
import { type ClaimedRun, type ResultRow, RevocationRunsRepo } from "./runs-repo.ts"

type EndedApp = Pick<ResultRow, "service_name" | "outcome" | "message" | "transient">

/**
 * In the transaction that ends a run: schedules the retry of each failed app, and returns what people should know; none
 * for a run that neither is a retry nor has one.
 */
export const makePlanRetries = Effect.gen(function* () {
  const retries = yield* RetriesRepo

  return Effect.fn("Revocations.planRetries")(function* (
    run: ClaimedRun,
    apps: ReadonlyArray<EndedApp>,
    { isCancelled, now }: { readonly isCancelled: boolean; readonly now: DateTime.Utc }
  ) {
    const key = { orgId: run.org_id, offboardingId: run.offboarding_id }
    const retry = run.retry ?? 0
    if (isCancelled) {
      yield* retries.endAll(key)
      return Option.none<RunRetries>()
    }
    let again = 0
    let givenUp = 0
    let next: DateTime.Utc | null = null
    for (const { message, outcome, service_name: service, transient } of apps) {
      if (outcome === null) continue
      const then = afterRun({ outcome, transient }, retry, now)
      if (then._tag === "Over") {
        yield* retries.end(key, [service])
        continue
      }
      const nextAttemptAt = then._tag === "Again" ? then.at : null
      yield* retries.save(key, {
        service,
        runId: run.id,
        attempts: retry,
        lastError: message ?? "",
        nextAttemptAt,
        now
      })
      if (nextAttemptAt === null) givenUp += 1
      else {
        again += 1
        next = next === null ? nextAttemptAt : DateTime.min(next, nextAttemptAt)
      }
    }
    if (retry === 0 && again === 0) return Option.none<RunRetries>()
    return Option.some<RunRetries>({
      number: retry,
      again,
      next_try_at: next === null ? null : DateTime.formatIso(next),
      given_up: givenUp
    })
  })
})

/** Cases that one round looks at. */
const maxDueAtOnce = 200

/** Turns retries that are due into runs of the failed apps alone, each once over all nodes. */
export const makeRetrying = Effect.gen(function* () {
  const db = yield* Db
  const repo = yield* RevocationsRepo
  const runs = yield* RevocationRunsRepo
  const retries = yield* RetriesRepo
  const queue = yield* makeQueueing

  /** The one place where a retry is queued. The row stays until the run has ended. */
  const queueRetry = Effect.fn("Revocations.queueRetry")(function* (offboardingId: OffboardingId) {
    const { orgId } = yield* Caller
    const key = { orgId, offboardingId }
    const offboarding = yield* repo.lockCase(key, { _tag: "All" })
    if (Option.isNone(offboarding) || Option.isSome(yield* runs.findOpen(orgId, offboardingId))) return 0
    if (offboarding.value.status === "cancelled") {
      yield* retries.endAll(key)
      return 0
    }
    const due = dueTogether(yield* retries.dueApps(key, yield* DateTime.now))
    const [first] = due
    if (first === undefined) return 0
    const names = new Set(due.map(({ service_name }) => service_name))
    const selected = inOrder(yield* repo.apps(key)).filter(({ service_name }) => names.has(service_name))
    const settled = selected.filter(isSettled).map(({ service_name }) => service_name)
    if (settled.length > 0) yield* retries.end(key, settled)
    const apps = selected.filter((app) => !isSettled(app)).map(({ service_name }) => service_name)
    if (apps.length === 0) return 0
    const retry = first.attempts + 1
    yield* queue(offboarding.value, apps, { trigger: "schedule", dueAt: null, occasion: retryOccasion(retry), retry })
    return 1
  }, db.transact)

  return {
    dueRetries: (orgId: OrgId | undefined) =>
      Effect.flatMap(DateTime.now, (now) => retries.due({ orgId, now, limit: maxDueAtOnce })),
    queueRetry
  }
})
