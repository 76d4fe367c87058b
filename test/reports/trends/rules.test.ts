import { assert, describe, it } from "@effect/vitest"
import { SeparationType } from "@svc/contract/offboardings/schema"
import { Schema } from "effect"
import {
  type Contribution,
  guardedAverage,
  minPlatformOffboardings,
  minPlatformOrgs,
  platformOf
} from "#reports/trends/rules"
import { momentsOf, periodsOf, startOfDay } from "@svc/contract/kernel/calendar"

const Count = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 60 }))
const Part = Schema.Struct({ count: Count, value: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100 })) })
const Parts = Schema.Array(Part).check(Schema.isMaxLength(9))
const Counts = Schema.Array(
  Schema.Struct({ org: Schema.Literals(["a", "b", "c", "d", "e", "f", "g"]), type: SeparationType, total: Count })
).check(Schema.isMaxLength(30))

const sum = (values: ReadonlyArray<number>) => values.reduce((whole, value) => whole + value, 0)

const aContribution = (org_id: string, separation_type: SeparationType, total: number): Contribution => ({
  org_id,
  separation_type,
  total,
  completed: total,
  on_time: 0,
  seconds: total * 86_400
})

describe("what of the platform may be told", () => {
  // trends-4
  it.prop(
    "a figure is told when 5 organisations and 50 offboardings contribute to it, and lies among theirs",
    [Parts],
    ([parts]) => {
      const given = parts.map(({ count, value }) => ({ count, sum: count * value }))
      const contributing = parts.filter(({ count }) => count > 0)
      const told = guardedAverage(given)
      const enough =
        contributing.length >= minPlatformOrgs && sum(contributing.map(({ count }) => count)) >= minPlatformOffboardings
      assert.strictEqual(told !== null, enough)
      if (told === null) return
      const values = contributing.map(({ value }) => value)
      assert.isAtLeast(told, Math.min(...values) - 1e-9)
      assert.isAtMost(told, Math.max(...values) + 1e-9)
    }
  )

  // trends-5: No organisation can be read off them.
  // trends-16: One organization counts at most twice what the median one has.
  it("no organisation stands for the whole: one of a thousand among small ones counts as two of them", () => {
    const small = Array.from({ length: 4 }, () => ({ count: 13, sum: 0 }))
    assert.strictEqual(guardedAverage([...small, { count: 1_000, sum: 1_000 * 30 }]), (26 * 30) / (4 * 13 + 26))
    const alike = Array.from({ length: 5 }, (_, index) => ({ count: 10, sum: 10 * index }))
    assert.strictEqual(guardedAverage(alike), 2)
  })

  // trends-6
  it.prop("each share is of enough organisations and offboardings, and together they are all", [Counts], ([counts]) => {
    const rows = counts.map(({ org, total, type }) => aContribution(org, type, total))
    const { platform, platformSepDist, suppressedShare } = platformOf(rows)
    if (!platform.sufficientSample) return assert.deepStrictEqual([platformSepDist, suppressedShare], [[], null])
    const named: ReadonlyArray<SeparationType> = platformSepDist.map(({ separation_type }) => separation_type)
    const groups = [
      ...named.map((type) => rows.filter(({ separation_type }) => separation_type === type)),
      // Whatever is not named: what the named ones leave must be as many, or nothing at all.
      rows.filter(({ separation_type }) => !named.includes(separation_type))
    ]
    for (const group of groups) {
      const total = sum(group.map((row) => row.total))
      const organisations = new Set(group.filter((row) => row.total > 0).map(({ org_id }) => org_id))
      if (total === 0) continue
      assert.isAtLeast(total, minPlatformOffboardings)
      assert.isAtLeast(organisations.size, minPlatformOrgs)
    }
    assert.closeTo(sum([suppressedShare ?? 0, ...platformSepDist.map(({ share }) => share)]), 100, 0.5)
  })

  // trends-6: `platformSepDist` has shares only, none of too few: these are `suppressedShare`, and never `other`.
  it("types that too few have are the suppressed share, and never told as `other`", () => {
    const rows = ["a", "b", "c", "d", "e"].flatMap((org, index) => [
      aContribution(org, "resignation", index === 0 ? 5 : 6),
      aContribution(org, "layoff", 5)
    ])
    const { platformSepDist, suppressedShare } = platformOf(rows.slice(0, 10))
    assert.deepStrictEqual([platformSepDist, suppressedShare], [[], 100])
    const others = ["a", "b", "c", "d", "e"].map((org) => aContribution(org, "other", 10))
    assert.deepStrictEqual(platformOf(others).platformSepDist, [{ separation_type: "other", share: 100 }])
  })

  // trends-6
  it("a type that only one organisation has is suppressed, and takes the rarest with it", () => {
    const rows = ["a", "b", "c", "d", "e"].flatMap((org) => [
      aContribution(org, "resignation", 40),
      aContribution(org, "layoff", 10)
    ])
    const { platformSepDist, suppressedShare } = platformOf([...rows, aContribution("a", "retirement", 3)])
    assert.deepStrictEqual(
      platformSepDist.map(({ separation_type }) => separation_type),
      ["resignation"]
    )
    assert.isAbove(suppressedShare ?? 0, 0)
  })

  it.prop("the total is a multiple of ten, and not above what it is", [Counts], ([counts]) => {
    const { platform } = platformOf(counts.map(({ org, total, type }) => aContribution(org, type, total)))
    const all = sum(counts.map(({ total }) => total))
    if (platform.totalOffboardings === null) return
    assert.strictEqual(platform.totalOffboardings % 10, 0)
    assert.isTrue(platform.totalOffboardings <= all && platform.totalOffboardings > all - 10)
  })
})

describe("weeks and months of a range", () => {
  it("begin on Mondays and on the first, also where the range begins in between", () => {
    const days = { from: "2025-12-31", to: "2026-01-12" }
    assert.deepStrictEqual(periodsOf("week", days), ["2025-12-29", "2026-01-05", "2026-01-12"])
    assert.deepStrictEqual(periodsOf("month", days), ["2025-12-01", "2026-01-01"])
  })

  it("end with the last year that is written with four digits", () => {
    const days = { from: "9999-11-15", to: "9999-12-31" }
    assert.deepStrictEqual(periodsOf("month", days), ["9999-11-01", "9999-12-01"])
    assert.strictEqual(periodsOf("week", days).at(-1), "9999-12-27")
    assert.strictEqual(
      momentsOf(days, "Pacific/Pago_Pago").until.epochMilliseconds,
      Date.UTC(9999, 11, 31, 23, 59, 59, 999)
    )
  })

  it("a day whose midnight is shown twice begins at the first", () => {
    assert.strictEqual(startOfDay("2025-11-02", "America/Havana").epochMilliseconds, Date.UTC(2025, 10, 2, 4))
  })
})
