import { Clock, Effect } from "effect"
import type { Windows } from "./windows.ts"

const mostWindows = 100_000
const sweepEvery = 60_000

/**
 * Windows of this process: for each key, when its counted hits cease to count. What has passed is swept at most once a
 * minute, as windows are opened; with too many live ones the oldest goes, so that a flood of addresses cannot fill the
 * memory.
 */
export const makeMemoryWindows = (capacity = mostWindows): Windows => {
  const windows = new Map<string, Array<number>>()
  let sweptAt = 0

  const makeRoom = (now: number) => {
    if (now - sweptAt >= sweepEvery || now < sweptAt) {
      sweptAt = now
      for (const [key, ends] of windows) if ((ends.at(-1) ?? 0) <= now) windows.delete(key)
    }
    if (windows.size < capacity) return
    const oldest = windows.keys().next()
    if (oldest.done !== true) windows.delete(oldest.value)
  }

  /** Milliseconds until fewer than `limit` hits count. */
  const remaining = (ends: Array<number>, limit: number, now: number) => {
    while (ends[0] !== undefined && ends[0] <= now) ends.shift()
    return Math.max(0, (ends[ends.length - limit] ?? now) - now)
  }

  const admit = (key: string, limit: number, length: number) =>
    Effect.map(Clock.currentTimeMillis, (now) => {
      const known = windows.get(key)
      const wait = known === undefined ? 0 : remaining(known, limit, now)
      if (wait > 0) return wait
      if (known !== undefined && known.length > 0) {
        known.push(now + length)
        return 0
      }
      // Deleted first, so that the renewed window is the youngest.
      windows.delete(key)
      makeRoom(now)
      windows.set(key, [now + length])
      return 0
    })

  const wait = (key: string, limit: number) =>
    Effect.map(Clock.currentTimeMillis, (now) => {
      const known = windows.get(key)
      return known === undefined ? 0 : remaining(known, limit, now)
    })

  return { admit, wait, remove: (key) => Effect.sync(() => void windows.delete(key)) }
}
