import { DateTime } from "effect"

/**
 * Whom a look at this moment is about: open cases from the first cut on, and those completed since `oldest`. Open ones and
 * those completed since `recent` are due again when their last look was before `nightly`, older ones when it was before
 * `weekly`. The margins of a few hours keep a case in its own night, whichever round of it came to the case.
 */
export const dueAt = (now: DateTime.Utc) => ({
  oldest: DateTime.subtract(now, { days: 365 }),
  recent: DateTime.subtract(now, { days: 90 }),
  nightly: DateTime.subtract(now, { hours: 18 }),
  weekly: DateTime.subtract(now, { days: 6, hours: 18 })
})
