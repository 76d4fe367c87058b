import { Clock, Effect, Latch } from "effect"

interface Wait {
  readonly at: number
  readonly expire: () => void
}

/** Ends many waits in time with one sleeping fiber; one for each would cost more than most of the waits (platform-87). */
interface Deadlines {
  /** By which they go. */
  readonly clock: Clock.Clock
  /** Calls `expire` once after the given milliseconds, unless the returned function was called before. */
  readonly after: (milliseconds: number, expire: () => void) => () => void
}

export const makeDeadlines = Effect.gen(function* () {
  const clock = yield* Clock.Clock
  const now = () => clock.currentTimeMillisUnsafe()
  /** By how long they wait, so that each line is in the order of its deadlines. */
  const lines = new Map<number, Set<Wait>>()
  const earlier = yield* Latch.make()
  let wakesAt = Number.POSITIVE_INFINITY

  const first = () => {
    let soonest = Number.POSITIVE_INFINITY
    for (const line of lines.values())
      for (const { at } of line) {
        soonest = Math.min(soonest, at)
        break
      }
    return soonest
  }
  const expireDue = Effect.sync(() => {
    const moment = now()
    for (const [milliseconds, line] of lines) {
      for (const wait of line) {
        if (wait.at > moment) break
        line.delete(wait)
        wait.expire()
      }
      if (line.size === 0) lines.delete(milliseconds)
    }
  })
  const sleepUntilFirst = Effect.suspend(() => {
    earlier.closeUnsafe()
    wakesAt = first()
    return Number.isFinite(wakesAt)
      ? Effect.raceFirst(Effect.sleep(Math.max(0, wakesAt - now())), earlier.await)
      : earlier.await
  })
  yield* Effect.forkScoped(Effect.forever(Effect.andThen(sleepUntilFirst, expireDue)))

  const deadlines: Deadlines = {
    clock,
    after: (milliseconds, expire) => {
      const wait = { at: now() + milliseconds, expire }
      const line = lines.get(milliseconds) ?? new Set<Wait>()
      lines.set(milliseconds, line)
      line.add(wait)
      if (wait.at < wakesAt) earlier.openUnsafe()
      return () => void line.delete(wait)
    }
  }
  return deadlines
})
