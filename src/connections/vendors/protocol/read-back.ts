import { Effect, Option, Result } from "effect"
import type { VendorAnswer, VendorUnanswered } from "./connector.ts"
import { VendorLimits } from "./limits.ts"
import { type AppResult, refused, revoked, statusText, unanswered } from "./outcome.ts"
import { refusedInBody, statedFailure } from "./stated-failure.ts"

/** One read of the account: the result once the change shows, none while it does not or is unknown. */
export type ReadBack = Effect.Effect<Option.Option<AppResult>, VendorUnanswered>

/** Looks a few times within the time of one call: vendors show a change a little late. */
export const shownInTime = Effect.fnUntraced(function* (readBack: ReadBack) {
  const { call, verifyWaits } = yield* VendorLimits
  const looks = Effect.gen(function* () {
    for (const wait of verifyWaits) {
      yield* Effect.sleep(wait)
      const shown = Option.flatten(Result.getSuccess(yield* Effect.result(readBack)))
      if (Option.isSome(shown)) return shown
    }
    return Option.none<AppResult>()
  })
  return Option.flatten(yield* Effect.timeoutOption(looks, call))
})

/** The vendor accepted, and still shows the account as before. */
const unshown = ({ status }: VendorAnswer, change: string, expected: string) =>
  revoked(
    `The app accepted ${change} (${statusText(status)}) but did not show ${expected} afterwards. Check it manually`,
    { verified: false }
  )

export const gone = revoked("The account was deleted. Verified: the app no longer has it", { verified: true })

interface Change<E, R> {
  /** Sent once and never repeated. */
  readonly write: Effect.Effect<VendorAnswer, VendorUnanswered>
  readonly readBack: ReadBack
  /** What a plain refusal means, when not simply its status. */
  readonly refusal: (answer: VendorAnswer) => Effect.Effect<AppResult, E, R>
  /** What `readBack` looks for, in words: "the account as inactive" unless it asks for more. */
  readonly expected?: string
  /** What the vendor is asked for, in words: "the deactivation" unless given. */
  readonly change?: string
}

/**
 * Makes a change and verifies it. A failure stated in the response's body is one, whatever its status. Only what a read
 * shows is verified. A write without a response, or with a server error or a conflict, may have been carried out, so
 * the account's state decides.
 */
export const carriedOut = <E, R>({
  change = "the deactivation",
  expected = "the account as inactive",
  readBack,
  refusal,
  write
}: Change<E, R>): Effect.Effect<AppResult, E, R> => {
  const shownOr = (otherwise: AppResult) =>
    Effect.map(
      shownInTime(readBack),
      Option.getOrElse(() => otherwise)
    )
  return Effect.flatMap(Effect.result(write), (written) => {
    if (Result.isFailure(written)) return shownOr(unanswered(written.failure.message))
    const answer = written.success
    const stated = statedFailure(answer)
    if (answer.status < 300 && Option.isNone(stated)) return shownOr(unshown(answer, change, expected))
    if (answer.status >= 500) return shownOr(refused(answer.status))
    if (Option.isNone(stated) && answer.status !== 409) return refusal(answer)
    // Another party changed the account, or it was already as wanted: its state decides.
    return Effect.flatMap(Effect.option(readBack), (look) =>
      Option.match(Option.flatten(look), {
        onNone: () =>
          Option.match(stated, {
            onNone: () => refusal(answer),
            onSome: (why) => Effect.succeed(refusedInBody(answer, why))
          }),
        onSome: Effect.succeed
      })
    )
  })
}

/** For an account that a lookup showed as off: its own current state, because lookups lag behind (connections-31). */
export const offAlready = (isOff: boolean, readBack: ReadBack) =>
  isOff ? shownInTime(readBack) : Effect.succeed(Option.none<AppResult>())

/** A refusal that another party's act may explain: the account is gone, or off by now. */
export const unlessShown = (readBack: ReadBack, refusal: AppResult) =>
  Effect.map(
    readBack,
    Option.getOrElse(() => refusal)
  )

/** Whether the vendor took a step on, or why not: a vendor's status or a sentence, fit for a message. */
export type OptionalStep = { readonly done: true } | { readonly done: false; readonly why: string }

/** A step that must not stop the next one: ending sessions, setting an auto-reply. */
export const aside = (call: Effect.Effect<VendorAnswer, VendorUnanswered>): Effect.Effect<OptionalStep> =>
  Effect.match(call, {
    onFailure: ({ message }) => ({ done: false, why: message }),
    onSuccess: (answer) => {
      const stated = statedFailure(answer)
      if (Option.isSome(stated)) return { done: false, why: stated.value }
      return answer.status < 300 ? { done: true } : { done: false, why: statusText(answer.status) }
    }
  })

/** Adds the outcomes of the other steps, if the main one got that far. */
export const withWords = (result: AppResult, ...words: ReadonlyArray<string>): AppResult =>
  result.outcome === "failed" ? result : { ...result, message: [result.message, ...words].join(". ") }
