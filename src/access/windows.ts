import type { Effect } from "effect"

/**
 * Where hits are counted: in sliding windows, each hit for its own length of time. Refused ones are not counted, so
 * that who goes on trying is let through as soon as the oldest counted hit has had its time.
 */
export interface Windows<E = never> {
  /** Counts one hit unless `limit` of them count already; for how many milliseconds, if so, else 0. */
  admit(key: string, limit: number, length: number): Effect.Effect<number, E>
  /** The same without counting one. */
  wait(key: string, limit: number): Effect.Effect<number, E>
  remove(key: string): Effect.Effect<void, E>
}
