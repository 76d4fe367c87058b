import { assert, describe, it } from "@effect/vitest"
import { DateTime, Schema } from "effect"
import { accessEndsAt, employmentEndsAt } from "#records/case-clocks"

const days = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 20_000 }))
const offsets = Schema.Int.check(Schema.isBetween({ minimum: -100_000_000_000, maximum: 100_000_000_000 }))
const zones = Schema.Literals([
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "America/Sao_Paulo",
  "Asia/Beirut",
  "Australia/Lord_Howe",
  "Africa/Cairo",
  "Pacific/Kiritimati"
])

const dayOf = (day: number) =>
  DateTime.formatIsoDateUtc(DateTime.add(DateTime.makeUnsafe("2000-01-01T00:00:00Z"), { days: day }))
const localDate = (instant: DateTime.Utc, timeZone: string) =>
  DateTime.formatIsoDate(DateTime.makeZonedUnsafe(instant, { timeZone }))

describe("when access ends, and when employment does", () => {
  const nights = [
    ["2026-03-28", "Europe/Berlin", "2026-03-28T23:00:00.000Z"],
    // The days of 23 and of 25 hours.
    ["2026-03-29", "Europe/Berlin", "2026-03-29T22:00:00.000Z"],
    ["2026-10-25", "Europe/Berlin", "2026-10-25T23:00:00.000Z"],
    ["2026-11-01", "America/New_York", "2026-11-02T05:00:00.000Z"],
    // The midnight that is skipped, and the one that comes twice.
    ["2026-04-23", "Africa/Cairo", "2026-04-23T22:00:00.000Z"],
    ["2026-10-31", "America/Havana", "2026-11-01T04:00:00.000Z"],
    ["9999-12-31", "Pacific/Niue", "9999-12-31T23:59:59.999Z"]
  ] as const
  for (const [day, timezone, expected] of nights) {
    it(`both with the last working day, ${day} in ${timezone}, unless told otherwise`, () => {
      const bare = { exitDate: day, accessEndsAt: null, employmentEndsOn: null, timezone }
      assert.strictEqual(DateTime.formatIso(accessEndsAt(bare)), expected)
      assert.strictEqual(DateTime.formatIso(employmentEndsAt(bare)), expected)
      const garden = { ...bare, exitDate: "2000-01-01", employmentEndsOn: day }
      assert.strictEqual(DateTime.formatIso(employmentEndsAt(garden)), expected)
    })
  }

  it.prop(
    "a moment that is named is that moment, whatever the last day and the zone are",
    [days, offsets, zones],
    ([day, offset, timezone]) => {
      const named = DateTime.add(DateTime.makeUnsafe("2026-03-02T09:00:00Z"), { milliseconds: offset })
      return DateTime.Equivalence(accessEndsAt({ exitDate: dayOf(day), accessEndsAt: named, timezone }), named)
    }
  )

  it.prop(
    "employment ends when its day is over and not before, and never before the last working day does",
    [days, days, zones],
    ([day, later, timezone]) => {
      const [exitDate, employmentEndsOn] = [dayOf(day), dayOf(day + later)]
      const end = employmentEndsAt({ exitDate, employmentEndsOn, timezone })
      return (
        localDate(end, timezone) > employmentEndsOn &&
        localDate(DateTime.subtract(end, { milliseconds: 1 }), timezone) <= employmentEndsOn &&
        DateTime.isLessThanOrEqualTo(accessEndsAt({ exitDate, accessEndsAt: null, timezone }), end)
      )
    }
  )
})
