import { Clock, Duration, Effect } from "effect"

interface Sleeper {
  readonly at: number
  readonly wake: () => void
}

/** Real milliseconds without a call or a look at the clock, after which whatever waits waits for a timer. */
const quiet = 150

/** Milliseconds of a breath, which nobody wants to wait for: it passes at once. */
const breath = 100

/** Timers that one piece of work may need: more is work that does not end. */
const maxTimers = 2_000

/**
 * Time that moves when the history says so. `pass` is the time of a paused process: no timer fires. Work that waits for a
 * timer and nothing else is given it, so that every history ends or is said not to.
 */
export const aHistoryClock = (start: number) => {
  const live = Clock.Clock.defaultValue()
  let now = start
  let moves = 0
  const sleepers: Array<Sleeper> = []
  const wall = () => {
    moves++
    return now
  }
  const nanos = () => BigInt(now) * 1_000_000n
  const clock: Clock.Clock = {
    currentTimeMillisUnsafe: wall,
    currentTimeMillis: Effect.sync(wall),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: Effect.sync(nanos),
    monotonicTimeNanosUnsafe: nanos,
    monotonicTimeNanos: Effect.sync(nanos),
    sleep: (duration) =>
      Effect.callback<void>((resume) => {
        const millis = Duration.toMillis(duration)
        if (millis <= breath) {
          now += millis
          return resume(Effect.void)
        }
        const at = now + millis
        const sleeper: Sleeper = { at, wake: () => resume(Effect.void) }
        sleepers.push(sleeper)
        return Effect.sync(() => {
          const index = sleepers.indexOf(sleeper)
          if (index >= 0) sleepers.splice(index, 1)
        })
      })
  }
  const wakeNext = () => {
    const next = sleepers.reduce<Sleeper | undefined>(
      (first, one) => (first === undefined || one.at < first.at ? one : first),
      undefined
    )
    if (next === undefined) return
    sleepers.splice(sleepers.indexOf(next), 1)
    now = Math.max(now, next.at)
    next.wake()
  }
  const timers = Effect.gen(function* () {
    let fired = 0
    let seen = moves
    while (fired < maxTimers) {
      yield* live.sleep(Duration.millis(quiet))
      if (seen === moves) {
        fired++
        wakeNext()
      }
      seen = moves
    }
    return yield* Effect.die(`It does not end: ${maxTimers} timers were fired for it`)
  })
  return {
    now: () => now,
    pass: (milliseconds: number) => {
      now += milliseconds
    },
    on: <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      Effect.raceFirst(Effect.provideService(work, Clock.Clock, clock), timers)
  }
}
export type HistoryClock = ReturnType<typeof aHistoryClock>
