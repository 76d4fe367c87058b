import { PasswordsBusy } from "@svc/contract/accounts/errors"
import { Clock, Context, Deferred, Duration, Effect } from "effect"
import { availableParallelism } from "node:os"
import { RetryLater } from "#platform/http/retry-later"

/** Concurrent password hashes, and the longest wait for one. */
export const HashBounds = Context.Reference<{ readonly places: number; readonly patience: Duration.Duration }>(
  "svc/accounts/HashBounds",
  {
    // Half of the cores, so that a burst of sign-ins leaves memory and cores for other work.
    defaultValue: () => ({
      places: Math.max(1, Math.floor(availableParallelism() / 2)),
      patience: Duration.seconds(2)
    })
  }
)

/**
 * Priority of a caller: `known` is authenticated, or comes from an origin the account signed in from before; the operator is
 * never refused.
 */
export type Standing = "known" | "stranger" | "operator"

/** Assumed milliseconds per hash until one is measured. */
const presumed = 50

interface Waiting {
  readonly turn: Deferred.Deferred<void, RetryLater>
  state: "waiting" | "granted" | "refused"
}

/**
 * Load shedding with a priority queue for password hashes: while the queue is longer than what can be hashed within
 * `patience`, strangers get 503 with Retry-After. Known callers go first, and displace the last stranger (organisation-25).
 * In memory per node.
 */
export const makeHashQueue = ({ patience, places }: (typeof HashBounds)["Service"]) => {
  const known: Array<Waiting> = []
  const strangers: Array<Waiting> = []
  const mostWaiting = Duration.toMillis(patience)
  let running = 0
  let average = presumed

  const refusal = () =>
    new RetryLater({
      status: 503,
      error: new PasswordsBusy().error,
      retryAfterSeconds: Math.max(1, Math.ceil(mostWaiting / 1000))
    })

  const pass = (to: Waiting, how: "granted" | "refused") => {
    to.state = how
    Deferred.doneUnsafe(to.turn, how === "granted" ? Effect.void : Effect.fail(refusal()))
  }

  const release = () => {
    const next = known.shift() ?? strangers.shift()
    if (next === undefined) running -= 1
    else pass(next, "granted")
  }

  const leave = (one: Waiting) => {
    if (one.state === "granted") return release()
    for (const line of [known, strangers]) {
      const index = line.indexOf(one)
      if (index !== -1) line.splice(index, 1)
    }
  }

  const enter = (who: Standing): Effect.Effect<void, RetryLater> =>
    Effect.suspend(() => {
      if (running < places) {
        running += 1
        return Effect.void
      }
      if (who !== "operator" && ((known.length + strangers.length + 1) * average) / places > mostWaiting) {
        const last = who === "known" ? strangers.pop() : undefined
        if (last === undefined) return Effect.fail(refusal())
        pass(last, "refused")
      }
      const one: Waiting = { turn: Deferred.makeUnsafe(), state: "waiting" }
      const line = who === "stranger" ? strangers : known
      line.push(one)
      return Effect.onInterrupt(Deferred.await(one.turn), () => Effect.sync(() => leave(one)))
    })

  /** Started work is uninterruptible: its thread stays busy even if the caller has left. */
  const run = <A>(who: Standing, work: Effect.Effect<A>): Effect.Effect<A, RetryLater> =>
    Effect.uninterruptibleMask((restore) =>
      Effect.andThen(
        restore(enter(who)),
        Effect.gen(function* () {
          const began = yield* Clock.currentTimeMillis
          const made = yield* work
          const took = (yield* Clock.currentTimeMillis) - began
          if (took > 0) average = 0.9 * average + 0.1 * took
          return made
        }).pipe(Effect.ensuring(Effect.sync(release)))
      )
    )

  return { run }
}
