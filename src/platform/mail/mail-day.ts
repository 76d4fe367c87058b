import { DateTime } from "effect"

const format = (locale: string) => new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" })
const formats = { en: format("en-US"), de: format("de-DE") }

/** A day of an email, `Nov 28, 2026 (UTC)`. */
export const mailDay = (language: "en" | "de", at: DateTime.Utc): string =>
  `${formats[language].format(DateTime.toDateUtc(at))} (UTC)`
