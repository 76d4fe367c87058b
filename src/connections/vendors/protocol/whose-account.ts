import { Option } from "effect"
import type { AccountName } from "./connector.ts"

/** An account that was stored: none where it cannot be read any more, null where it was never known. */
type StoredAccount = Option.Option<string | null>

/** Whom a look asks about, and whose things it may speak of. */
export interface Asked {
  /** The id by which the account is looked up; null: by address or username. */
  readonly accountId: string | null
  /** The account that is meant, as a run or an earlier look had it; null: whichever is found. */
  readonly expected: string | null
}

/**
 * Whom to ask about: the account that was cut, else the one that earlier looks saw. None where the account that was cut cannot be
 * read any more, for another may have its address. A look whose cut is to come goes by the address, as that cut does.
 */
export const askedAbout = (
  cut: StoredAccount,
  earlier: ReadonlyArray<StoredAccount>,
  isBeforeCut: boolean
): Option.Option<Asked> =>
  Option.map(cut, (cutId) => {
    const seen = earlier.flatMap((one) => Option.toArray(Option.filter(one, (id) => id !== null)))
    const expected = cutId ?? seen.at(-1) ?? null
    return { accountId: isBeforeCut ? cutId : expected, expected }
  })

/** Why nothing that a look showed is the leaver's; null where it is. */
export const notTheirs = ({ accountId, expected }: Asked, seen: AccountName | null): string | null => {
  if (expected === null) return null
  if (seen === null) {
    return accountId === null ? "The account seen before can no longer be found by this email address" : null
  }
  return seen.id === expected ? null : "Another account has this email address now"
}

/** Whether what was stored of this account is spoken of by a look at that one; where neither is known it is. */
export const isOf = (stored: StoredAccount, seen: string | null): boolean =>
  Option.exists(stored, (id) => id === null || seen === null || id === seen)

/**
 * Under which account an item is ended, handed over or given back: its own, by its id; one that is known by its address alone goes
 * by the account that was cut. None where that is another, or one of them cannot be read any more.
 */
export const accountToCloseUnder = (own: StoredAccount, cut: StoredAccount): Option.Option<string | null> => {
  if (Option.isNone(own) || Option.isNone(cut)) return Option.none()
  if (own.value === null) return cut
  return cut.value === null || cut.value === own.value ? own : Option.none()
}
