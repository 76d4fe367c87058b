import { daysAfter } from "@svc/contract/kernel/calendar"
import { DateTime } from "effect"
import ICAL from "ical.js"

/** An event of a whole day (`YYYY-MM-DD`), or at a moment. */
export interface CalendarEvent {
  /** Stable across loads, so that a calendar app changes its event instead of adding one. */
  readonly uid: string
  readonly summary: string
  /** Empty for none. */
  readonly description: string
  readonly url: string
  readonly start: string | DateTime.Utc
  readonly changed: DateTime.Utc
}

interface Calendar {
  readonly name: string
  /** Host name of the service, for the events' UIDs. */
  readonly host: string
  readonly events: ReadonlyArray<CalendarEvent>
}

// 75 octets a line (RFC 5545, 3.1): the library does not count the space of a continued line.
ICAL.foldLength = 74

const moment = (at: DateTime.Utc) => ICAL.Time.fromJSDate(DateTime.toDateUtc(at), true)

const componentOf = ({ changed, description, start, summary, uid, url }: CalendarEvent, host: string) => {
  const event = new ICAL.Component("vevent")
  const set = (name: string, value: string | ICAL.Time) => event.updatePropertyWithValue(name, value)
  set("uid", `${uid}@${host}`)
  set("dtstamp", moment(changed))
  set("last-modified", moment(changed))
  if (typeof start === "string") {
    set("dtstart", ICAL.Time.fromDateString(start))
    set("dtend", ICAL.Time.fromDateString(daysAfter(start, 1)))
  } else set("dtstart", moment(start))
  set("summary", summary)
  if (description !== "") set("description", description)
  set("url", url)
  set("class", "CONFIDENTIAL")
  // A colleague's last day keeps no one busy.
  set("transp", "TRANSPARENT")
  return event
}

/** An iCalendar object (RFC 5545); its name and refresh interval as RFC 7986 and older apps have them. */
export const icalendar = ({ events, host, name }: Calendar): string => {
  const calendar = new ICAL.Component("vcalendar")
  const set = (property: string, value: string) => calendar.updatePropertyWithValue(property, value)
  set("version", "2.0")
  set("prodid", "-//Offboarding Service//Last days//EN")
  set("method", "PUBLISH")
  set("name", name)
  set("x-wr-calname", name)
  const refresh = new ICAL.Property("refresh-interval")
  refresh.resetType("duration")
  refresh.setValue(ICAL.Duration.fromString("PT1H"))
  calendar.addProperty(refresh)
  set("x-published-ttl", "PT1H")
  for (const event of events) calendar.addSubcomponent(componentOf(event, host))
  return `${calendar.toString()}\r\n`
}
