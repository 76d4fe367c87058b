import { DateTime, Option } from "effect"

const isZone = (name: string) => Option.isSome(DateTime.zoneMakeNamed(name))

/** An instant as the value of a `datetime-local` field, in a time zone. */
export const onClock = (instant: string, zone: string) =>
  instant === "" || !isZone(zone)
    ? ""
    : // Swedish writes days as ISO 8601 does.
      new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "short", timeZone: zone })
        .format(new Date(instant))
        .replace(" ", "T")

/** The instant of a `datetime-local` value in a time zone. */
export const fromClock = (shown: string, zone: string) =>
  shown === "" || !isZone(zone)
    ? ""
    : Option.match(DateTime.makeZoned(`${shown}Z`, { timeZone: zone, adjustForTimeZone: true }), {
        onNone: () => "",
        onSome: (at) => DateTime.formatIso(DateTime.toUtc(at))
      })
