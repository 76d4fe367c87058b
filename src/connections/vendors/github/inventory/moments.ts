import { DateTime, Option } from "effect"

/** A vendor's timestamp; null if missing or malformed. */
export const momentIn = (text: string | null | undefined): DateTime.Utc | null =>
  text === null || text === undefined
    ? null
    : Option.match(DateTime.make(text), { onNone: () => null, onSome: DateTime.toUtc })
