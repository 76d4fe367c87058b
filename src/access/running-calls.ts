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

/** Marks the interruption of a call whose key ended, so that it is answered as one with an invalid key. */
export class KeyEnded extends Context.Service<KeyEnded, true>()("svc/access/KeyEnded") {
  static readonly annotation = KeyEnded.context(true)
}

/** The defect of a call that could not be interrupted and is found to have no key any more. */
export class KeyHasEnded {
  readonly _tag = "KeyHasEnded"
}

/**
 * Called just before the last statement of a change, which the database refuses when the key has been revoked: what
 * comes of it is the answer. Does nothing outside a request with a key.
 */
export const SettleCall = Context.Reference<() => void>("svc/access/SettleCall", { defaultValue: () => () => {} })

/** The requests of the public API that this node is answering: what the end of a key cuts off (D1, rule 6). */
export class RunningCalls extends Context.Service<
  RunningCalls,
  {
    /**
     * Looks up whose call it is and carries it out. When the key ends meanwhile it is interrupted where it can stop, or
     * else dies with `KeyHasEnded` at its end.
     */
    run<Key extends RunningCall, E, R, A, E2, R2>(options: {
      readonly lookup: Effect.Effect<Option.Option<Key>, E, R>
      readonly call: (key: Option.Option<Key>) => Effect.Effect<A, E2, R2>
      readonly canStop: () => boolean
    }): Effect.Effect<A, E | E2, R | R2>
    readonly current: Effect.Effect<ReadonlyArray<RunningCall>>
    /** Ends these calls; keys that are being looked up just now are looked up again. */
    cutOff(ended: (call: RunningCall) => boolean): Effect.Effect<void>
  }
>()("svc/access/RunningCalls") {
  static readonly layer = Layer.sync(RunningCalls, () => {
    const entries = new Set<Entry>()

    const enter = (canStop: () => boolean) =>
      Effect.withFiber((fiber) => {
        const entry: Entry = { fiber, call: undefined, stale: false, ended: false, canStop }
        entries.add(entry)
        return Effect.succeed(entry)
      })

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

    const unlessEnded = <A, E, R>(entry: Entry, call: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      Effect.matchCauseEffect(call, {
        onSuccess: (answer) => (entry.ended ? Effect.die(new KeyHasEnded()) : Effect.succeed(answer)),
        onFailure: (cause) => (entry.ended ? Effect.die(new KeyHasEnded()) : Effect.failCause(cause))
      })

    return RunningCalls.of({
      run: ({ call, canStop, lookup }) =>
        Effect.acquireUseRelease(
          enter(canStop),
          (entry) =>
            unlessEnded(
              entry,
              Effect.provideService(Effect.flatMap(identify(entry, lookup), call), SettleCall, () => {
                entries.delete(entry)
              })
            ),
          (entry) => Effect.sync(() => void entries.delete(entry))
        ),
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
