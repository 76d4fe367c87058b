import { assert, describe, it } from "#test/support/suite"
import { Effect, Exit, Option } from "effect"
import { maxRetriesOfOvertaken, Overtaken, overtakenOn, retryOvertaken } from "#platform/database/overtaken"

/** An act that others overtake so often, then succeeds; and how often it was tried. */
const overtaken = (times: number) => {
  const tries = { count: 0 }
  const act = Effect.suspend(() => {
    tries.count += 1
    return tries.count <= times ? Effect.fail(new Overtaken({ constraint: "taken" })) : Effect.succeed("done")
  })
  return { act, tries }
}

describe("an act that another transaction overtook", () => {
  it.effect("is done again, as often as the bound allows", function* () {
    const { act, tries } = overtaken(maxRetriesOfOvertaken)
    assert.strictEqual(yield* retryOvertaken(act), "done")
    assert.strictEqual(tries.count, maxRetriesOfOvertaken + 1)
  })

  it.effect("dies with the constraint's name after the last retry", function* () {
    const { act, tries } = overtaken(1_000)
    const exit = yield* Effect.exit(retryOvertaken(act))
    assert.deepStrictEqual(exit, Exit.die(new Overtaken({ constraint: "taken" })))
    assert.strictEqual(tries.count, maxRetriesOfOvertaken + 1)
  })

  it.effect("any other failure is not tried again", function* () {
    assert.deepStrictEqual(yield* Effect.exit(retryOvertaken(Effect.fail("refused"))), Exit.fail("refused"))
  })

  it("only the constraints that were named mean it", () => {
    const first = overtakenOn(new Set(["taken"]))
    assert.deepStrictEqual(first("taken"), Option.some(new Overtaken({ constraint: "taken" })))
    assert.isTrue(Option.isNone(first("name_taken")))
  })
})
