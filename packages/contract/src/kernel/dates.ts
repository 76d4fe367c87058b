import { DateTime, Schema } from "effect"
import { examples } from "./examples.ts"

const daysInMonth = (year: number, month: number) =>
  month === 2
    ? year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
      ? 29
      : 28
    : [4, 6, 9, 11].includes(month)
      ? 30
      : 31

const isRealDate = (text: string) => {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (match === null) return false
  const [year, month, day] = match.slice(1).map(Number)
  if (year === undefined || month === undefined || day === undefined) return false
  return year >= 1900 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
}

/** A day of the calendar without a time zone, `YYYY-MM-DD`, that exists. */
export const CalendarDate = Schema.String.annotate({ format: "date", examples: ["2026-04-30"] })
  .check(
    Schema.makeFilter<string>(
      (text) => (isRealDate(text) ? undefined : "must be a date that exists, as YYYY-MM-DD, from 1900-01-01 on"),
      { ...examples("20[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])"), toJsonSchema: () => ({}) }
    )
  )
  .pipe(Schema.brand("CalendarDate"))
export type CalendarDate = typeof CalendarDate.Type

const isTimeZone = (name: string) => {
  if (!/^[A-Za-z][A-Za-z0-9_+\-/]*$/.test(name)) return false
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== ""
  } catch {
    return false
  }
}

const dateTime =
  /^(\d{4}-\d{2}-\d{2})T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/

/** Whether the text is an RFC 3339 date-time with its zone; `Timestamp` would also take `2027` or a day that does not exist. */
export const isDateTimeText = (text: string): boolean => Schema.is(CalendarDate)(dateTime.exec(text)?.[1])

/** An RFC 3339 date-time with its zone, in a request; `otherwise` ends the refusal's sentence. */
export const DateTimeText = (otherwise = "") =>
  Schema.String.annotate({ format: "date-time", examples: ["2027-01-31T12:00:00Z"] }).check(
    Schema.makeFilter<string>(
      (text) =>
        isDateTimeText(text)
          ? undefined
          : `must be a date-time with a time zone, for example 2027-01-31T12:00:00Z${otherwise}`,
      examples("20[3-9][0-9]-0[1-9]-[12][0-9]T[01][0-9]:[0-5][0-9]:[0-5][0-9](Z|[+-]0[0-9]:00)")
    )
  )

/** The last instant that ISO 8601 writes with four digits of the year. */
const lastInstant = DateTime.makeUnsafe("9999-12-31T23:59:59.999Z")

/**
 * The instant, or the last one that can be written: a day such as 9999-12-31, meaning "forever", may end in the year
 * after.
 */
export const writable = (instant: DateTime.Utc): DateTime.Utc => DateTime.min(instant, lastInstant)

/** A zone of the IANA database, for example `Europe/Berlin`. */
export const TimeZoneName = Schema.String.annotate({ examples: ["Europe/Berlin"] })
  .check(
    Schema.makeFilter<string>(
      (name) => (isTimeZone(name) ? undefined : "must be an IANA time zone, for example Europe/Berlin"),
      { ...examples("UTC|Europe/(Berlin|Kyiv)|America/New_York|Pacific/Kiritimati"), toJsonSchema: () => ({}) }
    )
  )
  .pipe(Schema.brand("TimeZoneName"))
export type TimeZoneName = typeof TimeZoneName.Type

/** An instant; ISO 8601 in UTC with milliseconds on the wire. */
export const Timestamp = Schema.DateTimeUtcFromString.pipe(
  Schema.annotateEncoded({ format: "date-time", examples: ["2026-03-02T09:00:00.000Z"] })
)
export type Timestamp = typeof Timestamp.Type

/** The day of the calendar that it is in a zone (an IANA name). */
export const dayIn = (zone: string, now: DateTime.Utc): string =>
  DateTime.formatIsoDate(DateTime.makeZonedUnsafe(now, { timeZone: zone }))
