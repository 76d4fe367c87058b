import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { accountToCloseUnder, askedAbout, isOf, notTheirs } from "#connections/vendors/protocol/whose-account"

const unreadable = Option.none()
const unknown = Option.some(null)
const of = (id: string) => Option.some(id)
const named = (id: string) => ({ id, name: null })

describe("whose account a look is about", () => {
  it("the account that was cut is asked about by its id, else the one that an earlier look saw", () => {
    assert.deepStrictEqual(askedAbout(of("1"), [of("2")], false), Option.some({ accountId: "1", expected: "1" }))
    assert.deepStrictEqual(
      askedAbout(unknown, [of("1"), unknown, of("2"), unreadable], false),
      Option.some({ accountId: "2", expected: "2" })
    )
    assert.deepStrictEqual(askedAbout(unknown, [unknown], false), Option.some({ accountId: null, expected: null }))
    assert.deepStrictEqual(askedAbout(unreadable, [of("2")], false), Option.none())
  })

  it("before a cut the address is asked about, as by the cut, and the account is compared", () => {
    const asked = askedAbout(unknown, [of("1")], true)
    assert.deepStrictEqual(asked, Option.some({ accountId: null, expected: "1" }))
    const { accountId, expected } = Option.getOrThrow(asked)
    assert.isNull(notTheirs({ accountId, expected }, named("1")))
    assert.strictEqual(notTheirs({ accountId, expected }, named("2")), "Another account has this email address now")
    assert.match(notTheirs({ accountId, expected }, null) ?? "", /no longer be found by this email address/)
  })

  it("an account that is shown under its id, or proven not to be there, is the one that was meant", () => {
    const asked = { accountId: "1", expected: "1" }
    assert.isNull(notTheirs(asked, named("1")))
    assert.isNull(notTheirs(asked, null))
    assert.isNotNull(notTheirs(asked, named("2")))
    assert.isNull(notTheirs({ accountId: null, expected: null }, named("2")))
  })

  it("a look speaks of what its account left, and of what no account was stored with", () => {
    assert.isTrue(isOf(of("1"), "1"))
    assert.isTrue(isOf(unknown, "1"))
    assert.isTrue(isOf(of("1"), null))
    assert.isFalse(isOf(of("1"), "2"))
    assert.isFalse(isOf(unreadable, "1"))
  })

  it("an item is ended under its own account, and never under another than the one that was cut", () => {
    assert.deepStrictEqual(accountToCloseUnder(of("1"), unknown), of("1"))
    assert.deepStrictEqual(accountToCloseUnder(of("1"), of("1")), of("1"))
    assert.deepStrictEqual(accountToCloseUnder(unknown, of("1")), of("1"))
    assert.deepStrictEqual(accountToCloseUnder(unknown, unknown), unknown)
    assert.deepStrictEqual(accountToCloseUnder(of("1"), of("2")), Option.none())
    assert.deepStrictEqual(accountToCloseUnder(unreadable, of("1")), Option.none())
    assert.deepStrictEqual(accountToCloseUnder(of("1"), unreadable), Option.none())
  })
})
