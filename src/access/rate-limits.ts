import { Context, Effect, Layer, Option } from "effect"
import { AppConfig } from "#platform/config/config"
import { layerOf } from "#platform/services/layer-of"
import { widerBlock } from "./client-address.ts"
import { makeMemoryWindows } from "./memory-windows.ts"
import { makeRedisWindows } from "./redis-windows.ts"
import type { Windows } from "./windows.ts"

interface Verdict {
  readonly allowed: boolean
  /** Whole seconds until one more is allowed, at least 1; 0 when allowed. */
  readonly retryAfterSeconds: number
}

const allowed: Verdict = { allowed: true, retryAfterSeconds: 0 }

const verdict = (wait: number): Verdict =>
  wait === 0 ? allowed : { allowed: false, retryAfterSeconds: Math.ceil(wait / 1000) }

/** A /48 has 65,536 blocks of IPv6 addresses and belongs to one customer: together they get the limit of this many. */
const blocksOfOne = 8

/** `login:2001:db8:1:2::/64` is counted by `login:2001:db8:1::/48` as well. */
const widerKey = (key: string) => {
  if (!key.endsWith("/64")) return undefined
  const at = key.indexOf(":") + 1
  const block = widerBlock(key.slice(at))
  return block === undefined ? undefined : key.slice(0, at) + block
}

/**
 * Sliding-window rate limit: never more than the limit in any window, wherever it starts; per process, or shared by all
 * nodes through Redis (limits-6, limits-7).
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
  static readonly over = (windows: Windows) => {
    const admit = (key: string, limit: number, length: number) => {
      const wider = widerKey(key)
      if (wider === undefined) return windows.admit(key, limit, length)
      return Effect.flatMap(windows.wait(wider, limit * blocksOfOne), (wait) =>
        wait > 0
          ? Effect.succeed(wait)
          : Effect.tap(windows.admit(key, limit, length), (refused) =>
              refused > 0 ? Effect.void : windows.admit(wider, limit * blocksOfOne, length)
            )
      )
    }
    const wait = (key: string, limit: number) => {
      const wider = widerKey(key)
      if (wider === undefined) return windows.wait(key, limit)
      return Effect.zipWith(windows.wait(key, limit), windows.wait(wider, limit * blocksOfOne), (own, all) =>
        Math.max(own, all)
      )
    }
    return RateLimits.of({
      consume: (key, limit, windowSeconds) => Effect.map(admit(key, limit, windowSeconds * 1000), verdict),
      peek: (key, limit) => Effect.map(wait(key, limit), verdict),
      reset: windows.remove
    })
  }

  static readonly layerMemory = Layer.sync(RateLimits, () => RateLimits.over(makeMemoryWindows()))

  /** Requires `AppConfig`. */
  static readonly layer = layerOf(RateLimits, function* () {
    const { redisUrl } = yield* AppConfig
    if (Option.isNone(redisUrl)) return RateLimits.over(makeMemoryWindows())
    return RateLimits.over(yield* makeRedisWindows(redisUrl.value, makeMemoryWindows()))
  })
}
