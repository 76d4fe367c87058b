import { DateTime } from "effect"

const two = (number: number) => String(number).padStart(2, "0")

/** A time in a zone, as every country reads it: `2026-03-02 10:00`. */
export const timeIn = (zone: string, at: DateTime.Utc): string => {
  const { day, hour, minute, month, year } = DateTime.toParts(DateTime.makeZonedUnsafe(at, { timeZone: zone }))
  return `${String(year).padStart(4, "0")}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}`
}

/** An unknown value. */
export const none = "–"

export const orNone = (text: string | null): string => (text === null || text === "" ? none : text)
