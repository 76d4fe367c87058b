import { Clock, Context, Data, DateTime, Deferred, Duration, Effect } from "effect"
import type { LogFields } from "#platform/observability/log-line"

/** Another worker has the work, or may have it by now: what this one still does for it must not count. */
export class LeaseLost extends Data.TaggedError("LeaseLost") {}

/** No write starts this long before the lease ends; a sixth of a short lease. */
const margin = Duration.seconds(2)

/** A moment on both clocks of the process. */
export interface LeaseMoment {
  readonly wall: number
  readonly monotonic: bigint
}

/** To be taken before the statement that claims or renews, for the lease begins no later than that. */
export const leaseMoment: Effect.Effect<LeaseMoment> = Effect.gen(function* () {
  return { wall: yield* Clock.currentTimeMillis, monotonic: yield* Clock.monotonicTimeNanos }
})

/**
 * Milliseconds, from whichever clock advanced more: the monotonic one stops while the machine is suspended, the other one
 * can be set back (work-147).
 */
const elapsed = (from: LeaseMoment, to: LeaseMoment) =>
  Math.max(to.wall - from.wall, Number(to.monotonic - from.monotonic) / 1_000_000)

interface Lease {
  readonly holds: Effect.Effect<void>
  readonly renewed: (asked: LeaseMoment) => void
}

const CurrentLease = Context.Reference<Lease>("svc/platform/CurrentLease", {
  defaultValue: () => ({ holds: Effect.void, renewed: () => undefined })
})

/**
 * Fencing before a write that no transaction can roll back: continues while the lease holds by this process's own
 * clocks, without asking the database. Otherwise the work dies with `LeaseLost`, which no error handler on the way
 * catches (work-146). Without a lease it continues.
 */
export const leaseHolds: Effect.Effect<void> = Effect.flatMap(CurrentLease, ({ holds }) => holds)

/** The renewal that was asked for at this moment has succeeded: the lease runs from then. */
const leaseRenewed = (asked: LeaseMoment): Effect.Effect<void> =>
  Effect.map(CurrentLease, ({ renewed }) => renewed(asked))

/** For a transaction that renews the lease. */
export const renewsLease = <A, E, R>(renewal: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(leaseMoment, (asked) => Effect.tap(renewal, leaseRenewed(asked)))

/**
 * Fencing by the worker's own clocks: work on a row that was claimed at `since` and stays with this worker for `lasts`,
 * longer with each renewal. A process that was paused past its lease, and does not know it yet, is ended by its
 * next `leaseHolds` instead of writing. Within another lease both must hold.
 */
export const underLease = <A, E, R>(
  lease: { readonly since: LeaseMoment; readonly lasts: Duration.Input },
  work: Effect.Effect<A, E, R>
): Effect.Effect<A, E | LeaseLost, R> =>
  Effect.gen(function* () {
    const outer = yield* CurrentLease
    const lost = yield* Deferred.make<never, LeaseLost>()
    const millis = Duration.toMillis(Duration.fromInputUnsafe(lease.lasts))
    const longest = millis - Math.min(Duration.toMillis(margin), millis / 6)
    let confirmed = lease.since
    const holds = Effect.gen(function* () {
      yield* outer.holds
      if (elapsed(confirmed, yield* leaseMoment) < longest) return
      yield* Deferred.fail(lost, new LeaseLost())
      // The race below interrupts it: a failure could be caught before it reached the worker.
      return yield* Effect.never
    })
    const renewed = (asked: LeaseMoment) => {
      if (asked.monotonic > confirmed.monotonic) confirmed = asked
    }
    return yield* Effect.raceFirst(Effect.provideService(work, CurrentLease, { holds, renewed }), Deferred.await(lost))
  })

/**
 * Heartbeat: renews a lease until another worker has it. `busy`: a transaction of the work locks the row and renews the
 * lease itself. A renewal that fails is logged and retried at the next beat.
 */
export const heartbeat = <R>({
  about = {},
  every,
  lasts,
  renew,
  says
}: {
  readonly every: Duration.Input
  readonly lasts: Duration.Input
  readonly renew: (until: DateTime.Utc) => Effect.Effect<"renewed" | "busy" | "lost", never, R>
  /** What the log says of a renewal that died. */
  readonly says: string
  readonly about?: LogFields
}): Effect.Effect<never, LeaseLost, R> =>
  Effect.gen(function* () {
    yield* Effect.sleep(every)
    const asked = yield* leaseMoment
    const standing = yield* renew(DateTime.addDuration(yield* DateTime.now, lasts))
    if (standing === "lost") return yield* new LeaseLost()
    if (standing === "renewed") yield* leaseRenewed(asked)
  }).pipe(
    Effect.catchDefect((defect) => Effect.logWarning(says, about, defect)),
    Effect.forever
  )
