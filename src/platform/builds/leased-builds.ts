import { Caller } from "@svc/contract/kernel/access"
import type { OrgId } from "@svc/contract/kernel/ids"
import { Cause, DateTime, Duration, Effect, Option } from "effect"
import { Db, type Transaction } from "#platform/database/db"
import type { BuildQueue, ClaimedBuild } from "./build-queue-repo.ts"
import { makeTakeUp } from "#platform/jobs/each-claimed"
import { heartbeat, LeaseLost } from "#platform/jobs/lease-guard"
import type { Holder } from "#platform/jobs/lease-queue"
import { systemCaller } from "#platform/jobs/system-caller"

/** Lease without a heartbeat; afterwards another worker claims the build and starts over. */
const lease = Duration.seconds(20)
const beatEvery = Duration.seconds(5)

/** Builds of one kind that one process makes at a time. */
const atOnce = 2

/** Backoff in seconds after each failed try; after the last one the build has failed. */
const retrySeconds = [30, 120] as const

/** Maximum claims. A build that kills its process counts as no failed try. */
const mostClaims = 10

interface Making<Build extends ClaimedBuild, Written, E, R> {
  /** As sentences of the log name it: `export`. */
  readonly what: string
  readonly queue: Pick<
    BuildQueue<Build>,
    "claim" | "renew" | "release" | "putOff" | "fail" | "leaveFiles" | "leaveFile"
  >
  /** Makes the file. Whatever goes wrong is a failure or a defect to try again. */
  readonly write: (build: Build, holder: Holder<Build["id"]>) => Effect.Effect<Written, E, R>
  /** Stores the result, with its audit entry; returns false if the build is no longer the worker's. */
  readonly ready: (
    build: Build,
    holder: Holder<Build["id"]>,
    written: Written
  ) => Effect.Effect<boolean, never, Transaction | Caller>
  /** The reason of the final failure, in a sentence. */
  readonly failure: string
  /** Records and reports the final failure. */
  readonly failed: (build: Build) => Effect.Effect<void, never, Transaction | Caller>
}

/** Makes files that were asked for, each under a lease, so that it outlives the process that began it. */
export const makeLeasedBuilds = Effect.fnUntraced(function* <Build extends ClaimedBuild, Written, E, R>({
  failed,
  failure,
  queue,
  ready,
  what,
  write
}: Making<Build, Written, E, R>) {
  const db = yield* Db
  const takeUp = yield* makeTakeUp
  type Held = Holder<Build["id"]>

  const settleReady = Effect.fnUntraced(function* (build: Build, holder: Held, written: Written) {
    if (!(yield* ready(build, holder, written))) return yield* new LeaseLost()
    yield* queue.leaveFiles(holder.orgId, holder.id, "all but the last")
    return "ready" as const
  }, db.transact)

  /** If even the failure cannot be recorded, the build still ends: it must not be built forever. */
  const endUnrecorded = Effect.fnUntraced(function* (holder: Held, defect: unknown) {
    yield* Effect.logError("build failure not recorded", { build: what, buildId: holder.id }, defect)
    if (!(yield* queue.fail(holder, failure, yield* DateTime.now))) return yield* new LeaseLost()
    yield* queue.leaveFiles(holder.orgId, holder.id, "all")
    return "failed" as const
  }, db.transact)

  const settleFailed = Effect.fnUntraced(function* (build: Build, holder: Held) {
    const now = yield* DateTime.now
    const seconds = build.claims >= mostClaims ? undefined : retrySeconds[build.attempts]
    if (seconds !== undefined) {
      if (!(yield* queue.putOff(holder, DateTime.add(now, { seconds })))) return yield* new LeaseLost()
      return "put_off" as const
    }
    if (!(yield* queue.fail(holder, failure, now))) return yield* new LeaseLost()
    yield* queue.leaveFiles(holder.orgId, holder.id, "all")
    yield* failed(build)
    return "failed" as const
  }, db.transact)

  const failOrPutOff = (build: Build, holder: Held) =>
    Effect.catchDefect(settleFailed(build, holder), (defect) => endUnrecorded(holder, defect))

  const beating = (holder: Held) =>
    heartbeat({
      every: beatEvery,
      lasts: lease,
      renew: (until) => Effect.map(queue.renew(holder, until), (renewed) => (renewed ? "renewed" : "lost")),
      says: "build lease not renewed",
      about: { build: what, buildId: holder.id }
    })

  const carryOut = Effect.fn("LeasedBuilds.carryOut")(function* (build: Build, holder: Held) {
    // The processes of the claims before were taken along by something; another try would be no different.
    if (build.claims > mostClaims) return yield* failOrPutOff(build, holder)
    const making = Effect.flatMap(write(build, holder), (written) => settleReady(build, holder, written))
    return yield* Effect.raceFirst(making, beating(holder)).pipe(
      Effect.catchCause((cause) => {
        const lost = Cause.findErrorOption(cause)
        if (Option.isSome(lost) && lost.value instanceof LeaseLost) return Effect.fail(lost.value)
        if (Cause.hasInterruptsOnly(cause)) return Effect.interrupt
        return Effect.andThen(
          Effect.logError("build failed", { orgId: build.org_id, build: what, buildId: build.id }, cause),
          failOrPutOff(build, holder)
        )
      })
    )
  })

  const build = (claimed: Build, holder: Held) =>
    carryOut(claimed, holder).pipe(
      Effect.onInterrupt(() => queue.release(holder)),
      Effect.catchTag("LeaseLost", () =>
        Effect.andThen(
          Effect.logWarning("build lease lost to another worker", {
            orgId: claimed.org_id,
            build: what,
            buildId: claimed.id
          }),
          Effect.as(queue.leaveFile(claimed.storage_key), undefined)
        )
      ),
      Effect.provideService(Caller, systemCaller(claimed.org_id))
    )

  /** Builds everything due; returns the outcomes. `put_off`: failed tries that will be retried. */
  return Effect.fn("LeasedBuilds.buildDue")(function* (orgId: OrgId | undefined) {
    const figures = { ready: 0, put_off: 0, failed: 0 }
    const work = Effect.gen(function* () {
      while (true) {
        const { rows, worker } = yield* takeUp({ orgId, claim: queue.claim, lease, limit: 1 })
        const [claimed] = rows
        if (claimed === undefined) return
        const end = yield* build(claimed, { orgId: claimed.org_id, id: claimed.id, worker })
        if (end !== undefined) figures[end] += 1
      }
    })
    yield* Effect.all(
      Array.from({ length: atOnce }, () => work),
      { concurrency: "unbounded", discard: true }
    )
    return { ...figures }
  })
})
