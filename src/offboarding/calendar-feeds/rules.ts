import { daysAfter } from "@svc/contract/kernel/calendar"
import { DateTime } from "effect"
import type { CalendarEvent } from "./icalendar.ts"

/** Names the key of the digests of links' tokens. */
export const calendarPurpose = "calendar-feed"

/** Days of a calendar before and after today. */
const daysBack = 31
const daysAhead = 366

/** Offboardings of a calendar, the earliest last days first. */
export const maxOffboardings = 1_000

/** The time of the last load is written at most this often. */
export const hoursBetweenMarks = 1

const ending = ".ics"

/** The token of `<token>.ics`: 32 bytes as base64url; undefined for anything else. */
export const tokenOf = (file: string): string | undefined => {
  const token = file.endsWith(ending) ? file.slice(0, -ending.length) : ""
  return /^[A-Za-z0-9_-]{43}$/.test(token) ? token : undefined
}

/** The last days of a calendar loaded now. */
export const windowOf = (now: DateTime.Utc) => {
  const today = DateTime.formatIsoDateUtc(now)
  return { from: daysAfter(today, -daysBack), to: daysAfter(today, daysAhead) }
}

export const languages = ["en", "de"] as const
type Language = (typeof languages)[number]

const words = {
  en: {
    calendar: (organisation: string) => `Last days at ${organisation}`,
    person: "Departing employee",
    lastDay: (name: string) => `Last day: ${name}`,
    accessEnds: (name: string) => `Access is scheduled to end: ${name}`,
    completed: "Offboarding completed"
  },
  de: {
    calendar: (organisation: string) => `Letzte Tage bei ${organisation}`,
    person: "Ausscheidende Person",
    lastDay: (name: string) => `Letzter Tag: ${name}`,
    accessEnds: (name: string) => `Geplantes Ende des Zugriffs: ${name}`,
    completed: "Austritt abgeschlossen"
  }
} as const

/** An offboarding as its calendar shows it. */
interface CalendarOffboarding {
  readonly id: string
  /** Null where the organization's notifications name no one. */
  readonly employee_name: string | null
  readonly employee_department: string
  readonly exit_date: string
  /** Null where access ends with the last day. */
  readonly access_ends_at: DateTime.Utc | null
  readonly status: string
  readonly updated_at: DateTime.Utc
}

export const calendarName = (organisation: string, language: Language) => words[language].calendar(organisation)

/**
 * The events of an offboarding: its last day and, where access is set to end at a time of its own, that time while the
 * offboarding is open. A scheduled time does not prove that access ended.
 */
export const eventsOf = (
  offboarding: CalendarOffboarding,
  { baseUrl, language }: { readonly baseUrl: string; readonly language: Language }
): ReadonlyArray<CalendarEvent> => {
  const { access_ends_at, employee_department, exit_date, id, status, updated_at } = offboarding
  const said = words[language]
  const name = offboarding.employee_name ?? said.person
  const isCompleted = status === "completed"
  const common = {
    changed: updated_at,
    url: `${baseUrl}/offboardings/${id}`,
    description: [employee_department, isCompleted ? said.completed : ""].filter((part) => part !== "").join(". ")
  }
  const lastDay = { ...common, uid: `${id}-last-day`, summary: said.lastDay(name), start: exit_date }
  if (access_ends_at === null || isCompleted) return [lastDay]
  return [lastDay, { ...common, uid: `${id}-access-ends`, summary: said.accessEnds(name), start: access_ends_at }]
}
