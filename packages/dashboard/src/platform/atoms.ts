import type { StepUpRequired } from "@svc/contract/kernel/errors"
import { Duration, Effect, Predicate, Schedule } from "effect"
import { AsyncResult, Atom } from "effect/reactivity"
import { useMemo, useRef } from "preact/hooks"
import { inTheirWords } from "#languages/refused.ts"
import { type OnTheWay, settled, type UnexpectedAnswer, Unreachable } from "./api.ts"
import { changeKeys, dependOn, ownKeys, runtime } from "./changes.ts"
import { limitedFor } from "./limited.ts"
import { listening } from "./live.ts"
import { registry, useAtomValue } from "#state/registry.ts"
import { unlessEnded, whileSignedIn } from "./session.ts"
import { steppedUp } from "./step-up.ts"

/** Attempts of a read after 429; each waits for `Retry-After`. */
const triesWhenLimited = 3

/** Jitter, so that tabs do not retry at the same moment. */
const waitedForRoom = Effect.suspend(() => Effect.sleep(limitedFor() + Math.random() * 1_000))

/** Reads retry after 429: the shown result stays until the service accepts requests again. */
const onceThereIsRoom = <A, E, R>(call: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => {
  const attempt = (left: number): Effect.Effect<A, E, R> =>
    call.pipe(
      Effect.catchIf(
        (failure) => left > 0 && Predicate.isTagged(failure, "TooManyRequests"),
        () => Effect.andThen(waitedForRoom, attempt(left - 1))
      )
    )
  return attempt(triesWhenLimited)
}

// Reads are idempotent; two quick retries cover a restart of the service.
const onceMore = Schedule.exponential("400 millis").pipe(Schedule.upTo({ times: 2 }))

/**
 * A query: `casePage(filters)` is an atom of the result. Read when first mounted, again on window focus or when one of its
 * keys `changes`, and dropped a minute after the last unmount.
 */
export const query = <Arg, A, E>(
  read: (arg: Arg) => Effect.Effect<A, E>,
  options: {
    readonly keys: (arg: Arg) => ReadonlyArray<string>
    /** Polling interval while mounted; much longer while the live stream is open. */
    readonly every?: Duration.Input
    /** Keeps the interval while the live stream is open, for states that end within seconds. */
    readonly evenListening?: true
    /** Reads with an ended session, too: there may be a new one. */
    readonly evenEnded?: true
  }
) =>
  Atom.family((arg: Arg) => {
    const held = options.evenEnded === true ? <R>(call: R) => call : unlessEnded
    const call = Effect.suspend(() => inTheirWords(whileSignedIn(held(steppedUp(settled(read(arg))))))).pipe(
      Effect.retry({ while: (failure) => failure instanceof Unreachable, schedule: onceMore }),
      onceThereIsRoom
    )
    const atom = runtime.atom((get) => {
      dependOn(get, options.keys(arg))
      return call
    })
    const fresh = Atom.swr(atom, {
      staleTime: "15 seconds",
      revalidateOnFocus: true,
      focusSignal: Atom.windowFocusSignal
    })
    return options.every === undefined
      ? fresh
      : polled(fresh, Duration.toMillis(options.every), options.evenListening === true)
  })

/** Polling fallback under the live stream. */
const seldom = 15_000

const polled = <A>(atom: Atom.Atom<A>, every: number, evenListening: boolean) =>
  Atom.transform(atom, (get) => {
    const wait = get(listening) && !evenListening ? Math.max(seldom, every) : every
    const timer = setTimeout(() => get.refresh(atom), wait)
    get.addFinalizer(() => clearTimeout(timer))
    return get(atom)
  })

/** A query without arguments: `endpoints` is the atom itself. */
export const queryOne = <A, E>(
  read: () => Effect.Effect<A, E>,
  keys: ReadonlyArray<string>,
  options: { readonly evenEnded?: true } = {}
) => query<"one", A, E>(read, { keys: () => keys, ...options })("one")

/** The query's result; during a page change the previous one, `waiting`. */
export const useQuery = <A, E>(atom: Atom.Atom<AsyncResult.AsyncResult<A, E>>): AsyncResult.AsyncResult<A, E> => {
  const result = useAtomValue(atom)
  const before = useRef<AsyncResult.Success<A, E>>(undefined)
  if (AsyncResult.isSuccess(result)) before.current = result
  return AsyncResult.isInitial(result) && before.current !== undefined
    ? (AsyncResult.waiting(before.current) as AsyncResult.Success<A, E>)
    : result
}

/** A mutation: the call and the keys it changes. */
export interface Action<Arg, A, E> {
  readonly run: (arg: Arg) => Effect.Effect<A, E>
  readonly changes: (arg: Arg) => ReadonlyArray<string>
}

export const action = <Arg, A, E>(
  run: (arg: Arg) => Effect.Effect<A, E>,
  changes: (arg: Arg) => ReadonlyArray<string>
): Action<Arg, A, E> => ({ run, changes })

/** Runs an action: handles the step-up, then publishes the changed keys. */
export const running = <Arg, A, E>({ changes, run }: Action<Arg, A, E>) =>
  runtime.fn<Arg>()((arg: Arg) => {
    const keys = changes(arg)
    const call = Effect.suspend(() => inTheirWords(whileSignedIn(steppedUp(settled(run(arg))))))
    return Effect.tap(call, () =>
      Effect.sync(() => {
        ownKeys.add(keys)
        changeKeys(keys)
      })
    )
  })

/** Failures of an action, without those that the step-up handles. */
export type ActionFailure<E> = UnexpectedAnswer | Unreachable | Exclude<Exclude<E, OnTheWay>, StepUpRequired>

/** An action for one button or form, with the state of its last run. */
export const useAction = <Arg, A, E>(
  action: Action<Arg, A, E>,
  options: { readonly onDone?: (answer: A, arg: Arg) => void } = {}
) => {
  const { onDone } = options
  const done = useRef(onDone)
  done.current = onDone
  const atom = useMemo(
    () =>
      running({
        run: (arg: Arg) => Effect.tap(action.run(arg), (answer) => Effect.sync(() => done.current?.(answer, arg))),
        changes: action.changes
      }),
    [action]
  )
  const result = useAtomValue(atom)
  const asked = useRef<Arg>(undefined)
  return {
    result,
    /** Argument of the last run. */
    asked: asked.current,
    busy: result.waiting,
    start: (arg: Arg) => {
      asked.current = arg
      registry.set(atom, arg)
    },
    reset: () => registry.set(atom, Atom.Reset)
  }
}
