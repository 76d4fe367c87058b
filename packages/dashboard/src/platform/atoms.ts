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

/** Tries of a reading that the service had no room for; each waits as long as it was told. */
const triesWhenLimited = 3

/** Not at the same moment in every tab. */
const waitedForRoom = Effect.suspend(() => Effect.sleep(limitedFor() + Math.random() * 1_000))

/** 429 is no failure to a reading: what is shown stays, and it is read when the service takes requests again. */
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

// A read may be repeated as often as one likes; twice, quickly, hides a service that is being restarted.
const onceMore = Schedule.exponential("400 millis").pipe(Schedule.upTo({ times: 2 }))

/**
 * What is read: `casePage(filters)` is an atom of the answer. It is read when a screen first looks at it, again when
 * somebody comes back to the window or `changes` one of its keys, and forgotten a minute after the last look.
 */
export const query = <Arg, A, E>(
  read: (arg: Arg) => Effect.Effect<A, E>,
  options: {
    readonly keys: (arg: Arg) => ReadonlyArray<string>
    /** Read again this often while the page shows it, and seldom while the live stream is open. */
    readonly every?: Duration.Input
    /** As often while the live stream is open: what ends within seconds doesn't wait for the next reading of changes. */
    readonly evenListening?: true
    /** Asks with an ended session, too: there may be another one by now. */
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

/** The net under what is told. */
const seldom = 15_000

const polled = <A>(atom: Atom.Atom<A>, every: number, evenListening: boolean) =>
  Atom.transform(atom, (get) => {
    const wait = get(listening) && !evenListening ? Math.max(seldom, every) : every
    const timer = setTimeout(() => get.refresh(atom), wait)
    get.addFinalizer(() => clearTimeout(timer))
    return get(atom)
  })

/** The same of what there is one of: `endpoints` is the atom itself. */
export const queryOne = <A, E>(
  read: () => Effect.Effect<A, E>,
  keys: ReadonlyArray<string>,
  options: { readonly evenEnded?: true } = {}
) => query<"one", A, E>(read, { keys: () => keys, ...options })("one")

/** The query's answer; while another page of it is on its way the one before, `waiting`. */
export const useQuery = <A, E>(atom: Atom.Atom<AsyncResult.AsyncResult<A, E>>): AsyncResult.AsyncResult<A, E> => {
  const result = useAtomValue(atom)
  const before = useRef<AsyncResult.Success<A, E>>(undefined)
  if (AsyncResult.isSuccess(result)) before.current = result
  return AsyncResult.isInitial(result) && before.current !== undefined
    ? (AsyncResult.waiting(before.current) as AsyncResult.Success<A, E>)
    : result
}

/** What is done: the call, and the keys of what it changes. */
export interface Action<Arg, A, E> {
  readonly run: (arg: Arg) => Effect.Effect<A, E>
  readonly changes: (arg: Arg) => ReadonlyArray<string>
}

export const action = <Arg, A, E>(
  run: (arg: Arg) => Effect.Effect<A, E>,
  changes: (arg: Arg) => ReadonlyArray<string>
): Action<Arg, A, E> => ({ run, changes })

/** An action as atoms run it: asks for the password where the service wants it again, and tells what changed. */
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

/** What an action fails with, once it was sent and the password was asked for. */
export type ActionFailure<E> = UnexpectedAnswer | Unreachable | Exclude<Exclude<E, OnTheWay>, StepUpRequired>

/** An action for one button or form, with the state of its own last run. */
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
    /** What was asked for last. */
    asked: asked.current,
    busy: result.waiting,
    start: (arg: Arg) => {
      asked.current = arg
      registry.set(atom, arg)
    },
    reset: () => registry.set(atom, Atom.Reset)
  }
}
