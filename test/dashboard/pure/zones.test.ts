import { assert, describe, it } from "@effect/vitest"
import { zonesAt, zonesFound } from "../../../packages/dashboard/src/platform/zones.ts"

const winter = new Date("2026-01-15T12:00:00Z")
const zones = zonesAt(winter)
const namesOf = (found: ReadonlyArray<{ readonly name: string }>) => found.map(({ name }) => name)

describe("time zones", () => {
  it("have their present names, each once, with the offset of the day", () => {
    const names = namesOf(zones)
    assert.strictEqual(new Set(names).size, names.length)
    for (const former of ["Asia/Calcutta", "Europe/Kiev", "America/Godthab"]) assert.notInclude(names, former)
    const words = zones.map((zone) => zone.words)
    assert.includeMembers(words, [
      "Asia/Kolkata (UTC+05:30)",
      "Europe/Kyiv (UTC+02:00)",
      "America/New York (UTC-05:00)",
      "UTC (UTC+00:00)"
    ])
  })

  it("are found by city, offset and former name; the chosen one stays on offer", () => {
    assert.deepStrictEqual(namesOf(zonesFound(zones, "new york", "", winter)), ["America/New_York"])
    assert.include(namesOf(zonesFound(zones, "+05:30", "", winter)), "Asia/Kolkata")
    assert.deepStrictEqual(namesOf(zonesFound(zones, "calcutta", "Europe/Berlin", winter)), [
      "Europe/Berlin",
      "Asia/Kolkata"
    ])
    assert.include(namesOf(zonesFound(zones, "tokyo", "Asia/Calcutta", winter)), "Asia/Calcutta")
  })
})
