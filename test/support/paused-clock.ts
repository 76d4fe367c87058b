import { Clock, Duration, Effect } from "effect"

/**
 * The clock of a process that is paused: afterwards both clocks are ahead, and no timer has fired yet, which is how work
 * finds them that goes on with an answer that had come in.
 */
export const aPausedClock = () => {
  const live = Clock.Clock.defaultValue()
  let paused = 0
  const wall = () => live.currentTimeMillisUnsafe() + paused
  const nanos = () => BigInt(paused) * 1_000_000n
  const clock: Clock.Clock = {
    currentTimeMillisUnsafe: wall,
    currentTimeMillis: Effect.sync(wall),
    currentTimeNanosUnsafe: () => live.currentTimeNanosUnsafe() + nanos(),
    currentTimeNanos: Effect.sync(() => live.currentTimeNanosUnsafe() + nanos()),
    monotonicTimeNanosUnsafe: () => live.monotonicTimeNanosUnsafe() + nanos(),
    monotonicTimeNanos: Effect.sync(() => live.monotonicTimeNanosUnsafe() + nanos()),
    sleep: (duration) => live.sleep(duration)
  }
  return {
    pause: (duration: Duration.Input) => {
      paused += Duration.toMillis(Duration.fromInputUnsafe(duration))
    },
    /** Holds the work to this clock. */
    on: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.provideService(work, Clock.Clock, clock)
  }
}
