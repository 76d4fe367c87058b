import { assert, describe, it } from "@effect/vitest"
import { DateTime, Schema } from "effect"
import {
  appliesFrom,
  monthsInEffect,
  type StoredRetention,
  withRetention
} from "#organisation/organisation-settings/rules"

const start = DateTime.makeUnsafe("2026-03-02T09:00:00Z")
const onDay = (days: number) => DateTime.add(start, { days })
const forEver: StoredRetention = {
  offboarding_retention_months: null,
  offboarding_retention_months_before: null,
  offboarding_retention_applies_from: null
}
const set = (months: number | null): StoredRetention => ({ ...forEver, offboarding_retention_months: months })
const length = (months: number | null) => months ?? Infinity

describe("the retention of offboardings", () => {
  it("a first and a shorter one applies 30 days later, at that moment", () => {
    for (const [before, months] of [
      [null, 120],
      [24, 23]
    ] as const) {
      const after = withRetention(set(before), months, start)
      assert.strictEqual(monthsInEffect(after, start), before)
      assert.strictEqual(monthsInEffect(after, DateTime.subtract(onDay(30), { milliseconds: 1 })), before)
      assert.strictEqual(monthsInEffect(after, onDay(30)), months)
      assert.isNull(appliesFrom(after, onDay(30)))
    }
  })

  it("a step that waits can be made smaller without waiting anew, not larger", () => {
    const waiting = withRetention(set(24), 12, start)
    assert.deepStrictEqual(appliesFrom(withRetention(waiting, 18, onDay(10)), onDay(10)), onDay(30))
    assert.deepStrictEqual(appliesFrom(withRetention(waiting, 6, onDay(10)), onDay(10)), onDay(40))
  })

  it("what keeps all that is kept now takes back what waits", () => {
    const waiting = withRetention(set(24), 12, start)
    for (const months of [24, 36, null]) assert.deepStrictEqual(withRetention(waiting, months, onDay(10)), set(months))
  })

  const Months = Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 6, maximum: 120 })))
  const Changes = Schema.Array(
    Schema.Struct({ months: Months, after: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 40 })) })
  ).check(Schema.isMaxLength(10))

  // settings-10
  it.prop(
    "whatever is set when, no less is kept than was set at any moment of the 30 days before",
    [Changes],
    ([steps]) => {
      let stored = forEver
      let day = 0
      const settings: Array<{ readonly from: number; readonly months: number | null }> = [{ from: 0, months: null }]
      for (const { after, months } of steps) {
        day += after
        stored = withRetention(stored, months, onDay(day))
        assert.strictEqual(stored.offboarding_retention_months, months)
        settings.push({ from: day, months })
        for (const later of [0, 1, 29, 30, 31]) {
          const recent = settings.filter((_, index) => (settings[index + 1]?.from ?? Infinity) > day + later - 30)
          const kept = length(monthsInEffect(stored, onDay(day + later)))
          for (const one of recent) assert.isAtLeast(kept, length(one.months))
        }
        assert.strictEqual(monthsInEffect(stored, onDay(day + 30)), months)
      }
    }
  )
})
