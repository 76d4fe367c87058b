import { assert, describe, it } from "@effect/vitest"
import { CalendarDate } from "@svc/contract/kernel/dates"
import { DateTime } from "effect"
import { localeOf } from "../../../packages/dashboard/src/languages/locale.ts"
import { dayFromToday, daysAfter, daysUntil, formatIn } from "../../../packages/dashboard/src/platform/format.ts"
import { registry } from "../../../packages/dashboard/src/state/registry.ts"
import { keepTimeOf, zone } from "../../../packages/dashboard/src/platform/zone.ts"

const day = (text: string) => CalendarDate.make(text)

describe("days", () => {
  it("today is the organisation's, wherever the reader is", () => {
    const now = new Date("2026-03-01T11:00:00Z")
    keepTimeOf("Pacific/Kiritimati")
    assert.strictEqual(dayFromToday(0, now), "2026-03-02")
    assert.strictEqual(daysUntil(day("2026-03-02"), now), 0)
    keepTimeOf("America/Los_Angeles")
    assert.strictEqual(dayFromToday(0, new Date("2026-03-01T05:00:00Z")), "2026-02-28")
    assert.strictEqual(daysUntil(day("2026-03-02"), new Date("2026-03-01T05:00:00Z")), 2)
  })

  it("a night that is an hour shorter or longer is a night", () => {
    keepTimeOf("Europe/Berlin")
    assert.strictEqual(daysUntil(day("2026-03-30"), new Date("2026-03-28T22:30:00Z")), 2)
    assert.strictEqual(dayFromToday(1, new Date("2026-10-24T22:30:00Z")), "2026-10-26")
    assert.strictEqual(daysAfter(day("2026-12-31"), 1), "2027-01-01")
  })

  it("a zone that this browser does not know, or none, is the browser's own", () => {
    for (const name of ["Europe/Atlantis", null]) {
      keepTimeOf(name)
      assert.strictEqual(registry.get(zone), Intl.DateTimeFormat().resolvedOptions().timeZone)
    }
  })
})

describe("region", () => {
  const at = DateTime.makeUnsafe("2026-11-28T15:39:00Z")

  it("an English reader's browser decides how dates are written; other languages have one format", () => {
    const moment = (language: string, browser: string) => formatIn(localeOf(language, browser), "UTC").moment(at)
    assert.match(moment("en", "en-US"), /^Nov 28, 2026, 3:39\sPM$/)
    assert.strictEqual(moment("en", "en-GB"), "28 Nov 2026, 15:39")
    assert.strictEqual(moment("en", "fr-FR"), moment("en", "en-US"))
    assert.strictEqual(moment("de", "en-GB"), "28. Nov. 2026, 15:39")
  })
})
