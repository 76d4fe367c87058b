import { Schema } from "effect"
import { Timestamp } from "../kernel/dates.ts"

/** Your calendar link in this organization; nulls without one. The URL is shown only when it is created. */
export const CalendarFeed = Schema.Struct({
  active: Schema.Boolean,
  created_at: Schema.NullOr(Timestamp),
  /** When a calendar last loaded it, to the hour. */
  last_read_at: Schema.NullOr(Timestamp)
})
export type CalendarFeed = typeof CalendarFeed.Type

export const CreatedCalendarFeed = Schema.Struct({
  /** Shown once. Anyone who has it can read the calendar. */
  url: Schema.String,
  created_at: Timestamp
})
export type CreatedCalendarFeed = typeof CreatedCalendarFeed.Type

export const CalendarFeedRevoked = Schema.Struct({ success: Schema.tag(true) })
