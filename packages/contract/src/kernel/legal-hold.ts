import { DateTime } from "effect"

/** Days that a released hold still freezes (cases-23). */
export const holdFreezeDays = 7

/** Whether a case is under legal hold at this moment, or was released less than seven days ago. */
export const isFrozen = (
  held: { readonly legal_hold: boolean; readonly legal_hold_released_at: DateTime.Utc | null },
  now: DateTime.Utc
): boolean =>
  held.legal_hold ||
  (held.legal_hold_released_at !== null &&
    DateTime.isGreaterThan(held.legal_hold_released_at, DateTime.subtract(now, { days: holdFreezeDays })))
