import { Option } from "effect"
import type { AccountName } from "./connector.ts"

/** A stored account: none if it can no longer be read, null if it was never known. */
type StoredAccount = Option.Option<string | null>

/** The account a scan asks about, and whose items it can conclude about. */
export interface Asked {
  /** The id by which the account is looked up; null: by address or username. */
  readonly accountId: string | null
  /** The account that is meant, as a run or an earlier look had it; null: whichever is found. */
  readonly expected: string | null
}

/**
 * The account to ask about: the revoked one, else the one earlier scans saw. None if the revoked account can no longer
 * be read, because another may have its email. A scan before revocation goes by email, as the revocation does.
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

/** Why nothing that a scan showed is the leaver's; null if it is. */
export const notTheirs = ({ accountId, expected }: Asked, seen: AccountName | null): string | null => {
  if (expected === null) return null
  if (seen === null) {
    return accountId === null ? "The account seen before can no longer be found by this email address" : null
  }
  return seen.id === expected ? null : "Another account has this email address now"
}

/** Whether a scan of that account can conclude about a stored item; if neither account is known, it can. */
export const isOf = (stored: StoredAccount, seen: string | null): boolean =>
  Option.exists(stored, (id) => id === null || seen === null || id === seen)

/**
 * The account under which an item is ended, transferred, or restored: its own, by id; one known only by email goes by
 * the revoked account. None if that is another one, or if one of them can no longer be read.
 */
export const accountToCloseUnder = (own: StoredAccount, cut: StoredAccount): Option.Option<string | null> => {
  if (Option.isNone(own) || Option.isNone(cut)) return Option.none()
  if (own.value === null) return cut
  return cut.value === null || cut.value === own.value ? own : Option.none()
}
