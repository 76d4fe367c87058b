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
}

/** Marks the interruption of a request whose key ended, so that it is answered as one with an invalid key. */
export class KeyEnded extends Context.Service<KeyEnded, true>()("svc/access/KeyEnded") {
  static readonly annotation = KeyEnded.context(true)
}

/** The defect of a change that found the key of its caller ended just before the commit. */
export class KeyEndedBeforeCommit {
  readonly _tag = "KeyEndedBeforeCommit"
}

/**
 * Called when nothing but the commit is left of a change, by whoever holds the lock that a revocation waits for: from
 * then on the request is answered as it is. Does nothing outside a request with a key.
 */
export const SettleCall = Context.Reference<() => void>("svc/access/SettleCall", { defaultValue: () => () => {} })

/** The requests of the public API that this node is answering: what the end of a key cuts off (D1, rule 6). */
export class RunningCalls extends Context.Service<
  RunningCalls,
  {
    /** Looks up whose call it is and carries it out; when the key ends meanwhile, with an interruption. */
    run<Key extends RunningCall, E, R, A, E2, R2>(
      lookup: Effect.Effect<Option.Option<Key>, E, R>,
      call: (key: Option.Option<Key>) => Effect.Effect<A, E2, R2>
    ): Effect.Effect<A, E | E2, R | R2>
    readonly current: Effect.Effect<ReadonlyArray<RunningCall>>
    /** Interrupts these calls; keys that are being looked up just now are looked up again. */
    cutOff(ended: (call: RunningCall) => boolean): Effect.Effect<void>
  }
>()("svc/access/RunningCalls") {
  static readonly layer = Layer.sync(RunningCalls, () => {
    const entries = new Set<Entry>()

    const enter = Effect.withFiber((fiber) => {
      const entry: Entry = { fiber, call: undefined, stale: false }
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

    return RunningCalls.of({
      run: (lookup, call) =>
        Effect.acquireUseRelease(
          enter,
          (entry) =>
            Effect.provideService(Effect.flatMap(identify(entry, lookup), call), SettleCall, () => {
              entries.delete(entry)
            }),
          (entry) => Effect.sync(() => void entries.delete(entry))
        ),
      current: Effect.sync(() => [...entries].flatMap(({ call }) => (call === undefined ? [] : [call]))),
      cutOff: (ended) =>
        Effect.sync(() => {
          for (const entry of entries) {
            if (entry.call === undefined) entry.stale = true
            else if (ended(entry.call)) entry.fiber.interruptUnsafe(undefined, KeyEnded.annotation)
          }
        })
    })
  })
}
