import { CalendarDate } from "@svc/contract/kernel/dates"
import { EmailAddress } from "@svc/contract/kernel/text"
import { Option, Predicate, Schema } from "effect"

// Vendors' responses are read field by field: a missing or malformed one counts as absent, whatever the others are.

const isDate = Schema.is(CalendarDate)
const isAddress = Schema.is(EmailAddress)

export const json = (body: string): unknown => {
  try {
    const parsed: unknown = JSON.parse(body)
    return parsed
  } catch {
    return undefined
  }
}

/** The value at the path; undefined if missing. */
export const at = (value: unknown, ...path: ReadonlyArray<string>): unknown => {
  let found = value
  for (const name of path) found = Predicate.hasProperty(found, name) ? found[name] : undefined
  return found
}

export const listOf = (value: unknown): Option.Option<ReadonlyArray<unknown>> =>
  Array.isArray(value) ? Option.some(value) : Option.none()

/** Text or a number as text, fit to be stored: trimmed, cut, without control characters; undefined for none. */
export const textOf = (value: unknown, max = 200): string | undefined => {
  if (typeof value !== "string" && typeof value !== "number") return undefined
  const text = String(value)
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, " ")
    .trim()
  return text === "" ? undefined : Array.from(text).slice(0, max).join("")
}

/** The day of a date or of a date with a time; `0000-00-00` and the like are none. */
export const dayOf = (value: unknown): CalendarDate | null => {
  const day = typeof value === "string" ? value.slice(0, 10) : undefined
  return isDate(day) ? day : null
}

export const addressOf = (value: unknown): EmailAddress | null => {
  const text = textOf(value, 255)
  return isAddress(text) ? text : null
}
