import type { Effect } from "effect"

/**
 * Sliding-window rate limit: counts hits, each for its own window. Refused hits are not counted, so a caller that keeps
 * trying is admitted as soon as the oldest counted hit expires. Counts are kept in this process or in Redis; a crash of
 * the process loses its own counts only.
 */
export interface Windows<E = never> {
  /** Counts one hit unless `limit` of them count already; for how many milliseconds, if so, else 0. */
  admit(key: string, limit: number, length: number): Effect.Effect<number, E>
  /** The same without counting one. */
  wait(key: string, limit: number): Effect.Effect<number, E>
  remove(key: string): Effect.Effect<void, E>
}
