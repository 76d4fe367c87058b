import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { averageDays } from "@svc/contract/kernel/rounding"
import { assigneesOf, licenseReclamation, stageCounts, topServices } from "#reports/reports/rules"

const Service = Schema.Struct({
  service: Schema.Literals(["a", "b", "c"]),
  removed: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 20 })),
  this_month: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 9 })),
  this_year: Schema.Int.check(Schema.isBetween({ minimum: 9, maximum: 30 })),
  price: Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 500 }))),
  currency: Schema.Literals(["EUR", "USD", "CHF"])
})

describe("licences that were given back", () => {
  // reports-17: A reclaimed license without a price counts and saves nothing; currencies are not converted.
  it.prop(
    "every one counts, those with a price in one currency each, the largest savings on top",
    [Schema.Array(Service)],
    ([services]) => {
      const found = licenseReclamation(services)
      let month = 0
      const costs = new Map<string, number>()
      for (const { currency, price, this_month, this_year } of services) {
        month += this_month
        if (price !== null) costs.set(currency, (costs.get(currency) ?? 0) + price * this_year)
      }
      assert.strictEqual(found.licensesThisMonth, month)
      assert.deepStrictEqual(
        new Map(found.byCurrency.map(({ costThisYear, currency }) => [currency, costThisYear])),
        costs
      )
      assert.strictEqual(found.costThisYear, Math.max(0, ...costs.values()))
      assert.strictEqual(found.costThisYear, costs.get(found.currency) ?? 0)
    }
  )

  it("cents are added up as cents", () => {
    const seat = { removed: 3, this_month: 3, this_year: 3, price: 0.1, currency: "EUR" }
    assert.strictEqual(licenseReclamation([{ ...seat, service: "a" }]).costThisMonth, 0.3)
  })
})

describe("what a summary says in few words", () => {
  it("no average of nothing, else days to one decimal", () => {
    assert.isNull(averageDays(0, 0))
    assert.strictEqual(averageDays(86_400_000 * 3, 2), 1.5)
    assert.strictEqual(averageDays(86_400_000, 3), 0.3)
    assert.strictEqual(averageDays(86_400_000 * 3.45 * 20, 20), 3.5)
  })

  it("a stage without offboardings is there, as text, in the order of the stages", () => {
    assert.deepStrictEqual(
      stageCounts([{ status: "asset_recovery", count: 2 }]).map(({ count, status }) => `${status} ${count}`),
      ["pending 0", "notice_period 0", "it_revocation 0", "asset_recovery 2"]
    )
  })

  it("apps that were not removed then are none of the most frequent", () => {
    const app = { this_month: 0, this_year: 0, price: null, currency: "USD" }
    assert.deepStrictEqual(
      topServices([
        { ...app, service: "b", removed: 0 },
        { ...app, service: "a", removed: 1 }
      ]),
      [{ service: "a", count: 1 }]
    )
  })
})

describe("whose a task is", () => {
  it("everything is of admins; others have their role's words and those of all", () => {
    assert.isNull(assigneesOf("admin", null))
    assert.isNull(assigneesOf("superadmin", null))
    assert.includeMembers([...(assigneesOf("hr", null) ?? [])], ["hr", "all"])
    assert.includeMembers([...(assigneesOf("manager", null) ?? [])], ["manager", "all"])
    assert.includeMembers([...(assigneesOf("custom", "finance") ?? [])], ["finance", "all"])
    assert.notInclude([...(assigneesOf(null, null) ?? [])], "hr")
  })
})
