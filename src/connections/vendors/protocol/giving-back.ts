import type { EntitlementKind } from "@svc/contract/entitlements/schema"
import { Effect, Option, Result } from "effect"
import type { VendorAnswer, VendorUnanswered } from "./calls.ts"
import type { Entitlement, EntitlementSight, GivenBack } from "./entitlements.ts"
import type { Hidden } from "./left-behind.ts"
import { type AppResult, cleaned, failed, manualRequired, revoked, skipped } from "./outcome.ts"
import { carriedOut, type ReadBack, unlessShown } from "./read-back.ts"

/** All that a person holds of one kind, or why it cannot be seen. */
export type Held = Result.Result<ReadonlyArray<Entitlement>, Hidden>

export const sightOf = (kind: EntitlementKind, held: Held): EntitlementSight =>
  Result.isSuccess(held)
    ? { _tag: "Seen", kind, items: held.success }
    : { _tag: "NotVisible", kind, why: held.failure.why }

/** Who has no account holds nothing that hangs on one. */
export const nothingHeld = (kinds: ReadonlyArray<EntitlementKind>): ReadonlyArray<EntitlementSight> =>
  kinds.map((kind) => sightOf(kind, Result.succeed([])))

const maxLabel = 200

/** A vendor's own name of a group, role or licence, on one line; its id where it has none. */
export const labelOf = (name: string | null | undefined, id: string) =>
  (name ?? "")
    .replace(/\s+/g, " ")
    .replace(/\p{Cc}/gu, "")
    .trim()
    .slice(0, maxLabel)
    .toWellFormed() || id

/** Terms without those that the vendor did not say. */
export const termsOf = (said: Readonly<Record<string, string | null | undefined>>): Entitlement["terms"] =>
  Object.fromEntries(Object.entries(said).flatMap(([name, value]) => (value ? [[name, value] as const] : [])))

/** For what a person has to do at the vendor; `why` is a sentence without its full stop. */
export const byHand = (why: string): GivenBack => ({
  outcome: "by_hand",
  message: cleaned(`${why}. Restore it manually`),
  verified: false
})

export const notGiven = (message: string): GivenBack => ({
  outcome: "failed",
  message: cleaned(message),
  verified: false
})

/** There is no account to restore it to. */
export const noAccount = (vendor: string) =>
  notGiven(`${vendor} has no account for this person. Create one first, and restore the access manually`)

/** Nothing is restored that cannot be read; what is only unavailable can be retried. */
export const unlooked = ({ status, why }: Hidden): GivenBack => (status === null ? byHand(why) : notGiven(why))

/** Whether it is held, or why that cannot be seen. */
export type HeldLook = Effect.Effect<Result.Result<boolean, Hidden>, VendorUnanswered>

/** Is it on a list? */
export const isOnList = <Item>(
  list: Effect.Effect<Result.Result<ReadonlyArray<Item>, Hidden>, VendorUnanswered>,
  is: (item: Item) => boolean
): HeldLook =>
  Effect.map(
    list,
    Result.map((items) => items.some(is))
  )

/** A change that gives one thing, and how it shows. */
interface Giving {
  /** Asked before the change as well: nothing is written for what is there already, or cannot be seen. */
  readonly isHeld: HeldLook
  /** Sent once and never repeated. */
  readonly write: Effect.Effect<VendorAnswer, VendorUnanswered>
  /** What is true then, as a sentence without its full stop: "The membership is there; Okta shows it". */
  readonly then: string
  /** What a refusal means; a read may tell more of it. */
  readonly refusal: (answer: VendorAnswer) => AppResult | Effect.Effect<AppResult, VendorUnanswered>
  /** Why only a person can give it, as a sentence without its full stop; null where the API can. */
  readonly byHand?: string | null
  /** What a 404 of the change means, as a sentence: "The group no longer exists at Okta". */
  readonly gone?: string
}

const outcomes = {
  revoked: "returned",
  skipped: "held_already",
  manual_required: "by_hand",
  failed: "failed",
  stopped: "failed"
} as const

const givenBackBy = ({ message, outcome, verified }: AppResult): GivenBack => ({
  outcome: outcomes[outcome],
  message,
  verified
})

// The vendor's ways to say that it is there already, or no longer what it was.
const contested = new Set([400, 404, 409, 422])

/**
 * Restores one thing and verifies it: the mirror image of `closed`. After a refusal that another party's act may
 * explain, a read decides: what they restored counts as held already.
 */
export const givenBack = Effect.fnUntraced(function* ({
  byHand: why = null,
  gone,
  isHeld,
  refusal,
  then,
  write
}: Giving) {
  const held: AppResult = { ...skipped(cleaned(then)), verified: true }
  const before = yield* isHeld
  if (Result.isFailure(before)) return unlooked(before.failure)
  if (before.success) return givenBackBy(held)
  if (why !== null) return byHand(why)
  const shownAs = (result: AppResult): ReadBack =>
    Effect.map(isHeld, (is) => (Option.contains(Result.getSuccess(is), true) ? Option.some(result) : Option.none()))
  const result = yield* carriedOut({
    write,
    readBack: shownAs(revoked(cleaned(then), { verified: true })),
    change: "the restore",
    expected: "it",
    refusal: Effect.fnUntraced(function* (answer: VendorAnswer) {
      const plain = refusal(answer)
      const told = Effect.isEffect(plain) ? yield* plain : plain
      const said = answer.status === 404 && gone !== undefined ? { ...failed(gone), vendorStatus: 404 } : told
      return contested.has(answer.status) ? yield* unlessShown(shownAs(held), said) : said
    })
  })
  if (result.outcome !== "revoked" || result.verified) return givenBackBy(result)
  // Accepted, but not read back: what a read shows as not there was not returned (work-150).
  const after = Option.flatMap(yield* Effect.option(isHeld), Result.getSuccess)
  if (Option.isNone(after)) return givenBackBy(result)
  return after.value
    ? givenBackBy(revoked(cleaned(then), { verified: true }))
    : notGiven("The app accepted the restore but does not show it. Check it manually, or propose a new restore")
})

/** A refusal that only a person can get past. */
export const forAPerson = (why: string, answer: VendorAnswer): AppResult => ({
  ...manualRequired(cleaned(`${why}. Restore it manually`)),
  vendorStatus: answer.status
})
