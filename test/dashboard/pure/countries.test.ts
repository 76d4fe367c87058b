import { assert, describe, it } from "@effect/vitest"
import { jurisdictionCodes } from "#platform/input/jurisdiction-codes"
import { countriesIn } from "../../../packages/dashboard/src/platform/countries.ts"
import { places as german } from "../../../packages/dashboard/src/platform/places.de.ts"
import { places as english } from "../../../packages/dashboard/src/platform/places.en.ts"

const en = countriesIn("en", english.regions)
const de = countriesIn("de", german.regions)
const codesOf = (found: ReadonlyArray<{ readonly code: string }>) => found.map(({ code }) => code)

describe("countries", () => {
  it("every country that the API accepts is offered once, in the order of the language, and nothing else", () => {
    const offered = codesOf(en.found("", ""))
    assert.sameMembers(
      offered.filter((code) => !code.includes("-")),
      [...jurisdictionCodes].filter((code) => !code.includes("-"))
    )
    for (const code of offered) assert.isTrue(jurisdictionCodes.has(code), code)
    assert.sameMembers(codesOf(de.found("", "")), offered)
    assert.strictEqual(de.found("", "")[2]?.words, "Ålandinseln (AX)")
  })

  it("have their names in the language of the page; a region names its country", () => {
    assert.strictEqual(en.wordsOf("DE"), "Germany (DE)")
    assert.strictEqual(de.wordsOf("DE"), "Deutschland (DE)")
    assert.strictEqual(de.wordsOf("US-CA"), "Vereinigte Staaten, Kalifornien (US-CA)")
    assert.strictEqual(en.wordsOf("CA-ON"), "Canada (CA-ON)")
    assert.strictEqual(en.wordsOf("XX-1"), "XX-1")
  })

  it("are found by name and code, a region that has no name here by its code; the chosen one stays on offer", () => {
    assert.deepStrictEqual(codesOf(en.found("germ", "")), ["DE"])
    assert.deepStrictEqual(codesOf(de.found("kalif", "")), ["US-CA"])
    assert.deepStrictEqual(codesOf(en.found("us-fl", "")), ["US-FL"])
    assert.deepStrictEqual(codesOf(en.found("xx-fl", "")), [])
    assert.deepStrictEqual(codesOf(en.found("france", "CA-ON")), ["CA-ON", "FR"])
    assert.deepStrictEqual(codesOf(en.found("us-fl", "US-FL")), ["US-FL"])
  })
})
