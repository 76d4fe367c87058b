import { DateTime } from "effect"

/**
 * Cases due for a check: open cases from the first revocation on, and those completed since `oldest`. Open ones and
 * those completed since `recent` are due again if their last check was before `nightly`, older ones if before `weekly`.
 * Margins of a few hours keep a case in its own night.
 */
export const dueAt = (now: DateTime.Utc) => ({
  oldest: DateTime.subtract(now, { days: 365 }),
  recent: DateTime.subtract(now, { days: 90 }),
  nightly: DateTime.subtract(now, { hours: 18 }),
  weekly: DateTime.subtract(now, { days: 6, hours: 18 })
})
