import { assert, describe, it } from "@effect/vitest"
import { CalendarDate } from "@svc/contract/kernel/dates"
import { dayFromToday, daysAfter, daysUntil } from "../../../packages/dashboard/src/platform/format.ts"
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
