import { Data, Effect, type Redacted, Redacted as Secret, Schema } from "effect"
import type { Windows } from "./windows.ts"

class RedisUnavailable extends Data.TaggedError("RedisUnavailable")<{ readonly reason: string }> {}

const reasonOf = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause))

const prefix = "svc:hits:"

// A list of when the counted hits cease to count. One script is one step, by the server's own clock: no two nodes ever
// see the same count, and no list is left without an end.
const remaining = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local limit = tonumber(ARGV[1])
local first = redis.call('LINDEX', KEYS[1], 0)
while first and tonumber(first) <= now do
  redis.call('LPOP', KEYS[1])
  first = redis.call('LINDEX', KEYS[1], 0)
end
local frees = redis.call('LINDEX', KEYS[1], -limit)
local wait = frees and math.max(tonumber(frees) - now, 1) or 0`

const admitScript = `${remaining}
if wait == 0 then
  redis.call('RPUSH', KEYS[1], string.format('%.0f', now + ARGV[2]))
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
return wait`

const waitScript = `${remaining}
return wait`

const decodeWait = Schema.decodeUnknownEffect(Schema.Int)

const patience = "500 millis"

/**
 * Windows shared by every node. While Redis is unavailable, each node counts locally in `fallback`: limits that are too
 * generous for a while are better than refusing everyone (access-14). A crash loses nothing, since Redis has the
 * counts.
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
    Effect.catch((error) => Effect.logWarning("redis unreachable", { reason: reasonOf(error.cause) })),
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
      Effect.tap(changed(true, Effect.logInfo("redis available again, rate limits are shared"))),
      Effect.catchTag("RedisUnavailable", (error) =>
        Effect.andThen(
          changed(
            false,
            Effect.logWarning("redis unavailable, rate limits are counted per node", { reason: error.reason })
          ),
          alone
        )
      )
    )

  const evaluate = (script: string, key: string, ...args: ReadonlyArray<number>) =>
    command(() => client.eval(script, { keys: [prefix + key], arguments: args.map(String) })).pipe(
      Effect.flatMap((answer) => Effect.orDie(decodeWait(answer)))
    )

  const windows: Windows = {
    admit: (key, limit, length) =>
      orFallback(evaluate(admitScript, key, limit, length), fallback.admit(key, limit, length)),
    wait: (key, limit) => orFallback(evaluate(waitScript, key, limit), fallback.wait(key, limit)),
    remove: (key) =>
      orFallback(
        command(async () => void (await client.del(prefix + key))),
        fallback.remove(key)
      )
  }
  return windows
})
