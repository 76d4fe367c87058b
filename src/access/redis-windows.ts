import { Data, Effect, type Redacted, Redacted as Secret, Schema } from "effect"
import type { Hits, Windows } from "./windows.ts"

class RedisUnavailable extends Data.TaggedError("RedisUnavailable")<{ readonly reason: string }> {}

const reasonOf = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause))

const prefix = "svc:window:"

// One script is one step: no two nodes ever see the same count, and no window is left without an end.
const incrementScript = `
local count = redis.call('INCR', KEYS[1])
local remaining = redis.call('PTTL', KEYS[1])
if remaining < 0 then
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
  remaining = tonumber(ARGV[1])
end
return {count, remaining}`

const readScript = `return {tonumber(redis.call('GET', KEYS[1]) or '0'), math.max(redis.call('PTTL', KEYS[1]), 0)}`

const decodeHits = Schema.decodeUnknownEffect(Schema.Tuple([Schema.Int, Schema.Int]))

const patience = "500 millis"

/**
 * Windows shared by every node. While Redis does not answer, each node counts by itself in `fallback`: limits that are
 * too generous for a while are better than a service that refuses everybody.
 */
export const makeRedisWindows = Effect.fnUntraced(function* (url: Redacted.Redacted, fallback: Windows) {
  const { createClient } = yield* Effect.promise(() => import("redis"))
  const client = yield* Effect.acquireRelease(
    Effect.sync(() =>
      createClient({
        url: Secret.value(url),
        // A command must not wait for a connection that may never come back.
        disableOfflineQueue: true,
        socket: { connectTimeout: 5000, reconnectStrategy: (retries) => Math.min(100 * 2 ** retries, 2000) }
      })
    ),
    (client) => Effect.sync(() => client.destroy())
  )
  // Each outage is reported once, by the first command that meets it; the client reports every attempt to reconnect.
  client.on("error", () => {})
  yield* Effect.tryPromise(() => client.connect()).pipe(
    Effect.catch((error) => Effect.logWarning(`Redis cannot be reached: ${reasonOf(error.cause)}`)),
    Effect.forkScoped
  )

  let available = true
  const changed = (now: boolean, report: Effect.Effect<void>) =>
    Effect.suspend(() => {
      if (available === now) return Effect.void
      available = now
      return report
    })

  const command = <A>(run: () => Promise<A>) =>
    Effect.tryPromise({ try: run, catch: (cause) => new RedisUnavailable({ reason: reasonOf(cause) }) }).pipe(
      Effect.timeoutOrElse({
        duration: patience,
        orElse: () => Effect.fail(new RedisUnavailable({ reason: "no answer in time" }))
      })
    )

  const orFallback = <A>(shared: Effect.Effect<A, RedisUnavailable>, alone: Effect.Effect<A>) =>
    shared.pipe(
      Effect.tap(changed(true, Effect.logInfo("Redis answers again, limits are shared"))),
      Effect.catchTag("RedisUnavailable", (error) =>
        Effect.andThen(
          changed(
            false,
            Effect.logWarning(`Redis does not answer, this node counts limits by itself: ${error.reason}`)
          ),
          alone
        )
      )
    )

  const evaluate = (script: string, key: string, ...args: ReadonlyArray<string>) =>
    command(() => client.eval(script, { keys: [prefix + key], arguments: [...args] })).pipe(
      Effect.flatMap((answer) => Effect.orDie(decodeHits(answer))),
      Effect.map(([count, remaining]): Hits => ({ count, remaining }))
    )

  const windows: Windows = {
    increment: (key, length) =>
      orFallback(evaluate(incrementScript, key, String(length)), fallback.increment(key, length)),
    read: (key) => orFallback(evaluate(readScript, key), fallback.read(key)),
    remove: (key) =>
      orFallback(
        command(async () => void (await client.del(prefix + key))),
        fallback.remove(key)
      )
  }
  return windows
})
