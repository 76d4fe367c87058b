import { Clock, Effect } from "effect"
import type { Windows } from "./windows.ts"

const mostWindows = 100_000
const sweepEvery = 60_000
/** What is over within it is forgotten first. */
const short = 60_000

/**
 * Windows of this process: for each key, when its counted hits cease to count. What has passed is swept at most once a
 * minute, as windows are opened; with too many live ones one goes, so that a flood of addresses cannot fill the memory:
 * the oldest short one that was hit once, else the oldest short one, else the oldest. So the flood pushes out itself, and
 * neither who is about to be blocked nor the limits of sign-ins.
 */
export const makeMemoryWindows = (capacity = mostWindows): Windows => {
  const once = new Map<string, Array<number>>()
  const often = new Map<string, Array<number>>()
  const long = new Map<string, Array<number>>()
  const kinds = [once, often, long]
  let sweptAt = 0

  const find = (key: string) => once.get(key) ?? often.get(key) ?? long.get(key)

  const forget = (key: string) => {
    for (const windows of kinds) if (windows.delete(key)) return
  }

  const makeRoom = (now: number) => {
    if (now - sweptAt >= sweepEvery || now < sweptAt) {
      sweptAt = now
      for (const windows of kinds) {
        for (const [key, ends] of windows) if ((ends.at(-1) ?? 0) <= now) windows.delete(key)
      }
    }
    if (once.size + often.size + long.size < capacity) return
    for (const windows of kinds) {
      const oldest = windows.keys().next()
      if (oldest.done === true) continue
      windows.delete(oldest.value)
      return
    }
  }

  /** Milliseconds until fewer than `limit` hits count. */
  const remaining = (ends: Array<number>, limit: number, now: number) => {
    while (ends[0] !== undefined && ends[0] <= now) ends.shift()
    return Math.max(0, (ends[ends.length - limit] ?? now) - now)
  }

  const admit = (key: string, limit: number, length: number) =>
    Effect.map(Clock.currentTimeMillis, (now) => {
      const known = find(key)
      const wait = known === undefined ? 0 : remaining(known, limit, now)
      if (wait > 0) return wait
      if (known !== undefined && known.length > 0) {
        known.push(now + length)
        if (once.delete(key)) often.set(key, known)
        return 0
      }
      // Deleted first, so that the renewed window is the youngest.
      forget(key)
      makeRoom(now)
      const windows = length > short ? long : once
      windows.set(key, [now + length])
      return 0
    })

  const wait = (key: string, limit: number) =>
    Effect.map(Clock.currentTimeMillis, (now) => {
      const known = find(key)
      return known === undefined ? 0 : remaining(known, limit, now)
    })

  return { admit, wait, remove: (key) => Effect.sync(() => forget(key)) }
}
