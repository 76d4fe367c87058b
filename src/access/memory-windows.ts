import { Clock, Effect } from "effect"
import type { Windows } from "./windows.ts"

interface Window {
  count: number
  readonly endsAt: number
}

const mostWindows = 100_000
const sweepEvery = 60_000

/**
 * Windows of this process. What has passed is swept at most once a minute, as windows are opened; with too many live
 * ones the oldest goes, so that a flood of addresses cannot fill the memory.
 */
export const makeMemoryWindows = (capacity = mostWindows): Windows => {
  const windows = new Map<string, Window>()
  let sweptAt = 0

  const live = (key: string, now: number) => {
    const window = windows.get(key)
    return window !== undefined && window.endsAt > now ? window : undefined
  }

  const makeRoom = (now: number) => {
    if (now - sweptAt >= sweepEvery || now < sweptAt) {
      sweptAt = now
      for (const [key, window] of windows) if (window.endsAt <= now) windows.delete(key)
    }
    if (windows.size < capacity) return
    const oldest = windows.keys().next()
    if (oldest.done !== true) windows.delete(oldest.value)
  }

  const increment = (key: string, length: number) =>
    Effect.map(Clock.currentTimeMillis, (now) => {
      const known = live(key, now)
      if (known !== undefined) {
        known.count += 1
        return { count: known.count, remaining: known.endsAt - now }
      }
      // Deleted first, so that the renewed window is the youngest.
      windows.delete(key)
      makeRoom(now)
      windows.set(key, { count: 1, endsAt: now + length })
      return { count: 1, remaining: length }
    })

  const read = (key: string) =>
    Effect.map(Clock.currentTimeMillis, (now) => {
      const known = live(key, now)
      return { count: known?.count ?? 0, remaining: known === undefined ? 0 : known.endsAt - now }
    })

  return { increment, read, remove: (key) => Effect.sync(() => void windows.delete(key)) }
}
