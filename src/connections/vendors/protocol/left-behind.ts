import type { LeftBehindKind } from "@svc/contract/left-behind/schema"
import { Effect, Option, Result } from "effect"
import type { VendorAnswer, VendorReads, VendorUnanswered } from "./calls.ts"
import type { KindSight, LeftBehind } from "./inventory.ts"
import {
  type AppResult,
  cleaned,
  failed,
  manualRequired,
  refused,
  revoked,
  type SeenResult,
  statusText
} from "./outcome.ts"
import { carriedOut, type ReadBack, unlessShown } from "./read-back.ts"

const maxPages = 50

/** Why items cannot be seen, for a person; the deciding status, none if no call was made. */
export interface Hidden {
  readonly status: number | null
  readonly why: string
}

/** What one source showed of one kind. A kind can have several. */
export interface Source {
  readonly kind: LeftBehindKind
  readonly shown: Result.Result<ReadonlyArray<LeftBehind>, Hidden>
}

export const hidden = (why: string, status: number | null = null) => Result.fail<Hidden>({ status, why })

/**
 * One sight of each kind, and two of a kind of several sources of which some are hidden: what was seen, and what was not.
 * A kind without a source has nothing that the vendor could show: it is seen, and empty.
 */
export const sightsOf = (
  kinds: ReadonlyArray<LeftBehindKind>,
  sources: ReadonlyArray<Source>
): ReadonlyArray<KindSight> =>
  kinds.flatMap((kind) => {
    const shown = sources.flatMap((source) => (source.kind === kind ? [source.shown] : []))
    const seen = shown.filter(Result.isSuccess)
    const whys = new Set(shown.filter(Result.isFailure).map(({ failure }) => failure.why))
    const sights: Array<KindSight> = []
    if (seen.length > 0 || whys.size === 0) {
      sights.push({ _tag: "Seen", kind, items: seen.flatMap(({ success }) => success) })
    }
    if (whys.size > 0) sights.push({ _tag: "NotVisible", kind, why: [...whys].join(". ") })
    return sights
  })

/** Whom one asks for a list, and what shows it. */
export interface Showing {
  readonly vendor: string
  /** The permission as the vendor names it: "the scope admin.directory.user.security". */
  readonly needs: string
  readonly isThrottled: (answer: VendorAnswer) => boolean
}

/** The same by status alone, for vendors that say nothing else by a 429 or a 403. */
export const isThrottledBy429: Showing["isThrottled"] = ({ status }) => status === 429

/** For want of a permission. */
export const denied = ({ needs, vendor }: Showing, status: number): Hidden => ({
  status,
  why: `${vendor} does not show them (${statusText(status)}). The connection needs ${needs}`
})

/** A refusal in words: a throttle, a permission that is lacking, what is not there, and all else apart. */
export const hiddenBy = (showing: Showing, answer: VendorAnswer): Hidden => {
  const { status } = answer
  const { isThrottled, vendor } = showing
  const said = statusText(status)
  if (isThrottled(answer)) return { status, why: `${vendor} limits requests (${said}). Scan again later` }
  if (status === 401 || status === 403) return denied(showing, status)
  return {
    status,
    why:
      status === 404
        ? `${vendor} does not have this list, or no longer has the account (${said})`
        : `${vendor} gave no usable answer (${said}). Scan again later`
  }
}

/** How a vendor lists things. */
export interface Listing<Item> {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly itemsIn: (body: string) => Option.Option<ReadonlyArray<Item>>
  /** The next page, if there is one. */
  readonly next?: (answer: VendorAnswer, url: string) => Option.Option<string>
  readonly showing: Showing
}

/**
 * The whole list, or why it cannot be seen: part of a list is not a list, because what is missing could be taken for
 * gone.
 */
export const listed = Effect.fnUntraced(function* <Item>(
  calls: VendorReads,
  { headers, itemsIn, next = () => Option.none(), showing, url: first }: Listing<Item>
) {
  const items: Array<Item> = []
  let url = first
  for (let page = 0; page < maxPages; page++) {
    const answer = yield* calls.read({ url, headers })
    if (answer.status >= 300) return Result.fail(hiddenBy(showing, answer))
    const shown = answer.truncated ? Option.none() : itemsIn(answer.body)
    if (Option.isNone(shown)) return hidden(`${showing.vendor}'s answer could not be read`, answer.status)
    items.push(...shown.value)
    const onward = next(answer, url)
    if (Option.isNone(onward) || onward.value === url) return Result.succeed<ReadonlyArray<Item>>(items)
    url = onward.value
  }
  return hidden(`${showing.vendor}'s list is too long to read`)
})

/** Whether something is closed, or why that cannot be seen. */
export type ClosedLook = Effect.Effect<Result.Result<boolean, Hidden>, VendorUnanswered>

/** Is it on a list no more? */
export const isOffList = <Item>(
  list: Effect.Effect<Result.Result<ReadonlyArray<Item>, Hidden>, VendorUnanswered>,
  is: (item: Item) => boolean
): ClosedLook => Effect.map(list, (shown) => Result.map(shown, (items) => !items.some(is)))

/** A change to one thing, and how its effect shows. */
interface Closing {
  /** Sent once and never repeated. */
  readonly write: Effect.Effect<VendorAnswer, VendorUnanswered>
  /** Asked before the change as well: nothing is changed that is closed already, or that cannot be seen. */
  readonly isClosed: ClosedLook
  /** What is true then, as a sentence without its full stop: "The grant is gone; Google no longer lists it". */
  readonly then: string
  readonly refusal: (answer: VendorAnswer) => AppResult
}

/** A change that is not tried, for the reason for which one cannot look. */
export const untried = ({ status, why }: Hidden): AppResult =>
  status === null
    ? manualRequired(cleaned(`${why}. Close it manually`))
    : { ...failed(cleaned(why)), vendorStatus: status }

/**
 * Ends one thing and verifies it. If the call is refused because it does not exist, another party may have ended it: a
 * read decides.
 */
export const closed = Effect.fnUntraced(function* ({
  isClosed,
  refusal,
  then,
  write
}: Closing): Effect.fn.Return<SeenResult, VendorUnanswered> {
  const done = revoked(cleaned(then), { verified: true })
  const before = yield* isClosed
  if (Result.isFailure(before)) return untried(before.failure)
  if (before.success) return done
  const readBack: ReadBack = Effect.map(isClosed, (is) =>
    Option.contains(Result.getSuccess(is), true) ? Option.some(done) : Option.none()
  )
  const result = yield* carriedOut({
    write,
    readBack,
    expected: "it as closed",
    refusal: (answer) =>
      answer.status === 404 ? unlessShown(readBack, refusal(answer)) : Effect.succeed(refusal(answer))
  })
  return yield* unlessContradicted(result, isClosed, done)
})

/** Accepted, but not verified: did a read show the item as before, or did no read succeed? One more read decides. */
const unlessContradicted = Effect.fnUntraced(function* (result: AppResult, isClosed: ClosedLook, done: AppResult) {
  if (result.outcome !== "revoked" || result.verified) return result satisfies SeenResult
  const after = Option.flatMap(yield* Effect.option(isClosed), Result.getSuccess)
  if (Option.isNone(after)) return result satisfies SeenResult
  return after.value ? done : ({ ...result, contradicted: true } satisfies SeenResult)
})

/** Of a hand-over whose first half alone was accepted: the item is the leaver's still, so nothing of it is done. */
export const halfDone = (added: SeenResult): AppResult =>
  added.outcome === "revoked"
    ? failed("The app accepted the new owner but does not show them. The leaver is still the owner")
    : added

/** A refusal that names the permission, where it is for want of one. */
export const refusedFor = ({ isThrottled, needs }: Showing, answer: VendorAnswer, reason?: string): AppResult => {
  const plain = refused(answer.status, reason)
  const lacks = (answer.status === 401 || answer.status === 403) && !isThrottled(answer)
  return lacks ? { ...plain, message: cleaned(`${plain.message}. The connection needs ${needs}`) } : plain
}
