import { Context, Effect, Layer, Option } from "effect"
import { AppConfig } from "#platform/config"
import { makeMemoryWindows } from "./memory-windows.ts"
import { makeRedisWindows } from "./redis-windows.ts"
import type { Windows } from "./windows.ts"

export interface Verdict {
  readonly allowed: boolean
  /** Whole seconds until one more is allowed, at least 1; 0 when allowed. */
  readonly retryAfterSeconds: number
}

const allowed: Verdict = { allowed: true, retryAfterSeconds: 0 }

const verdict = (wait: number): Verdict =>
  wait === 0 ? allowed : { allowed: false, retryAfterSeconds: Math.ceil(wait / 1000) }

/**
 * Exact limits: never more than so many in any stretch of so many seconds, wherever it begins; in the process, or shared
 * by all nodes through Redis (D1, Limits; decisions 2).
 */
export class RateLimits extends Context.Service<
  RateLimits,
  {
    /** Counts one request if it is allowed; of those, exactly `limit` are in a window. */
    consume(key: string, limit: number, windowSeconds: number): Effect.Effect<Verdict>
    /** Whether one more would be allowed, without counting it. */
    peek(key: string, limit: number): Effect.Effect<Verdict>
    /** Forgets what was counted. */
    reset(key: string): Effect.Effect<void>
  }
>()("svc/access/RateLimits") {
  static readonly over = (windows: Windows) =>
    RateLimits.of({
      consume: (key, limit, windowSeconds) => Effect.map(windows.admit(key, limit, windowSeconds * 1000), verdict),
      peek: (key, limit) => Effect.map(windows.wait(key, limit), verdict),
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
