import type { ApiKeyId, OrgId } from "@svc/contract/kernel/ids"
import { Context, Effect, type Fiber, Layer, Option } from "effect"

/** The key, and which of its secrets (by digest), that a request came with. */
export interface RunningCall {
  readonly orgId: OrgId
  readonly keyId: ApiKeyId
  readonly secret: string
}

interface Entry {
  readonly fiber: Fiber.Fiber<unknown, unknown>
  /** Absent while the key is being looked up. */
  call: RunningCall | undefined
  /** A key ended while this one was being looked up. */
  stale: boolean
  /** The key has ended; what comes of the call is not answered. */
  ended: boolean
  readonly canStop: () => boolean
}

/** Marks the interruption of a call whose key ended, so that it gets the response for an invalid key. */
export class KeyEnded extends Context.Service<KeyEnded, true>()("svc/access/KeyEnded") {
  static readonly annotation = KeyEnded.context(true)
}

/** The defect of a call that could not be interrupted and no longer has a key. */
export class KeyHasEnded {
  readonly _tag = "KeyHasEnded"
}

/** The requests of the public API that this node is answering: what the end of a key cuts off (keys-18). */
export class RunningCalls extends Context.Service<
  RunningCalls,
  {
    /**
     * Looks the caller up and runs the call. If the key ends during it, the call is interrupted if possible; otherwise
     * it dies with `KeyHasEnded` at its end.
     */
    run<Key extends RunningCall, E, R, A, E2, R2>(options: {
      readonly lookup: Effect.Effect<Option.Option<Key>, E, R>
      /** Gets the `AnswerCall` for its change. */
      readonly call: (key: Option.Option<Key>, settle: () => void) => Effect.Effect<A, E2, R2>
      readonly canStop: () => boolean
    }): Effect.Effect<A, E | E2, R | R2>
    readonly current: Effect.Effect<ReadonlyArray<RunningCall>>
    /** Ends these calls; keys that are being looked up just now are looked up again. */
    cutOff(ended: (call: RunningCall) => boolean): Effect.Effect<void>
  }
>()("svc/access/RunningCalls") {
  static readonly layer = Layer.sync(RunningCalls, () => {
    const entries = new Set<Entry>()

    const identify = <Key extends RunningCall, E, R>(
      entry: Entry,
      lookup: Effect.Effect<Option.Option<Key>, E, R>
    ): Effect.Effect<Option.Option<Key>, E, R> =>
      Effect.flatMap(lookup, (key) => {
        if (entry.stale) {
          entry.stale = false
          return identify(entry, lookup)
        }
        entry.call = Option.getOrUndefined(key)
        return Effect.succeed(key)
      })

    /** Every request of the public API passes here: no fiber and no region of its own, one frame. */
    const run: RunningCalls["Service"]["run"] = ({ call, canStop, lookup }) => {
      let entry: Entry | undefined
      const leave = () => {
        if (entry !== undefined) entries.delete(entry)
      }
      const running = Effect.withFiber((fiber) => {
        const entered: Entry = { fiber, call: undefined, stale: false, ended: false, canStop }
        entry = entered
        entries.add(entered)
        return Effect.flatMap(identify(entered, lookup), (key) => call(key, leave))
      })
      return Effect.onExit(running, () => {
        leave()
        return entry?.ended === true ? Effect.die(new KeyHasEnded()) : Effect.void
      })
    }

    return RunningCalls.of({
      run,
      current: Effect.sync(() => [...entries].flatMap(({ call }) => (call === undefined ? [] : [call]))),
      cutOff: (ended) =>
        Effect.sync(() => {
          for (const entry of entries) {
            if (entry.call === undefined) entry.stale = true
            else if (ended(entry.call)) {
              entry.ended = true
              if (entry.canStop()) entry.fiber.interruptUnsafe(undefined, KeyEnded.annotation)
            }
          }
        })
    })
  })
}
