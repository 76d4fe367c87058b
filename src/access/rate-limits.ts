import { Context, Effect, Layer, Option } from "effect"
import { AppConfig } from "#platform/config"
import { makeMemoryWindows } from "./memory-windows.ts"
import { makeRedisWindows } from "./redis-windows.ts"
import type { Hits, Windows } from "./windows.ts"

export interface Verdict {
  readonly allowed: boolean
  /** Whole seconds until the window ends, at least 1; 0 when allowed. */
  readonly retryAfterSeconds: number
}

const allowed: Verdict = { allowed: true, retryAfterSeconds: 0 }

const refused = (hits: Hits): Verdict => ({
  allowed: false,
  retryAfterSeconds: Math.max(1, Math.ceil(hits.remaining / 1000))
})

/** Exact limits in fixed windows: in the process, or shared by all nodes through Redis (D1, Limits; decisions 2). */
export class RateLimits extends Context.Service<
  RateLimits,
  {
    /** Counts one request; exactly `limit` of them are allowed in each window. */
    consume(key: string, limit: number, windowSeconds: number): Effect.Effect<Verdict>
    /** Whether one more would be allowed, without counting it. */
    peek(key: string, limit: number): Effect.Effect<Verdict>
    /** Ends the window of a key before its time. */
    reset(key: string): Effect.Effect<void>
  }
>()("svc/access/RateLimits") {
  static readonly over = (windows: Windows) =>
    RateLimits.of({
      consume: (key, limit, windowSeconds) =>
        Effect.map(windows.increment(key, windowSeconds * 1000), (hits) =>
          hits.count <= limit ? allowed : refused(hits)
        ),
      peek: (key, limit) => Effect.map(windows.read(key), (hits) => (hits.count < limit ? allowed : refused(hits))),
      reset: windows.remove
    })

  static readonly layerMemory = Layer.sync(RateLimits, () => RateLimits.over(makeMemoryWindows()))

  /** Requires `AppConfig`. */
  static readonly layer = Layer.effect(
    RateLimits,
    Effect.gen(function* () {
      const { redisUrl } = yield* AppConfig
      if (Option.isNone(redisUrl)) return RateLimits.over(makeMemoryWindows())
      return RateLimits.over(yield* makeRedisWindows(redisUrl.value, makeMemoryWindows()))
    })
  )
}
