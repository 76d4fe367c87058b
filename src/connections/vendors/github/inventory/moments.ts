import { DateTime, Option } from "effect"

/** A moment as a vendor writes it; null for none, and for what is none. */
export const momentIn = (text: string | null | undefined): DateTime.Utc | null =>
  text === null || text === undefined
    ? null
    : Option.match(DateTime.make(text), { onNone: () => null, onSome: DateTime.toUtc })
