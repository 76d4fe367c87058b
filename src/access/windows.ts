import type { Effect } from "effect"

/** Where the fixed windows are counted. Each begins with its first hit and ends a fixed time later. */
export interface Windows<E = never> {
  /** Counts one hit; answers the hits so far and the milliseconds until the window ends. */
  increment(key: string, length: number): Effect.Effect<Hits, E>
  read(key: string): Effect.Effect<Hits, E>
  remove(key: string): Effect.Effect<void, E>
}

export interface Hits {
  readonly count: number
  /** Milliseconds. */
  readonly remaining: number
}
